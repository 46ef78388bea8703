import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { expectLink, linksOf, open, type Page, textOf } from "./page";

const result = (page: Page) => textOf(page.getByRole("region", { name: "Result" }));

/** Expects a field of the form with this value, and with what it says about it, which marks it as invalid or does not. */
function expectField(
  page: Page,
  name: string,
  value: string,
  description: string | RegExp,
  isInvalid = false,
) {
  const field = within(page.getByRole("main")).getByRole("textbox", { name, description });
  expect(field).toHaveProperty("value", value);
  expect(field.getAttribute("aria-invalid")).toBe(String(isInvalid));
}

test("amounts are read as the site writes numbers, or as a visitor chooses", async () => {
  const page = await open("/convert?amount=12,345&from=bitcoin&to=usd");
  expectField(page, "Amount", "12,345", "“12,345” is read as 12345, and not as 12.3450");
  expect(result(page)).toContain("12,345 Bitcoin");
  const other = await page.follow(page.getByRole("link", { name: "12.3450" }));
  expect(result(other)).toContain("12.345 Bitcoin");
  expectField(other, "Amount", "12.3450", "");
});

for (const [amount, says] of [
  ["", "Enter an amount."],
  ["<script>alert(1)</script>", "This amount cannot be read."],
  ["1".repeat(10_000), "This is too long for an amount"],
  ["$5", "The amount is in “$”, and what is converted is Bitcoin (BTC)."],
] as const)
  test(`the amount “${amount.slice(0, 30)}” gets a message beside its field, which keeps it`, async () => {
    const page = await open(`/convert?${new URLSearchParams({ amount, from: "bitcoin", to: "usd" })}`);
    expect(page.status).toBe(200);
    expectField(page, "Amount", amount.slice(0, 64), new RegExp(says.replace(/[.$()]/g, "\\$&")), true);
    expect(result(page)).toContain("1 BTC = $64,668.50");
  });

test("beside the coin “btc” are the other coins that may be meant", async () => {
  const page = await open("/convert?amount=3&from=btc&to=eur");
  expectField(page, "From", "Bitcoin", /“btc” is read as Bitcoin \(BTC\), and not as /);
  const [cat] = within(page.getByRole("main")).getAllByRole("link", { name: /BatCat/ });
  const other = await page.follow(cat ?? expect.fail());
  expect(other.address).toMatch(/\/convert\?amount=3&from=[^&]*cat[^&]*&to=eur$/);
  expect(result(other)).toMatch(/^3 .* [=≈] €/);
});

test("the form has names, and links to the other currencies and to the opposite", async () => {
  const page = await open("/convert?amount=2&from=bitcoin&to=usd");
  expectField(page, "Amount", "2", "");
  expectField(page, "From", "Bitcoin", /Bitcoin \(BTC\)/);
  expectField(page, "To", "USD", /US dollar \(\$\)/);
  const links = within(page.getByRole("form", { name: "Convert" })).getAllByRole("link");
  const nameOf = (link: HTMLElement) => link.getAttribute("aria-label") ?? textOf(link);
  expect(links.map((link) => [nameOf(link), link.getAttribute("href")])).toEqual([
    ["From INR", "/convert?amount=2&from=inr&to=usd"],
    ["From EUR", "/convert?amount=2&from=eur&to=usd"],
    ["From USD", "/convert?amount=2&from=usd&to=usd"],
    ["Swap", "/convert?amount=2&from=usd&to=bitcoin"],
    ["To INR", "/convert?amount=2&from=bitcoin&to=inr"],
    ["To EUR", "/convert?amount=2&from=bitcoin&to=eur"],
    [expect.stringMatching(/^Past/), "/coin/bitcoin/past?currency=usd&amount=500&every=once"],
  ]);
  expect(page.text).toContain("Bitcoin (BTC), or INR EUR USD");
});

test("beside the form are common amounts both ways, each an address, and the past that is known", async () => {
  // Of a coin that no other test opens.
  const past = (page: Page) => page.queryByRole("figure", { name: "LTC in EUR, 30 days" });
  expect(past(await open("/convert?amount=7&from=litecoin&to=eur", { site: "sample" }))).toBe(null);
  await open("/coin/litecoin?currency=eur&range=30d", { site: "sample" });
  const page = await open("/convert?amount=8&from=litecoin&to=eur", { site: "sample" });
  expect(past(page)).not.toBe(null);
  const tables = ["LTC in EUR", "EUR in LTC"].map((name) => within(page.getByRole("table", { name })));
  const firstOf = (table: (typeof tables)[number]) => linksOf(table).slice(0, 3);
  expect(tables.map((table) => firstOf(table).map(([, href]) => href))).toEqual([
    ["1", "10", "100"].map((amount) => `/convert?amount=${amount}&from=litecoin&to=eur`),
    ["10", "100", "1000"].map((amount) => `/convert?amount=${amount}&from=eur&to=litecoin`),
  ]);
});

test("an unknown coin gets a question beside its field, and no result", async () => {
  const page = await open("/convert?amount=3&from=bitc&to=eur");
  expect(page).toMatchObject({ status: 200, robots: "noindex" });
  expectField(page, "From", "bitc", /Which coin is “bitc”\? Bitcoin/, true);
  expect(page.queryByRole("region", { name: "Result" })).toBe(null);
  const [link] = within(page.getByRole("main")).getAllByRole("link", { name: /^Bitcoin \(BTC\)/ });
  expect(link?.getAttribute("href")).toBe("/convert?amount=3&from=bitcoin&to=eur");
});

test("a coin's page leads to its conversion into the currency of the page", async () => {
  const coin = await open("/coin/bitcoin?currency=usd");
  const page = await coin.follow(coin.getByRole("link", { name: "Convert an amount" }));
  expect(page.address).toBe("/convert?amount=1&from=bitcoin&to=usd");
  expect(result(page)).toContain("1 BTC = $64,668.50");
});

test("links of every page keep its currency", async () => {
  let page = await open("/");
  const header = () => within(page.getAllByRole("banner")[0] ?? expect.fail());
  const paths = ["/", "/", "/exchanges", "/coins", "/watchlist", "/compare", "/convert"];
  for (const path of [
    "/coins?currency=usd",
    "/coin/bitcoin?currency=usd",
    "/search?q=bit&currency=usd",
    "/convert?to=usd",
  ]) {
    page = await open(path);
    expect(linksOf(header()).map(([, href]) => href)).toEqual(paths.map((each) => `${each}?currency=usd`));
    expect(page.one("[role=search] input[name=currency]")).toHaveProperty("value", "usd");
  }
  page = await page.follow(header().getByRole("link", { name: "Exchanges" }));
  expectLink(header(), "Home", "/?currency=usd");
  page = await page.follow(header().getByRole("link", { name: "Home" }));
  page = await page.follow(page.getByRole("link", { name: "All coins" }));
  expect(page.address).toBe("/coins?currency=usd&page=1");
  page.getByRole("radio", { name: "USD", checked: true });
});
