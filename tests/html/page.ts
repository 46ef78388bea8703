import { configure, within } from "@testing-library/dom";
import { Window } from "happy-dom";
import { expect } from "vitest";

// Without the whole page after it.
configure({ getElementError: (message) => new Error(message?.split("\n")[0]) });

/** The sites that tests/e2e/start-sites.ts starts. */
type SiteName = "live" | "sample" | "cut off" | "rate limited" | "one year";

interface Options extends RequestInit {
  readonly headers?: Record<string, string>;
  /** The site that a test visits: live, unless another one is named. */
  readonly site?: SiteName;
}

/** What finds elements in a part of a page. */
export type Part = ReturnType<typeof within>;

export interface Page extends Part {
  readonly status: number;
  readonly headers: Headers;
  readonly title: string;
  /** The text of the whole page in one line. */
  readonly text: string;
  /** Path and query, after redirections. */
  readonly address: string;
  readonly canonical: string | null;
  readonly robots: string | null;
  /** The elements that a selector means. */
  all(selector: string): HTMLElement[];
  /** The one element that a selector means. */
  one(selector: string): HTMLElement;
  /** The cookies of a visitor who sees this page. */
  readonly cookie: string;
  /** Opens the page that a link leads to, on the same site. */
  follow(link: HTMLElement): Promise<Page>;
  /** Sends the form of a button as it is filled in, and opens the page that follows. */
  press(button: HTMLElement): Promise<Page>;
  /** Chooses a currency, a view or a period, and presses the button that shows it. */
  choose(name: string): Promise<Page>;
}

/** Requests an address of a site. */
export function get(path: string, { site = "live", headers, ...init }: Options = {}): Promise<Response> {
  const origin = process.env[`${site.toUpperCase().replace(" ", "_")}_SITE_URL`];
  const address = path.startsWith("/") ? `${origin}${path}` : path;
  // The site may end an idle connection at the moment at which it is used again.
  return fetch(address, { ...init, headers: { connection: "close", ...headers } });
}

/** Sends a form, and does not follow where its answer leads. */
export function postForm(path: string, form: Record<string, string>, headers = {}): Promise<Response> {
  return get(path, { method: "POST", body: new URLSearchParams(form), headers, redirect: "manual" });
}

/**
 * Opens a page and returns what finds its elements, as a browser without JavaScript has them: by role, label and text. What is
 * not there, or there twice, throws. Style sheets are left out: what they hide is found, too.
 */
export async function open(path: string, options: Options = {}): Promise<Page> {
  return read(await get(path, options), options);
}

async function read(response: Response, options: Options): Promise<Page> {
  const html = await response.text();
  const window = new Window();
  // Names of elements are sought in the style of each, which takes most of the time.
  Object.assign(window, { getComputedStyle: () => ({ getPropertyValue: () => "" }) });
  window.document.write(html.replace(/<(style|script)\b.*?<\/\1>/gs, ""));
  // It has types of its own for the same interfaces.
  const document = window.document as unknown as Document;
  const { pathname, search } = new URL(response.url);
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const { site, headers } = options;
  const cookie = withCookies(headers?.["cookie"], response);
  const visitor = (cookies = cookie) => ({ ...(site && { site }), headers: { ...headers, cookie: cookies } });
  const press = async (button: HTMLElement) => {
    const { form } = button as HTMLButtonElement;
    if (form === null) return expect.fail();
    const fields = new URLSearchParams();
    for (const [name, value] of Reflect.construct(window.FormData, [form, button]))
      fields.append(name, String(value));
    const action = form.getAttribute("action") ?? pathname + search;
    if (form.method !== "post") return open(`${action.split("?")[0]}?${fields}`, visitor());
    const answer = await get(action, { ...visitor(), method: "POST", body: fields, redirect: "manual" });
    const next = visitor(withCookies(cookie, answer));
    const location = answer.headers.get("location");
    return location === null ? read(answer, next) : open(location, next);
  };
  return {
    ...within(document.body),
    status: response.status,
    headers: response.headers,
    title: document.title,
    text: textOf(document.body),
    address: pathname + search,
    canonical: all("link[rel=canonical]")[0]?.getAttribute("href") ?? null,
    robots: all("meta[name=robots]")[0]?.getAttribute("content") ?? null,
    cookie,
    all,
    one(selector) {
      expect(all(selector), selector).toHaveLength(1);
      return all(selector)[0] ?? expect.fail();
    },
    follow: (link) => open(link.getAttribute("href") ?? "", visitor()),
    press,
    choose(name) {
      const radio = within(document.body).getByRole<HTMLInputElement>("radio", { name });
      radio.checked = true;
      return press(within(radio.closest("form") ?? expect.fail()).getByRole("button", { name: "Show" }));
    },
  };
}

/** Cookies as a request has them, after a response has set some and removed others. */
function withCookies(sent = "", { headers }: Response): string {
  const cookies = new Map(sent.split("; ").map((each) => [each.split("=")[0], each]));
  for (const set of headers.getSetCookie()) {
    const [pair = "", ...attributes] = set.split("; ");
    cookies.set(pair.split("=")[0], attributes.includes("Max-Age=0") ? "" : pair);
  }
  return [...cookies.values()].filter((each) => each !== "").join("; ");
}

/** The text of an element in one line, with the spaces that never break. */
export function textOf(element: Element | null | undefined): string {
  return (element?.textContent ?? "").replace(/[ \n\t]+/g, " ").trim();
}

/** Lists the links in a part of a page, with their texts and addresses. */
export function linksOf(part: Part): (string | null)[][] {
  return part.queryAllByRole("link").map((link: HTMLElement) => [textOf(link), link.getAttribute("href")]);
}

/** Expects one link of this name, which leads to this address. */
export function expectLink(part: Part, name: string | RegExp, href: string): void {
  expect(part.getByRole("link", { name }).getAttribute("href")).toBe(href);
}
