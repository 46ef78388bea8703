import { describe, expect, it } from "vitest";
import { candlesOf } from "~/domain/chart/candles";
import { DEFAULT_CHART_VIEW } from "~/domain/chart/chart-view";
import { drawCoinChart } from "~/domain/chart/drawing";
import { intervalsOf } from "~/domain/chart/intervals";
import { gapPath, linePath } from "~/domain/chart/plot-geometry";
import { downsamplePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import { HOUR_MS, jumpyPrice, START } from "./price-series";

const MINUTE_MS = HOUR_MS / 60;

/** Points at such times from the start, in units of that many milliseconds. */
const at = (times: readonly number[], unit = HOUR_MS) =>
  times.map((time): PricePoint => [START + time * unit, 1 + jumpyPrice(time)]);
const from = (first: number, last: number, every = 1) =>
  Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, index) => first + index * every);

/** The times at both sides of each gap, in the same units. */
const gapsIn = (points: readonly PricePoint[], unit = HOUR_MS) =>
  intervalsOf(points).gaps.map((gap) => gap.map(([time]) => (time - START) / unit));

const DAYS = from(0, 200).map((day) => day * 24);
const WEEKS = from(0, 20).map((week) => week * 168);
/** Observed prices, five minutes apart. */
const often = (first: number, last: number) => from(first, last, 1 / 12);

describe("a gap in a history", () => {
  it.each<[string, readonly number[], ...gaps: (readonly number[])[]]>([
    ["no points", []],
    ["one point", [5]],
    ["two", [0, 900]],
    ["an hour between all", from(0, 168)],
    ["two hours missing", [...from(0, 80), ...from(83, 168)]],
    ["points a little late", from(0, 168).map((hour) => hour + jumpyPrice(hour) / 2)],
    ["four intervals missing", [...from(0, 80), ...from(84, 168)], [80, 84]],
    ["a day without points among hours", [...from(0, 30), ...from(54, 168)], [30, 54]],
    ["two gaps, one near the end", [...from(0, 30), ...from(54, 160), 170], [30, 54], [160, 170]],
    ["more time missing than known", [...from(0, 20), ...from(600, 620)], [20, 600]],
    ["days, one of them missing, up to now", [...DAYS.toSpliced(50, 1), 4813]],
    ["days, eighteen of them missing", DAYS.toSpliced(50, 18), [49 * 24, 68 * 24]],
    ["a month without points, up to now", [...DAYS, 5520], [4800, 5520]],
    ["days that end with observed prices", [...DAYS, 4813, ...often(4814, 4830)]],
    ["an hour without any among those", [...DAYS, ...often(4814, 4820), ...often(4821, 4822)]],
    ["half a day without any", [...DAYS, ...often(4814, 4820), ...often(4832, 4833)]],
    ["weeks, then days", [...WEEKS, ...from(141, 200).map((day) => day * 24)]],
    [
      "days, then hours, and a day without",
      [...DAYS, ...from(4801, 4900), ...from(4926, 5000)],
      [4900, 4926],
    ],
    ["six points in a month", [0, 24, 144, 576, 696, 720], [144, 576]],
  ])("is longer than three intervals of its part: %s", (_what, hours, ...gaps) =>
    expect(gapsIn(at(hours))).toEqual(gaps),
  );

  it("of five-minute points may be a quarter of an hour, but not in the last hour, which may not have arrived", () => {
    const minutes = from(0, 1440, 5);
    const without = (start: number, end: number) =>
      at(
        minutes.filter((at) => at <= start || at >= end),
        MINUTE_MS,
      );
    expect(gapsIn(without(600, 625), MINUTE_MS)).toEqual([[600, 625]]);
    expect(gapsIn(without(1400, 1440), MINUTE_MS)).toEqual([]);
    expect(gapsIn(without(1300, 1440), MINUTE_MS)).toEqual([[1300, 1440]]);
  });

  it("is the same however many points are drawn: none is false, and none is hidden", () => {
    const hours = at([...from(0, 500), ...from(506, 1000), ...from(1100, 1440)]);
    for (const maxPoints of [60, 300, 400, 1200]) {
      const { drawing } = drawCoinChart(hours, "usd", "60d", DEFAULT_CHART_VIEW, maxPoints);
      expect(drawing.gaps.map((gap) => gap.map(([time]) => (time - START) / HOUR_MS))).toEqual([
        [500, 506],
        [1000, 1100],
      ]);
      expect(drawing.points.length).toBeLessThanOrEqual(maxPoints);
      for (const point of drawing.gaps.flat()) expect(drawing.points).toContainEqual(point);
    }
    expect(gapsIn(downsamplePriceHistory(at(from(0, 20_000)), 5000))).toEqual([]);
    const sparse = at(from(0, 1440).filter((hour) => hour % 9 < 4));
    const drawing = drawCoinChart(sparse, "usd", "60d", DEFAULT_CHART_VIEW, 400).drawing;
    expect(drawing.gaps).toHaveLength(50);
    expect(drawing.points.length).toBeLessThanOrEqual(400);
  });
});

describe("at a gap", () => {
  const points: PricePoint[] = [0, 1, 2, 3, 4, 5, 10, 11, 12].map((hour) => [
    START + hour * HOUR_MS,
    hour === 10 ? 12 : hour,
  ]);
  const { gaps } = intervalsOf(points);
  const axes = { scale: "linear", span: [START, START + 12 * HOUR_MS], priceDomain: [0, 12] } as const;
  const size = { width: 120, height: 120 };

  it("the line and its area end and begin again, and dots lead across", () => {
    expect(linePath(points, axes, size, gaps)).toBe(
      "M0,120L10,110L20,100L30,90L40,80L50,70M100,0L110,10L120,0",
    );
    expect(linePath(points, axes, size, gaps, 1000)).toBe(
      "M0,120L10,110L20,100L30,90L40,80L50,70V120H0ZM100,0L110,10L120,0V120H100Z",
    );
    expect(gapPath(gaps, axes, size)).toBe("M50,70L100,0");
  });

  it("candles end, and the next one begins with the first point after it", () => {
    const hours = at([...from(0, 24), ...from(46, 100)]);
    const rows = candlesOf(hours, "7d").rows.map(([time]) => (time - START) / HOUR_MS);
    expect(rows).toEqual([0, 12, 24, 46, 48, 60, 72, 84, 96]);
    const { drawing } = drawCoinChart(hours, "usd", "7d", { ...DEFAULT_CHART_VIEW, style: "candles" }, 400);
    const places = drawing.points.map(([time]) => (time - START) / HOUR_MS);
    expect(places).toEqual([6, 18, 24, 47, 54, 66, 78, 90, 100]);
    const day = hours.filter(([time]) => time < START + 24 * HOUR_MS);
    const within = candlesOf([...day.slice(0, 14), ...day.slice(19)], "7d").rows;
    expect(within.map(([time]) => (time - START) / HOUR_MS)).toEqual([0, 12, 19]);
    expect(within.map(([, open]) => open)).toEqual([0, 12, 19].map((hour) => 1 + jumpyPrice(hour)));
  });
});
