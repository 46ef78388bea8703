import { choose, expect, expectLink, follow, test } from "./site-test";

test("lists lead to the categories, which lead to their coins and back to all coins", async ({ page }) => {
  await page.goto("/coins?currency=usd");
  await follow(page.getByRole("link", { name: "Categories" }), "/coins/categories?currency=usd");
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText(/Layer 1 \(L1\).*\$1\.20T.*1\.50.*Bitcoin.*\$50\.00B/);
  await expectLink(row, "Bitcoin", "/coin/bitcoin?currency=usd");
  await row.getByRole("link", { name: "Layer 1 (L1)" }).click();
  await expect(page).toHaveURL("/coins?currency=usd&page=1&category=layer-1");
  await follow(page.getByRole("link", { name: "Layer 1 (L1) (remove)" }), "/coins?currency=usd&page=1");
});

test("amounts of categories are converted, and changes are not", async ({ page, javaScriptEnabled }) => {
  // Brings the market's totals.
  await page.goto("/coins?currency=eur");
  await page.goto("/coins/categories?currency=usd");
  await choose(page, "eur", javaScriptEnabled);
  await expect(page).toHaveURL("/coins/categories?currency=eur");
  await expect(page.getByText(/^3 categories, as of .* \(changes measured in USD\)$/)).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText(/€.*1\.50.*€/);
});
