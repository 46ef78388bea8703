import type { APIRequestContext } from "@playwright/test";
import { expect, HTML_ONLY, test } from "./site-test";

const FAILURES = [
  ["/exchanges", "Error While Fetching Exchanges"],
  ["/coins", "Error While Fetching Coins"],
  ["/coin/bitcoin", "Error While Fetching Coin"],
  ["/search?q=bitcoin", "Error While Searching Coins"],
  ["/search", "Error While Searching Coins"],
  ["/compare?ids=bitcoin,ethereum", "Error While Comparing Coins"],
  ["/convert", "Error While Fetching Prices"],
] as const;

test.describe("with an unreachable upstream", () => {
  test.use({ site: "cut off" });

  test("a page shows its error with status 502 and no sample prices", HTML_ONLY, async ({ page }) => {
    for (const [path, message] of FAILURES) {
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(502);
        await expect(page.getByText(message, { exact: true })).toBeVisible();
        await expect(page.getByText("Sample prices")).toHaveCount(0);
      });
    }
  });

  test("movers are an error, too, which can be tried again", HTML_ONLY, async ({ page }) => {
    const response = await page.goto("/coins?list=gainers");
    expect(response?.status()).toBe(502);
    await expect(page.getByText("Error While Fetching Coins", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
    await expect(page.getByText("being fetched")).toHaveCount(0);
  });

  test("the home page needs no upstream", HTML_ONLY, async ({ page }) => {
    expect((await page.goto("/"))?.status()).toBe(200);
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

test("the health check makes no upstream call", HTML_ONLY, async ({ request }) => {
  const response = await request.get("/healthz");
  expect(response.status()).toBe(200);
  expect(await response.text()).toBe("ok\n");
});

test("metrics have the format of Prometheus", HTML_ONLY, async ({ request }) => {
  await request.get("/coins?currency=eur");
  const response = await request.get("/metrics");
  expect(response.headers()["content-type"]).toContain("text/plain; version=0.0.4");
  const text = await response.text();
  expect(text).toMatch(/^market_data_calls_total\{endpoint="coins",outcome="ok"\} \d+$/m);
  expect(text).toMatch(/^market_data_answers_total\{kind="coins",state="miss"\} \d+$/m);
  expect(text).toMatch(/^market_data_queue_length 0$/m);
  expect(text).toContain("process_resident_memory_bytes");
});
