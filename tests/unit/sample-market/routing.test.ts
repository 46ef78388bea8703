import { describe, expect, it } from "vitest";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { ask, askExchanges, askMarkets, NOW_MS } from "./ask";

describe("the addresses of the sample market", () => {
  // The other tests ask for lists, coins and charts.
  const OTHERS = ["/coins/%62itcoin", "/coins/list", "/coins/categories/list", "/coins/categories"];

  it.each([...OTHERS, "/exchanges/binance"])("%s is answered with JSON", async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
    await expect(response.json()).resolves.toBeTruthy();
  });

  it.each([
    ...["/exchanges/binancex", "/ping", "", "/coins/", "/coins/bitcoin/tickers", "/coins/bitcoins"],
    ...["/coins/sample-coin-0101", "/coins/sample-coin-13201", "/coins/__proto__", "/coins/%E0%A4%A"],
  ])("%s is not found", async (path) => expect((await ask(path)).status).toBe(404));

  it.each([
    ["/coins/markets", 400, "invalid vs_currency"],
    ["/coins/markets?vs_currency=xyz", 400, "invalid vs_currency"],
    ["/coins/bitcoin/market_chart?vs_currency=xyz&days=7d", 400, "invalid vs_currency"],
    ["/coins/bitcoin/market_chart?vs_currency=usd", 422, "invalid days"],
    ["/coins/bitcoin/market_chart?vs_currency=usd&days=0d", 422, "invalid days"],
    ["/coins/ghost/market_chart?vs_currency=usd&days=1", 404, "coin not found"],
  ])("%s is refused with %i: %s", async (path, status, error) => {
    const response = await ask(path);
    expect([response.status, await response.json()]).toEqual([status, { error }]);
  });

  const BASES = ["https://api.example", "http://localhost:9/proxy"];

  it.each(BASES)("may begin with anything: %s", async (base) => {
    const request = new Request(`${base}/api/v3/coins/bitcoin`);
    const response = await createSampleMarket({ now: () => NOW_MS })(request);
    expect(await response.text()).toBe(await (await ask("/coins/bitcoin")).text());
  });
});

describe("pages of the sample market", () => {
  it.each([
    ["", 1],
    ["page=1", 1],
    ["page=2", 101],
    ["page=132", 13_101],
    ["page=two", 1],
    ["page=0", 1],
  ])("markets with '%s' are a hundred coins, starting with rank %i", async (query, firstRank) => {
    const rows = await askMarkets(`vs_currency=usd&${query}`);
    expect(rows).toHaveLength(100);
    expect(rows[0]?.market_cap_rank).toBe(firstRank);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(100);
  });

  it.each(["133", "99999999", "9".repeat(400)])("a page beyond the end (%s) is empty", async (page) => {
    expect(await askMarkets(`vs_currency=usd&page=${page}`)).toEqual([]);
  });
});

it("a category of the sample market has its own pages, and none if it does not exist", async () => {
  const idsOf = async (query: string) =>
    (await askMarkets(`vs_currency=usd&per_page=5&category=${query}`)).map(({ id }) => id);
  const first = await idsOf("proof-of-work-pow");
  expect(first).toContain("bitcoin");
  expect(first).not.toContain("ethereum");
  expect(await idsOf("proof-of-work-pow&page=2")).not.toContain(first[0]);
  expect(await idsOf("layers")).toEqual([]);
});

it("the whole sample market is worth as much as its coins", async () => {
  const { data } = await (await ask("/global")).json();
  const largest = await askMarkets("vs_currency=eur&per_page=250");
  const capOfLargest = largest.reduce((sum, row) => sum + (row.market_cap ?? 0), 0);
  expect(data.total_market_cap.eur).toBeGreaterThan(capOfLargest);
  expect(data.total_market_cap.eur).toBeLessThan(1.1 * capOfLargest);
  expect(data.active_cryptocurrencies).toBe(13_200);
});

describe("the exchanges of the sample market", () => {
  it("are a hundred different ones, ranked from 1, each with its own https site", async () => {
    const rows = await askExchanges();
    expect(rows).toHaveLength(100);
    for (const field of ["id", "name", "url"] as const)
      expect(new Set(rows.map((row) => row[field])).size, field).toBe(100);
    for (const { url } of rows) expect(new URL(url)).toMatchObject({ protocol: "https:", search: "" });
    expect(rows.map((row) => row.trust_score_rank)).toEqual(rows.map((_, index) => index + 1));
  });

  it("most have a country, a year, a trust score and a volume; each of these is missing or 0 somewhere", async () => {
    const rows = await askExchanges();
    for (const field of ["country", "year_established", "trust_score", "trade_volume_24h_btc"] as const) {
      const known = rows.filter((row) => row[field]).length;
      expect(known, field).toBeGreaterThan(60);
      expect(known, field).toBeLessThan(100);
    }
  });
});
