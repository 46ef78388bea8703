import { expect, sampleTest } from "./site-test";

sampleTest("a page with metadata in its head hydrates, and has HTML to copy", async ({ page, baseURL }) => {
  await page.goto("/coin/bitcoin?currency=usd&range=7d");
  await expect(page.locator(".highcharts-graph")).toBeVisible();
  await expect(page.locator('head meta[property="og:image"]')).toHaveCount(1);
  await expect(page.locator('head script[type="application/ld+json"]')).toHaveCount(2);
  await page.locator("summary", { hasText: "Export" }).click();
  await page.getByText("Embed").click();
  await expect(page.getByRole("img", { name: "Price of Bitcoin in USD, 7 days" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy HTML" })).toBeVisible();
  const line = await page.getByRole("textbox", { name: "HTML of the chart, to copy" }).inputValue();
  // That it can be shown on another site is in exports.without-script.spec.ts.
  expect(line).toContain(`src="${baseURL}/coin/bitcoin/chart.svg?currency=usd&#38;range=7d&#38;`);
});
