import { beforeEach, describe, expect, it } from "vitest";
import {
  HOUR,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";

beforeEach(() => void watchWarnings());

/** A row as the call for cards has it. */
const CARD = {
  id: "bitcoin",
  symbol: "btc",
  name: "Bitcoin",
  image: "https://coin-images.coingecko.com/coins/images/1/large/bitcoin.png",
  current_price: 75_646,
  market_cap: 1_514_184_431_949,
  market_cap_rank: 1,
  total_volume: 51_301_699_150,
  high_24h: 77_391,
  low_24h: 75_541,
  price_change_percentage_24h: -2.01465,
  circulating_supply: 20_017_787,
  max_supply: 21_000_000,
  ath: 126_080,
  ath_date: "2025-10-06T18:57:42.558Z",
  atl: 67.81,
  atl_date: "2013-07-06T00:00:00.000Z",
  last_updated: "2026-04-19T01:58:53.082Z",
};

/** The columns that the table has beyond that. */
const COLUMNS = {
  price_change_percentage_1h_in_currency: 0.5,
  price_change_percentage_7d_in_currency: 4.25,
  sparkline_in_7d: { price: Array.from({ length: 168 }, (_, hour) => hour) },
};

/** A service whose price is a dollar higher with each second. */
function marketWithBitcoin() {
  const setting = marketWithFunction();
  const { clock, service, market } = setting;
  const start = clock.now();
  service.answer = (path) => {
    const price = 1000 + (clock.now() - start) / SECOND;
    if (path.startsWith("/coins/markets?")) {
      const row = { ...CARD, current_price: price };
      return [path.includes("sparkline") ? { ...row, ...COLUMNS } : row];
    }
    const inCurrencies = { usd: price, eur: price * 0.9 };
    return { ...CARD, image: {}, market_data: { current_price: inCurrencies, total_volume: inCurrencies } };
  };
  return { ...setting, known: () => market.known("bitcoin", "usd") };
}

describe("what is known of a coin", () => {
  it("is nothing before an answer has carried it", () => {
    expect(marketWithBitcoin().known()).toBeNull();
  });

  it("has all figures of the answer for cards, with its time", async () => {
    const { market, clock, calls, known } = marketWithBitcoin();
    await market.coins("usd", 1);
    expect(known()).toEqual({
      id: "bitcoin",
      symbol: "btc",
      name: "Bitcoin",
      image: "https://coin-images.coingecko.com/coins/images/1/small/bitcoin.png",
      rank: 1,
      price: 1000,
      change1h: null,
      change24h: -2.01465,
      change7d: null,
      low24h: 75_541,
      high24h: 77_391,
      marketCap: 1_514_184_431_949,
      volume: 51_301_699_150,
      maxSupply: 21_000_000,
      circulatingSupply: 20_017_787,
      allTimeLow: 67.81,
      allTimeHigh: 126_080,
      allTimeLowAt: Date.UTC(2013, 6, 6),
      allTimeHighAt: Date.UTC(2025, 9, 6, 18, 57, 42, 558),
      lastUpdated: Date.UTC(2026, 3, 19, 1, 58, 53, 82),
      week: "",
      fetchedAt: clock.now(),
    });
    expect(market.known("bitcoin", "eur")).toBeNull();
    expect(calls).toHaveLength(1);
  });

  it("is the same whichever answer carried it: cards, table, ranks, or the coin's own", async () => {
    for (const read of ["coins", "coinTable", "rankedCoins", "coin", "coinRows"] as const) {
      const { market, known } = marketWithBitcoin();
      if (read === "coins") await market.coins("usd", 1);
      if (read === "coinTable") await market.coinTable("usd", 1, "volume_desc");
      if (read === "rankedCoins") await market.rankedCoins(1);
      if (read === "coin") await market.coin("bitcoin");
      if (read === "coinRows") await market.coinRows(["bitcoin"], "usd");
      expect(known(), read).toMatchObject({ name: "Bitcoin", rank: 1, price: 1000 });
    }
  });

  it("has the latest price, and keeps the line of the week that not every answer has", async () => {
    const { market, clock, known } = marketWithBitcoin();
    await market.coinTable("usd", 1, "volume_desc");
    const week = known()?.week;
    clock.advance(90 * SECOND);
    await market.coin("bitcoin");
    expect(week).toMatch(/^M0 /);
    expect(known()).toMatchObject({
      price: 1090,
      change1h: 0.5,
      change7d: 4.25,
      week,
      fetchedAt: clock.now(),
    });
    expect(market.known("bitcoin", "eur")).toMatchObject({ price: 981, change1h: null, week: "" });
  });

  it("does not go back to an older answer that arrives later", async () => {
    const { market, clock, known } = marketWithBitcoin();
    const older = await market.coins("usd", 1);
    clock.advance(30 * SECOND);
    await market.coin("bitcoin");
    const receivedAt = clock.monotonic() - 30 * SECOND;
    market.records.noteCoins("usd", { ...older, receivedAt }, true);
    expect(known()?.price).toBe(1030);
  });

  it("is not older than an hour", async () => {
    const { market, clock, known } = marketWithBitcoin();
    await market.coins("usd", 1);
    clock.advance(HOUR);
    expect(known()?.price).toBe(1000);
    clock.advance(1);
    expect(known()).toBeNull();
    expect(market.records.facts("bitcoin").rank).toBe(1);
  });
});

it("lists all ranked coins with a price that are known, the largest first, without a call", async () => {
  const { market, calls, service } = marketWithFunction();
  service.answer = () => [
    { id: "small", market_cap_rank: 3, current_price: 1 },
    { id: "large", market_cap_rank: 1, current_price: 3 },
    { id: "unranked", current_price: 1 },
    { id: "unpriced", market_cap_rank: 2 },
  ];
  await market.coins("usd", 1);
  expect(market.knownCoins("usd").map(({ id }) => id)).toEqual(["large", "small"]);
  expect(market.knownCoins("eur")).toEqual([]);
  expect(calls).toHaveLength(1);
});

describe("single coins", () => {
  it("cost no call while their records have what is needed", async () => {
    const { market, clock, calls } = marketWithBitcoin();
    await market.coins("usd", 1);
    clock.advance(50 * SECOND);
    const { value, freshForMs } = await market.coinRows(["bitcoin"], "usd", undefined, "price");
    expect(value[0]?.price).toBe(1000);
    expect(freshForMs).toBe(10 * SECOND);
    expect(calls).toHaveLength(1);
  });

  it("cost one call for the columns of the table, which then lasts for five minutes of newer prices", async () => {
    const { market, clock, calls } = marketWithBitcoin();
    await market.coins("usd", 1);
    await market.coinRows(["bitcoin"], "usd");
    expect(calls).toHaveLength(2);
    for (let minute = 1; minute < 5; minute++) {
      clock.advance(MINUTE + SECOND);
      await market.coin("bitcoin");
      await promisesSettled();
      await market.coin("bitcoin");
      const { value } = await market.coinRows(["bitcoin"], "usd");
      expect(value[0]).toMatchObject({ price: 1000 + 61 * minute, change7d: 4.25 });
    }
    expect(calls.filter((path) => path.includes("ids="))).toHaveLength(1);
  });

  it("are shown as far as they are known where the call for the rest fails", async () => {
    const { market, calls, service } = marketWithBitcoin();
    await market.coins("usd", 1);
    service.answer = () => ({ error: "no list" });
    const { value, freshForMs } = await market.coinRows(["bitcoin"], "usd");
    expect(value[0]).toMatchObject({ price: 1000, change1h: null, week: "" });
    expect(freshForMs).toBe(0);
    expect(calls).toHaveLength(2);
  });
});
