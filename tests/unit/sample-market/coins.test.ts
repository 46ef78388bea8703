import { describe, expect, it } from "vitest";
import { perCurrency } from "~/domain/market/currency";
import { sampleCoins } from "~/services/sample-market/sample-coins.server";
import { TOP_HUNDRED_COINS } from "~/services/sample-market/top-hundred-coins.server";
import { ask, askChart, askCoin, askMarkets, askRow, DAY_MS, NOW_MS } from "./ask";

describe("which coins the sample market lists", () => {
  it("13,200 of them, each with a unique id, symbol and name", () => {
    const coins = [...sampleCoins().values()];
    for (const field of ["id", "symbol", "name"] as const)
      expect(new Set(coins.map((coin) => coin[field])).size, field).toBe(13_200);
  });

  it("the first hundred are in the order of their usual market capitalisation", () => {
    const caps = TOP_HUNDRED_COINS.map(({ usd, circulatingSupply }) => usd * circulatingSupply);
    expect(caps).toHaveLength(100);
    expect(caps).toEqual(caps.toSorted((a, b) => b - a));
  });

  it("market capitalisations fall from row to row and page to page, and ranks rise", async () => {
    const pages = [1, 2, 3, 131].map((page) => askMarkets(`vs_currency=usd&page=${page}`));
    const rows = (await Promise.all(pages)).flat();
    const caps = rows.map((row) => row.market_cap ?? 0);
    expect(caps).toEqual(caps.toSorted((a, b) => b - a));
    const ranks = rows.map((row) => row.market_cap_rank);
    expect(ranks.slice(0, 300)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  });

  it.each([
    ["market_cap", "market_cap"],
    ["volume", "total_volume"],
  ] as const)("coins without a %s come last in both directions", async (figure, field) => {
    for (const direction of ["asc", "desc"]) {
      const rows = await askMarkets(`vs_currency=usd&page=132&order=${figure}_${direction}`);
      const last = rows.slice(-6).map(({ id }) => id.replace("sample-coin-", ""));
      expect(new Set(last)).toEqual(new Set(["117", "142", "163", "207", "238", "251"]));
      expect(rows.slice(0, -6).every((row) => (row[field] ?? 0) > 0)).toBe(true);
      const first = await askMarkets(`vs_currency=usd&page=1&order=${figure}_${direction}`);
      const firsts = first.map((row) => row[field] ?? 0);
      expect(firsts).toEqual(firsts.toSorted((a, b) => (direction === "asc" ? a - b : b - a)));
    }
  });

  it("seven of them are trending, and others the next day", async () => {
    const trendingOn = async (nowMs: number) => (await (await ask("/search/trending", nowMs)).json()).coins;
    const idOf = ({ item }: { item: { id: string } }) => item.id;
    const today = (await trendingOn(NOW_MS)).map(idOf);
    expect(today).toHaveLength(7);
    expect((await trendingOn(NOW_MS + DAY_MS)).map(idOf)).not.toEqual(today);
  });
});

describe("peculiar coins of the sample market", () => {
  it.each([117, 163, 238])("sample-coin-%i has neither figures nor a rank", async (rank) => {
    const id = `sample-coin-${rank}`;
    const week = "&sparkline=true&price_change_percentage=1h,24h,7d";
    const { sparkline_in_7d, image, ...row } = await askRow(id, "inr", undefined, week);
    const { symbol, name, ...figures } = row;
    expect([symbol, name]).toEqual([`s${rank}`, `Sample Coin ${rank}`]);
    expect([sparkline_in_7d, typeof image]).toEqual([{ price: [] }, "string"]);
    for (const [field, value] of Object.entries(figures).filter(([key]) => key !== "id"))
      expect(value, field).toBeNull();
    const { market_data, ...coin } = await askCoin(id);
    const nothing = { genesis_date: null, hashing_algorithm: null, description: { en: "" }, tickers: [] };
    expect(coin).toMatchObject({ ...nothing, market_cap_rank: null, last_updated: null });
    expect(coin.links).toMatchObject({ homepage: ["", "", ""] });
    for (const [field, value] of Object.entries(market_data)) expect(value || {}, field).toEqual({});
    const chart = await askChart(id, "vs_currency=inr&days=7d");
    expect(chart).toEqual({ prices: [], market_caps: [], total_volumes: [] });
  });

  it.each([142, 251])("the price of sample-coin-%i is exactly zero", async (rank) => {
    expect((await askRow(`sample-coin-${rank}`, "inr")).current_price).toBe(0);
    const { market_data } = await askCoin(`sample-coin-${rank}`);
    for (const field of ["current_price", "market_cap", "high_24h", "low_24h", "ath", "atl"] as const)
      expect(market_data[field], field).toEqual(perCurrency(() => 0));
    expect(market_data.price_change_percentage_24h_in_currency.inr).toBe(0);
    expect(market_data.circulating_supply).toBeGreaterThan(0);
  });

  it("a market capitalisation of 0 stands for an unknown supply", async () => {
    const { market_data } = await askCoin("sample-coin-207");
    expect(market_data).toMatchObject({ circulating_supply: 0, max_supply: null });
    expect(market_data.market_cap.usd).toBe(0);
    expect(market_data.current_price.usd).toBeGreaterThan(0);
  });

  it.each([139, 188, 264])("sample-coin-%i was listed hours ago and has no 24-hour figures", async (rank) => {
    const row = await askRow(`sample-coin-${rank}`, "usd");
    expect(row.current_price).toBeGreaterThan(0);
    const none = { high_24h: {}, low_24h: {}, price_change_percentage_24h_in_currency: {} };
    expect((await askCoin(row.id)).market_data).toMatchObject(none);
    const { prices } = await askChart(row.id, "vs_currency=usd&days=1");
    expect(prices).toHaveLength(73);
    expect(prices.at(-1)?.[1]).toBe(row.current_price);
  });
});

describe("the sample market's details of a coin", () => {
  it("a well-known coin has all of it", async () => {
    const coin = await askCoin("bitcoin");
    expect(coin.categories).toEqual(["Layer 1 (L1)", "Proof of Work (PoW)"]);
    expect(coin.description.en).toContain('<a href="https://bitcoin.org/">bitcoin.org</a>');
    expect(coin).toMatchObject({ genesis_date: "2009-01-03", hashing_algorithm: "SHA-256" });
    expect(coin.links.whitepaper).toBe("https://bitcoin.org/bitcoin.pdf");
    const github = ["bitcoin", "bips"].map((name) => `https://github.com/bitcoin/${name}`);
    expect(coin.links).toMatchObject({ repos_url: { github } });
  });

  it("the largest have a hundred markets, some of them stale or odd, which together trade what the coin trades", async () => {
    const { tickers, market_data } = await askCoin("bitcoin");
    expect(tickers).toHaveLength(100);
    expect(tickers.some((ticker) => ticker.is_stale)).toBe(true);
    expect(tickers.some((ticker) => ticker.is_anomaly)).toBe(true);
    expect(tickers.some((ticker) => ticker.trade_url === null)).toBe(true);
    const total = tickers.reduce((sum, ticker) => sum + ticker.converted_volume.usd, 0);
    expect(total / (market_data.total_volume.usd ?? 0)).toBeCloseTo(1, 6);
    for (const { converted_last, is_anomaly } of tickers) {
      const distance = converted_last.usd / (market_data.current_price.usd ?? 0) - 1;
      expect(Math.abs(distance)).toBeLessThan(is_anomaly ? 0.5 : 0.05);
    }
  });
});
