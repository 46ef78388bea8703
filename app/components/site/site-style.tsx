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

let isHydrated = false;

/** What the page needs of the style sheet, within the page: one round trip then brings all that the first paint needs. */
export function SiteStyle() {
  const route = useMatches().at(-1)?.id;
  useEffect(() => {
    isHydrated = true;
  }, []);
  const __html = documentStyle ?? styleOf(route);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, which React would escape.
  return <style id={ID} dangerouslySetInnerHTML={{ __html }} />;
}

/**
 * Links of every page: the whole style sheet, when the visitor goes on to another page than that of the document. Remix waits for
 * it before it shows that page, and fetches it ahead with the code of a link that is pointed at.
 */
export const pageLinks: LinksFunction = () => (isHydrated ? [{ rel: "stylesheet", href: sheetAddress }] : []);
