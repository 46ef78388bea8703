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
  await expect(page.getByRole("complementary", { name: "Notice" })).toHaveText("It is closing.");
  const figures = page.getByRole("region", { name: "Key figures" });
  await expect(figures).toContainText("Volume (24h)$129.34B 2,000,000 BTC");
  await expect(figures).toContainText("CountryUnited States");
  await expect(page.getByText("It is one of the largest.")).toBeVisible();
  const own = page.getByRole("link", { name: "Website" });
  await expect(own).toHaveAttribute("href", "https://www.kraken.com/");
  await expect(own).toHaveAttribute("target", "_blank");
  await expect(own).toHaveAttribute("rel", "noopener noreferrer");
  const markets = page.getByRole("region", { name: /What is traded at Kraken/ }).getByRole("row");
  await expect(markets).toHaveCount(4);
  await expect(markets.nth(1)).toContainText(/BTC\/USDT.*\$64,668\.50\s*\$452\.68M\s*0\.01.%\s*High/s);
  await expect(markets.filter({ hasText: "ODD/USDT" })).toContainText("outdated: no recent trade");
  await expect(markets.filter({ hasText: "ODD/USDT" }).getByRole("link")).toHaveCount(0);
  await expect(markets.filter({ hasText: "1MT/USDT" })).toContainText("unusual: far from other prices");
  await choose(page, "eur", javaScriptEnabled);
  await expect(page).toHaveURL("/exchange/kraken?currency=eur");
  await follow(page.getByRole("link", { name: "BTC/USDT", exact: true }), "/coin/bitcoin?currency=eur");
});
