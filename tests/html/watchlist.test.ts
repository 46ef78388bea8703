import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { expectLink, get, linksOf, open, textOf } from "./page";

const openOwn = (list: string, query: string) =>
  open(`/watchlist?${query}`, { headers: { cookie: `watchlist=${list}` } });

test("an empty list explains how to begin", async () => {
  const page = await open("/watchlist?currency=usd");
  const main = within(page.getByRole("main"));
  expect(linksOf(main).slice(0, 3)).toEqual([
    ["the list of coins", "/coins?currency=usd&page=1"],
    ["search", "/search?q=&currency=usd"],
    ["import a list", "/watchlist?currency=usd&edit=list"],
  ]);
  expect(page.text).toContain("Your watchlist is empty.");
  expect(page.text).toContain("or begin with one of these.");
  main.getByRole("button", { name: "Watch Bitcoin" });
});

test("a list without amounts has no link that shares them, and its table has headers without links", async () => {
  const page = await openOwn("pepe", "currency=usd");
  expect(linksOf(within(page.getByRole("main"))).filter(([, href]) => !href?.startsWith("/coin/"))).toEqual([
    ["Edit", "/watchlist?currency=usd&edit=list"],
    ["Share", "/watchlist?ids=pepe&currency=usd"],
    ["Add a coin", "/search?q=&currency=usd"],
    ["Add amount", "/watchlist?currency=usd&edit=list#amount-pepe"],
  ]);
  const table = await openOwn("pepe/1move%20token", "currency=usd&view=table");
  expect(table.all("th[aria-sort], th[scope=col] a")).toEqual([]);
  const [known, odd] = ["/coin/pepe?currency=usd", "/coin/1move%20token?currency=usd"];
  expect(linksOf(within(table.getByRole("table"))).map(([, href]) => href)).toEqual([known, odd]);
});

test.each([
  ["bitcoin,pepe", 0],
  ["bitcoin:0.5,pepe", 1],
])(
  "the shared list %s is added without amounts unless a box is ticked (%i), and then shown in the same view",
  async (ids, boxes) => {
    const page = await open(`/watchlist?ids=${ids}&currency=usd&view=table`);
    const hidden = (name: string) => page.one(`.keep-list [type=hidden][name=${name}]`).getAttribute("value");
    expect(hidden("ids")).toBe("bitcoin,pepe");
    expect(hidden("returnTo")).toBe("/watchlist?currency=usd&view=table");
    expect(page.all(".keep-list [type=checkbox]")).toHaveLength(boxes);
  },
);

test("the list keeps its own order, in rows and as a table with stars", async () => {
  const rows = (await openOwn("pepe/ethereum", "currency=eur")).all(".watched-rows > li").map(textOf);
  expect(rows).toEqual([expect.stringContaining("Pepe"), expect.stringContaining("Ethereum")]);
  const table = await openOwn("pepe/ethereum", "currency=eur&view=table");
  expect(table.getAllByRole("rowheader").map(textOf)).toEqual([
    expect.stringContaining("Pepe"),
    expect.stringContaining("Ethereum"),
  ]);
  table.getByRole("button", { name: "Watching – remove Pepe from your watchlist" });
  expect(textOf(table.getByRole("row", { name: /Ethereum/ }))).toContain("€2,161.20");
});

test("coins that cannot be fetched are named beside those that can", async () => {
  // A page that has Bitcoin's price.
  await get("/coins?currency=usd");
  const page = await openOwn("broken/bitcoin", "currency=usd");
  expect(page.text).toContain("These could not be fetched just now:");
  page.getByText("broken");
  expect(page.all(".watched-rows > li").map(textOf)).toEqual([expect.stringContaining("Bitcoin")]);
});

test("the form of the list has the figures of each coin, and comes back with what could not be saved", async () => {
  const address = "/watchlist?currency=usd&view=table&edit=list";
  const page = await openOwn("1move%20token/pepe:1.5@2usd", "currency=usd&view=table&edit=list");
  const form = within(page.one(".edit-list"));
  expect(page.one(".edit-list").getAttribute("action")).toBe(address);
  const values = page.all(".edit-list input").map((input) => input.getAttribute("value"));
  const back = "/watchlist?currency=usd&view=table";
  const was = "1move token,pepe:1.5@2usd";
  expect(values).toEqual(["edit", back, was, "1move token", "", "", "1", "pepe", "1.5", "2", "2"]);
  const buttons = form.getAllByRole<HTMLButtonElement>("button");
  expect(buttons.map((button) => [textOf(button), button.name, button.value])).toEqual([
    ["Save", "", ""],
    ["Remove all amounts", "clear", ""],
    ["Remove 1Move Token", "remove", "1move token/1Move Token"],
    ["Move Pepe up", "up", "pepe/Pepe"],
    ["Remove Pepe", "remove", "pepe/Pepe"],
  ]);
  expect(page.all(".edit-list [aria-invalid], .edit-list [role=alert]")).toEqual([]);
  // There are none to remove.
  const without = await openOwn("pepe", "currency=usd&edit=list");
  expect(within(without.one(".edit-list")).getAllByRole("button").map(textOf)).toEqual([
    "Save",
    "Remove Pepe",
  ]);
  const typed = "action=edit&id=pepe&amount=x&cost=x&place=1&id=dust&amount=1&cost=x&place=2";
  const refused = await open(address, {
    method: "POST",
    body: new URLSearchParams(typed),
    headers: { cookie: "watchlist=pepe/dust" },
  });
  expect(refused.status).toBe(422);
  expect(textOf(refused.one(".edit-list [role=alert]"))).toContain("Nothing has been saved");
  const marked = refused
    .all(".edit-list [aria-invalid]")
    .map((input) => input.getAttribute("aria-describedby"));
  expect(marked).toEqual(["coin-0-amount", "coin-0-cost", "coin-1-cost"]);
  expect(textOf(refused.one("#coin-0-amount"))).toContain("The amount cannot be read");
});

