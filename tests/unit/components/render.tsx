import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { matchRoutes } from "react-router-dom";
import { createStaticRouter, StaticRouterProvider } from "react-router-dom/server";

/** Renders a component as the server does, at an address of the site, with the data of the layout. */
export function render(element: ReactElement, address = "/", root: object = {}): string {
  const { pathname, search } = new URL(address, "http://site.test");
  const location = { pathname, search, hash: "", state: null, key: "default" };
  const routes = [{ id: "root", path: "*", element }];
  const context = {
    basename: "",
    location,
    matches: matchRoutes(routes, location) ?? [],
    loaderData: { root },
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
    activeDeferreds: null,
  };
  const router = createStaticRouter(routes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

interface Tag {
  /** The text, as a visitor reads it, in one line. */
  readonly text: string;
  readonly [attribute: string]: string;
}

/** Lists the elements with a tag name, with their attributes and text. They must not be nested in each other. */
export function tags(html: string, name: string): readonly Tag[] {
  const pattern = new RegExp(`<${name}((?: [^>]*)?)(?:/>|>(?:(.*?)</${name}>)?)`, "gs");
  return [...html.matchAll(pattern)].map(([, attributes = "", content = ""]) => ({
    ...Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
        key.toLowerCase(),
        plain(value),
      ]),
    ),
    text: textOf(content),
  }));
}

/** Lists the texts of the elements with a tag name. */
export function textsOf(html: string, name: string): readonly string[] {
  return tags(html, name).map(({ text }) => text);
}

/** Lists the links, with their texts and addresses. */
export function linksOf(html: string): readonly (readonly (string | undefined)[])[] {
  return tags(html, "a").map(({ text, href }) => [text, href]);
}

/** Reads the text of some HTML, in one line. */
export function textOf(html: string): string {
  return plain(html.replace(/<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();
}

/** Lists the hidden inputs, as they appear in the address after a GET form is submitted. */
export function hiddenInputs(html: string): Readonly<Record<string, string>> {
  const hidden = tags(html, "input").filter(({ type }) => type === "hidden");
  return Object.fromEntries(hidden.map(({ name = "", value = "" }) => [name, value]));
}

function plain(html: string): string {
  return html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
