import { expect, HTML_ONLY, test } from "./site-test";

test(
  "each exchange has its rank and name, and opens its own site in a new tab",
  HTML_ONLY,
  async ({ page }) => {
    await page.goto("/exchanges");
    const cards = page.getByRole("main").getByRole("listitem");
    await expect(cards).toHaveCount(4);
    const binance = cards.filter({ hasText: "Binance" });
    await expect(binance).toContainText("Trust score rank 1");
    const link = binance.getByRole("link");
    await expect(link).toHaveAttribute("href", "https://www.binance.com/");
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", /noopener/);
  },
);

test(
  "an address other than http or https becomes neither a link nor a picture",
  HTML_ONLY,
  async ({ page }) => {
    await page.goto("/exchanges");
    const scripted = page.getByRole("listitem").filter({ hasText: "Scripted" });
    await expect(scripted.getByRole("link")).toHaveCount(0);
    expect(await page.content()).not.toContain("javascript:");
  },
);

test("an exchange without a rank shows NA", HTML_ONLY, async ({ page }) => {
  await page.goto("/exchanges");
  await expect(page.getByRole("listitem").filter({ hasText: "Unranked" })).toContainText("NA");
});
