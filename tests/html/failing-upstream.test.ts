import { expect, test } from "vitest";
import { get, open } from "./page";

const site = "rate limited";

test.each([
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
])("with a service that rejects calls, %s has status 503 and a Retry-After", async (path, message) => {
  const page = await open(path, { site });
  expect(page.status).toBe(503);
  const seconds = Number(page.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(600);
  page.getByText(message);
  expect(page.text).toMatch(/Please try again in \d+ (?:seconds|minutes)\./);
  page.getByRole("link", { name: "Try again" });
});

test("no page calls a service that rejects calls for ten minutes", async () => {
  // Makes the service refuse a call, unless it has done so within the last ten minutes.
  await get("/coins", { site });
  const callsBefore = await callsMade();
  expect(callsBefore).toBeGreaterThan(0);
  for (const path of ["/coins", "/coins?page=2", "/coin/bitcoin", "/exchanges", "/search?q=b"])
    expect((await get(path, { site })).status).toBe(503);
  expect(await callsMade()).toBe(callsBefore);
});

/** The number of calls that the site has made to its upstream. */
async function callsMade(): Promise<number> {
  const metrics = await (await get("/metrics", { site })).text();
  const lines = metrics.match(/^market_data_calls_total\{.*\} \d+$/gm) ?? [];
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
