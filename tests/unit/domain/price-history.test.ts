import { describe, expect, it } from "vitest";
import {
  cutToRange,
  downsamplePriceHistory,
  endingAt,
  extremes,
  normalisePriceHistory,
  type PricePoint,
} from "~/domain/chart/price-history";
import { RANGES, rangeWindowMs } from "~/domain/market/range";
import { DAY_MS, HOUR_MS, jumpyPrice, START, series } from "./price-series";

describe("a normalised price history", () => {
  it("is sorted by time", () => {
    const points: PricePoint[] = [
      [300, 3],
      [100, 1],
      [200, 2],
    ];
    expect(normalisePriceHistory(points, "24h")).toEqual([
      [100, 1],
      [200, 2],
      [300, 3],
    ]);
  });

  it("has one point per moment, the later one of duplicates", () => {
    const points: PricePoint[] = [
      [200, 2],
      [100, 1],
      [200, 22],
      [100, 11],
      [100, 111],
    ];
    expect(normalisePriceHistory(points, "max")).toEqual([
      [100, 111],
      [200, 22],
    ]);
  });

  it("keeps the newest 25 of 24 days of hourly points for 24 hours", () => {
    const points = series(24 * 24 + 1, HOUR_MS, (index) => index);
    expect(normalisePriceHistory(points, "24h")).toEqual(points.slice(-25));
  });

  it.each(RANGES)("is cut to %s before the newest point", (range) => {
    const points = series(1000, DAY_MS, (index) => index + 1);
    const normalised = normalisePriceHistory(points.toReversed(), range);
    const days = rangeWindowMs(range) / DAY_MS;
    expect(normalised).toEqual(points.slice(-Math.min(1000, days + 1)));
  });

  it("is cut relative to the newest point, however old that is and wherever it is in the list", () => {
    const newest: PricePoint = [START, 1];
    const within: PricePoint = [START - DAY_MS, 2];
    const outside: PricePoint = [START - DAY_MS - 1, 3];
    expect(normalisePriceHistory([newest, outside, within], "24h")).toEqual([within, newest]);
  });

  it.each(RANGES)("stays empty when it is empty (%s)", (range) => {
    expect(normalisePriceHistory([], range)).toEqual([]);
  });

  it("does not change the points that it was given", () => {
    const points: readonly PricePoint[] = Object.freeze([
      Object.freeze([START + 2 * DAY_MS, 2] as const),
      Object.freeze([START, 1] as const),
      Object.freeze([START, 11] as const),
    ]);
    const before = structuredClone(points);
    normalisePriceHistory(points, "24h");
    expect(points).toEqual(before);
  });
});

it.each([
  ["an older end is continued", [-300], [-300, 0]],
  ["points of the last 150 s give way", [-151, -150, -1], [-151, 0]],
  ["so does an end that is newer by up to 300 s", [-151, 300], [-151, 0]],
  ["a newer end is kept", [-150, 301], [-150, 301]],
  ["no history stays none", [], []],
])("a history ends with the price of the moment: %s", (_, seconds, expected) => {
  const at = (second: number): PricePoint => (second === 0 ? [START, 5, 6, 7] : [START + second * 1000, 1]);
  expect(endingAt(seconds.map(at), at(0))).toEqual(expected.map(at));
});

it("a history that goes on is cut to its range, counted back from its new end", () => {
  const points = series(26, HOUR_MS, (index) => index);
  expect(cutToRange(points, "24h")).toEqual(points.slice(1));
  expect(cutToRange([], "24h")).toEqual([]);
});

describe("a downsampled price history", () => {
  const shapes = {
    flat: () => 5,
    rising: (index: number) => index,
    falling: (index: number) => -index,
    zigzag: (index: number) => (index % 2 === 0 ? 1 : 9),
    jumpy: jumpyPrice,
    "flat with one spike": (index: number) => (index === 7 ? 1000 : 1),
    "flat with one dip": (index: number) => (index === 3 ? 0 : 1),
  };
  const lengths = [0, 1, 2, 3, 4, 5, 11, 97, 289, 2000];
  const limits = [4, 5, 6, 7, 10, 99, 100, 366];
  const named = Object.entries(shapes).flatMap(([shape, price]) => [
    { name: `${shape}, evenly spaced`, draw: (length: number) => series(length, HOUR_MS, price) },
    { name: `${shape}, with gaps`, draw: (length: number) => withGaps(series(length, HOUR_MS, price)) },
  ]);
  const cases = named.flatMap(({ name, draw }) =>
    lengths.flatMap((length) => limits.map((maxPoints) => ({ name, maxPoints, points: draw(length) }))),
  );

  it.each(named)("has no more points than asked for ($name)", ({ name }) => {
    for (const { points, maxPoints } of casesOf(name)) {
      expect(downsamplePriceHistory(points, maxPoints).length).toBeLessThanOrEqual(maxPoints);
    }
  });

  it.each(named)("keeps the first, the last, the lowest and the highest point ($name)", ({ name }) => {
    for (const { points, maxPoints } of casesOf(name)) {
      const downsampled = downsamplePriceHistory(points, maxPoints);
      expect(downsampled[0]).toEqual(points[0]);
      expect(downsampled.at(-1)).toEqual(points.at(-1));
      expect(extremes(downsampled)).toEqual(extremes(points));
    }
  });

  it.each(named)(
    "is sorted by time, without duplicates, and consists of given points ($name)",
    ({ name }) => {
      for (const { points, maxPoints } of casesOf(name)) {
        const times = downsamplePriceHistory(points, maxPoints).map(([time]) => time);
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
        const given = new Set(points);
        expect(downsamplePriceHistory(points, maxPoints).every((point) => given.has(point))).toBe(true);
      }
    },
  );

  it.each([0, 1, 2, 50, 100])("is unchanged when it has %d points and 100 are allowed", (length) => {
    const points = series(length, HOUR_MS, jumpyPrice);
    expect(downsamplePriceHistory(points, 100)).toEqual(points);
  });

  it("keeps a good part of the points that are allowed", () => {
    expect(downsamplePriceHistory(series(2000, HOUR_MS, jumpyPrice), 366).length).toBeGreaterThan(300);
  });

  function casesOf(name: string) {
    return cases.filter((each) => each.name === name);
  }
});

describe("the extremes of a price history", () => {
  it("are its lowest and its highest point, the earlier one of equals", () => {
    const points: PricePoint[] = [
      [1, 5],
      [2, 1],
      [3, 9],
      [4, 1],
      [5, 9],
    ];
    expect(extremes(points)).toEqual({ lowest: [2, 1], highest: [3, 9] });
  });

  it("are the same point when there is only one, and none when there is none", () => {
    expect(extremes([[1, 5]])).toEqual({ lowest: [1, 5], highest: [1, 5] });
    expect(extremes([])).toBeNull();
  });
});

/** Moves the second half of a series a year away from the first, and every tenth point next to the one before. */
function withGaps(points: readonly PricePoint[]): PricePoint[] {
  return points.map(([time, price], index) => {
    const gap = index * 2 > points.length ? 365 * DAY_MS : 0;
    return [time + gap - (index % 10 === 9 ? HOUR_MS - 1 : 0), price] as const;
  });
}
