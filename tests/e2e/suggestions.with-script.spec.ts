import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, follow, holdBack, recordRequests, sampleTest, test } from "./site-test";

/** The search field in the header, whose role changes once it has suggestions. */
const fieldOf = (page: Page) => page.getByRole("banner").getByLabel("Search coins").locator("input[name=q]");
const combobox = (page: Page) => page.getByRole("combobox", { name: "Search coins" });
// A page may have other lists to choose from.
const options = (page: Page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
const chosen = (page: Page) => options(page).and(page.getByRole("option", { selected: true }));

/** Presses the field's shortcut until the page is hydrated and responds. */
async function goToField(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(fieldOf(page)).toBeFocused({ timeout: 200 });
  }).toPass();
}

async function suggest(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path);
  await goToField(page);
  await expect(combobox(page)).toBeFocused();
  await page.keyboard.type(text);
  await expect(options(page).first()).toBeVisible();
}

/** Expects this suggestion to be active, or none, after a key if one is given. */
async function expectActive(page: Page, index: number | null, key?: string): Promise<void> {
  if (key !== undefined) await page.keyboard.press(key);
  const field = combobox(page);
  await expect(field).toBeFocused();
  const selected = chosen(page);
  if (index === null) {
    await expect(field).not.toHaveAttribute("aria-activedescendant");
    await expect(selected).toHaveCount(0);
    return;
  }
  const id = await options(page).nth(index).getAttribute("id");
  await expect(field).toHaveAttribute("aria-activedescendant", id ?? "");
  await expect(selected).toHaveCount(1);
  await expect(options(page).nth(index)).toHaveAttribute("aria-selected", "true");
}

test("the suggestions' code is loaded only once the field has focus or pointer", async ({ page }) => {
  const loaded = recordRequests(page, /\/assets\/suggestions/);
  await page.goto("/exchanges", { waitUntil: "networkidle" });
  expect(loaded).toEqual([]);
  await expect(combobox(page)).toHaveCount(0);
  await fieldOf(page).hover();
  await expect(combobox(page)).toBeVisible();
  expect(loaded).toHaveLength(1);
});

test("suggestions follow the typing, are announced, and are chosen by keyboard", async ({ page }) => {
  await suggest(page, "/coins?currency=usd", "bit");
  const field = combobox(page);
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await expect(field).toHaveAttribute("aria-autocomplete", "list");
  const listId = await field.getAttribute("aria-controls");
  await expect(page.getByRole("listbox", { name: "Suggestions" })).toHaveAttribute("id", listId ?? "");
  await expect(options(page)).toHaveText([/Bitcoin.*btc/, /Bitcoin Cash/, /比特币 Coin/, /Wrapped Bitcoin/]);
  await expect(page.getByRole("status").filter({ hasText: "4 suggestions" })).toBeAttached();

  await expectActive(page, null);
  await expectActive(page, 0, "ArrowDown");
  await expectActive(page, null, "ArrowUp");
  await expectActive(page, 3, "ArrowUp");
  await expectActive(page, null, "ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expectActive(page, null, "ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await expectActive(page, null, "Home");
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0);
  await page.keyboard.press("End");
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3);

  await page.keyboard.press("Escape");
  await expect(options(page).first()).toBeHidden();
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await expect(field).toHaveValue("bit");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(options(page).first()).toBeVisible();
  await expectActive(page, null);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(options(page).first()).toBeHidden();
  await expectActive(page, 0, "ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/coin/bitcoin?currency=usd");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(fieldOf(page)).toHaveValue("");
});

test("Enter without a chosen suggestion submits what is typed", async ({ page }) => {
  await suggest(page, "/exchanges", "et");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=et&currency=inr");
  await expect(options(page)).toHaveCount(0);
  await suggest(page, "/exchanges", "eth");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/coin/ethereum?currency=inr");
});

sampleTest("the last suggestion of a few of many leads to all of them", async ({ page }) => {
  await suggest(page, "/exchanges?currency=usd", "sample");
  await page.keyboard.press("ArrowUp");
  await expect(chosen(page)).toContainText("All 13,100 coins for “sample”");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=sample&currency=usd&all=1");
  await expect(page.getByRole("heading", { name: "13,100 coins for “sample”" })).toBeVisible();
});

