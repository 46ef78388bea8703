import { describe, expect, it } from "vitest";
import { perCurrency } from "~/domain/market/currency";
import { readCoin, readPriceHistory } from "~/services/market-data/provider/coin.server";
import { UNKNOWN_QUOTE } from "../../support/unknown-quote";

function read(fields: Readonly<Record<string, unknown>>) {
  return readCoin({ id: "bitcoin", symbol: "btc", name: "Bitcoin", ...fields }, "/coins/bitcoin");
}

describe("a coin", () => {
  it("is read field by field, in each currency", () => {
    const coin = read({
      image: { thumb: "https://a.example/t.png", large: "https://a.example/l.png" },
      market_cap_rank: 1,
      last_updated: "2026-11-20T23:58:12.266Z",
      market_data: {
        current_price: { usd: 64_668.5, eur: "59000.5", inr: 5.4e6 },
        price_change_percentage_24h: -4,
        price_change_percentage_1h_in_currency: { usd: -1.34633 },
        price_change_percentage_24h_in_currency: { eur: 2.5 },
        price_change_percentage_7d_in_currency: { usd: -14.56457 },
        low_24h: { usd: 64_000 },
        high_24h: { usd: 66_000 },
        market_cap: { usd: 1.28e12 },
        total_volume: { usd: 6.16e10 },
        atl: { usd: 67.81 },
        ath: { usd: 126_080 },
        atl_date: { usd: "2013-07-06T00:00:00.000Z" },
        ath_date: { usd: "2025-10-06T18:57:42.558Z" },
        max_supply: "21000000.0",
        circulating_supply: 19_832_115,
      },
    });
    expect(coin).toMatchObject({ id: "bitcoin", image: "https://a.example/l.png", rank: 1 });
    expect(coin.lastUpdated).toBe(Date.UTC(2026, 10, 20, 23, 58, 12, 266));
    expect(coin).toMatchObject({ maxSupply: 21_000_000, circulatingSupply: 19_832_115 });
    expect(coin.quotes.usd).toEqual({
      price: 64_668.5,
      change1h: -1.34633,
      change24h: -4,
      change7d: -14.56457,
      low24h: 64_000,
      high24h: 66_000,
      marketCap: 1.28e12,
      volume: 6.16e10,
      allTimeLow: 67.81,
      allTimeHigh: 126_080,
      allTimeLowAt: Date.UTC(2013, 6, 6),
      allTimeHighAt: Date.UTC(2025, 9, 6, 18, 57, 42, 558),
    });
    expect(coin.quotes.eur).toEqual({ ...UNKNOWN_QUOTE, price: 59_000.5, change24h: 2.5 });
    expect(coin.quotes.inr).toEqual({ ...UNKNOWN_QUOTE, price: 5.4e6, change24h: -4 });
  });

  it.each([
    ["absent", {}],
    ["null", { market_data: null }],
    ["empty", { market_data: {} }],
    ["a list", { market_data: [] }],
    ["text", { market_data: "none" }],
    [
      "of empty maps",
      { market_data: { current_price: {}, ath: {}, atl: null, market_cap: "x", low_24h: [] } },
    ],
    ["of empty figures", { market_data: { current_price: { usd: {}, eur: null, inr: "" }, max_supply: {} } }],
  ])("has unknown figures when its market data is %s", (_what, fields) => {
    const coin = read(fields);
    expect(coin.quotes).toEqual(perCurrency(() => UNKNOWN_QUOTE));
    expect(coin).toMatchObject({ maxSupply: null, circulatingSupply: null });
  });

  it("treats a market cap of zero as unknown, but a price of zero as a price", () => {
    const { quotes } = read({ market_data: { current_price: { usd: 0 }, market_cap: { usd: 0, eur: "0" } } });
    expect(quotes.usd).toEqual({ ...UNKNOWN_QUOTE, price: 0 });
    expect(quotes.eur.marketCap).toBe(null);
  });

  it("has the rank among all coins for a wrapped token, which has no other", () => {
    expect(read({ market_cap_rank: null, market_cap_rank_with_rehypothecated: 12 }).rank).toBe(12);
    expect(read({ market_cap_rank: 40, market_cap_rank_with_rehypothecated: 44 }).rank).toBe(40);
  });

  it("takes rank and time from the market's data where its own are missing", () => {
    const market_data = { market_cap_rank: 7, last_updated: "2026-11-20T23:58:12.266Z" };
    const [rank, lastUpdated] = [7, Date.UTC(2026, 10, 20, 23, 58, 12, 266)];
    expect(read({ market_data })).toMatchObject({ rank, lastUpdated });
    expect(read({ market_cap_rank: null, last_updated: null, market_data })).toMatchObject({
      rank,
      lastUpdated,
    });
    expect(read({ market_cap_rank: 3, market_data })).toMatchObject({ rank: 3, lastUpdated });
  });

  it.each([
    { what: "without a market cap", market_cap: {}, supply: null },
    { what: "beside a market cap of 0, which means unknown", market_cap: { usd: 0 }, supply: null },
    { what: "beside a market cap", market_cap: { usd: 5_000_000 }, supply: 0 },
  ])("has a circulating supply of 0 $what: $supply", ({ market_cap, supply }) => {
    expect(read({ market_data: { circulating_supply: 0, market_cap } }).circulatingSupply).toBe(supply);
  });

  it.each([
    {
      what: "a bidi override and a zero-width space",
      sent: "\u202eBit\u200bcoin\u2066",
      name: "Bitcoin",
    },
    { what: "a separator of lines", sent: "Bit\u2028coin", name: "Bitcoin" },
    { what: "half of a character", sent: "Bit\ud83dcoin\udc00", name: "Bitcoin" },
    { what: "201 characters of two units each", sent: "🚀".repeat(201), name: "🚀".repeat(200) },
    { what: "nothing visible", sent: "\u200b\u202e", name: "bitcoin" },
  ])("has a clean name when the service sends $what", ({ sent, name }) => {
    expect(read({ name: sent }).name).toBe(name);
  });

  it.each([
    { what: "microseconds", last_updated: "+056789-01-01T00:00:00Z" },
    { what: "no time", last_updated: "yesterday" },
  ])("has no time of its last change when it sends $what", ({ last_updated }) => {
    expect(read({ last_updated }).lastUpdated).toBeNull();
  });

  it.each([
    [{ large: "javascript:alert(1)", small: "https://a.example/s.png" }, "https://a.example/s.png"],
    [{ thumb: "https://a.example/t.png" }, "https://a.example/t.png"],
    [{ large: "http://a.example/l.png", thumb: "https://a.example/t.png" }, "https://a.example/t.png"],
    [{ large: "missing_large.png", small: null, thumb: {} }, null],
    ["https://a.example/l.png", null],
    [null, null],
  ])("takes from the images %j the largest that is an address", (image, expected) => {
    expect(read({ image }).image).toBe(expected);
  });

  it.each([[null], [undefined], [""], ["yesterday"], [{}], [5]])("may have been updated at %j", (sent) => {
    expect(read({ last_updated: sent }).lastUpdated).toBe(null);
  });

  it.each([[null], [[]], ["text"], [{}], [{ id: 5 }], [{ id: "" }], [{ id: "a/b" }], [{ error: "no" }]])(
    "cannot be read from %j",
    (body) => {
      expect(() => readCoin(body, "/coins/x")).toThrow(expect.objectContaining({ reason: "bad-response" }));
    },
  );
});

