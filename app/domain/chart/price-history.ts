import type { MarketCoin } from "../market/coin";
import { RANGE_DETAILS, type Range } from "../market/range";

/**
 * A moment in milliseconds since the epoch, and the price then. A coin's history also has the volume of the preceding 24 hours and
 * the market cap, in the same currency; null or absent if unknown.
 */
export type PricePoint = readonly [
  time: number,
  price: number,
  volume?: number | null,
  marketCap?: number | null,
];

/** The points on both sides of a time without any. */
export type Gap = readonly [before: PricePoint, after: PricePoint];

/**
 * Normalises a series: sorted by time, one point per moment (the later one wins), and cut to the range's window, counted
 * back from the newest point.
 */
export function normalisePriceHistory(points: readonly PricePoint[], range: Range): readonly PricePoint[] {
  const byTime = new Map(points.map((point) => [point[0], point] as const));
  return cutToRange(
    [...byTime.values()].sort((a, b) => a[0] - b[0]),
    range,
  );
}

export function cutToRange(points: readonly PricePoint[], range: Range): readonly PricePoint[] {
  const oldest = (points.at(-1)?.[0] ?? 0) - RANGE_DETAILS[range].windowMs;
  return points.filter(([time]) => time >= oldest);
}

/** A history point within this many milliseconds before the current price is replaced by it. */
const MOMENT_MS = 150_000;

/**
 * Ends a sorted series with the current price, so that a chart ends at the price that its page shows. A series with a clearly newer
 * end keeps it.
 */
export function endingAt(points: readonly PricePoint[], moment: PricePoint): readonly PricePoint[] {
  const last = points.at(-1);
  if (last === undefined || last[0] > moment[0] + 2 * MOMENT_MS) return points;
  const past = points.filter(([time]) => time < moment[0] - MOMENT_MS);
  return [...past, moment];
}

/** Returns the point nearest to a time within a tolerance in milliseconds; null if there is none. */
export function nearestPoint(
  points: readonly PricePoint[],
  time: number,
  toleranceMs = Number.POSITIVE_INFINITY,
): PricePoint | null {
  let [nearest, distanceMs]: [PricePoint | null, number] = [null, toleranceMs];
  for (const point of points) {
    if (Math.abs(point[0] - time) > distanceMs) continue;
    [nearest, distanceMs] = [point, Math.abs(point[0] - time)];
  }
  return nearest;
}

/** Returns the change in per cent up to a point since the known price nearest to a time before it; null if none is within the tolerance. */
export function changeSince(
  [time, price]: PricePoint,
  ms: number,
  toleranceMs: number,
  known: readonly PricePoint[],
): number | null {
  const before = nearestPoint(known, time - ms, toleranceMs)?.[1];
  return before ? (price / before - 1) * 100 : null;
}

/**
 * Cuts a normalised series over a longer range to a shorter one, as the service would have sent it. Returns null if the points
 * could differ: the series may be downsampled (from `maxPoints` on), or have the wrong interval.
 */
export function cutPriceHistory(
  points: readonly PricePoint[],
  range: Range,
  maxPoints: number,
): readonly PricePoint[] | null {
  const cut = cutToRange(points, range);
  const [first, last] = [cut[0], cut.at(-1)];
  if (points.length >= maxPoints || first === undefined || last === undefined) return null;
  const steps = (last[0] - first[0]) / RANGE_DETAILS[range].stepMs;
  return Math.abs(steps - (cut.length - 1)) <= MAX_STEPS_OFF * steps ? cut : null;
}

/** Share of the points that may be missing or extra. */
const MAX_STEPS_OFF = 0.1;

/**
 * Downsamples a series to `maxPoints` (four or more) and keeps its shape: the first, the last, and the lowest and the
 * highest of each of equally long intervals, hence every extreme. Taking every n-th would lose the spikes.
 * @param edges points that stay besides, four fewer than `maxPoints` at most
 */
export function downsamplePriceHistory(
  points: readonly PricePoint[],
  maxPoints: number,
  edges: readonly PricePoint[] = [],
): readonly PricePoint[] {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length <= maxPoints) return points;
  const spans: PricePoint[][] = Array.from(
    { length: Math.floor((maxPoints - 2 - edges.length) / 2) },
    () => [],
  );
  const spanMs = (last[0] - first[0]) / spans.length;
  for (const point of points) {
    spans[Math.min(spans.length - 1, Math.floor((point[0] - first[0]) / spanMs))]?.push(point);
  }
  const extremes = spans.flatMap((span) => {
    const figures = seriesFigures(span);
    return figures === null ? [] : [figures.lowest, figures.highest];
  });
  const chosen = new Set([first, ...extremes, ...edges, last]);
  return points.filter((point) => chosen.has(point));
}

/** The key figures of a series; of equal extremes, the earlier one. */
export interface SeriesFigures {
  readonly first: PricePoint;
  readonly last: PricePoint;
  readonly lowest: PricePoint;
  readonly highest: PricePoint;
  /** From the first to the last price in per cent; null after a price of zero. */
  readonly change: number | null;
}

type Extreme = readonly [time: number | null, price: number, ...unknown[]];

/** Of a coin's prices, whose extremes may lie between the points. The time of a 24-hour extreme is not known. */
export interface PriceFigures extends Omit<SeriesFigures, "lowest" | "highest"> {
  readonly lowest: Extreme;
  readonly highest: Extreme;
}

export type KnownFigures = Pick<
  MarketCoin,
  "change24h" | "low24h" | "high24h" | "allTimeLow" | "allTimeLowAt" | "allTimeHigh" | "allTimeHighAt"
>;

/**
 * Returns the figures of prices with what is known of the coin besides, so that no two places show different ones. Over 24 hours
 * change and extremes are those of the service, and so is a change that it does not know; over longer ranges the extremes are the
 * widest, records since the first point included.
 */
export function withKnownFigures(figures: SeriesFigures, coin: KnownFigures, range: Range): PriceFigures {
  function known(
    own: Extreme,
    ofDay: number | null,
    record: number | null,
    recordAt: number | null,
  ): Extreme[] {
    if (ofDay !== null && range === "24h") return [[null, ofDay]];
    const all: Extreme[] = [own];
    if (ofDay !== null) all.push([null, ofDay]);
    if (record !== null && recordAt !== null && recordAt >= figures.first[0]) all.push([recordAt, record]);
    return all;
  }
  const lows = known(figures.lowest, coin.low24h, coin.allTimeLow, coin.allTimeLowAt);
  const highs = known(figures.highest, coin.high24h, coin.allTimeHigh, coin.allTimeHighAt);
  return {
    ...figures,
    change: range === "24h" ? coin.change24h : figures.change,
    lowest: lows.reduce((least, each) => (each[1] < least[1] ? each : least)),
    highest: highs.reduce((most, each) => (each[1] > most[1] ? each : most)),
  };
}

export function seriesFigures(points: readonly PricePoint[]): SeriesFigures | null {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  let [lowest, highest] = [first, first];
  for (const point of points) {
    if (point[1] < lowest[1]) lowest = point;
    if (point[1] > highest[1]) highest = point;
  }
  return { first, last, lowest, highest, change: first[1] === 0 ? null : (last[1] / first[1] - 1) * 100 };
}
