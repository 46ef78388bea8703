import { expect, test } from "vitest";
import { PAGE_PATHS } from "../e2e/page-paths";
import { get } from "./page";

/** Every page, also with results, questions and failures. */
const PAGES = [
  ...PAGE_PATHS,
  "/coins?currency=inr&view=table",
  "/coin/bitcoin?currency=eur&range=7d",
  "/coin/ghost",
  "/compare?ids=bitcoin,ethereum,gone-for-good&currency=usd&q=pep",
  "/convert?amount=1.500&from=bitcoin&to=usd",
  "/convert?amount=2&from=bit&to=usd",
  "/search?q=bit",
  "/search?q=bitxyzzy",
  "/watchlist?ids=bitcoin,gone-for-good&currency=usd",
  "/watchlist?currency=usd&edit=list",
  "/nowhere",
];

/** Elements that HTML without a style sheet sets apart from what stands beside them. */
const APART =
  /^(?:body|p|div|h[123]|[uod]l|li|d[td]|table|caption|t(?:head|body|r|d|h)|form|br|input|textarea)$/i;

/** A page as it is sent. */
async function bytesOf(path: string): Promise<Buffer> {
  const response = await get(path, { headers: { cookie: "watchlist=bitcoin/pepe" } });
  return Buffer.from(await response.arrayBuffer());
}

/** The body of a document without what is no text. */
function bodyOf(html: string): string {
  return html
    .slice(html.indexOf("<body"))
    .replace(/<(script|style|textarea)[^>]*>.*?<\/\1>|<!--.*?-->|<input type="hidden"[^>]*>/gs, "");
}

/** Lists the places where a word ends, an element begins or ends, and the next word begins at once. */
function joinedWords(html: string): string[] {
  const joined: string[] = [];
  let before = "";
  let isTouching = false;
  for (const [part, tag] of bodyOf(html).matchAll(/<\/?(\w+)[^>]*>|[^<]+/g)) {
    if (tag !== undefined) {
      if (APART.test(tag)) before = "";
      isTouching = true;
      continue;
    }
    if (isTouching && /[\p{L}\p{N}%:.)]$/u.test(before) && /^(?:[\p{L}\p{N}#$€₹+−(☆↑×⇄→]|&#)/u.test(part))
      joined.push(`${before.slice(-20)}|${part.slice(0, 20)}`);
    before = part;
    isTouching = false;
  }
  return [...new Set(joined)];
}

test.each(PAGES)("%s can be read as plain text", async (path) => {
  const bytes = await bytesOf(path);
  // Parsers drop them, so only bytes show them.
  expect(bytes.includes(0), "zero bytes").toBe(false);
  const html = bytes.toString();
  expect(joinedWords(html), "words that run together").toEqual([]);
  expect(html, "a button without words").not.toMatch(/<button[^>]*>(?:\s*<(?!\/button)[^>]*>)*\s*<\/button>/);
  // It needs a script.
  expect(html).not.toContain("Copy link");
});

test("the labels of a chart stand in its text once", async () => {
  for (const path of ["/coin/bitcoin?currency=usd&range=7d", "/compare?ids=bitcoin,ethereum&currency=usd"]) {
    const html = (await bytesOf(path)).toString();
    const chart = html
      .slice(html.indexOf("<figure"), html.indexOf("<details"))
      .replace(/<\/?(?:b|bdi)(?: [^>]*)?>|<!--.*?-->/g, "");
    const texts = chart.match(/(?<=>)[^<]*[^<\s][^<]*(?=<)/g) ?? [];
    expect(texts.length).toBeGreaterThan(10);
    expect(texts).toEqual([...new Set(texts)]);
  }
});
