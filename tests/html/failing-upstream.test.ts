import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { expectLink, get, open } from "./page";

const site = "rate limited";

const FAILURES = [
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

test.each(FAILURES)("without its service, %s has a failure's status and layout", async (path, message) => {
  for (const [each, status] of [
    [site, 503],
    ["cut off", 502],
  ] as const) {
    const page = await open(path, { site: each });
    expect(page.status).toBe(status);
    within(page.getByRole("alert")).getByRole("heading", { name: message });
    page.getByRole("link", { name: "Try again" });
    expect(page.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    expect(page.text).not.toContain("Sample prices");
    // Only a service that rejects calls says when it can be asked again.
    if (status === 502) continue;
    const seconds = Number(page.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(page.text).toMatch(/Please try again in \d+ (?:seconds|minutes)\./);
  }
});

test("a search that fails keeps what was typed", async () => {
  const search = await open("/search?q=bitcoin&currency=eur", { site: "cut off" });
  expect(search.one("main input[name=q]")).toHaveProperty("value", "bitcoin");
});

test.each([site, "cut off"] as const)(
  "Home stands when its service is %s, with its search, its links and a sentence, and nothing keeps it",
  async (each) => {
    for (const path of ["/", "/?currency=eur&period=7d"]) {
      const home = await open(path, { site: each });
      expect(home).toMatchObject({ status: 200, title: "Cypto-On-The-GO", canonical: "/" });
      expect(home.headers.get("cache-control")).toBe("no-store");
      expect(home.headers.get("x-offline-copy")).toBe(null);
      expect(home.text).toContain("The market data could not be fetched just now. Try again");
      expect(home.text).not.toContain("out of date");
      expectLink(home, "Try again", path);
      expect(home.queryByRole("alert")).toBe(null);
      expect(home.one("main input[name=q]")).toHaveProperty("value", "");
      home.getByRole("link", { name: "All coins" });
    }
  },
);

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
