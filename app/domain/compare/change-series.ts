import { beginsLate } from "../chart/covered-span";
import { intervalsOf } from "../chart/intervals";
import { type PricePoint, type SeriesFigures, seriesFigures } from "../chart/price-history";
import { RANGE_DETAILS, type Range } from "../market/range";
import { TIME } from "../time";

/** Moments at which the lines are drawn, in addition to their ends and extremes. */
const MAX_MOMENTS = 150;

/** Larger changes in per cent are drawn as this. */
const MAX_CHANGE = 1e12;

/** A last price stays valid for this fraction of the window, but for a day at most, and a first one counts as that before it. */
const HELD = { part: 0.02, maxMs: TIME.DAY } as const;

/** The change of a coin's price since its base, the first price above zero in the common window. */
export interface CoinChange extends SeriesFigures {
  /** In per cent, to six digits, one for each common moment; null before the base, in gaps, and after the last price. */
  readonly values: readonly (number | null)[];
  /** Time of the first price, if the line begins later than the range. */
  readonly since: number | null;
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
  const windows = series.map((points) => {
    const base = points.findIndex(([time, price]) => time >= from && price > 0);
    const shown = base === -1 ? [] : points.slice(base);
    const figures = seriesFigures(shown);
    return figures && { points: shown, figures };
  });
  const moments = commonMoments(windows.flatMap((window) => window ?? []));
  return { moments, coins: windows.map((window) => window && changeOf(window, moments, range)) };
}

function startOf(series: readonly (readonly PricePoint[])[], range: Range): number {
  const known = series.flatMap((points) => seriesFigures(points) ?? []);
  if (range === "max") return Math.max(...known.map(({ first }) => first[0]));
  return Math.max(...known.map(({ last }) => last[0])) - RANGE_DETAILS[range].windowMs;
}

interface Window {
  readonly points: readonly PricePoint[];
  readonly figures: SeriesFigures;
}

/** Spreads moments evenly, as many as the finest history has points, and adds the ends and extremes of each. */
function commonMoments(windows: readonly Window[]): number[] {
  const own = windows.flatMap(({ figures: { first, last, lowest, highest } }) =>
    [first, last, lowest, highest].map(([time]) => time),
  );
  const [begin, end] = [Math.min(...own), Math.max(...own)];
  const finest = Math.max(0, ...windows.map(({ points }) => points.length));
  const steps = Math.max(1, Math.min(MAX_MOMENTS, finest) - 1);
  const even = Array.from({ length: steps + 1 }, (_, step) => begin + ((end - begin) * step) / steps);
  const minutes = [...even, ...own].filter(Number.isFinite).map(minuteOf);
  return [...new Set(minutes)].sort((one, other) => one - other);
}

function changeOf({ points, figures }: Window, moments: readonly number[], range: Range): CoinChange {
  const { first, last, lowest, highest } = figures;
  const [begin = 0, end = 0] = [moments[0], moments.at(-1)];
  // Between two points the line is straight; at the added moments it is exact.
  const named = new Map([lowest, highest, last, first].map(([time, price]) => [minuteOf(time), price]));
  const heldMs = Math.min((end - begin) * HELD.part, HELD.maxMs);
  // Histories that were fetched a minute apart begin together.
  const start = first[0] - begin <= heldMs ? begin : minuteOf(first[0]);
  const gapAfter = new Map(intervalsOf(points).gaps);
  let at = 0;
  const valueAt = (time: number): number | null => {
    if (time < start || time > last[0] + heldMs) return null;
    while (at < points.length - 1 && (points[at + 1]?.[0] ?? 0) <= time) at += 1;
    const [before, after] = [points[at] ?? first, points[at + 1] ?? last];
    const isInGap = gapAfter.has(before) && time > before[0] && time < minuteOf(after[0]);
    if (isInGap && !named.has(time)) return null;
    const price = named.get(time) ?? between(before, after, time);
    const percent = (price / first[1] - 1) * 100;
    return Number(Math.max(-MAX_CHANGE, Math.min(MAX_CHANGE, percent)).toPrecision(6));
  };
  const isLate = range === "max" || beginsLate(range, first[0], end);
  const change = figures.change === null ? null : Math.min(MAX_CHANGE, figures.change);
  return { ...figures, change, values: moments.map(valueAt), since: isLate ? first[0] : null };
}

/** Finds the price on the straight line between two points; that of the first at its moment and before. */
function between([time, price]: PricePoint, [nextTime, nextPrice]: PricePoint, at: number): number {
  if (at <= time || nextTime <= time) return price;
  return price + ((nextPrice - price) * (at - time)) / (nextTime - time);
}

function minuteOf(time: number): number {
  return Math.floor(time / TIME.MINUTE) * TIME.MINUTE;
}
