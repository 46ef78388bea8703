import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { RANGES } from "~/domain/market/range";
import { expectLink, get, linksOf, open, type Page, textOf } from "./page";

const entriesOf = (page: Page) =>
  within(page.getByRole("list", { name: "Compared coins" }))
    .getAllByRole("listitem")
    .map(textOf);

test("a coin's page leads to its comparison, in its currency and range", async () => {
  const coin = await open("/coin/bitcoin?currency=eur&range=14d");
  const figures = within(coin.getByRole("region", { name: "Key figures" }));
  const page = await coin.follow(figures.getByRole("link", { name: /Compare/ }));
  expect(page.address).toBe("/compare?ids=bitcoin&currency=eur&range=14d");
  page.getByRole("heading", { level: 1, name: "Compare coins" });
  expect(entriesOf(page)).toEqual([expect.stringMatching(/Bitcoin/)]);
});

test("an unknown coin is named, and the others are compared", async () => {
  const page = await open("/compare?ids=bitcoin,ghost,ethereum&currency=usd");
  expect(page.status).toBe(200);
  expect(entriesOf(page)).toEqual(
    [/Bitcoin/, /ghost\s+No such coin is known\./, /Ethereum/].map((entry) => expect.stringMatching(entry)),
  );
  expect(entriesOf(await page.follow(page.getByRole("link", { name: "Remove ghost" })))).toHaveLength(2);
});

test("coins keep the colours of their positions, even after an unknown one, and are in both tables", async () => {
  const page = await open("/compare?ids=bitcoin,ghost,ethereum&currency=usd&range=7d");
  const list = page.getByRole("list", { name: "Compared coins" });
  const change = expect.stringMatching(/^(?:up|down) [\d.]+\u00a0% 7\u00a0days$/);
  const words = [...list.querySelectorAll("p")].map(textOf);
  expect(words).toEqual([change, "No such coin is known.", change]);
  const names = linksOf(within(list)).filter(([, href]) => href?.startsWith("/coin/"));
  expect(names.map(([name]) => name)).toEqual(["Bitcoin", "Ethereum"]);
  const lines = page.all(".chart-lines path").map((line) => line.getAttribute("class"));
  expect(lines).toEqual(["line-1", "line-3"]);
  expect(page.all("figcaption li").map(textOf)).toEqual([
    expect.stringMatching(/^BTC [+−][\d.]+\u00a0%$/),
    expect.stringMatching(/^ETH [+−][\d.]+\u00a0%$/),
  ]);
  const [series = expect.fail(), figures = expect.fail()] = page.getAllByRole("table");
  const columnsOf = (table: HTMLElement) => within(table).getAllByRole("columnheader").map(textOf);
  expect(columnsOf(series)).toEqual(["Time", "Bitcoin", "Ethereum"]);
  expect(columnsOf(figures)).toEqual(["Bitcoin btc", "ghost", "Ethereum eth"]);
  expect(within(figures).getAllByRole("rowheader")).toHaveLength(9);
  const prices = within(figures).getByRole("row", { name: /^Price / });
  expect(within(prices).getAllByRole("cell").map(textOf)).toEqual(["$64,668.50", "NA", "$2,349.13"]);
  expect(within(series).getAllByRole("row")).toHaveLength(31);
  expect(page.text).not.toMatch(/NaN|undefined|null|Infinity/);
  const [, ...rows] = within(series).getAllByRole("row");
  const cells = rows.map((row) => within(row).getAllByRole("cell").map(textOf).slice(-2));
  expect(cells[0]).toEqual(["0.00\u00a0%", "0.00\u00a0%"]);
  for (const change of cells.flat()) expect(change).toMatch(/^[+−]?\d+\.\d\d\u00a0%$/);
});

test("a coin is added through a form that keeps the others, or through a link to a search result", async () => {
  const ask = (query: string) =>
    open(`/compare?ids=bitcoin,ethereum&currency=eur&range=30d&scale=log&q=${query}`);
  const page = await ask("pep");
  const others = page.all(".add-coin input[type=hidden]").map((input) => input.getAttribute("value"));
  expect(others).toEqual(["bitcoin,ethereum", "eur", "30d", "log"]);
  const results = within(page.getByRole("region", { name: "Add a coin" }));
  expectLink(results, /Pepe/, "/compare?ids=bitcoin,ethereum,pepe&currency=eur&range=30d&scale=log");
  expect(page.text).toContain("Choose the coin to add for “pep”:");
  expect((await ask("bitcoin")).text).toContain("Bitcoin is compared already. Choose the coin to add");
  const both = await ask("btc%3B+ethereum");
  expect(both.text).toContain("Bitcoin and Ethereum are compared already. No other coin is called");
  expect(entriesOf(await ask("pepe+vs+dust"))).toHaveLength(4);
  const nearest = await ask("bitcoin+unlimited");
  expect(nearest.text).toContain("No coin is called “bitcoin unlimited”. The nearest names:");
});

test("with a service that rejects the whole history, a comparison says that it is one of a year", async () => {
  const page = await open("/compare?ids=bitcoin,ethereum&range=max", { site: "one year" });
  expect(page.text).toContain("provides one year of history only");
  const ranges = within(page.getByRole("group", { name: /^Range/ })).getAllByRole("button");
  expect(ranges.map(textOf)).toEqual(RANGES);
  expect(ranges.filter((range) => range.hasAttribute("aria-current")).map(textOf)).toEqual(["max"]);
});

test.each(["ghost", "ghost,ghoul", "a%2Fb,..", "%00,%E2%80%AE"])(
  "a comparison of unknown coins only (%s) is a 404 that is not cached",
  async (ids) => {
    const page = await open(`/compare?ids=${ids}`);
    expect([page.status, page.headers.get("cache-control")]).toEqual([404, "no-store"]);
    page.getByRole("heading", { name: "Error While Comparing Coins" });
  },
);

test("the sixth coin and those after it are left out, and the page says so", async () => {
  const page = await open("/compare?ids=bitcoin,ethereum,pepe,dust,giant,long,hidden&currency=usd");
  expect(page.text).toContain("A comparison has at most 5 coins.");
  expect(entriesOf(page)).toHaveLength(5);
  expect(page.text).toContain("Remove one to add another.");
  expect(page.queryByRole("textbox", { name: "Add a coin" })).toBe(null);
});

test("the chart is described in words", async () => {
  const page = await open("/compare?ids=bitcoin,ethereum,pepe&currency=usd&range=30d");
  const chart = page.getByRole("img", { name: /Change in %/ });
  expect(textOf(chart.querySelector("desc"))).toMatch(
    /^Bitcoin [+−][\d.]+\u00a0%, Ethereum [+−][\d.]+\u00a0%, Pepe [+−][\d.]+\u00a0%\.$/,
  );
});

test("markup in a search is text, and a long query does no harm", async () => {
  const page = await open(`/compare?ids=bitcoin&q=${encodeURIComponent("<b>xyzzy</b>")}`);
  expect(page.text).toContain("No coin is called “<b>xyzzy</b>”.");
  expect((await get(`/compare?ids=${"bitcoin,".repeat(900)}&q=${"x".repeat(5000)}`)).status).toBe(200);
});