describe("a price history", () => {
  it("keeps the points that have a time and a price", () => {
    const prices = [
      [1000, 1.5],
      ["2000", "3.78e-06"],
      [3000, null],
      [null, 4],
      [5000],
      null,
      {},
      "text",
      [6000, {}],
      [9e15, 1],
      [7000, 0],
    ];
    expect(readPriceHistory({ prices }, "/path")).toEqual([
      [1000, 1.5],
      [2000, 3.78e-6],
      [7000, 0],
    ]);
  });

  it("has the volumes and market caps of the same moments; zero and what cannot be read are not known", () => {
    const body = {
      prices: [1, 2, 3, 4].map((time) => [time, 10]),
      total_volumes: [[2, "7e3"], [3, 0], null, [4, {}], [9, 5]],
      market_caps: [
        [1, 500],
        [2, 600],
      ],
    };
    expect(readPriceHistory(body, "/path")).toEqual([
      [1, 10, null, 500],
      [2, 10, 7000, 600],
      [3, 10],
      [4, 10],
    ]);
    const odd = { prices: [[1, 10]], total_volumes: "none", market_caps: { 1: 2 } };
    expect(readPriceHistory(odd, "/path")).toEqual([[1, 10]]);
  });

  it("may be empty", () => {
    expect(readPriceHistory({ prices: [] }, "/path")).toEqual([]);
  });

  it.each([[null], [[]], [{}], [{ prices: null }], [{ prices: {} }], ["text"]])(
    "cannot be read from %j",
    (body) => {
      expect(() => readPriceHistory(body, "/path")).toThrow(
        expect.objectContaining({ reason: "bad-response" }),
      );
    },
  );
});
