import { choose, expect, follow, openHydrated, SCRIPT_ONLY, test } from "./site-test";

test("exchanges are found, ordered, seen as a table, and lead to coins", SCRIPT_ONLY, async ({ page }) => {
  await openHydrated(page, "/exchanges?currency=usd");
  await expect(page.getByRole("listitem").filter({ hasText: "Unranked" })).toContainText("NA");
  await page.getByLabel("Order").selectOption("Largest volume first");
  // It applies at once.
  await expect(page).toHaveURL("/exchanges?currency=usd&order=volume_desc");
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Kraken");
  await page.getByLabel("Name or country").fill("united");
  await expect(page.getByText("1 of 4 exchanges match “united”.")).toBeVisible();
  await page.goto("/exchanges?currency=usd&view=table");
  await page.getByRole("columnheader", { name: "Country" }).getByRole("link").click();
  await expect(page).toHaveURL("/exchanges?currency=usd&view=table&order=country_asc");
  await expect(page.getByRole("row").nth(1)).toContainText("Kraken");
  await page.goto("/exchanges?q=nowhere");
  await expect(page.getByText("None of 4 exchanges has “nowhere” in its name or country.")).toBeVisible();
  // A card leads to the exchange's page, which leads to coins.
  await page.goto("/exchanges?currency=usd");
  await follow(page.getByRole("link", { name: /^Kraken Trust rank/ }), "/exchange/kraken?currency=usd");
  await expect(page).toHaveTitle("Kraken exchange – Cypto-On-The-GO");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kraken");
  await choose(page, "eur");
  await expect(page).toHaveURL("/exchange/kraken?currency=eur");
  const filter = page.getByLabel("Coin or quote");
  await filter.fill("btc");
  await filter.press("Enter");
  await expect(page).toHaveURL("/exchange/kraken?currency=eur&q=btc#markets");
  await expect(filter).toBeFocused();
  await follow(page.getByRole("link", { name: "BTC/USDT", exact: true }), "/coin/bitcoin?currency=eur");
});
