import { beginsLate } from "../chart/covered-span";
import { extremes, type PricePoint } from "../chart/price-history";
import { type Range, rangeWindowMs } from "../market/range";
import { TIME } from "../time";

/** Moments at which the lines are drawn, in addition to their ends and extremes. */
const MAX_MOMENTS = 150;

/** Larger changes in per cent are drawn as this. */
const MAX_CHANGE = 1e12;

/** A last price stays valid for this fraction of the window, but for a day at most. */
const HELD = { part: 0.02, maxMs: TIME.DAY } as const;

/** First, last and extreme prices of a coin, with their times. */
interface Landmarks {
  readonly first: PricePoint;
  readonly last: PricePoint;
  readonly lowest: PricePoint;
  readonly highest: PricePoint;
}

/** The change of a coin's price since its base, the first price above zero in the common window. */
export interface CoinChange extends Landmarks {
  /** In per cent, to six digits, one for each common moment; null before the base and after the last known price. */
  readonly values: readonly (number | null)[];
  /** Change from the first price to the last one, in per cent. */
  readonly percent: number;
  /** Its prices begin clearly later than the range does. */
  readonly isLate: boolean;
}

export interface ComparedChanges {
  /** Milliseconds since the epoch, whole minutes, ascending; the ends of the time axis are the first and the last. */
  readonly moments: readonly number[];
  /** In the order of the series; null where a series has no price above zero within the window. */
  readonly coins: readonly (CoinChange | null)[];
}

/**
 * Puts price histories on one time axis and turns them into changes in per cent. The window ends with the newest price of
 * all. It begins with the range; a younger coin begins later, at 0 %. `max` begins with the youngest history, since before
 * that there is nothing to compare it with.
 * @param series normalised histories; times in milliseconds
 */
export function compareChanges(series: readonly (readonly PricePoint[])[], range: Range): ComparedChanges {
  const from = startOf(series, range);
  const windows = series.map((points) => fromBaseOn(points, from));
  const shown = windows.flatMap((window) => window ?? []);
  const begin = Math.min(...shown.map(({ first }) => first[0]));
  const end = Math.max(...shown.map(({ last }) => last[0]));
  const moments = commonMoments(shown, begin, end);
  return {
    moments,
    coins: windows.map((window) => window && changeOf(window, moments, range, end - begin)),
  };
}

/** Finds where the window begins, in milliseconds. */
function startOf(series: readonly (readonly PricePoint[])[], range: Range): number {
  const known = series.filter((points) => points.length > 0);
  if (range === "max") return Math.max(...known.map((points) => points[0]?.[0] ?? 0));
  return Math.max(...known.map((points) => points.at(-1)?.[0] ?? 0)) - rangeWindowMs(range);
}

/** A history within the window, starting with its base. */
interface Window extends Landmarks {
  readonly points: readonly PricePoint[];
}

function fromBaseOn(points: readonly PricePoint[], from: number): Window | null {
  const base = points.findIndex(([time, price]) => time >= from && price > 0);
  const kept = base === -1 ? [] : points.slice(base);
  const [first] = kept;
  const last = kept.at(-1);
  const ends = extremes(kept);
  return first && last && ends ? { points: kept, first, last, ...ends } : null;
}

/** Spreads moments evenly, as many as the finest history has points, and adds the ends and extremes of each. */
function commonMoments(windows: readonly Window[], begin: number, end: number): number[] {
  const finest = Math.max(0, ...windows.map(({ points }) => points.length));
  const steps = Math.max(1, Math.min(MAX_MOMENTS, finest) - 1);
  const even = Array.from({ length: steps + 1 }, (_, step) => begin + ((end - begin) * step) / steps);
  const own = windows.flatMap(({ first, last, lowest, highest }) => [first, last, lowest, highest]);
  const minutes = [...even, ...own.map(([time]) => time)].filter(Number.isFinite).map(minuteOf);
  return [...new Set(minutes)].sort((one, other) => one - other);
}

function changeOf(window: Window, moments: readonly number[], range: Range, spanMs: number): CoinChange {
  const { points, ...landmarks } = window;
  const { first, last, lowest, highest } = landmarks;
  const percentOf = (price: number) =>
    Math.max(-MAX_CHANGE, Math.min(MAX_CHANGE, (price / first[1] - 1) * 100));
  // Between two points the line is straight; at the added moments it is exact.
  const named = new Map([lowest, highest, last, first].map(([time, price]) => [minuteOf(time), price]));
  const heldMs = Math.min(spanMs * HELD.part, HELD.maxMs);
  let at = 0;
  const priceAt = (time: number): number | null => {
    if (time < minuteOf(first[0]) || time > last[0] + heldMs) return null;
    while (at < points.length - 1 && (points[at + 1]?.[0] ?? 0) <= time) at += 1;
    return named.get(time) ?? between(points[at] ?? first, points[at + 1], time);
  };
  return {
    ...landmarks,
    values: moments
      .map(priceAt)
      .map((price) => (price === null ? null : Number(percentOf(price).toPrecision(6)))),
    percent: percentOf(last[1]),
    isLate: beginsLate(range, first[0], moments.at(-1) ?? first[0]),
  };
}

/** Finds the price on the straight line from a point to the next; the point's own where there is none. */
function between([time, price]: PricePoint, next: PricePoint | undefined, at: number): number {
  if (next === undefined || at <= time) return price;
  const part = (at - time) / (next[0] - time);
  // Weighted apart, because the difference of the largest prices would be infinite.
  return price * (1 - part) + next[1] * part;
}

function minuteOf(time: number): number {
  return Math.floor(time / TIME.MINUTE) * TIME.MINUTE;
}
