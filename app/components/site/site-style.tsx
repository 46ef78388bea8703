import type { LinksFunction } from "@remix-run/node";
import { useMatches } from "@remix-run/react";
import { useContext } from "react";
import { InlineMarker } from "~/components/site/inline-marker";
import common from "~/styles/app.scss?inline";

const STYLE_ID = "site-style";

/** What the document has brought. Client scripts leave the sheets out. */
const brought = import.meta.env.SSR ? null : document.getElementById(STYLE_ID);

/** The sheet of all pages, and those of single ones by the address of the file. */
const sheets = import.meta.env.SSR
  ? { common, ofPages: readPageSheets() }
  : { common: brought?.textContent ?? "", ofPages: {} };

function readPageSheets(): Readonly<Record<string, string>> {
  const texts = import.meta.glob<string>("/app/styles/pages/*.scss", {
    query: "?inline",
    import: "default",
    eager: true,
  });
  const files = import.meta.glob<string>("/app/styles/pages/*.scss", {
    query: "?url",
    import: "default",
    eager: true,
  });
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [files[path] ?? path, text]));
}

/**
 * For a page with a sheet of its own, which exports its address as `handle.sheet`, too: documents of this page bring that sheet, and
 * a script that opens it from another one waits for the file.
 */
export function pageSheet(file: string): LinksFunction {
  const isBrought = import.meta.env.SSR || brought?.dataset["page"] === file;
  return () => (isBrought ? [] : [{ rel: "stylesheet", href: file }]);
}

/** The style sheet of all pages, and of the page that the document is: inline, which paints sooner than a file. */
export function SiteStyle() {
  const marker = useContext(InlineMarker);
  const file = sheetOf(useMatches().at(-1)?.handle);
  const page = import.meta.env.SSR ? file : brought?.dataset["page"];
  const style = sheets.common + (sheets.ofPages[file ?? ""] ?? "");
  return (
    <style
      id={STYLE_ID}
      data-page={page}
      nonce={marker}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, which React would escape.
      dangerouslySetInnerHTML={{ __html: style }}
    />
  );
}

function sheetOf(handle: unknown): string | undefined {
  const isObject = typeof handle === "object" && handle !== null;
  return isObject && "sheet" in handle && typeof handle.sheet === "string" ? handle.sheet : undefined;
}
