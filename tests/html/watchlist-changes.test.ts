import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { FULL_PAGE } from "../support/fake-answers";
import { open, type Page, textOf } from "./page";

/** Opens a page as a visitor with this list. */
const openAs = (list: string, path: string) => open(path, { headers: { cookie: `watchlist=${list}` } });

const listOf = ({ cookie }: Page) => /^(?:.*; )?watchlist=([^;]*)/.exec(cookie)?.[1];

const press = (page: Page, name: string) => page.press(page.getByRole("button", { name }));

/** Expects what the page says of a change, which the next page does not say again. */
async function expectNotice(page: Page, text: string): Promise<void> {
  expect(textOf(page.one(".list-notice"))).toContain(text);
  expect((await openAs(page.cookie, page.address)).all(".list-notice")).toEqual([]);
}

function fill(page: Page, name: string, value: string): void {
  Object.assign(page.getByRole("textbox", { name }), { value });
}

test.each([
  "/coins?currency=usd&page=1",
  "/coins?currency=usd&page=1&view=table&order=market_cap_desc",
  "/search?q=pepe&currency=usd&all=1",
  "/coin/pepe?currency=usd&range=24h",
])("the star on %s adds its coin to the list", async (path) => {
  const page = await press(await open(path), "Watch Pepe");
  expect([page.address, listOf(page)]).toEqual([path, "pepe"]);
  await expectNotice(page, "Pepe is now on your watchlist");
  page.getByRole("button", { name: /remove Pepe from your watchlist/ });
  const header = within(page.getAllByRole("banner")[0] ?? expect.fail());
  const list = await page.follow(header.getByRole("link", { name: /Watchlist/ }));
  expect(list.getAllByRole("link", { name: /Pepe/ })).toHaveLength(1);
});

test("each list change is reported and can be undone", async () => {
  const before = "bitcoin/pepe/ethereum:2";
  const edit = () => openAs(before, "/watchlist?currency=usd&edit=list");
  const shared = () => openAs(before, "/watchlist?ids=dust,bitcoin&currency=usd");
  for (const [from, button, notice, after] of [
    [edit, "Move Ethereum up", "Ethereum has moved up", "bitcoin:1.5/ethereum:2/pepe"],
    [edit, "Move Pepe down", "Pepe has moved down", "bitcoin:1.5/ethereum:2/pepe"],
    [edit, "Save", "Your watchlist is saved", "bitcoin:1.5/pepe/ethereum:2"],
    [edit, "Remove Pepe", "Pepe is no longer on your watchlist", "bitcoin:1.5/ethereum:2"],
    [shared, "Add to my list", "", "bitcoin/pepe/ethereum:2/dust"],
    [shared, "Replace my list", "", "dust/bitcoin"],
  ] as const) {
    const page = await from();
    // What was typed is saved with each button.
    if (from === edit) fill(page, "Amount of Bitcoin", "1.5");
    const changed = await press(page, button);
    expect(listOf(changed), button).toBe(after);
    await expectNotice(changed, notice);
    const undone = await press(changed, "Undo");
    expect(listOf(undone)).toBe(before);
    await expectNotice(undone, "Your watchlist is as it was before");
  }
});

test("the page that answers a change begins at it: at the button pressed, or the one that is left, or the heading", async () => {
  const start = (page: Page) => textOf(page.one("#changed"));
  let page = await openAs("bitcoin/pepe/ethereum", "/watchlist?currency=usd&edit=list&range=30d");
  page = await press(page, "Move Pepe down");
  // The last one cannot move further.
  expect([start(page), listOf(page)]).toEqual(["Move Pepe up", "bitcoin/ethereum/pepe"]);
  page = await press(page, "Move Ethereum up");
  expect([start(page), listOf(page)]).toEqual(["Move Ethereum down", "ethereum/bitcoin/pepe"]);
  page = await press(page, "Remove Bitcoin");
  const form = "/watchlist?currency=usd&range=30d&edit=list";
  expect([start(page), page.address]).toEqual(["Edit watchlist", form]);
  page = await press(page, "Save");
  expect([start(page), page.address]).toEqual(["Watchlist", "/watchlist?currency=usd&range=30d"]);
  expect(page.one("#changed").getAttribute("tabindex")).toBe("-1");
});

