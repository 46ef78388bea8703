import { describe, expect, it } from "vitest";
import { candlePaths, candlePoints, candlesOf } from "~/domain/chart/candles";
import { DEFAULT_CHART_VIEW } from "~/domain/chart/chart-view";
import { drawCoinChart } from "~/domain/chart/drawing";
import type { PricePoint } from "~/domain/chart/price-history";
import { RANGE_DETAILS, RANGES } from "~/domain/market/range";
import { DAY_MS, HOUR_MS, jumpyPrice, START, series } from "./price-series";

const at = (iso: string, price: number): PricePoint => [Date.parse(`${iso}Z`), price];
const begins = (points: readonly PricePoint[], range: "24h" | "7d" | "1y") =>
  candlesOf(points, range).rows.map(([time]) => new Date(time).toISOString().slice(0, 16));

describe("candles", () => {
  it("have the first, the highest, the lowest and the last price of half an hour, and none where nothing is known", () => {
    const times = ["10:01", "10:10", "10:20", "10:29", "11:30"];
    const points = times.map((time, index) => at(`2026-11-20T${time}`, [5, 9, 2, 6, 7][index] ?? 0));
    expect(candlesOf(points, "24h").rows).toEqual([
      [Date.parse("2026-11-20T10:00Z"), 5, 9, 2, 6],
      [Date.parse("2026-11-20T11:30Z"), 7, 7, 7, 7],
    ]);
  });

  it("of weeks begin at noon and midnight, and of a year on Mondays, in UTC", () => {
    const hours = series(27, HOUR_MS, jumpyPrice).slice(2);
    expect(begins(hours, "7d")).toEqual(["2026-11-20T00:00", "2026-11-20T12:00", "2026-11-21T00:00"]);
    const days = series(4, DAY_MS, jumpyPrice);
    expect(begins(days, "1y")).toEqual(["2026-11-16T00:00", "2026-11-23T00:00"]);
  });

  it.each(RANGES)("of %s are as many as can be told apart, and lose no extreme", (range) => {
    const { stepMs, windowMs } = RANGE_DETAILS[range];
    const spanMs = Math.min(windowMs, 14 * 365 * DAY_MS);
    const points = series(Math.floor(spanMs / stepMs), stepMs, jumpyPrice);
    const { rows, ms } = candlesOf(points, range);
    expect(rows.length).toBeGreaterThan(12);
    expect(rows.length).toBeLessThanOrEqual(201);
    const prices = points.map(([, price]) => price);
    expect(Math.max(...rows.map(([, , high]) => high))).toBe(Math.max(...prices));
    expect(Math.min(...rows.map(([, , , low]) => low))).toBe(Math.min(...prices));
    expect(rows.at(-1)?.[4]).toBe(prices.at(-1));
    for (const [index, [time, open, high, low, close]] of rows.entries()) {
      expect(time).toBeGreaterThanOrEqual((rows[index - 1]?.[0] ?? 0) + ms);
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    }
  });

  it.each([
    ["hourly points are of four hours", "24h", HOUR_MS, 24, 4 * HOUR_MS],
    ["half-hourly points are of four hours", "24h", HOUR_MS / 2, 48, 4 * HOUR_MS],
    ["points every four hours are of half days", "24h", 4 * HOUR_MS, 6, 12 * HOUR_MS],
    ["daily points are of a week", "60d", DAY_MS, 60, 7 * DAY_MS],
    ["weekly points are of three weeks", "1y", 7 * DAY_MS, 52, 21 * DAY_MS],
  ] as const)("of %s over %s, so that three points or more are in each", (_, range, stepMs, count, ms) => {
    const points = series(count, stepMs, jumpyPrice);
    const candles = candlesOf(points, range);
    expect(candles.ms).toBe(ms);
    // The first may have begun before the range, and the newest is not over.
    for (const [time] of candles.rows.slice(1, -1))
      expect(points.filter(([at]) => at >= time && at < time + ms).length).toBeGreaterThanOrEqual(3);
    expect(candles.rows.some(([, open, high, low]) => high > open || low < open)).toBe(true);
  });

  it("go on in the next period where one has fewer than three points, except for the first and the newest", () => {
    const hours = series(25, HOUR_MS, jumpyPrice).filter((_, hour) => hour > 2 && hour !== 9 && hour !== 10);
    const { rows } = candlesOf(hours, "24h");
    expect(rows.map(([time]) => (time - START) / HOUR_MS)).toEqual([0, 4, 8, 16, 20, 24]);
    expect(rows[2]?.slice(1, 2)).toEqual([jumpyPrice(8)]);
    expect(rows[2]?.[4]).toBe(jumpyPrice(15));
  });

  it.each([
    ["young, with hourly points", "max", HOUR_MS, 240, 12 * HOUR_MS],
    ["of hourly points, and then observed prices", "24h", HOUR_MS, 20, 4 * HOUR_MS],
  ] as const)("follow from the points that came: %s", (_what, range, stepMs, count, ms) => {
    const points = series(count, stepMs, jumpyPrice);
    const end = points.at(-1)?.[0] ?? 0;
    const observed = series(40, HOUR_MS / 12, jumpyPrice).map(
      ([time, price]): PricePoint => [time + end - START, price],
    );
    expect(candlesOf([...points, ...observed.slice(1)], range).ms).toBe(ms);
  });

  it("stay within the plot", () => {
    const view = { ...DEFAULT_CHART_VIEW, style: "candles" } as const;
    const points = series(28, HOUR_MS, jumpyPrice).slice(3);
    const { drawing, candles } = drawCoinChart(points, "usd", "24h", view, 400);
    const { up, down } = candlePaths(candles ?? { ms: 1, rows: [] }, drawing, { width: 1000, height: 500 });
    const places = [...(up + down).matchAll(/[MH](-?[\d.]+)/g)].map(([, x]) => Number(x));
    expect([Math.min(...places), Math.max(...places)]).toEqual([0, 1000]);
  });

  it("do not grow longer because a history has a gap", () => {
    const [before, after] = [series(24, HOUR_MS, jumpyPrice), series(400, HOUR_MS, jumpyPrice)];
    const late = after.map(([time, price]): PricePoint => [time + 20 * DAY_MS, price]);
    expect(candlesOf([...before, ...late], "60d").ms).toBe(12 * HOUR_MS);
  });

  it("stand in the order of time within the plot, the newest at its edge", () => {
    const points = series(49, HOUR_MS, jumpyPrice);
    const span = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0] as const;
    const times = candlePoints(candlesOf(points, "7d"), span).map(([time]) => time);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect([times[0], times.at(-1)].every((time = 0) => time >= span[0] && time <= span[1])).toBe(true);
  });

  it("of a single price are one short stroke, without an odd number", () => {
    const view = { ...DEFAULT_CHART_VIEW, style: "candles" } as const;
    const { drawing, candles } = drawCoinChart([at("2026-11-20T10:00", 5)], "usd", "24h", view, 400);
    expect(candles?.rows).toHaveLength(1);
    const { up, down } = candlePaths(candles ?? { ms: 1, rows: [] }, drawing, { width: 1000, height: 500 });
    expect(up).toMatch(/^M500,250V250M500,250V250M450,250H550/);
    expect(up + down).not.toMatch(/NaN|Infinity/);
    expect(drawCoinChart([], "usd", "24h", view, 400).candles).toBeNull();
  });
});
