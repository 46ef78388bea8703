import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { expectLink, get, linksOf, open, type Page, textOf } from "./page";

const TABLE = "/coins?currency=usd&page=1&view=table&order=market_cap_desc";

test("each usable row is a card with its price", async () => {
  const page = await open("/coins?currency=usd");
  expect(within(page.getByRole("main")).getAllByRole("listitem")).toHaveLength(10);
  for (const [name, price] of [
    ["Ethereum", "$2,349.13"],
    ["Pepe", "$0.00000378"],
    ["Dust", "$0.0000000000077"],
    ["Worthless", "$0.00"],
    ["Unpriced", "NA"],
    ["Giant", "$100,000,000,000,000.00"],
    ["Hidden Spaces", "$1.50"],
  ] as const)
    expect(textOf(page.getByRole("link", { name: new RegExp(name) }))).toContain(price);
});

test("a page of the list has a choice of currencies and of views", async () => {
  const page = await open("/coins?currency=usd");
  expect(page.all("legend").map(textOf)).toEqual(["Currency", "View"]);
  expect(page.all("fieldset label").map(textOf)).toEqual(["INR", "EUR", "USD", "Cards", "Table"]);
});

test("a category that does not exist is a 404, and its name is searched for", async () => {
  const page = await open("/coins?category=made-up&currency=eur");
  expect(page).toMatchObject({ status: 404, title: "No such category – Cypto-On-The-GO" });
  page.getByRole("heading", { level: 1, name: "Error While Fetching Coins" });
  page.getByText("There is no category at this address. It may have been renamed or removed.");
  expect(page.one("main input[name=q]")).toHaveProperty("value", "made-up");
});

test("a page beyond the last coin says that it is empty", async () => {
  const page = await open("/coins?page=2");
  expect(page.status).toBe(200);
  expect(page.text).toContain("There are no coins on this page.");
  expect(page.getByRole("button", { name: "2" }).getAttribute("aria-current")).toBe("page");
});

test.each(["", "currency=gbp&page=7000", "page=%00", "currency=%ff"])(
  "without a valid query (%s), the first page is shown in rupees",
  async (query) => {
    const page = await open(`/coins?${query}`);
    expect(page).toMatchObject({ status: 200, canonical: "/coins?currency=inr&page=1" });
    page.getByRole("radio", { name: "INR", checked: true });
    expect(textOf(page.getByRole("link", { name: /Bitcoin/ }))).toContain("₹54,32,154.00");
    expect(page.getByRole("button", { name: "1" }).getAttribute("aria-current")).toBe("page");
  },
);

test.each([
  ["an error of the service", 13, 502],
  ["a page of HTML", 15, 502],
  ["a body that is cut off", 16, 502],
  ["a broken connection", 17, 502],
  ["a body of another shape", 18, 502],
])("%s is shown as a banner with its status", async (_, number, status) => {
  const page = await open(`/coins?page=${number}`);
  expect(page.status).toBe(status);
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(textOf(page.getByRole("alert"))).toContain("Error While Fetching Coins");
  expect(page.queryAllByRole("radio")).toEqual([]);
  expectLink(page, "Try again", `/coins?currency=inr&page=${number}`);
});

test("a category without figures is the last, and shows NA", async () => {
  const rows = (await open("/coins/categories?currency=usd")).getAllByRole("row");
  expect(rows).toHaveLength(4);
  expect(textOf(rows.at(-1))).toMatch(/New Ones.*NA.*NA.*NA/);
});

/** Follows the link of a column, which then says that it is sorted in this direction, if one is expected. */
async function sortBy(page: Page, name: string, direction?: string): Promise<Page> {
  const sorted = await page.follow(within(page.getByRole("columnheader", { name })).getByRole("link"));
  if (direction) expect(sorted.getByRole("columnheader", { name }).getAttribute("aria-sort")).toBe(direction);
  return sorted;
}

