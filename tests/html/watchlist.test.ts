import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { expectLink, get, linksOf, open, type Page, textOf } from "./page";

const openOwn = (list: string, query: string) =>
  open(`/watchlist?${query}`, { headers: { cookie: `watchlist=${list}` } });

test("an empty list explains how to begin", async () => {
  const page = await open("/watchlist?currency=usd");
  const main = within(page.getByRole("main"));
  expect(linksOf(main).slice(0, 3)).toEqual([
    ["the list of coins", "/coins?currency=usd&page=1"],
    ["search", "/search?q=&currency=usd"],
    ["import a list", "#file"],
  ]);
  expect(page.text).toContain("Your watchlist is empty.");
  expect(page.text).toContain("or begin with one of these.");
  main.getByRole("button", { name: "Watch Bitcoin" });
});

test("a list without amounts has no link that shares them, and no total", async () => {
  const page = await openOwn("pepe/1move%20token", "currency=usd");
  expect(linksOf(within(page.getByRole("main")))).toEqual([
    ["Edit", "/watchlist?currency=usd&edit=list"],
    ["Share", "/watchlist?ids=pepe,1move%20token&currency=usd"],
    ["Pepe", "/coin/pepe?currency=usd"],
    ["Add amount", "/watchlist?currency=usd&edit=list#amount-pepe"],
    ["1Move Token", "/coin/1move%20token?currency=usd"],
    ["Add amount", "/watchlist?currency=usd&edit=list#amount-1move%20token"],
    ["Export as CSV", "/watchlist.csv"],
  ]);
  expect(page.queryByRole("region", { name: "Portfolio" })).toBe(null);
  const find = page.one(".add-coin");
  expect([find.getAttribute("action"), find.querySelector("input")?.name]).toEqual(["/search", "q"]);
});

test.each([
  ["bitcoin,pepe", 0],
  ["bitcoin:0.5,pepe", 1],
])("the shared list %s is added without amounts unless a box is ticked (%i)", async (ids, boxes) => {
  const page = await open(`/watchlist?ids=${ids}&currency=usd`);
  const hidden = (name: string) => page.one(`.keep-list [type=hidden][name=${name}]`).getAttribute("value");
  expect([hidden("ids"), hidden("returnTo")]).toEqual(["bitcoin,pepe", "/watchlist?currency=usd"]);
  expect(page.all(".keep-list [type=checkbox]")).toHaveLength(boxes);
});

test("the list keeps its own order, and a shared one has stars", async () => {
  const names = (page: Awaited<ReturnType<typeof open>>) =>
    page.getAllByRole("rowheader").map((cell: Element) => textOf(cell).replaceAll("\u00a0", " "));
  const order = ["PEPE Pepe €0.0000034776", "ETH Ethereum €2,161.20"];
  expect(names(await openOwn("pepe/ethereum", "currency=eur"))).toEqual(order);
  const shared = await open("/watchlist?ids=pepe,ethereum&currency=eur");
  expect(names(shared)).toEqual(order);
  shared.getByRole("button", { name: "Watch Ethereum" });
});

test("coins that cannot be fetched are named beside those that can", async () => {
  // A page that has Bitcoin's price.
  await get("/coins?currency=usd");
  const page = await openOwn("broken/bitcoin", "currency=usd");
  expect(page.text).toContain("These could not be fetched just now:");
  page.getByText("broken");
  expect(page.getAllByRole("rowheader").map(textOf)).toEqual([expect.stringContaining("Bitcoin")]);
});

