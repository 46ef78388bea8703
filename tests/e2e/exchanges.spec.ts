import { choose, expect, follow, openHydrated, test } from "./site-test";

test("exchanges can be found, ordered and seen as a table", async ({ page, javaScriptEnabled }) => {
  await openHydrated(page, "/exchanges?currency=usd", javaScriptEnabled);
  const show = page.getByRole("search", { name: "Exchanges" }).getByRole("button", { name: "Show" });
  await expect(page.getByRole("listitem").filter({ hasText: "Unranked" })).toContainText("NA");
  await page.getByLabel("Order").selectOption("Largest volume first");
  // With a script it applies at once.
  if (!javaScriptEnabled) await show.click();
  await expect(page).toHaveURL("/exchanges?currency=usd&q=&order=volume_desc");
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Kraken");
  await page.getByLabel("Name or country").fill("united");
  if (!javaScriptEnabled) await page.getByLabel("Name or country").press("Enter");
  await expect(page.getByText("1 of 4 exchanges match “united”.")).toBeVisible();
  await page.goto("/exchanges?currency=usd&view=table");
  await page.getByRole("columnheader", { name: "Country" }).getByRole("link").click();
  await expect(page).toHaveURL("/exchanges?currency=usd&view=table&order=country_asc");
  await expect(page.getByRole("row").nth(1)).toContainText("Kraken");
  await page.goto("/exchanges?q=nowhere");
  await expect(page.getByText("None of 4 exchanges has “nowhere” in its name or country.")).toBeVisible();
});

test("a card leads to the exchange's page, which leads to coins", async ({ page, javaScriptEnabled }) => {
  await page.goto("/exchanges?currency=usd");
  await follow(page.getByRole("link", { name: /^Kraken Trust rank/ }), "/exchange/kraken?currency=usd");
  await expect(page).toHaveTitle("Kraken exchange – Cypto-On-The-GO");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kraken");
  await choose(page, "eur", javaScriptEnabled);
  await expect(page).toHaveURL("/exchange/kraken?currency=eur");
  await follow(page.getByRole("link", { name: "BTC/USDT", exact: true }), "/coin/bitcoin?currency=eur");
});
