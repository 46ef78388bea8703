import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { expectLink, open, textOf } from "./page";

/** The text of an element, with the spaces that break. */
const wordsOf = (element: Element) => textOf(element).replaceAll("\u00a0", " ");

test("each exchange has its rank and figures, a link to its page and, if there is one, to its own site", async () => {
  const page = await open("/exchanges?currency=usd");
  const cards = within(page.getByRole("main")).getAllByRole("listitem");
  expect(cards.map(wordsOf)).toEqual([
    "BINA Binance Trust rank 1, score 10/10 24h volume $63.31B 979,051 BTC Since 2017 Binance’s own site (opens in a new tab)",
    "KRAK Kraken Trust rank 2 24h volume $129.34B 2,000,000 BTC United States Kraken’s own site (opens in a new tab)",
    "SCRI Scripted Trust rank 3 24h volume NA",
    "UNRA Unranked Trust rank NA 24h volume NA",
  ]);
  const links = page.all(".exchange-cards a").map((link) => link.getAttribute("href"));
  const own = ["https://www.binance.com/", "https://www.kraken.com/"];
  const pages = ["binance", "kraken", "scripted", "unranked"].map((id) => `/exchange/${id}?currency=usd`);
  expect(links).toEqual([pages[0], own[0], pages[1], own[1], pages[2], pages[3]]);
  const inNewTab = page.all(".exchange-cards a[target=_blank][rel='noopener noreferrer']");
  expect(inNewTab.map((link) => link.getAttribute("href"))).toEqual(own);
});

test("the table of exchanges is ordered by its headers, and its filter keeps currency and view", async () => {
  const page = await open("/exchanges?currency=usd&q=n&view=table&order=volume_desc");
  const [, ...rows] = page.getAllByRole("row");
  expect(rows.map((row: HTMLElement) => within(row).getAllByRole("cell").map(wordsOf))).toEqual([
    ["2", "$129.34B ($129,337,000,000)", "2,000,000 BTC", "NA", "United States", "NA"],
    ["1", "$63.31B ($63,313,769,294)", "979,051 BTC", "10/10", "NA", "2017"],
    Array(6).fill("NA"),
  ]);
  const sorted = page.one("th[aria-sort]");
  expect([textOf(sorted), sorted.getAttribute("aria-sort")]).toEqual(["Volume (24h)", "descending"]);
  const address = "/exchanges?currency=usd&q=n&view=table";
  const orders = ["", "&order=name_asc", "&order=volume_asc", "&order=country_asc", "&order=year_asc"];
  const hrefs = page.all("th[scope=col] a").map((link) => link.getAttribute("href")?.split("#")[0]);
  expect(hrefs).toEqual(orders.map((order) => address + order));
  const kept = page.all(".exchange-filter :is(input, [selected])").map((each) => each.getAttribute("value"));
  expect(kept).toEqual(["n", "volume_desc"]);
});

test("an exchange's page has its notice, its figures, its own site, and what is traded there", async () => {
  const page = await open("/exchange/kraken?currency=usd");
  expect(textOf(page.getByRole("complementary", { name: "Notice" }))).toBe("It is closing.");
  const figures = wordsOf(page.getByRole("region", { name: "Key figures" }));
  expect(figures).toContain("Volume (24h)$129.34B 2,000,000 BTC");
  expect(figures).toContain("CountryUnited States");
  expect(page.text).toContain("It is one of the largest.");
  const own = page.getByRole("link", { name: /^Website/ });
  const attributes = ["href", "target", "rel"].map((name) => own.getAttribute(name));
  expect(attributes).toEqual(["https://www.kraken.com/", "_blank", "noopener noreferrer"]);
  const markets = within(page.getByRole("region", { name: /What is traded at Kraken/ }));
  const rows = markets.getAllByRole("row").map(wordsOf);
  expect(rows).toHaveLength(4);
  expect(rows[1]).toMatch(/BTC\/USDT.*\$64,668\.50\s*\$452\.68M\s*0\.01 %\s*High/);
  expect(rows.find((row) => row.startsWith("ODD/USDT"))).toContain("outdated: no recent trade");
  expect(markets.queryByRole("link", { name: /ODD/ })).toBe(null);
  expect(rows.find((row) => row.startsWith("1MT/USDT"))).toContain("unusual: far from other prices");
});

test.each([
  ["/EUR", [/^\S+\/EUR/]],
  ["btc", [/^BTC\/|\/BTC/]],
  [" btc/ ", [/^BTC\//]],
  ["nothing", []],
])("of an exchange, the markets that match “%s” are shown alone", async (query, patterns) => {
  const asked = new URLSearchParams({ currency: "usd", q: query });
  const page = await open(`/exchange/binance?${asked}`, { site: "sample" });
  expect(page.robots).toBe("noindex");
  const rows = page.queryAllByRole("row").slice(1).map(wordsOf);
  expect(rows.length > 0).toBe(patterns.length > 0);
  for (const row of rows) for (const pattern of patterns) expect(row).toMatch(pattern);
  if (patterns.length === 0) page.getByText("No market matches", { exact: false });
  const form = within(page.getByRole("search", { name: "Markets" }));
  expect(form.getByRole("textbox")).toHaveProperty("value", query.trim().toLowerCase());
  expectLink(form, "/EUR", "/exchange/binance?currency=usd&q=%2Feur#markets");
  expectLink(page, "Markets", "#markets");
});

test.each([
  ["nowhere", 404, "No such exchange"],
  ["broken", 502, "Not available right now"],
])("the exchange %s, which cannot be shown, is a %i", async (id, status, title) => {
  const page = await open(`/exchange/${id}`);
  expect(page.status).toBe(status);
  expect(textOf(page.getByRole("alert"))).toContain("Error While Fetching Exchange");
  page.getByText(title);
});

test("the markets of a coin lead to their exchange, which has them too", async () => {
  const page = await open("/coin/bitcoin/markets?currency=usd", { site: "sample" });
  const row = within(page.getAllByRole("row")[1] ?? expect.fail());
  const pair = textOf(row.getAllByRole("cell")[0]);
  const [link = expect.fail()] = row.getAllByRole("link");
  const exchange = await page.follow(link);
  expect(textOf(exchange.getByRole("heading", { level: 1 }))).toBe(textOf(link));
  exchange.getByRole("link", { name: pair });
  expect(exchange.getAllByRole("row")).toHaveLength(101);
});
