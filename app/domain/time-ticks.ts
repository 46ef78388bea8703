import {
  type CountableTimeInterval,
  type TimeInterval,
  timeDay,
  timeHour,
  timeMinute,
  timeMonth,
  timeYear,
  utcDay,
  utcHour,
  utcMinute,
  utcMonth,
  utcYear,
} from "d3-time";
import type { Range } from "./range";

/** Whose midnight counts: the world's, or the visitor's. The latter is for after hydration. */
export type Zone = "utc" | "local";

interface Intervals {
  readonly minute: CountableTimeInterval;
  readonly hour: CountableTimeInterval;
  readonly day: CountableTimeInterval;
  readonly month: CountableTimeInterval;
  readonly year: CountableTimeInterval;
}

const INTERVALS: Record<Zone, Intervals> = {
  utc: { minute: utcMinute, hour: utcHour, day: utcDay, month: utcMonth, year: utcYear },
  local: { minute: timeMinute, hour: timeHour, day: timeDay, month: timeMonth, year: timeYear },
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Steps between ticks, each with its rough length in milliseconds. */
const STEPS: readonly (readonly [unit: keyof Intervals, count: number, ms: number])[] = [
  ...[1, 5, 10, 15, 30].map((count) => ["minute", count, count * MINUTE_MS] as const),
  ...[1, 2, 3, 6, 12].map((count) => ["hour", count, count * HOUR_MS] as const),
  ...[1, 2, 3, 5, 7, 10, 14, 20].map((count) => ["day", count, count * DAY_MS] as const),
  ...[1, 2, 3, 6].map((count) => ["month", count, count * 30.44 * DAY_MS] as const),
  ...[1, 2, 5].map((count) => ["year", count, count * 365.25 * DAY_MS] as const),
];

/** At the right end of the axis of a phone a label would be cut off: a tick that is to be labelled lies before. */
const LABELLED_PART = 0.8;

/**
 * The moments at which a time axis has its ticks, in milliseconds: those round steps whose number is nearest to the one
 * wanted. Where dates are written, ticks are a day apart at least, or two would carry the same label. A series too short
 * for a tick that has room for its label gets one in the middle.
 */
export function timeTicks(from: number, to: number, range: Range, zone: Zone, about = 11): number[] {
  const smallest = range === "24h" ? MINUTE_MS : DAY_MS;
  const [first, ...others] = STEPS.filter(([, , ms]) => ms >= smallest);
  if (first === undefined) return [];
  const missedBy = ([, , ms]: (typeof STEPS)[number]) => Math.abs((to - from) / ms - about);
  const [unit, count] = others.reduce((best, step) => (missedBy(step) < missedBy(best) ? step : best), first);
  const ticks = every(INTERVALS[zone][unit], unit, count)
    .range(new Date(from), new Date(to + 1))
    .map(Number);
  return ticks.some((time) => time <= from + (to - from) * LABELLED_PART) ? ticks : [(from + to) / 2];
}

/** Days are counted through, not anew each month, so that the 31st and the 1st are not both ticks. */
function every(interval: CountableTimeInterval, unit: keyof Intervals, count: number): TimeInterval {
  if (unit === "day") return interval.filter((date) => interval.count(new Date(0), date) % count === 0);
  return interval.every(count) ?? interval;
}
