import { beforeEach, describe, expect, it } from "vitest";
import { readMarketCoins } from "~/services/market-data/provider/coin-lists.server";
import { watchWarnings } from "./market-under-test";

beforeEach(() => void watchWarnings());

const BITCOIN = {
  id: "bitcoin",
  symbol: "btc",
  name: "Bitcoin",
  image: "https://assets.example/large/btc.png",
  current_price: 64_668.5,
  market_cap: 1_280_000_000_000,
  market_cap_rank: 1,
  total_volume: 31_000_000_000,
  price_change_percentage_24h: -4.38,
  price_change_percentage_1h_in_currency: 0.12,
  price_change_percentage_24h_in_currency: -4.34,
  price_change_percentage_7d_in_currency: 9.5,
  sparkline_in_7d: { price: Array.from({ length: 168 }, (_, hour) => hour) },
};

function readRow(fields: Readonly<Record<string, unknown>>) {
  return readMarketCoins([{ ...BITCOIN, ...fields }], "/coins/markets")[0];
}

/** Counts the points of a path: where it begins, and the ends of its steps. */
const pointsOf = (path = "") => 1 + (path.split("l")[1]?.match(/1[ -]\d+/g)?.length ?? -1);

describe("a row of the coin table", () => {
  it("is read field by field", () => {
    expect(readRow({})).toMatchObject({
      id: "bitcoin",
      symbol: "btc",
      name: "Bitcoin",
      image: "https://assets.example/large/btc.png",
      price: 64_668.5,
      rank: 1,
      change1h: 0.12,
      change24h: -4.34,
      change7d: 9.5,
      marketCap: 1_280_000_000_000,
      volume: 31_000_000_000,
    });
    expect(pointsOf(readRow({})?.week)).toBe(15);
  });

  it("has unknown figures where the service sends null, nothing or something invalid", () => {
    const fields = Object.keys(BITCOIN).filter((field) => field !== "id");
    for (const nonsense of [null, undefined, {}, "x", []]) {
      const read = readRow(Object.fromEntries(fields.map((field) => [field, nonsense])));
      expect(read).toMatchObject({
        price: null,
        rank: null,
        change1h: null,
        change24h: null,
        change7d: null,
      });
      expect(read).toMatchObject({ marketCap: null, volume: null, week: "" });
    }
  });

  it("falls back to the 24-hour change in dollars where there is none in the currency", () => {
    expect(readRow({ price_change_percentage_24h_in_currency: null })?.change24h).toBe(-4.38);
  });

  it("treats a market capitalisation of 0 as unknown, but not a volume of 0", () => {
    expect(readRow({ market_cap: 0, total_volume: 0 })).toMatchObject({ marketCap: null, volume: 0 });
  });

  it.each([
    ["has gaps", [...Array.from({ length: 160 }, () => 2), null, "x", null, 3]],
    ["is far too long", Array.from({ length: 100_000 }, (_, hour) => hour)],
  ])("has a line when its week %s", (_what, price) => {
    const points = pointsOf(readRow({ sparkline_in_7d: { price } })?.week);
    expect(points).toBeGreaterThan(12);
    expect(points).toBeLessThanOrEqual(15);
  });

  it("is frozen", () => {
    const read = readRow({});
    expect(Object.isFrozen(read)).toBe(true);
  });
});
