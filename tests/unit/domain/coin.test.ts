import { describe, expect, it } from "vitest";
import { coinPath } from "~/domain/addresses/page-addresses";
import { coinOfAnswer, convertedCoin, isCoinId, type MarketCoin } from "~/domain/market/coin";
import { readMarketCoin } from "~/services/market-data/source/coin-lists.server";

describe("the id of a coin", () => {
  const USUAL = ["bitcoin", "1move token", "under_score", "0-5x-long", "比特币", "ñandú", "🚀-moon"];
  const DOTTED = ["...", ".well-known", "a..b"];
  const TO_ENCODE = [" ", "100%", "%2f", "a?b#c&d"];

  it.each([...USUAL, ...DOTTED, ...TO_ENCODE, "a".repeat(128)])("may be %j, and has an address", (id) => {
    expect(isCoinId(id)).toBe(true);
    expect(coinPath(id)).toMatch(/^\/coin\/[^/?#]+$/);
  });

  const PATHS = ["", ".", "..", "/", "a/b", "../secret", "a\\b", "\\"];
  const CONTROLS = ["\u0000", "a\nb", "a\tb", "a\rb", "a\u001fb", "a\u007fb", "a\u0085b"];
  const HALVES = ["\ud83d", "a\ude80b", "\ude80\ud83d"];

  it.each([...PATHS, ...CONTROLS, ...HALVES, "a".repeat(129)])("is never %j", (id) => {
    expect(isCoinId(id)).toBe(false);
  });
});

describe("the extremes of a coin", () => {
  const DATE = Date.UTC(2025, 9, 6);
  const known = { allTimeLow: 90, allTimeLowAt: DATE, allTimeHigh: 100, allTimeHighAt: DATE };
  const unknown = { allTimeHigh: null, allTimeLow: null };
  const high = (allTimeHigh: number) => ({ ...known, allTimeHigh, allTimeHighAt: null });
  const low = (allTimeLow: number) => ({ ...known, allTimeLow, allTimeLowAt: null });

  it.each<[what: string, sent: Partial<MarketCoin>, expected: Partial<MarketCoin>]>([
    ["are the service's where they hold", { price: 95, low24h: 90, high24h: 100 }, known],
    [
      "are those of the day beyond them",
      { price: 110, low24h: 80, high24h: 112.2 },
      { ...high(112.2), allTimeLow: 80, allTimeLowAt: null },
    ],
    ["are the price beyond them", { price: 110 }, high(110)],
    ["are a price of zero", { price: 0, low24h: 90 }, { ...low(0), low24h: 0 }],
    ["stay unknown", { price: 110, high24h: 120, ...unknown }, { ...unknown, low24h: null }],
    ["are known without a price", { price: null, high24h: 112.2 }, high(112.2)],
    [
      "of a day hold the price",
      { price: 95, low24h: 96, high24h: 94 },
      { ...known, low24h: 95, high24h: 95 },
    ],
  ])("%s", (_what, sent, expected) => {
    expect(coinOfAnswer({ ...readMarketCoin({ id: "coin" }), ...known, ...sent }, 0)).toMatchObject(expected);
  });
});

it.each([
  ["rupees", 85],
  ["euros", 0.5],
  ["a currency whose rate is unknown", null],
])("all amounts of a coin are converted to %s, and nothing else", (_, rate) => {
  const amounts = {
    ...{ price: 2, marketCap: 100, volume: 10, low24h: 1, high24h: 3 },
    ...{ allTimeLow: 0.5, allTimeHigh: 8 },
  };
  const coin = { ...readMarketCoin({ id: "coin" }), ...amounts, change24h: 5, maxSupply: 21 };
  const converted = Object.entries(amounts).map(([figure, amount]) => [figure, rate && amount * rate]);
  expect(convertedCoin(coin, rate)).toEqual({ ...coin, ...Object.fromEntries(converted) });
});
