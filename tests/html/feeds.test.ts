import { expect, test } from "vitest";
import { readAtom } from "../support/atom";
import { get, open, textOf } from "./page";

const site = "sample";
const FEED = "/coin/bitcoin/feed.atom?currency=usd";

test("a feed is public, fresh for a quarter of an hour, and sent again only if it has changed", async () => {
  const first = await get(FEED, { site });
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "application/atom+xml; charset=utf-8",
    "cache-control": "public, max-age=900",
    "access-control-allow-origin": "*",
    "x-robots-tag": "noindex",
  });
  const { entries, links } = readAtom(await first.text());
  // Until a later hour is known, the last of thirty days has no close yet.
  expect(entries.length).toBeGreaterThanOrEqual(29);
  expect(links["self"]).toBe(`${process.env["SAMPLE_SITE_URL"]}${FEED}`);
  const headers = { "if-none-match": first.headers.get("etag") ?? "", cookie: "colour-mode=dark" };
  const again = await get("/coin/bitcoin/feed.atom?x=1&currency=USD", { site, headers });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("without scripts, a coin's page leads to what one will be told, and to the feed that tells it", async () => {
  const coin = await open("/coin/bitcoin?currency=usd", { site });
  const found = coin.one('link[rel="alternate"][type="application/atom+xml"]');
  expect(found.getAttribute("href")).toBe(FEED);
  coin.getByRole("textbox", { name: "The price rises to (USD)" }).value = "1,000.0";
  coin.getByRole("textbox", { name: "It moves in 24 hours by (%)" }).value = "3";
  const page = await coin.press(coin.getByRole("button", { name: "Show the feed" }));
  expect(page.robots).toBe("noindex");
  expect(page.canonical).toMatch(/\/coin\/bitcoin\/follow\?currency=usd&above=1000&move=3$/);
  expect(page.getByRole("heading", { level: 1 }).textContent).toBe(
    "Bitcoin: rises to $1,000.00 and changes of 3\u00a0% within 24 hours",
  );
  const href = page.getByRole("link", { name: "Open the feed" }).getAttribute("href") ?? "";
  const feed = readAtom(await (await get(href, { site })).text());
  expect(page.getByRole("textbox", { name: "Address of the feed" }).value).toBe(feed.links["self"]);
  const titles = feed.entries.slice(0, 10).map(({ title }) => title);
  expect(page.all(".follow-page li a").map(textOf)).toEqual(titles);
});

test("a value that cannot be read keeps what was typed, with what is wrong beside it", async () => {
  const page = await open("/coin/bitcoin/follow?above=soon&below=5", { site });
  expect(page.status).toBe(200);
  const field = page.getByRole("textbox", { name: /^The price rises to/ });
  expect([field.value, field.getAttribute("aria-invalid")]).toEqual(["soon", "true"]);
  expect(textOf(page.one(`#${field.getAttribute("aria-describedby")}`))).toBe(
    "Use digits above zero, such as 70000 or 0.5.",
  );
});

test.each([
  ["/coins?list=losers&top=100&currency=usd", "Losers of each day, Top 100, in USD"],
  ["/watchlist?ids=bitcoin:2,ethereum&currency=usd", "List of 2 coins: each day’s close in USD"],
])("the list at %s leads to its feed", async (path, title) => {
  const list = await open(path, { site });
  const page = await list.press(list.getByRole("button", { name: /^Show (?:the|its) feed$/ }));
  expect(page.getByRole("heading", { level: 1 }).textContent).toBe(title);
  const found = list.one('link[rel="alternate"][type="application/atom+xml"]').getAttribute("href") ?? "";
  const feed = readAtom(await (await get(found, { site })).text());
  expect([feed.title, feed.entries.length > 0]).toEqual([title, true]);
  expect((await open("/coin/ghost/follow", { site })).status).toBe(404);
});
