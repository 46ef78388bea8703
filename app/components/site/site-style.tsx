import type { LinksFunction } from "@remix-run/node";
import { useMatches } from "@remix-run/react";
import { useEffect } from "react";
import sheet from "~/styles/app.scss?inline";
import sheetAddress from "~/styles/app.scss?url";
import { styleOfRoute } from "./style-parts";

const ID = "site-style";

/** Style of the document's page. The browser's code does not hold it once more. */
const styleOf = import.meta.env.SSR
  ? (route?: string) => styleOfRoute(sheet, route)
  : () => document.getElementById(ID)?.textContent ?? "";

/** Kept, so that a page that React makes anew has it too. */
const documentStyle = import.meta.env.SSR ? null : styleOf();

/** Route of the document's page, in the browser. */
let documentRoute: string | undefined;

/** Whether the visitor has gone on to another page. From then on the whole sheet stays. */
let hasLeft = false;

/** What the page needs of the style sheet, within the page: one round trip then brings all that the first paint needs. */
export function SiteStyle() {
  const route = useMatches().at(-1)?.id;
  if (!import.meta.env.SSR) documentRoute ??= route;
  useEffect(() => {
    hasLeft ||= route !== documentRoute;
  }, [route]);
  useEffect(reloadWithoutSheet, []);
  const __html = documentStyle ?? styleOf(route);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, which React would escape.
  return <style id={ID} dangerouslySetInnerHTML={{ __html }} />;
}

/**
 * Makes the links of a page: the whole style sheet, if it is not the document's, which has what it needs. Remix waits for the sheet
 * before it shows the page, and fetches it ahead with the code of a link that is pointed at.
 * @param route id of the page's route
 */
export function pageLinks(route: string): LinksFunction {
  return () =>
    import.meta.env.SSR || (!hasLeft && route === documentRoute)
      ? []
      : [{ rel: "stylesheet", href: sheetAddress }];
}

/** Loads a page as a document, which brings its style, if the sheet could not be had: Remix shows the page all the same. */
function reloadWithoutSheet(): () => void {
  const reload = ({ target }: Event) => {
    const isOurs = target instanceof HTMLLinkElement && target.getAttribute("href") === sheetAddress;
    if (isOurs && target.rel === "stylesheet") window.location.reload();
  };
  document.addEventListener("error", reload, true);
  return () => document.removeEventListener("error", reload, true);
}
