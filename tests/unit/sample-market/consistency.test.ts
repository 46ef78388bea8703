import { describe, expect, it } from "vitest";
import { CURRENCIES } from "~/domain/market/currency";
import { ask, askChart, askCoin, askRow, HOUR_MS, MINUTE_MS, NOW_MS } from "./ask";

const COINS = ["bitcoin", "tether", "pax-gold", "sample-coin-142", "sample-coin-207", "sample-coin-219"];
const CASES = CURRENCIES.flatMap((currency) => COINS.map((id) => [id, currency] as const));
const WEEK = "&sparkline=true&price_change_percentage=1h,24h,7d";

/** The change in per cent from one price to another; a coin that was worth nothing has none. */
const percent = (from = 0, to = 0) => (from === 0 ? 0 : (to / from - 1) * 100);

describe.each(CASES)("%s in %s", (id, currency) => {
  const chartOf = (days: string) => askChart(id, `vs_currency=${currency}&days=${days}`);
  const pricesOf = async (days: string) => (await chartOf(days)).prices.map(([, price]) => price);

  it("has the same price in the list, on its own page and at the end of every chart", async () => {
    const row = await askRow(id, currency);
    expect((await askCoin(id)).market_data.current_price[currency]).toBe(row.current_price);
    for (const days of ["1", "24h", "7d", "90d", "365d", "max"])
      expect((await pricesOf(days)).at(-1), days).toBe(row.current_price);
  });

  it("has the 24-hour figures that its 24-hour chart shows", async () => {
    const prices = await pricesOf("1");
    const { high_24h, low_24h, price_change_percentage_24h_in_currency } = (await askCoin(id)).market_data;
    expect(high_24h[currency]).toBe(Math.max(...prices));
    expect(low_24h[currency]).toBe(Math.min(...prices));
    const change = percent(prices.at(0), prices.at(-1));
    expect(price_change_percentage_24h_in_currency[currency]).toBeCloseTo(change, 4);
  });

  it("has the changes and the week in the list that its charts show", async () => {
    const row = await askRow(id, currency, NOW_MS, WEEK);
    const [week, day] = [await pricesOf("7d"), await pricesOf("1")];
    expect(row.sparkline_in_7d?.price).toEqual(week);
    expect(row.price_change_percentage_7d_in_currency).toBeCloseTo(percent(week.at(0), week.at(-1)), 4);
    const daily = (await askCoin(id)).market_data.price_change_percentage_24h_in_currency[currency];
    expect(row.price_change_percentage_24h_in_currency).toBe(daily);
    expect(row.price_change_percentage_1h_in_currency).toBeCloseTo(percent(day.at(-13), day.at(-1)), 4);
  });

  it("stays between its all-time low and its all-time high", async () => {
    const { ath, atl, high_24h, low_24h } = (await askCoin(id)).market_data;
    const [highest, lowest] = [ath[currency] ?? Number.NaN, atl[currency] ?? Number.NaN];
    for (const days of ["1", "24h", "7d", "60d", "365d", "max"]) {
      const prices = await pricesOf(days);
      expect(Math.max(...prices), days).toBeLessThanOrEqual(highest);
      expect(Math.min(...prices), days).toBeGreaterThanOrEqual(lowest);
    }
    expect(high_24h[currency]).toBeLessThanOrEqual(highest);
    expect(low_24h[currency]).toBeGreaterThanOrEqual(lowest);
  });

  it("has changes and records on its own page as its charts show them", async () => {
    const { market_data } = await askCoin(id);
    for (const [field, days] of [
      ["price_change_percentage_30d_in_currency", "30d"],
      ["price_change_percentage_1y_in_currency", "365d"],
    ] as const) {
      const prices = await pricesOf(days);
      const isOldEnough = market_data[field][currency] !== undefined;
      const change = percent(prices.at(0), prices.at(-1));
      if (isOldEnough) expect(market_data[field][currency], field).toBeCloseTo(change, 4);
    }
    const points = (await Promise.all(["1", "90d", "max"].map(chartOf))).flatMap(({ prices }) => prices);
    const { ath, ath_date, atl, atl_date } = market_data;
    expect(points).toContainEqual([Date.parse(ath_date[currency] ?? ""), ath[currency]]);
    expect(points).toContainEqual([Date.parse(atl_date[currency] ?? ""), atl[currency]]);
  });

  it("has a market capitalisation and a volume with each price of its charts, the last those of the list", async () => {
    const { market_cap, total_volume } = await askRow(id, currency);
    for (const days of ["1", "90d", "max"]) {
      const { prices, market_caps, total_volumes } = await chartOf(days);
      const timesOf = (series: typeof prices) => series.map(([atMs]) => atMs);
      const times = timesOf(prices);
      expect([market_caps, total_volumes].map(timesOf), days).toEqual([times, times]);
      expect([market_caps.at(-1)?.[1], total_volumes.at(-1)?.[1]], days).toEqual([market_cap, total_volume]);
    }
  });
});

it.each(["tether", "usd-coin", "dai", "usds", "ethena-usde"])("%s stays at a dollar", async (id) => {
  const { prices } = await askChart(id, "vs_currency=usd&days=max");
  for (const [, price] of prices) expect(Math.abs(price - 1)).toBeLessThan(0.0011);
});

describe("the sample market's clock", () => {
  const PATHS = [
    "/coins/markets?vs_currency=eur&page=2",
    "/coins/dogecoin",
    "/coins/dogecoin/market_chart?vs_currency=inr&days=7d",
  ];

  it.each(PATHS)("%s is the same for a whole minute and differs an hour later", async (path) => {
    const minute = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS;
    const text = await (await ask(path, minute)).text();
    expect(await (await ask(path, minute + 59_999)).text()).toBe(text);
    expect(await (await ask(path, minute + HOUR_MS)).text()).not.toBe(text);
  });

  it("a coin was last updated at the start of the minute", async () => {
    const { last_updated } = await askCoin("bitcoin");
    expect(last_updated).toBe("2026-04-18T10:23:00.000Z");
  });
});
