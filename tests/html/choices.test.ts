import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { open, type Page, textOf } from "./page";

const TABLE = "view=table&order=volume_asc&sort=name_desc";

test.each([
  ["/coins?currency=inr&page=3", "EUR", "/coins?currency=eur&page=3"],
  ["/coins?currency=usd&page=3", "Table", "/coins?currency=usd&page=3&view=table&order=market_cap_desc"],
  ["/coins?currency=usd&page=3&view=table", "Cards", "/coins?currency=usd&page=3"],
  [`/coins?currency=usd&page=3&${TABLE}`, "EUR", "/coins?currency=eur&page=3&view=table&order=volume_asc"],
  ["/coins?currency=eur&category=layer-1", "USD", "/coins?currency=usd&page=1&category=layer-1"],
  ["/coins/categories?currency=usd", "EUR", "/coins/categories?currency=eur"],
  ["/coin/bitcoin?currency=inr&range=14d&scale=log", "EUR", "/coin/bitcoin?currency=eur&range=14d&scale=log"],
  ["/compare?ids=dust,pepe&currency=usd&range=1y", "EUR", "/compare?ids=dust,pepe&currency=eur&range=1y"],
  ["/map?currency=inr", "7d", "/map?currency=inr&period=7d"],
  ["/exchange/kraken?currency=usd", "EUR", "/exchange/kraken?currency=eur"],
  ["/watchlist?ids=a%20b,%E6%AF%94&currency=usd", "EUR", "/watchlist?ids=a%20b,%E6%AF%94&currency=eur"],
])("%s keeps everything else when %s is chosen without a script", async (path, choice, canonical) => {
  const page = await (await open(path)).choose(choice);
  expect(page.canonical).toBe(canonical);
  page.getByRole("radio", { name: choice, checked: true });
});

test.each([
  ["/?currency=usd", "7d", "/?currency=eur&period=7d"],
  ["/coin/bitcoin?currency=usd&scale=log", "7d", "/coin/bitcoin?currency=eur&range=7d&scale=log"],
  ["/compare?ids=bitcoin,pepe&currency=usd", "7d", "/compare?ids=bitcoin,pepe&currency=eur&range=7d"],
  ["/coins?currency=usd", "12", "/coins?currency=eur&page=12"],
  ["/coins?currency=usd&list=losers", "Top 100", "/coins?currency=eur&list=losers&period=24h&top=100"],
])(
  "%s keeps a currency that was chosen and not shown yet when %s is pressed",
  async (path, button, address) => {
    const page = await open(path);
    Object.assign(page.getByRole("radio", { name: "EUR" }), { checked: true });
    const next = await page.press(page.getByRole("button", { name: button }));
    expect(next.address).toBe(address);
    next.getByRole("radio", { name: "EUR", checked: true });
  },
);

/** Fills in a field of the content. */
function fill(page: Page, name: string | RegExp, value: string): void {
  const [field = expect.fail()] = within(page.getByRole("main")).getAllByLabelText<HTMLInputElement>(name);
  field.value = value;
}

test("another currency shows a list's prices in it", async () => {
  const page = await (await open("/coins?currency=inr&page=3")).choose("EUR");
  expect(textOf(page.getByRole("link", { name: /Ethereum/ }))).toContain("€2,161.20");
  const coin = await (await open("/coin/bitcoin?currency=usd")).choose("EUR");
  expect(textOf(coin.one(".price"))).toBe("€59,495.02");
});

test("a page button keeps the currency, and its page is current", async () => {
  const first = await open("/coins?currency=usd");
  const buttons = within(first.getByRole("navigation", { name: "Pages" })).getAllByRole("button");
  expect(buttons).toHaveLength(132);
  const page = await first.press(first.getByRole("button", { name: "12" }));
  expect(page.canonical).toBe("/coins?currency=usd&page=12");
  expect(page.one("input[aria-current=page]").getAttribute("value")).toBe("12");
});

test("the colour mode's button returns to the page, with its own parameters only", async () => {
  const page = await open("/coins?page=03&spelling=1");
  const dark = await page.press(page.getByRole("button", { name: "Switch to dark mode" }));
  expect([dark.address, dark.one("html").dataset["theme"]]).toEqual(["/coins?currency=inr&page=3", "dark"]);
  expect(dark.cookie).toBe("colour-mode=dark");
});

test("exchanges are ordered and found by a form", async () => {
  const page = await open("/exchanges?currency=usd");
  const show = (of: Page) =>
    of.press(within(of.getByRole("search", { name: "Exchanges" })).getByRole("button"));
  fill(page, "Order", "volume_desc");
  expect((await page.choose("EUR")).address).toBe("/exchanges?currency=eur&order=volume_desc");
  // Still chosen where it is not shown yet.
  const ordered = await show(page);
  expect(ordered.address).toBe("/exchanges?currency=eur&order=volume_desc");
  expect(textOf(within(ordered.getByRole("main")).getAllByRole("listitem")[0])).toContain("Kraken");
  fill(ordered, "Name or country", "united");
  (await show(ordered)).getByText("1 of 4 exchanges match “united”.");
});

test("coins are found by the header's search, by the large one, and a whole name opens its coin", async () => {
  const page = await open("/coins?currency=usd");
  const search = within(page.getAllByRole("banner")[0] ?? expect.fail());
  search.getByRole<HTMLInputElement>("textbox", { name: "Search coins" }).value = "Bitc";
  const found = await page.press(search.getByRole("button", { name: "Search" }));
  expect(found.address).toBe("/search?q=Bitc&currency=usd");
  const home = await open("/");
  home.one("main input[name=q]").setAttribute("value", "PEPE");
  const coin = await home.press(within(home.getByRole("main")).getByRole("button", { name: "Search" }));
  expect(coin.address).toBe("/coin/pepe?currency=inr");
});

test("coins are added to a comparison by its form", async () => {
  const page = await open("/compare?ids=ethereum&currency=eur&range=7d");
  fill(page, /./, "PEPE");
  const compared = await page.press(page.getByRole("button", { name: "Find" }));
  expect(compared.address).toBe("/compare?ids=ethereum,pepe&currency=eur&range=7d");
});

test("an amount is converted by the form", async () => {
  const page = await open("/convert");
  fill(page, "Amount", "1000");
  fill(page, "From", "USD");
  fill(page, "To", "Bitcoin");
  const main = within(page.getByRole("main"));
  const converted = await page.press(main.getByRole("button", { name: "Convert" }));
  expect(textOf(converted.getByRole("region", { name: "Result" }))).toContain(
    "$1,000.00 ≈ 0.01546348 Bitcoin",
  );
});
