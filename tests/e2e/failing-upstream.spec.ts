import type { APIRequestContext } from "@playwright/test";
import { expect, HTML_ONLY, test } from "./site-test";

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

test.describe("with an upstream that rejects calls for ten minutes", () => {
  test.use({ site: "rate limited" });
  // One after the other, because two concurrent first calls would both reach the service.
  test.describe.configure({ mode: "default" });

  test("a page shows its error with status 503 and a Retry-After", HTML_ONLY, async ({ page }) => {
    for (const [path, message] of FAILURES) {
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(503);
        const seconds = Number(response?.headers()["retry-after"]);
        expect(seconds).toBeGreaterThan(0);
        expect(seconds).toBeLessThanOrEqual(600);
        await expect(page.getByText(message, { exact: true })).toBeVisible();
        await expect(page.getByText(/Please try again in \d+ (?:seconds|minutes)\./)).toBeVisible();
        await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
      });
    }
  });

  test("no page calls the service during that time", HTML_ONLY, async ({ request }) => {
    // Makes the service refuse a call, unless it has done so within the last ten minutes.
    await request.get("/coins");
    const callsBefore = await callsMade(request);
    expect(callsBefore).toBeGreaterThan(0);
    for (const path of ["/coins", "/coins?page=2", "/coin/bitcoin", "/exchanges", "/search?q=b"])
      expect((await request.get(path)).status()).toBe(503);
    expect(await callsMade(request)).toBe(callsBefore);
  });
});

/** The number of calls that the site has made to its upstream. */
async function callsMade(request: APIRequestContext) {
  const metrics = await (await request.get("/metrics")).text();
  const lines = metrics.match(/^market_data_calls_total\{.*\} \d+$/gm) ?? [];
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
