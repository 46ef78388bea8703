import type { Page } from "@playwright/test";
import { expect, expectLink, follow, HTML_ONLY, SCRIPT_ONLY, test } from "./site-test";

/** The search in the header. */
function headerSearch(page: Page) {
  return page.getByRole("banner").getByRole("search", { name: "Search coins" });
}

test("on a phone, the header is low, and its search widens", HTML_ONLY, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/coins", "/coin/bitcoin", "/convert", "/coin/ghost", "/nowhere"]) {
    await test.step(path, async () => {
      await page.goto(path);
      const field = headerSearch(page).getByLabel("Search coins");
      const toggle = page.getByRole("button", { name: "Switch to dark mode" });
      await expect(headerSearch(page).getByRole("button", { name: "Search" })).toBeVisible();
      const heightOf = async () => (await page.getByRole("banner").boundingBox())?.height;
      expect(await heightOf()).toBeLessThanOrEqual(110);
      await field.click();
      await page.keyboard.type("bit");
      expect((await field.boundingBox())?.width).toBeGreaterThan(250);
      expect(await heightOf()).toBeLessThanOrEqual(110);
      await toggle.click({ trial: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      // The words stay in sight, and the button is for them.
      await page.getByRole("heading", { level: 1 }).click();
      await headerSearch(page).getByRole("button", { name: "Search" }).click({ trial: true });
    });
  }
  await follow(headerSearch(page).getByRole("button", { name: "Search" }), /q=bit/);
});

/** Returns the id of the coin that this browser remembered last. */
async function latestCoin(page: Page): Promise<string | undefined> {
  const coins: { id: string }[] = JSON.parse(
    await page.evaluate(() => localStorage.getItem("recent-coins") ?? "[]"),
  );
  return coins[0]?.id;
}

test("searches lead to results, and on to a coin, in the same currency", SCRIPT_ONLY, async ({ page }) => {
  await page.goto("/coins?currency=usd");
  const field = headerSearch(page).getByLabel("Search coins");
  await field.fill("Bitc");
  await field.press("Enter");
  await expect(page).toHaveURL("/search?q=Bitc&currency=usd");
  await expect(page).toHaveTitle("Search: bitc – Cypto-On-The-GO");
  await expect(page.getByRole("heading", { name: "5 coins for “bitc”" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Search all coins" })).toHaveValue("bitc");
  const results = page.getByRole("main").getByRole("listitem").getByRole("link");
  // The last two match with a letter missing, and with a different one.
  await expect(results).toHaveText([
    /Bitcoin.*btc.*#1/,
    /Bitcoin Cash/,
    /Wrapped Bitcoin/,
    /BatCat/,
    /比特币 Coin/,
  ]);
  await follow(results.first(), "/coin/bitcoin?currency=usd");
  await expect(page.getByRole("heading", { name: "Bitcoin", level: 1 })).toBeVisible();
  // The large search on the home page, in rupees.
  await page.goto("/?currency=inr");
  const search = page.getByRole("main").getByRole("search", { name: "Search all coins" });
  await search.getByLabel("Search all coins").fill("etherium");
  await follow(search.getByRole("button", { name: "Search" }), "/search?q=etherium&currency=inr");
  await expect(page.getByRole("heading", { name: "Search coins" })).toBeVisible();
  await expectLink(page.getByRole("main"), /Ethereum/, "/coin/ethereum?currency=inr");
});

test("a whole name opens its coin, unless all matches are asked for", SCRIPT_ONLY, async ({ page }) => {
  await page.goto("/search?currency=usd");
  const field = page.getByLabel("Search all coins").locator("input[name=q]");
  await field.fill("BTC");
  await field.press("Enter");
  await expect(page).toHaveURL("/coin/bitcoin?currency=usd");
  await page.goto("/search?currency=usd");
  await field.fill("Bitcoin");
  // The suggestions are these matches, and cover the button.
  await expect(page.getByRole("option").first()).toBeVisible();
  await field.press("Escape");
  await page.getByRole("button", { name: "Show all matches" }).click();
  await expect(page).toHaveURL("/search?q=Bitcoin&currency=usd&all=1");
  await expect(page.getByRole("main").getByRole("listitem").getByRole("link").first()).toContainText(
    /Bitcoin.*btc.*#1.*\$64,668\.50/s,
  );
});

test("the empty search has recent coins, until they are cleared", SCRIPT_ONLY, async ({ page }) => {
  for (const id of ["pepe", "bitcoin", "pepe"]) {
    await page.goto(`/coin/${id}?currency=usd`);
    // The latest comes first. Pepe is in the list at its second visit, too.
    await expect.poll(() => latestCoin(page)).toBe(id);
  }
  await page.goto("/search?currency=usd");
  await expect(page.getByRole("heading", { name: "Trending coins" })).toBeVisible();
  const recent = page.locator(".recent-coins");
  await expect(recent.getByRole("link")).toHaveText(["Pepe", "Bitcoin"]);
  await recent.getByRole("button", { name: "Clear" }).click();
  await expect(recent).toBeEmpty();
});

test("an exchange is found, and leads to its page", SCRIPT_ONLY, async ({ page }) => {
  await page.goto("/search?q=krak&currency=usd");
  await expect(page.getByRole("heading", { name: "No coin is called “krak”." })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Exchange", exact: true })).toBeVisible();
  await expect(page.getByText("Check the spelling")).toHaveCount(0);
  const exchange = page.getByRole("main").getByRole("link", { name: /Kraken.*Exchange/ });
  await follow(exchange, "/exchange/kraken?currency=usd");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kraken");
  const field = headerSearch(page).getByLabel("Search coins");
  await field.click();
  await field.pressSequentially("binan");
  const suggestion = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await expect(suggestion).toHaveText([/Binance.*Exchange/]);
  await suggestion.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Binance");
});

test("an unknown address offers a search, filled in by the script", SCRIPT_ONLY, async ({ page }) => {
  expect((await page.goto("/bitcoin/Chart"))?.status()).toBe(404);
  await expect(page.getByLabel("Search all coins").getByRole("textbox")).toHaveValue("bitcoin chart");
});