test("a suggestion is chosen with the pointer; the list closes when focus leaves", async ({ page }) => {
  await suggest(page, "/exchanges", "eth");
  await page.keyboard.press("Tab");
  await expect(options(page).first()).toBeHidden();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("e");
  await expect(options(page).first()).toBeVisible();
  await follow(options(page).first(), "/coin/ethereum?currency=inr");
});

test("suggestions on Home move nothing, and a resting pointer points at none", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const field = page.getByRole("main").locator("input[name=q]");
  await field.hover();
  await expect(page.getByRole("combobox", { name: "Search all coins" })).toBeVisible();
  const box = await field.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 90, (box?.y ?? 0) - 40];
  await page.mouse.move(x, y);
  await field.focus();
  await page.keyboard.type("bit");
  const beneath = options(page).last();
  await expect(beneath).toBeInViewport({ ratio: 1 });
  const plain = "rgba(0, 0, 0, 0)";
  await expect(beneath).toHaveCSS("background-color", plain);
  expect(await field.boundingBox()).toEqual(box);
  await page.mouse.move(x + 2, y + 2);
  await expect(beneath).not.toHaveCSS("background-color", plain);
});

test("an answer that arrives after an arrow key leaves the chosen coin chosen", async ({ page }) => {
  await suggest(page, "/exchanges", "bit");
  await expect(options(page)).toHaveCount(4);
  const release = await holdBack(page, "**/search.json?q=bitcoin+c**");
  const asked = page.waitForRequest("**/search.json?q=bitcoin+c**");
  await page.keyboard.type("coin c");
  await asked;
  await page.keyboard.press("ArrowDown");
  await expectActive(page, 1, "ArrowDown");
  release();
  await expect(options(page)).toHaveCount(3);
  await expect(chosen(page)).toContainText("Bitcoin Cash");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/coin/bitcoin-cash?currency=inr");
});

test("an old response never replaces a new one", async ({ page }) => {
  await page.goto("/exchanges");
  const release = await holdBack(page, "**/search.json?q=bit");
  await goToField(page);
  const asked = page.waitForRequest("**/search.json?q=bit");
  await page.keyboard.type("bit");
  await asked;
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("pepe");
  await expect(options(page)).toHaveText([/Pepe/]);
  release();
  await page.keyboard.type(" ");
  await page.waitForResponse("**/search.json?q=pepe");
  await expect(options(page)).toHaveText([/Pepe/]);
});

test("fast typing makes one request", async ({ page }) => {
  const asked = recordRequests(page, /\/search\.json/);
  await page.goto("/exchanges");
  await goToField(page);
  await expect(combobox(page)).toBeFocused();
  // The clock is stopped, so that even a slow machine types fast enough.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.keyboard.type("ethereum");
  await page.clock.runFor(150);
  await expect(options(page)).toHaveText([/Ethereum/]);
  expect(asked).toEqual([expect.stringMatching(/\?q=ethereum$/)]);
});

test("offline, nothing is lost: the text stays, and Enter still submits it", async ({ page, context }) => {
  await suggest(page, "/exchanges", "eth");
  await context.setOffline(true);
  await page.keyboard.type("e");
  await expect(options(page)).toHaveCount(0);
  await expect(combobox(page)).toHaveValue("ethe");
  await context.setOffline(false);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=ethe&currency=inr");
  await expect(page.getByRole("main").getByRole("link", { name: /Ethereum/ })).toBeVisible();
});

test("a slash focuses the search, except in a field; Escape closes its list, then clears it", async ({
  page,
}) => {
  await page.goto("/coins");
  await page.getByRole("radio", { name: "inr" }).focus();
  await goToField(page);
  await page.keyboard.type("a/b");
  await expect(fieldOf(page)).toHaveValue("a/b");
  await fieldOf(page).fill("qqqqqqqq");
  await expect(page.getByRole("status").filter({ hasText: "No suggestions" })).toBeAttached();
  await expect(combobox(page)).toHaveAttribute("aria-expanded", "false");
  await fieldOf(page).fill("eth");
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(combobox(page)).toHaveValue("eth");
  await page.keyboard.press("Escape");
  await expect(combobox(page)).toHaveValue("");
});

test("open suggestions are accessible", async ({ page }) => {
  test.slow();
  await suggest(page, "/exchanges", "bit");
  await page.keyboard.press("ArrowDown");
  await expectAccessible(page);
  await expectActive(page, 0);
});
