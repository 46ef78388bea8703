import { describe, expect, it } from "vitest";
import { SAMPLE_COIN_COUNT, sampleCoinAtRank } from "~/services/sample-market/sample-coins.server";
import { TOP_HUNDRED_COINS } from "~/services/sample-market/top-hundred-coins.server";
import { ask, askChart, askCoin, askMarkets } from "./ask";

describe("which coins the sample market lists", () => {
  it("13,200 of them, each with an id, a symbol and a name of its own", () => {
    const coins = Array.from({ length: SAMPLE_COIN_COUNT }, (_, index) => sampleCoinAtRank(index + 1));
    expect(coins).toHaveLength(13_200);
    expect(new Set(coins.map((coin) => coin?.id)).size).toBe(13_200);
    expect(sampleCoinAtRank(SAMPLE_COIN_COUNT + 1)).toBeNull();
  });

  it.each([
    [1, "bitcoin", "btc", "Bitcoin"],
    [2, "ethereum", "eth", "Ethereum"],
    [101, "sample-coin-101", "s101", "Sample Coin 101"],
    [13_200, "sample-coin-13200", "s13200", "Sample Coin 13200"],
  ])("rank %i is %s", async (rank, id, symbol, name) => {
    expect(await askMarkets(`vs_currency=usd&per_page=1&page=${rank}`)).toMatchObject([{ id, symbol, name }]);
    expect(await askCoin(id)).toMatchObject({ id, symbol, name, market_cap_rank: rank });
  });

  it("the first hundred stand in the order of their usual market capitalisation", () => {
    const caps = TOP_HUNDRED_COINS.map(([, , , usd, circulatingSupply]) => usd * circulatingSupply);
    expect(caps).toHaveLength(100);
    expect(caps).toEqual(caps.toSorted((a, b) => b - a));
  });

  it("among the first hundred no more coins circulate than there can be", () => {
    for (const [id, , , , circulating, max] of TOP_HUNDRED_COINS) {
      expect(circulating, id).toBeLessThanOrEqual(max ?? Number.POSITIVE_INFINITY);
    }
  });

  it("market capitalisations fall from page to page", async () => {
    const medians: number[] = [];
    for (const page of [1, 2, 3, 10, 30, 60, 132]) {
      const caps = (await askMarkets(`vs_currency=usd&page=${page}`)).map((row) => row.market_cap ?? 0);
      medians.push(caps.toSorted((a, b) => a - b).at(50) ?? 0);
    }
    expect(medians).toEqual(medians.toSorted((a, b) => b - a));
  });

  it("prices spread over many orders of magnitude", async () => {
    const rows = await askMarkets("vs_currency=usd&page=2&per_page=250");
    const prices = rows.map((row) => row.current_price ?? 1);
    expect(Math.min(...prices)).toBeLessThan(1e-5);
    expect(Math.max(...prices)).toBeGreaterThan(1e3);
  });

  it("some coins have a limit of supply and some have none", async () => {
    const limits = (await askMarkets("vs_currency=usd&page=2")).map((row) => row.max_supply);
    expect(limits.filter((limit) => limit === null).length).toBeGreaterThan(20);
    expect(limits.filter((limit) => limit !== null).length).toBeGreaterThan(20);
  });
});

describe("peculiar coins of the sample market", () => {
  it.each([117, 163, 238])("sample-coin-%i has a rank and no figures at all", async (rank) => {
    const id = `sample-coin-${rank}`;
    const [row] = await askMarkets(`vs_currency=inr&per_page=1&page=${rank}`);
    const { id: _id, symbol, name, market_cap_rank, ...figures } = row ?? {};
    expect({ symbol, name, market_cap_rank }).toEqual({
      symbol: `s${rank}`,
      name: `Sample Coin ${rank}`,
      market_cap_rank: rank,
    });
    expect(Object.values(figures).filter((value) => value !== null)).toEqual([]);
    expect((await askCoin(id)).market_data).toMatchObject({
      current_price: {},
      ath_date: {},
      price_change_percentage_24h: null,
      circulating_supply: null,
    });
    expect(await askChart(id, "vs_currency=inr&days=7d")).toEqual({
      prices: [],
      market_caps: [],
      total_volumes: [],
    });
  });

  it.each([142, 251])("sample-coin-%i is worth exactly nothing", async (rank) => {
    const [row] = await askMarkets(`vs_currency=inr&per_page=1&page=${rank}`);
    expect(row).toMatchObject({
      current_price: 0,
      market_cap: 0,
      high_24h: 0,
      low_24h: 0,
      price_change_percentage_24h: 0,
      ath: 0,
      atl: 0,
      ath_change_percentage: 0,
    });
    expect(row?.circulating_supply).toBeGreaterThan(0);
  });

  it.each([
    [108, 1e-6],
    [131, 4.2e-9],
    [176, 3e-10],
    [219, 7e-12],
    [124, 2.5e6],
    [155, 1e9],
    [207, 1e14],
  ])("sample-coin-%i costs about %f dollars", async (rank, usd) => {
    const price = (await askCoin(`sample-coin-${rank}`)).market_data.current_price.usd ?? 0;
    expect(price).toBeGreaterThan(usd / 3);
    expect(price).toBeLessThan(usd * 3);
  });

  it("a market capitalisation of 0 stands for an unknown supply", async () => {
    const [row] = await askMarkets("vs_currency=usd&per_page=1&page=207");
    expect(row).toMatchObject({ circulating_supply: 0, market_cap: 0, max_supply: null });
    expect(row?.current_price).toBeGreaterThan(0);
  });

  it.each([139, 188, 264])("sample-coin-%i was listed hours ago and has no 24-hour figures", async (rank) => {
    const [row] = await askMarkets(`vs_currency=usd&per_page=1&page=${rank}`);
    expect(row).toMatchObject({
      high_24h: null,
      low_24h: null,
      price_change_24h: null,
      price_change_percentage_24h: null,
    });
    expect(row?.current_price).toBeGreaterThan(0);
    expect((await askCoin(`sample-coin-${rank}`)).market_data).toMatchObject({
      high_24h: {},
      price_change_percentage_24h: null,
      price_change_percentage_24h_in_currency: {},
    });
    const { prices } = await askChart(`sample-coin-${rank}`, "vs_currency=usd&days=24h");
    expect(prices).toHaveLength(73);
    expect(prices.at(-1)?.[1]).toBe(row?.current_price);
  });

  it("a clock before a coin's first day shows a coin listed just now", async () => {
    const before = Date.UTC(2010, 0, 1);
    expect((await askChart("bitcoin", "vs_currency=usd&days=max", before)).prices).toHaveLength(1);
    expect((await ask("/coins/bitcoin", before)).status).toBe(200);
  });
});