test("the table has a header for each column, whose link keeps the page if only that is sorted", async () => {
  const byVolume = TABLE.replace("page=1", "page=7").replace("market_cap", "volume");
  const page = await open(`${byVolume}&sort=price_desc`);
  const links = page.getAllByRole("columnheader").map((header: HTMLElement) => {
    const [href = "", place] = header.querySelector("a")?.getAttribute("href")?.split("#") ?? [];
    const [, rest] = href.split("currency=usd&");
    if (href !== "") expect(place).toBe(header.id);
    return [textOf(header), rest?.replace("view=table&", "")];
  });
  const [all, own] = ["page=1&order=", "page=7&order=volume_desc"];
  expect(links).toEqual([
    ["#", `${all}market_cap_desc`],
    ["Coin", `${own}&sort=name_asc`],
    ["Price", `${own}&sort=price_asc`],
    ["Change in 1h", `${own}&sort=change_1h_desc`],
    ["Change in 24h", `${own}&sort=change_24h_desc`],
    ["Change in 7d", `${own}&sort=change_7d_desc`],
    ["Market cap", `${all}market_cap_desc`],
    ["Volume (24h)", own],
    ["Last 7 days", undefined],
  ]);
});

test("a list of losers links to other lists with currency and view, which keep list, period and top", async () => {
  const page = await open("/coins?list=losers&period=7d&top=100&currency=usd&view=table");
  page.getByRole("columnheader", { name: "Change in 7d" });
  expect(page.one("th[aria-sort=ascending]").textContent).toBe("Change in 7d");
  expect(linksOf(within(page.getByRole("navigation", { name: "Lists" }))).slice(0, 4)).toEqual([
    ["All", "/coins?currency=usd&page=1&view=table&order=market_cap_desc"],
    ["Gainers", "/coins?currency=usd&list=gainers&period=7d&top=100&view=table"],
    ["Losers", "/coins?currency=usd&list=losers&period=7d&top=100&view=table"],
    ["Trending", "/search?q=&currency=usd"],
  ]);
  for (const [choice, address] of [
    ["24h", "period=24h&top=100"],
    ["7d", "period=7d&top=100"],
    ["Top 100", "period=7d&top=100"],
    ["Top 1,000", "period=7d&top=1000"],
  ] as const)
    expect((await page.press(page.getByRole("button", { name: choice }))).address).toBe(
      `/coins?currency=usd&list=losers&${address}&view=table`,
    );
  expect(page.all("main a[aria-current=page]").map(textOf)).toEqual(["Losers"]);
  expect(page.all("main [aria-current=true]").map(textOf)).toEqual(["7d", "Top 100"]);
});

const namesOn = (page: Page) => page.getAllByRole("rowheader").map(textOf);

test("headers of market cap and volume sort all coins, from the first page", async () => {
  const page = await open(`${TABLE.replace("page=1", "page=4")}&sort=price_desc`);
  page.getByText("Only the coins of this page are sorted.");
  page.getByRole("table", { name: /those of this page sorted by price, highest first/ });
  const byChange = await sortBy(page, "Change in 24h", "descending");
  const gainers = "/coins?currency=usd&list=gainers&period=24h&top=1000&view=table";
  expectLink(byChange, "Gainers in 24 hours, Top 1,000", gainers);
  const largest = await sortBy(page, "Volume (24h)");
  expect(largest.address).toBe("/coins?currency=usd&page=1&view=table&order=volume_desc");
  largest.getByRole("table", { name: /^All coins by volume in 24 hours, largest first/ });
  expect(namesOn(largest).join()).toMatch(/Ethereum.*Bitcoin.*Pepe/);
  const smallest = await sortBy(largest, "Volume (24h)", "ascending");
  expect(namesOn(smallest).join()).toContain("A Fund");
  // The service sends coins without a volume first.
  expect(namesOn(smallest).at(-1)).toMatch(/Unpriced|Hidden/);
  const ranked = await sortBy(smallest, "#");
  expect(ranked.address).toBe(TABLE);
  expect(namesOn(ranked).join()).toMatch(/Bitcoin.*Ethereum/);
});

test("all sort orders of a table share one documented call", async () => {
  // A page that no other test asks for.
  for (const sort of ["", "&sort=name_asc", "&sort=change_1h_desc"])
    await get(`/coins?currency=eur&page=77&view=table&order=volume_desc${sort}`);
  const calls: string[] = await (await get(new URL("/calls", process.env["UPSTREAM_URL"]).href)).json();
  expect(calls.filter((call) => call.includes("page=77&"))).toEqual([
    "/coins/markets?vs_currency=eur&page=77&order=volume_desc&sparkline=true&price_change_percentage=1h,24h,7d",
  ]);
});

test.each(["/map?period=2y&currency=gold", "/MAP/", "/map?x=1"])(
  "%s is the map of 24 hours in rupees",
  async (address) => {
    const page = await open(address);
    page.getByRole("radio", { name: "24h", checked: true });
    expect(page.canonical).toBe("/map?currency=inr&period=24h");
  },
);
