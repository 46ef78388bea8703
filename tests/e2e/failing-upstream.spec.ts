import { expect, test } from "./site-test";

const FAILURES = [
  ["/", "Error While Fetching Coins"],
  ["/coins?list=gainers", "Error While Fetching Coins"],
  ["/exchanges", "Error While Fetching Exchanges"],
  ["/exchange/binance", "Error While Fetching Exchange"],
  ["/coins", "Error While Fetching Coins"],
  ["/coin/bitcoin", "Error While Fetching Coin"],
  ["/search?q=bitcoin", "Error While Searching Coins"],
  ["/search", "Error While Searching Coins"],
  ["/compare?ids=bitcoin,ethereum", "Error While Comparing Coins"],
  ["/convert", "Error While Fetching Prices"],
] as const;

test.describe("with an unreachable upstream", () => {
  test.use({ site: "cut off" });

  test("all failures have status 502 and one layout, and searches keep what was typed", async ({ page }) => {
    for (const [path, message] of FAILURES) {
      expect((await page.goto(path))?.status()).toBe(502);
      await expect(page.getByText("Sample prices")).toHaveCount(0);
      await expect(page.getByRole("alert").getByRole("heading", { name: message })).toBeInViewport();
      await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    }
    await page.goto("/search?q=bitcoin&currency=eur");
    await expect(page.getByRole("main").getByLabel("Search all coins").first()).toBeVisible();
    await expect(page.getByRole("main").locator("input[name=q]")).toHaveValue("bitcoin");
    await page.goto("/");
    await expect(page.getByRole("main").locator("input[name=q]")).toHaveValue("");
    await expect(page.getByRole("link", { name: "All coins" })).toBeVisible();
  });
});
