import { RANGE_DETAILS, type Range } from "../market/range";
import { TIME } from "../time";
import { SIZE } from "./plot-geometry";
import type { Gap, PricePoint } from "./price-history";

export interface Intervals {
  /** The interval that most of the time has, gaps aside, in milliseconds; 0 with fewer than two points. */
  readonly usualMs: number;
  readonly gaps: readonly Gap[];
}

/** A gap is longer than three usual intervals, and a bit, because points are not exactly on time. */
const GAP_FACTOR = 3.5;

/** Intervals on either side that tell what is usual in that part of a series. */
const NEIGHBOURS = 8;

/**
 * Finds the gaps of a sorted series. Intervals differ along a history (the service's own, and those of observed prices), so that each
 * is compared with those around it. No gap are: an interval that is not longer than the usual one of the series, one that a
 * plot is too small for, and one of the last hour, in which a fine history may wait for its next points.
 */
export function intervalsOf(points: readonly PricePoint[]): Intervals {
  const lengths = Float64Array.from(points.slice(1), ([time], index) => time - (points[index]?.[0] ?? time));
  const [start, end] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const isLong = lengths.map((ms, index) => {
    const mayBe = ms > (end - start) / SIZE && (points[index]?.[0] ?? 0) < end - TIME.HOUR;
    return mayBe && ms > GAP_FACTOR * usualAround(lengths, index) ? 1 : 0;
  });
  const usualMs = byTime(lengths.filter((_, index) => isLong[index] === 0));
  const gaps = points.flatMap((point, index): Gap[] => {
    const before = points[index - 1];
    return before && isLong[index - 1] && point[0] - before[0] > usualMs ? [[before, point]] : [];
  });
  return { usualMs, gaps };
}

function usualAround(lengths: Float64Array, index: number): number {
  const around = lengths.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1).sort();
  return around[around.length >> 1] ?? 0;
}

/** Returns the length up to which intervals fill half of their time. */
function byTime(lengths: Float64Array): number {
  const half = lengths.reduce((sum, ms) => sum + ms, 0) / 2;
  let filled = 0;
  return (
    lengths.sort().find((ms) => {
      filled += ms;
      return filled >= half;
    }) ?? 0
  );
}

/** Names the interval of 24 hours whose points are further apart than usual: `hourly`; null otherwise. */
export function intervalWords({ usualMs }: Intervals, range: Range): string | null {
  const hours = Math.round(usualMs / TIME.HOUR);
  if (RANGE_DETAILS[range].windowMs > TIME.DAY || hours < 1 || hours > 12) return null;
  return hours === 1 ? "hourly" : `every ${hours} hours`;
}