test("a list with amounts shows what they are worth, in rows, in the table and in total", async () => {
  const list = "bitcoin:0.5@1usd/ethereum/unpriced:2";
  const words = (element: Element) => textOf(element).replaceAll("\u00a0", " ");
  const page = await openOwn(list, "currency=usd");
  const portfolio = page.getByRole("region", { name: "Portfolio" });
  expect([...portfolio.querySelectorAll("p")].map(words).slice(0, 3)).toEqual([
    "Total without Unpriced $32,334.25",
    "down 4.38 % −$1,481.99 in 24 hours",
    "up 6,466,750.00 % +$32,333.75 gain on $0.50 paid, without Unpriced",
  ]);
  expect(page.all(".watched-rows > li").map(words).slice(0, 2)).toEqual([
    "BTC Bitcoin $64,668.50 down 4.38 % $32,334.25 0.5 BTC up 6,466,750.00 % gain",
    "ETH Ethereum $2,349.13 up 2.50 % Add amount",
  ]);
  expectLink(page, "Add amount", "/watchlist?currency=usd&edit=list#amount-ethereum");
  const shared = "/watchlist?ids=bitcoin:0.5,ethereum,unpriced:2&currency=usd";
  expectLink(page, "Share with amounts", shared);
  const table = await openOwn(list, "currency=usd&view=table");
  expect(table.getAllByRole("columnheader").map(textOf).slice(3, 11)).toEqual([
    ...["Change in 1h", "Change in 24h", "Change in 7d"],
    ...["Amount", "Value", "Change (24h)", "Share", "Gain"],
  ]);
  const [, bitcoin = expect.fail(), ethereum = expect.fail()] = table.getAllByRole("row");
  const cellsOf = (row: HTMLElement) => within(row).getAllByRole("cell").map(words).slice(5, 10);
  expect(cellsOf(bitcoin)).toEqual([
    "0.5",
    "$32,334.25",
    "−$1,481.99",
    "100.00 %",
    "up 6,466,750.00 % +$32,333.75",
  ]);
  expect(cellsOf(ethereum)).toEqual(["", "", "", "", ""]);
  const free = await openOwn("bitcoin:1", "currency=usd&view=table");
  expect(free.queryByRole("columnheader", { name: "Gain" })).toBe(null);
  const theirs = await open(shared);
  expect(textOf(theirs.getByRole("region", { name: "Portfolio" }))).toContain(
    "Total without Unpriced $32,334.25",
  );
  theirs.getByRole("button", { name: "Watch Bitcoin" });
  const inEuros = await openOwn(list, "currency=eur");
  expect(inEuros.text).toMatch(/gain on €\d\S* paid, at today’s rates/);
});

test("a list that was left says what it has gained since then, and the time goes with the list", async () => {
  const minutes = Math.floor(Date.now() / 60_000);
  const visit = async (list: string, seen: number) => {
    const headers = { cookie: `watchlist=${list}; watchlist_seen=0/${seen}` };
    const page = await open("/watchlist?currency=usd", { headers });
    const { since } = await (await get("/watchlist.json?currency=usd", { headers })).json();
    return { told: page.all(".since-visit").map(textOf), cookie: page.cookie, since };
  };
  const held = await visit("bitcoin:0.5/ethereum", minutes - 120);
  expect(held.told).toEqual([
    expect.stringMatching(/^[+−]\$[\d,.]+ .*% since \w+day \d\d:\d\d UTC\s*Bitcoin .*%$/),
  ]);
  expect(held.cookie).toMatch(new RegExp(`; watchlist_seen=${minutes - 120}/(?!${minutes - 120})`));
  expect(held.since).toMatchObject({ total: { text: expect.any(String) }, coins: [{ id: "bitcoin" }] });
  const bare = await visit("bitcoin/ethereum", minutes - 120);
  expect(bare.told).toEqual([expect.stringMatching(/^Changes since \w+day .*Bitcoin .*%$/)]);
  expect(await visit("bitcoin:0.5", minutes - 30)).toMatchObject({ told: [], since: null });
  expect((await visit("", minutes - 120)).cookie).not.toContain("watchlist_seen");
});
