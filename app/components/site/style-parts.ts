/** Parts of the style sheet (styles/app.scss) that pages need beside what all of them need, by the ids of their routes. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  "routes/_index": ["home"],
  "routes/coins": ["cards", "coin-table"],
  "routes/coin.$id": ["coin", "chart"],
  "routes/exchanges": ["cards", "exchanges"],
  "routes/search": [],
  "routes/watchlist": ["cards", "coin-table", "watchlist"],
  "routes/compare": ["coin-table", "chart", "compare"],
  "routes/convert": ["coin", "convert"],
  "routes/$": [],
};

/** How a part begins, as Sass or the minifier writes it. */
const BEGIN_OF_PART = /@supports\s*\(--part:\s*([\w-]+)\)\s*\{/g;

/**
 * The style of a route's page.
 * @param sheet the whole style sheet
 * @param route undefined, or one that is not known: the page may need any part
 */
export function styleOfRoute(sheet: string, route: string | undefined): string {
  const parts = PARTS[route ?? ""];
  let style = "";
  let end = 0;
  for (const { 0: begin, 1: part = "", index } of sheet.matchAll(BEGIN_OF_PART)) {
    style += sheet.slice(end, index);
    const inside = index + begin.length;
    const close = closingBrace(sheet, inside);
    if (parts === undefined || parts.includes(part)) style += sheet.slice(inside, close);
    end = close + 1;
  }
  return style + sheet.slice(end);
}

/** Finds the brace that ends a block. @param from the position after the one that begins it */
function closingBrace(sheet: string, from: number): number {
  let depth = 1;
  for (let at = from; at < sheet.length; at++) {
    if (sheet[at] === "{") depth++;
    if (sheet[at] === "}" && --depth === 0) return at;
  }
  throw new Error("a part of the style sheet has no end");
}
