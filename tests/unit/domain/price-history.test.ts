import { describe, expect, it } from "vitest";
import {
  cutPriceHistory,
  cutToRange,
  downsamplePriceHistory,
  endingAt,
  normalisePriceHistory,
  type PricePoint,
  seriesFigures,
  withKnownFigures,
} from "~/domain/chart/price-history";
import { RANGE_DETAILS, RANGES } from "~/domain/market/range";
import { UNKNOWN_COIN } from "../../support/unknown-coin";
import { DAY_MS, HOUR_MS, jumpyPrice, START, series } from "./price-series";

describe("a normalised price history", () => {
  it("is sorted by time and has one point per moment, the later one of duplicates", () => {
    const points = [200, 100, 200, 100, 100].map((time, index): PricePoint => [time, index]);
    expect(normalisePriceHistory(points, "max").flat()).toEqual([100, 4, 200, 2]);
  });

  it.each(RANGES)("is cut to %s before the newest point, wherever that is in the list", (range) => {
    const points = series(1000, DAY_MS, (index) => index + 1);
    const days = RANGE_DETAILS[range].windowMs / DAY_MS;
    expect(normalisePriceHistory(points.toReversed(), range)).toEqual(
      points.slice(-Math.min(1000, days + 1)),
    );
    expect(normalisePriceHistory([], range)).toEqual([]);
  });
});

it.each([
  ["an older end is continued", [-300], [-300, 0]],
  ["points of the last 150 s give way", [-151, -150, -1], [-151, 0]],
  ["so does an end that is newer by up to 300 s", [-151, 300], [-151, 0]],
  ["a newer end stays", [-150, 301], [-150, 301]],
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
    falling: (index: number) => -index,
    zigzag: (index: number) => (index % 2 === 0 ? 1 : 9),
    jumpy: jumpyPrice,
    "flat with one spike": (index: number) => (index === 7 ? 1000 : 1),
    "flat with one dip": (index: number) => (index === 3 ? 0 : 1),
  };
  const evenOrNot = [(points: PricePoint[]) => points, withGaps];
  const lengths = [0, 1, 2, 3, 4, 5, 11, 97, 289, 2000];

  it.each(Object.entries(shapes))(
    "has at most as many points as asked for, in order, with both ends and extremes (%s)",
    (_, price) => {
      for (const points of evenOrNot.flatMap((draw) =>
        lengths.map((length) => draw(series(length, HOUR_MS, price))),
      ))
        for (const maxPoints of [4, 5, 6, 7, 10, 99, 100, 366]) {
          const downsampled = downsamplePriceHistory(points, maxPoints);
          expect(downsampled.length).toBeLessThanOrEqual(maxPoints);
          expect(seriesFigures(downsampled)).toEqual(seriesFigures(points));
          const chosen = new Set(downsampled);
          expect(downsampled).toEqual(points.filter((point) => chosen.has(point)));
        }
    },
  );

  it("keeps a good part of the points that are allowed, and all where there are no more", () => {
    const points = series(2000, HOUR_MS, jumpyPrice);
    expect(downsamplePriceHistory(points, 366).length).toBeGreaterThan(300);
    expect(downsamplePriceHistory(points, 2000)).toEqual(points);
  });
});

it("a history keeps its volumes and market caps when it is cut or downsampled", () => {
  // Fourteen days of hours, of which a week is asked for.
  const fortnight = series(337, HOUR_MS, (index) => index).map(
    ([time, price], hour) => [time, price, hour, hour] as const,
  );
  expect(cutPriceHistory(fortnight, "7d", 5000)).toEqual(fortnight.slice(168));
  expect(downsamplePriceHistory(fortnight, 10).every((point) => point.length === 4)).toBe(true);
});

it("the figures of a history are its ends, the earlier one of equal extremes, and the change", () => {
  const points = [5, 1, 9, 1, 9].map((price, index): PricePoint => [index + 1, price]);
  const figures = { first: [1, 5], last: [5, 9], lowest: [2, 1], highest: [3, 9] };
  expect(seriesFigures(points)).toEqual({ ...figures, change: expect.closeTo(80) });
  expect(seriesFigures(points.with(0, [1, 0]))?.change).toBeNull();
  expect(seriesFigures([])).toBeNull();
});

/** Moves the second half of a series a year away from the first, and every tenth point next to the one before. */
function withGaps(points: readonly PricePoint[]): PricePoint[] {
  return points.map(([time, price], index) => {
    const gap = index * 2 > points.length ? 365 * DAY_MS : 0;
    return [time + gap - (index % 10 === 9 ? HOUR_MS - 1 : 0), price] as const;
  });
}

it("figures hold the range of the last 24 hours, and records within the series", () => {
  const figures = { first: [1, 5], last: [3, 6], lowest: [2, 4], highest: [3, 6], change: 20 } as const;
  const coin = { ...UNKNOWN_COIN, allTimeLow: 1, allTimeLowAt: 0, allTimeHigh: 9, allTimeHighAt: 0 };
  const known = (figuresOf: object) => withKnownFigures(figures, { ...coin, ...figuresOf }, "7d");
  expect(known({ low24h: 4.5, high24h: 7 })).toEqual({ ...figures, highest: [null, 7] });
  expect(known({ low24h: 3 })).toEqual({ ...figures, lowest: [null, 3] });
  expect(known({ low24h: 3, allTimeLowAt: 2 })).toEqual({ ...figures, lowest: [2, 1] });
  expect(known({ high24h: 7, allTimeHighAt: 1 })).toEqual({ ...figures, highest: [1, 9] });
});