test("an import that cannot be read, or has no room, changes nothing and can be corrected", async () => {
  let page = await openAs("pepe", "/watchlist?currency=usd&edit=list");
  const digits = `${"9".repeat(15)}.${"9".repeat(17)}`;
  const coins = (await open(`/coins?currency=usd&page=${FULL_PAGE}`)).all('main li a[href^="/coin/"]');
  const ids = coins.map((link) => /[^/?]+(?=\?)/.exec(link.getAttribute("href") ?? "")?.[0]);
  const long = ids
    .slice(0, 50)
    .map((id) => `${id},${digits},${digits},usd`)
    .join("\n");
  for (const [text, status, message] of [
    ["ethereum,2\nbitcoin,much", 422, "Line 2: “much” is not an amount"],
    ["ethereum,2\nbtc,1", 422, "Line 2: no coin has the id “btc”."],
    [long, 409, "There is no room for all of it"],
  ] as const) {
    Object.assign(page.one("textarea"), { value: text });
    page = await press(page, text === long ? "Add to my list" : "Replace my list");
    expect([page.status, listOf(page)]).toEqual([status, "pepe"]);
    expect(page.text).toContain(message);
    expect(page.one("textarea")).toHaveProperty("value", text);
  }
  Object.assign(page.one("textarea"), { value: "ethereum,2\n" });
  page = await press(page, "Replace my list");
  expect(listOf(page)).toBe("ethereum:2");
  await expectNotice(page, "Your watchlist is imported");
});

test("a coin that does not exist is reported and removed, and so is the last one", async () => {
  let page = await openAs("gone-for-good/bitcoin", "/watchlist?currency=usd");
  expect(page.text).toContain("Unknown, or no longer listed:");
  expect(page.getAllByRole("rowheader").map(textOf)).toEqual([expect.stringContaining("Bitcoin")]);
  page = await page.follow(page.getByRole("link", { name: "Edit" }));
  for (const [name, list] of [
    ["gone-for-good", "bitcoin"],
    ["Bitcoin", undefined],
  ] as const) {
    page = await press(page, `Remove ${name}`);
    expect(listOf(page)).toBe(list);
    expect(page.text).toContain(`${name} is no longer on your watchlist`);
    expect(page.text).not.toContain("Unknown, or no longer listed");
  }
  expect(page.text).toContain("Your watchlist is empty.");
  const coins = await page.follow(page.getByRole("link", { name: "the list of coins" }));
  coins.getByRole("heading", { name: "Coins" });
});

test("a 51st coin is rejected on a page that leads back, and the list stays", async () => {
  const full = Array.from({ length: 50 }, (_, index) => `coin-${index}`).join("/");
  const page = await press(await openAs(full, "/coins?currency=usd&page=1"), "Watch Bitcoin");
  expect(page.title).toMatch(/^Your watchlist is full/);
  expect(listOf(page)).toBe(full);
  const back = await page.follow(page.getByRole("link", { name: "Go back" }));
  expect(back.address).toBe("/coins?currency=usd&page=1");
});

test("a list may have amounts, and a shared one adds its own, with ids that have to be encoded", async () => {
  let page = await openAs("pepe/bitcoin", "/watchlist?currency=eur");
  expect(page.queryByRole("region", { name: "Portfolio" })).toBe(null);
  page = await page.follow(page.getAllByRole("link", { name: "Add amount" })[1] ?? expect.fail());
  fill(page, "Amount of Bitcoin", "1,500");
  page = await press(page, "Save");
  expect(page.text).toContain("Nothing has been saved");
  expect(page.text).toContain("could also mean 1.5");
  expect(page.getByRole("textbox", { name: "Amount of Bitcoin" })).toHaveProperty("value", "1500");
  fill(page, "Amount of Bitcoin", "0,5");
  fill(page, "Average paid for Bitcoin", "20000 USD");
  page = await press(page, "Save");
  expect([page.address, listOf(page)]).toEqual(["/watchlist?currency=eur", "pepe/bitcoin:0.5@20000usd"]);
  expect(textOf(page.getByRole("region", { name: "Portfolio" }))).toMatch(/Total €\d/);
  const shared = "/watchlist?ids=bitcoin:2,ethereum:3,a%20b,%E6%AF%94&currency=eur";
  page = await openAs(listOf(page) ?? "", shared);
  expect(page.robots).toBe("noindex");
  page.getByRole("checkbox", { name: "With the amounts", checked: true });
  page = await press(page, "Add to my list");
  expect(listOf(page)).toBe("pepe/bitcoin:0.5@20000usd/ethereum:3/a%20b/%E6%AF%94");
  page = await press(page, "Undo");
  expect(listOf(page)).toBe("pepe/bitcoin:0.5@20000usd");
  const theirs = await page.follow(page.getByRole("link", { name: "Share" }));
  expect(theirs.address).toBe("/watchlist?ids=pepe,bitcoin&currency=eur");
  theirs.getByRole("heading", { name: "Shared list" });
});
