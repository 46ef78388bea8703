import { describe, expect, it } from "vitest";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { ask, askExchanges, askMarkets, NOW_MS } from "./ask";

describe("what the sample market answers to", () => {
  it.each([
    "/coins/markets?vs_currency=inr",
    "/coins/bitcoin",
    "/coins/bitcoin?localization=false&tickers=false",
    "/coins/%62itcoin",
    "/coins/bitcoin/market_chart?vs_currency=eur&days=24h",
    "/exchanges",
  ])("%s is answered with JSON", async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    await expect(response.json()).resolves.toBeTruthy();
  });

  it.each([
    ["/coins/markets", 400, "invalid vs_currency"],
    ["/coins/markets?vs_currency=xyz", 400, "invalid vs_currency"],
    ["/coins/bitcoin/market_chart?vs_currency=xyz&days=7", 400, "invalid vs_currency"],
    ["/coins/bitcoin/market_chart?vs_currency=usd", 400, "invalid days"],
    ["/coins/bitcoin/market_chart?vs_currency=usd&days=0", 400, "invalid days"],
    ["/coins/bitcoin/market_chart?vs_currency=usd&days=-7", 400, "invalid days"],
    ["/coins/bitcoin/market_chart?vs_currency=usd&days=week", 400, "invalid days"],
    ["/coins/bitcoins", 404, "coin not found"],
    ["/coins/bitcoins/market_chart?vs_currency=usd&days=7", 404, "coin not found"],
    ["/coins/sample-coin-100", 404, "coin not found"],
    ["/coins/sample-coin-0101", 404, "coin not found"],
    ["/coins/sample-coin-13201", 404, "coin not found"],
    ["/coins/__proto__", 404, "coin not found"],
    ["/coins/%E0%A4%A", 404, "coin not found"],
    ["/coins/%/market_chart?vs_currency=usd&days=7", 404, "coin not found"],
    ["/coins/bitcoin%2Fmarket_chart", 404, "coin not found"],
    ["/coins/", 404, "the sample market has no such endpoint"],
    ["/coins/bitcoin/tickers", 404, "the sample market has no such endpoint"],
    ["/coins/bitcoin/market_chart/range", 404, "the sample market has no such endpoint"],
    ["/exchanges/binance", 404, "the sample market has no such endpoint"],
    ["/ping", 404, "the sample market has no such endpoint"],
    ["", 404, "the sample market has no such endpoint"],
  ])("%s is refused with %i", async (path, status, error) => {
    const response = await ask(path);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error });
  });

  it.each(["POST", "PUT", "DELETE"])("a %s is refused, because the market is read-only", async (method) => {
    const response = await ask("/exchanges", NOW_MS, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET");
  });

  it.each(["https://api.example/api/v3/coins/bitcoin", "http://localhost:9/proxy/api/v3/coins/bitcoin"])(
    "%s is answered like any other origin and prefix",
    async (url) => {
      const response = await createSampleMarket({ now: () => NOW_MS })(new Request(url));
      expect(await response.text()).toBe(await (await ask("/coins/bitcoin")).text());
    },
  );

  it("a market without a clock of its own runs on the system's", async () => {
    const response = await createSampleMarket()(new Request("http://sample.market/api/v3/coins/bitcoin"));
    expect(response.status).toBe(200);
  });
});

describe("pages of the sample market", () => {
  it.each([
    ["", 1, 100],
    ["page=2", 101, 100],
    ["page=132", 13_101, 100],
    ["per_page=10&page=3", 21, 10],
    ["per_page=999", 1, 250],
    ["per_page=250&page=53", 13_001, 200],
    ["per_page=0", 1, 1],
    ["per_page=-5", 1, 1],
    ["per_page=ten&page=two", 1, 100],
    ["page=0", 1, 100],
  ])("markets with '%s' begin at rank %i and hold %i coins", async (query, firstRank, length) => {
    const rows = await askMarkets(`vs_currency=usd&${query}`);
    expect(rows).toHaveLength(length);
    expect(rows.map((row) => row.market_cap_rank)).toEqual(rows.map((_, index) => firstRank + index));
  });

  it.each(["133", "99999999", "9".repeat(400)])("a page beyond the end (%s) is empty", async (page) => {
    expect(await askMarkets(`vs_currency=usd&page=${page}`)).toEqual([]);
    expect(await askExchanges(`page=${page}`)).toEqual([]);
  });
});

describe("the exchanges of the sample market", () => {
  it("are a hundred different ones, each with its own https site", async () => {
    const rows = await askExchanges("per_page=250");
    expect(rows).toHaveLength(100);
    for (const field of ["id", "name", "url"] as const) {
      expect(new Set(rows.map((row) => row[field])).size, field).toBe(100);
    }
    for (const row of rows) {
      expect(new URL(row.url).protocol).toBe("https:");
      expect(new URL(row.url).search).toBe("");
      expect(row.year_established ?? 2017).toBeGreaterThan(2010);
      expect(row.trade_volume_24h_btc).toBeGreaterThan(0);
      expect(row.image).toBeNull();
    }
  });

  it("are ranked from 1 and trusted less the further down", async () => {
    const rows = await askExchanges();
    expect(rows.map((row) => row.trust_score_rank)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.map((row) => row.trust_score)).toEqual(
      rows.map((row) => row.trust_score).toSorted((a, b) => b - a),
    );
    expect([rows.at(0)?.trust_score, rows.at(-1)?.trust_score]).toEqual([10, 6]);
  });
});
