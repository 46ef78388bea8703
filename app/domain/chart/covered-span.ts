import { formatDay, formatTimeOfDay, type Zone } from "../format/time";
import { RANGE_DETAILS, type Range } from "../market/range";

/** Data that begin later than this fraction of the range do not cover it. */
const LATE_PART = 0.05;

/** Returns whether data begin clearly later than the range that ends with them. Times in milliseconds. */
export function beginsLate(range: Range, from: number, to: number): boolean {
  const windowMs = RANGE_DETAILS[range].windowMs;
  return Number.isFinite(windowMs) && to - from < windowMs * (1 - LATE_PART);
}

/**
 * Names the time that data cover: the range, `14 days`, or `since 17 Nov` if they begin clearly later. Short, because it has
 * to fit on one line on a phone.
 * @param from time of the first value, in milliseconds; undefined: there is none
 * @param to time of the last one
 */
export function coveredSpan(
  range: Range,
  from: number | undefined,
  to: number | undefined,
  zone: Zone = "utc",
): string {
  if (from === undefined || to === undefined || !beginsLate(range, from, to))
    return RANGE_DETAILS[range].words;
  return since(range, from, to, zone);
}

export function comparedSpan(...[range, from, to, zone = "utc"]: Parameters<typeof coveredSpan>): string {
  const isMax = range === "max" && from !== undefined && to !== undefined;
  return isMax ? since(range, from, to, zone) : coveredSpan(range, from, to, zone);
}

function since(range: Range, from: number, to: number, zone: Zone): string {
  return `since ${range === "24h" ? formatTimeOfDay(from, zone) : formatDay(from, to, zone)}`;
}
