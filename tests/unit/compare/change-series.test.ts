import { describe, expect, it } from "vitest";
import type { PricePoint } from "~/domain/chart/price-history";
import { compareChanges } from "~/domain/compare/change-series";
import { TIME } from "~/domain/time";

const NOW = Date.UTC(2026, 10, 20, 12);

/** Prices at even steps up to a moment. */
function series(prices: readonly number[], stepMs: number, newest = NOW): PricePoint[] {
  return prices.map((price, index) => [newest - (prices.length - 1 - index) * stepMs, price]);
}

const minutes = (time: number) => Math.floor(time / TIME.MINUTE) * TIME.MINUTE;

describe("changes of coins", () => {
  it("are percentages of each coin's first price, at the same moments", () => {
    const histories = [series([100, 110, 50], 12 * TIME.HOUR), series([2, 2, 3], 12 * TIME.HOUR)];
    const { moments, coins } = compareChanges(histories, "24h");
    expect(moments).toEqual([NOW - TIME.DAY, NOW - TIME.DAY / 2, NOW].map(minutes));
    expect(coins[0]?.values.map((value) => Math.round(value ?? Number.NaN))).toEqual([0, 10, -50]);
    expect(coins[1]?.values).toEqual([0, 0, 50]);
    expect(coins[1]?.change).toBe(50);
  });

  it("keep the extremes and both ends of a history with too many points to draw", () => {
    const prices = Array.from({ length: 3000 }, (_, index) => 100 + Math.sin(index / 50));
    prices[1234] = 300;
    prices[2001] = 1;
    const { moments, coins } = compareChanges([series(prices, TIME.MINUTE * 10)], "30d");
    const values = coins[0]?.values ?? [];
    expect(moments.length).toBeLessThan(160);
    expect(values[0]).toBe(0);
    expect(Math.max(...values.map(Number))).toBeCloseTo(200, 0);
    expect(Math.min(...values.map(Number))).toBeCloseTo(-99, 0);
    expect(values.at(-1)).toBeCloseTo(coins[0]?.change ?? 0);
  });

  it("are not known in a gap of a history", () => {
    const days = series(new Array(31).fill(5), TIME.DAY);
    const { moments, coins } = compareChanges([days, days.toSpliced(10, 8)], "30d");
    const missing = moments.filter((_, at) => coins[1]?.values[at] === null);
    expect(missing).toEqual(days.slice(10, 18).map(([time]) => time));
    expect(coins[0]?.values).not.toContain(null);
  });

  it("of a coin that is younger than the range begin later, at zero", () => {
    const histories = [series(new Array(31).fill(5), TIME.DAY), series([1, 2, 4, 8, 9], TIME.DAY)];
    const [old, young] = compareChanges(histories, "30d").coins;
    expect([old?.since, young?.since]).toEqual([null, NOW - 4 * TIME.DAY]);
    expect(young?.values.slice(0, 5)).toEqual([null, null, null, null, null]);
    expect([young?.values.find((value) => value !== null), young?.values.at(-1)]).toEqual([0, 800]);
  });

  it("begin late if all coins are younger than the range", () => {
    const [first, second] = [series([1, 2, 3], 2 * TIME.DAY), series([5, 4], 3 * TIME.DAY)];
    const { coins } = compareChanges([first, second, series(new Array(8).fill(1), 2 * TIME.DAY)], "14d");
    expect(coins.map((coin) => coin?.since)).toEqual([NOW - 4 * TIME.DAY, NOW - 3 * TIME.DAY, null]);
    expect(compareChanges([first], "14d").coins[0]?.since).toBe(NOW - 4 * TIME.DAY);
  });

  it("of the whole history begin where the shortest history does", () => {
    const histories = [series([1, 1000, 2000, 3000], 365 * TIME.DAY), series([10, 20], 365 * TIME.DAY)];
    const { moments, coins } = compareChanges(histories, "max");
    expect(moments[0]).toBe(minutes(NOW - 365 * TIME.DAY));
    expect(coins.map((coin) => coin?.change)).toEqual([50, 100]);
    expect(coins.map((coin) => coin?.since)).toEqual([NOW - 365 * TIME.DAY, NOW - 365 * TIME.DAY]);
  });

  it("are empty for a coin whose prices ended before the range, and for one without prices", () => {
    const ended = series([5, 6], TIME.HOUR, NOW - 90 * TIME.DAY);
    const histories = [series([1, 2], TIME.HOUR), ended, [], series([0, 0], TIME.HOUR)];
    const { coins } = compareChanges(histories, "7d");
    expect(coins.map((coin) => coin === null)).toEqual([false, true, true, true]);
  });

  it("are measured from the first price above zero, so that none is infinite", () => {
    const { coins } = compareChanges([series([0, -1, 5, 0, 10], TIME.HOUR)], "24h");
    expect(coins[0]?.first[1]).toBe(5);
    expect(coins[0]?.values.filter((value) => value !== null)).toEqual([0, -100, 100]);
  });

  it("stay finite however large or small the prices are", () => {
    const histories = [series([1e-100, 1e100, 1], TIME.HOUR), series([1e100, -1e100, 1e100, 0], TIME.HOUR)];
    const { coins } = compareChanges(histories, "24h");
    for (const value of coins.flatMap((coin) => coin?.values ?? []))
      expect(value === null || Number.isFinite(value)).toBe(true);
  });

  it("continue for a little while where there is no newer price, and end when the last one is too old", () => {
    const reference = series(new Array(289).fill(1), 5 * TIME.MINUTE);
    const [fresh, old] = [NOW - 10 * TIME.MINUTE, NOW - 6 * TIME.HOUR].map(
      (newest) => compareChanges([reference, series([1, 2], TIME.HOUR, newest)], "24h").coins[1]?.values,
    );
    expect(fresh?.at(-1)).toBe(100);
    expect(old?.at(-1)).toBeNull();
    expect(old?.findLast((value) => value !== null)).toBe(100);
  });

  it("begin together where histories were fetched within minutes of each other", () => {
    const days = series(new Array(169).fill(5), TIME.HOUR);
    const later = series(new Array(168).fill(5), TIME.HOUR, NOW + 30 * TIME.MINUTE);
    for (const { values } of compareChanges([days, later], "7d").coins.flatMap((coin) => coin ?? []))
      expect(values[0]).toBe(0);
  });

  it("of no coins have no moments", () => {
    expect(compareChanges([], "7d")).toEqual({ moments: [], coins: [] });
    expect(compareChanges([[], []], "max")).toEqual({ moments: [], coins: [null, null] });
  });

  it("of single points are at their moments", () => {
    const { moments, coins } = compareChanges([[[NOW, 5]], [[NOW + 20_000, 7]]], "24h");
    expect(moments).toEqual([minutes(NOW)]);
    expect(coins.map((coin) => coin?.values)).toEqual([[0], [0]]);
  });
});