test("the form of the list has the rows of the list, and comes back with what could not be saved", async () => {
  const address = "/watchlist?currency=usd&range=1y&edit=list";
  const page = await openOwn("1move%20token/pepe:1.5@2usd", "currency=usd&range=1y&edit");
  const form = page.one(".edit-list");
  expect(form.getAttribute("action")).toBe(address);
  const values = [...form.querySelectorAll("input")].map((input) => input.value);
  const was = "1move token,pepe:1.5@2usd";
  expect(values).toEqual([
    ...["edit", "/watchlist?currency=usd&range=1y", was],
    ...["1move token", "", "", "pepe", "1.5", "2"],
  ]);
  // Enter in a field saves, and presses no button of a row.
  expect(form.querySelector("button")).toHaveProperty("textContent", "Save");
  const buttonsOf = (all: Page) =>
    within(all.one(".edit-list"))
      .getAllByRole<HTMLButtonElement>("button")
      .map((button) => [textOf(button), button.name, button.value, button.disabled]);
  expect(buttonsOf(page)).toEqual([
    ["Move 1Move Token up", "up", "1move token/1Move Token", true],
    ["Move 1Move Token down", "down", "1move token/1Move Token", false],
    ["Remove 1Move Token", "remove", "1move token/1Move Token", false],
    ["Move Pepe up", "up", "pepe/Pepe", false],
    ["Move Pepe down", "down", "pepe/Pepe", true],
    ["Remove Pepe", "remove", "pepe/Pepe", false],
    ["Remove all amounts", "clear", "", false],
    ["Save", "", "", false],
  ]);
  expect(page.all(".edit-list [aria-invalid], .edit-list [role=alert]")).toEqual([]);
  // There are none to remove.
  const without = await openOwn("pepe", "currency=usd&edit=list");
  expect(buttonsOf(without).map(([name]) => name)).not.toContain("Remove all amounts");
  const refuse = (typed: string) =>
    open(address, {
      method: "POST",
      body: new URLSearchParams(`action=edit&${typed}`),
      headers: { cookie: "watchlist=pepe/dust" },
    });
  const refused = await refuse("id=pepe&amount=x&cost=x&id=dust&amount=1&cost=x");
  expect(refused.status).toBe(422);
  const alert = (page: Page) => textOf(page.one(".edit-list [role=alert]"));
  const words = "Nothing has been saved yet: Pepe’s amount and 2 more fields need another look.";
  expect(alert(refused)).toBe(words);
  expectLink(refused, "Pepe’s amount", "#amount-pepe");
  const invalid = refused.all(".edit-list [aria-invalid]");
  const marked = invalid.map((input) => input.getAttribute("aria-describedby"));
  expect(marked).toEqual(["amount-pepe-problem", "cost-pepe-problem", "cost-dust-problem"]);
  expect(textOf(refused.one("#amount-pepe-problem"))).toContain("The amount cannot be read");
  const other = await refuse("id=pepe&amount=1&cost=2&id=dust&amount=1&cost=x");
  expect(alert(other)).toBe("Nothing has been saved yet: Dust’s average paid needs another look.");
});

test("a list with amounts shows what they are worth, by coin and in total", async () => {
  const list = "bitcoin:0.5@1usd/ethereum/unpriced:2";
  const words = (element: Element) => textOf(element).replaceAll("\u00a0", " ");
  const page = await openOwn(list, "currency=usd");
  const portfolio = page.getByRole("region", { name: "Portfolio" });
  expect([...portfolio.querySelectorAll("p")].map(words).slice(0, 3)).toEqual([
    "Total without Unpriced $32,334.25",
    "down 4.38 % −$1,481.99 in 24 hours",
    "up 6,466,750.00 % +$32,333.75 gain on $0.50 paid, without Unpriced",
  ]);
  const rowsOf = (all: Page) =>
    all.getAllByRole("row").map((row: Element) => [...row.children].map((cell) => words(cell)));
  expect(rowsOf(page)).toEqual([
    ["Coin", "Amount", "Average paid", "Value", "24h", "Gain", "1h", "7d"],
    [
      ...["BTC Bitcoin $64,668.50", "0.5 BTC", "paid $1.00 $0.50", "$32,334.25"],
      ...["down 4.38 % 24h −$1,481.99", "up 6,466,750.00 % +$32,333.75 gain", "up 0.50 %", "down 3.75 %"],
    ],
    ["ETH Ethereum $2,349.13", "Add amount", "", "", "up 2.50 % 24h", "", "up 0.40 %", "down 2.50 %"],
    ["NONE Unpriced NA", "2 NONE", "", "NA", "NA 24h", "", "NA", "NA"],
  ]);
  expectLink(page, "Add amount", "/watchlist?currency=usd&edit=list#amount-ethereum");
  const shared = "/watchlist?ids=bitcoin:0.5,ethereum,unpriced:2&currency=usd";
  expectLink(page, "Share with amounts", shared);
  // The form has the same rows.
  const [, bitcoin = []] = rowsOf(await openOwn(list, "currency=usd&edit=list"));
  expect([bitcoin[0], bitcoin[3]]).toEqual(["BTC Bitcoin $64,668.50", "$32,334.25"]);
  const theirs = await open(shared);
  expect(theirs.queryByRole("columnheader", { name: "Gain" })).toBe(null);
  const total = textOf(theirs.getByRole("region", { name: "Portfolio" }));
  expect(total).toContain("Total without Unpriced $32,334.25");
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
  const gained = /^[+−]\$[\d,.]+ .*% since \w+day \d\d:\d\d UTC\s*Bitcoin .*%$/;
  expect(held.told).toEqual([expect.stringMatching(gained)]);
  expect(held.cookie).toMatch(new RegExp(`; watchlist_seen=${minutes - 120}/(?!${minutes - 120})`));
  // Other tests may have made known what the other coin has gained.
  expect(held.since).toMatchObject({ total: { text: expect.any(String) } });
  expect(held.since.coins[0]).toMatchObject({ id: "bitcoin" });
  const bare = await visit("bitcoin/ethereum", minutes - 120);
  expect(bare.told).toEqual([expect.stringMatching(/^Changes since \w+day .*Bitcoin .*%$/)]);
  expect(await visit("bitcoin:0.5", minutes - 30)).toMatchObject({ told: [], since: null });
  expect((await visit("", minutes - 120)).cookie).not.toContain("watchlist_seen");
});
