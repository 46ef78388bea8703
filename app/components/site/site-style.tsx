import css from "~/styles/app.scss?inline";

const ID = "site-style";

/**
 * The style sheet, within the page: one round trip then brings all that the first paint needs. The browser's code does not
 * hold it once more; it finds it in the page, so that a page that React makes anew has it too.
 */
const text = import.meta.env.SSR ? css : (document.getElementById(ID)?.textContent ?? "");

export function SiteStyle() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, which React would escape.
  return <style id={ID} dangerouslySetInnerHTML={{ __html: text }} />;
}
