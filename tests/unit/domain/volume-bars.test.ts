import { describe, expect, it } from "vitest";
import { cutPriceHistory, downsamplePriceHistory } from "~/domain/chart/price-history";
import { volumeAt, volumeBars, volumePath } from "~/domain/chart/volume-bars";
import { HOUR_MS, START, series } from "./price-series";

/** A week of hours, each with its number as its volume and a market cap. */
const week = series(169, HOUR_MS, () => 1).map(
  ([time, price], hour) => [time, price, hour, 1e6 + hour] as const,
);

describe("the bars of volumes", () => {
  it("are the means of as many spans as a phone has room for", () => {
    const bars = volumeBars(week);
    expect(bars).toHaveLength(60);
    // The first span has the hours 0, 1 and 2.
    expect(bars.slice(0, 3)).toEqual([1, 4, 7]);
    expect(volumeBars(week.slice(0, 3))).toEqual([0, 1, 2]);
  });

  it("have three digits, and stay finite", () => {
    expect(
      volumeBars([
        [0, 1, 123_456],
        [1, 1, 0.000_123_456],
      ]),
    ).toEqual([123_000, 0.000_123]);
    const huge = [0, 1, 2, 3].map((time) => [time / 60, 1, Number.MAX_VALUE] as const);
    expect(volumeBars([...huge, [60, 1, 1]]).every((bar) => bar === null || Number.isFinite(bar))).toBe(true);
  });

  it("are missing where volumes are, and altogether without any", () => {
    expect(
      volumeBars([
        [0, 1],
        [1, 1, null, 5],
        [2, 1, 8],
      ]),
    ).toEqual([null, null, 8]);
    expect(
      volumeBars([
        [0, 1],
        [1, 1],
      ]),
    ).toEqual([]);
    expect(
      volumeBars([
        [0, 1, 0],
        [1, 1, 0],
      ]),
    ).toEqual([]);
    expect(volumeBars([[0, 1, 7]])).toEqual([]);
    expect(volumeBars([])).toEqual([]);
  });

  it("take the lowest fifth of the plot, the highest all of it", () => {
    const plot = { width: 600, height: 200 };
    expect(volumePath([1, null, 2], plot)).toBe("M30,200V180h140V200M430,200V160h140V200");
    expect(volumePath([], plot)).toBe("");
  });

  it("belong to the moments that they stand at", () => {
    expect([0, 49, 50, 100].map((time) => volumeAt([1, 2], time, 0, 100))).toEqual([1, 1, 2, 2]);
    expect(volumeAt([1, null], 99, 0, 100)).toBeNull();
    expect(volumeAt([], 5, 0, 100)).toBeNull();
  });
});

it("a history keeps its volumes and market caps when it is cut or downsampled", () => {
  // Fourteen days of hours, of which a week is asked for.
  const fortnight = series(337, HOUR_MS, (index) => index).map(
    ([time, price], hour) => [time, price, hour, hour] as const,
  );
  const cut = cutPriceHistory(fortnight, "7d", 5000);
  expect(cut?.[0]).toEqual([START + 168 * HOUR_MS, 168, 168, 168]);
  expect(cut?.at(-1)).toEqual([START + 336 * HOUR_MS, 336, 336, 336]);
  expect(downsamplePriceHistory(week, 10).every((point) => point.length === 4)).toBe(true);
});
