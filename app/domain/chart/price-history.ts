import { formatPercent } from "../format/number";
import { formatDate, formatLocal, formatUtc, type Zone } from "../format/time";
import { type Range, rangeInWords, rangeStepMs, rangeWindowMs } from "../market/range";
import { coveredSpan } from "./covered-span";

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

/** Prices beyond this are drawn at the edge: the difference of two such numbers would be infinite. */
const MAX_DRAWN = Number.MAX_VALUE / 4;

/** Prices closer to zero than this are drawn as zero: no scale has steps that small. */
const MIN_DRAWN = 1e-290;

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

/** Cuts a sorted series to a range's window, counted back from its end. */
export function cutToRange(points: readonly PricePoint[], range: Range): readonly PricePoint[] {
  const oldest = (points.at(-1)?.[0] ?? 0) - rangeWindowMs(range);
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

/** Returns the price nearest to a time within a tolerance in milliseconds; null if there is none. */
export function nearestPrice(
  points: readonly PricePoint[],
  time: number,
  toleranceMs: number,
): number | null {
  let [nearest, distanceMs]: [number | null, number] = [null, toleranceMs];
  for (const [at, price] of points) {
    if (Math.abs(at - time) > distanceMs) continue;
    [nearest, distanceMs] = [price, Math.abs(at - time)];
  }
  return nearest;
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
  const cut = normalisePriceHistory(points, range);
  const [first, last] = [cut[0], cut.at(-1)];
  if (points.length >= maxPoints || first === undefined || last === undefined) return null;
  const steps = (last[0] - first[0]) / rangeStepMs(range);
  return Math.abs(steps - (cut.length - 1)) <= MAX_STEPS_OFF * steps ? cut : null;
}

/** Share of the points that may be missing or extra. */
const MAX_STEPS_OFF = 0.1;

/**
 * Downsamples a series to `maxPoints` (four or more) and keeps its shape: the first, the last, and the lowest and the
 * highest of each of equally long intervals, hence every extreme. Taking every n-th would lose the spikes.
 */
export function downsamplePriceHistory(
  points: readonly PricePoint[],
  maxPoints: number,
): readonly PricePoint[] {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length <= maxPoints) return points;
  const spans: PricePoint[][] = Array.from({ length: Math.floor((maxPoints - 2) / 2) }, () => []);
  const spanMs = (last[0] - first[0]) / spans.length;
  for (const point of points) {
    spans[Math.min(spans.length - 1, Math.floor((point[0] - first[0]) / spanMs))]?.push(point);
  }
  const kept = spans.flatMap((span) => {
    const ends = extremes(span);
    if (ends === null) return [];
    return ends.lowest[0] <= ends.highest[0] ? [ends.lowest, ends.highest] : [ends.highest, ends.lowest];
  });
  // A point can be both lowest and highest, and also the first or the last of all.
  return [...new Set([first, ...kept, last])];
}

/** Finds the lowest and the highest point of a series, the earlier one of equals; null for an empty series. */
export function extremes(
  points: readonly PricePoint[],
): { readonly lowest: PricePoint; readonly highest: PricePoint } | null {
  const first = points[0];
  if (first === undefined) return null;
  let lowest = first;
  let highest = first;
  for (const point of points) {
    if (point[1] < lowest[1]) lowest = point;
    if (point[1] > highest[1]) highest = point;
  }
  return { lowest, highest };
}

/** Clamps prices to what scales can work with. Returns the series itself if all prices are usable. */
export function drawablePoints(points: readonly PricePoint[]): readonly PricePoint[] {
  if (points.every(([, price]) => drawable(price) === price)) return points;
  return points.map(([time, price]) => [time, drawable(price)] as const);
}

function drawable(price: number): number {
  if (Math.abs(price) < MIN_DRAWN) return 0;
  return Math.max(-MAX_DRAWN, Math.min(MAX_DRAWN, price));
}

/** The key figures of a series. */
export interface SeriesFigures {
  readonly first: PricePoint;
  readonly last: PricePoint;
  readonly lowest: PricePoint;
  readonly highest: PricePoint;
  /** From the first to the last price in per cent; null after a price of zero. */
  readonly change: number | null;
}

/** Returns the figures of a series; null for an empty one. */
export function seriesFigures(points: readonly PricePoint[]): SeriesFigures | null {
  const first = points[0];
  const last = points.at(-1);
  const ends = extremes(points);
  if (first === undefined || last === undefined || ends === null) return null;
  const change = (last[1] / first[1] - 1) * 100;
  return { first, last, ...ends, change: Number.isFinite(change) ? change : null };
}

/** A moment in milliseconds since the epoch, and the formatted amount at that time. */
export type WrittenPoint = readonly [time: number, text: string];

/** The formatted figures of a series. */
export interface WrittenFigures extends Record<"first" | "last" | "lowest" | "highest", WrittenPoint> {
  /** In per cent. */
  readonly change: number | null;
}

/** Formats the figures of a series; null for an empty one. */
export function writtenFigures(
  points: readonly PricePoint[],
  write: (amount: number) => string,
): WrittenFigures | null {
  const figures = seriesFigures(points);
  if (figures === null) return null;
  const { first, last, lowest, highest, change } = figures;
  const written = ([time, amount]: PricePoint): WrittenPoint => [time, write(amount)];
  return {
    first: written(first),
    last: written(last),
    lowest: written(lowest),
    highest: written(highest),
    change,
  };
}

/**
 * Summarises a chart in one sentence, for screen readers:
 * `Bitcoin, 7 days: from $61,000.00 to $59,048.00, low $58,100.00 on 19 Nov 2026, high … on …, −3.20 %.`
 */
export function summarisePriceHistory(
  name: string,
  figures: WrittenFigures | null,
  range: Range,
  zone: Zone = "utc",
): string {
  if (figures === null) return `${name}, ${rangeInWords(range)}: no prices are known.`;
  const { first, last, lowest, highest, change } = figures;
  const formatTime = zone === "utc" ? formatUtc : formatLocal;
  const when = (time: number) => (range === "24h" ? formatTime(time) : formatDate(time, zone));
  return [
    `${name}, ${coveredSpan(range, first[0], last[0], zone)}: from ${first[1]} to ${last[1]}`,
    `low ${lowest[1]} on ${when(lowest[0])}`,
    `high ${highest[1]} on ${when(highest[0])}`,
    ...(change === null ? [] : [formatPercent(change)]),
  ]
    .join(", ")
    .concat(".");
}
