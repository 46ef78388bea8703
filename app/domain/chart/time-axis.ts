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
import { formatAxisTime, type Zone } from "../format/time";
import type { Range } from "../market/range";
import { TIME } from "../time";
import type { PricePoint } from "./price-history";

export interface TimeTick {
  /** In thousandths of the plot's width. */
  readonly x: number;
  readonly label: string;
}

/** Finds the moments at the left and the right edge of a series' plot; a single moment gets an hour around it. */
export function timeDomain(points: readonly PricePoint[]): readonly [from: number, to: number] | null {
  const from = points[0]?.[0];
  const to = points.at(-1)?.[0];
  if (from === undefined || to === undefined) return null;
  return from === to ? [from - TIME.HOUR / 2, to + TIME.HOUR / 2] : [from, to];
}

/** Returns the time axis of a series: about eleven ticks, time of day for 24h and dates otherwise. */
export function timeAxis(points: readonly PricePoint[], range: Range, zone: Zone): TimeTick[] {
  const domain = timeDomain(points);
  if (domain === null) return [];
  const [from, to] = domain;
  return timeTicks(from, to, range, zone).map((time) => ({
    x: Math.round(((time - from) / (to - from)) * 10_000) / 10,
    label: formatAxisTime(time, range, to - from, zone),
  }));
}

type Unit = "minute" | "hour" | "day" | "month" | "year";

const INTERVALS: Record<Zone, Readonly<Record<Unit, CountableTimeInterval>>> = {
  utc: { minute: utcMinute, hour: utcHour, day: utcDay, month: utcMonth, year: utcYear },
  local: { minute: timeMinute, hour: timeHour, day: timeDay, month: timeMonth, year: timeYear },
};

/** Steps between ticks, each with its rough length in milliseconds. */
const STEPS: readonly (readonly [unit: Unit, count: number, ms: number])[] = [
  ...[1, 5, 10, 15, 30].map((count) => ["minute", count, count * TIME.MINUTE] as const),
  ...[1, 2, 3, 6, 12].map((count) => ["hour", count, count * TIME.HOUR] as const),
  ...[1, 2, 3, 5, 7, 10, 14, 20].map((count) => ["day", count, count * TIME.DAY] as const),
  ...[1, 2, 3, 6].map((count) => ["month", count, count * 30.44 * TIME.DAY] as const),
  ...[1, 2, 5].map((count) => ["year", count, count * 365.25 * TIME.DAY] as const),
];

/** Beyond this part of the axis, a phone would cut a label off. */
const LABELLED_PART = 0.8;

/**
 * Finds the moments at which a time axis has its ticks, in milliseconds: those round steps whose number is nearest to the
 * one wanted. Where dates are written, ticks are a day apart at least, or two would carry the same label. A series too short
 * for a tick that has room for its label gets one in the middle.
 */
export function timeTicks(from: number, to: number, range: Range, zone: Zone, wanted = 11): number[] {
  const smallest = range === "24h" ? TIME.MINUTE : TIME.DAY;
  const [first, ...others] = STEPS.filter(([, , ms]) => ms >= smallest);
  if (first === undefined) return [];
  const missedBy = ([, , ms]: (typeof STEPS)[number]) => Math.abs((to - from) / ms - wanted);
  const [unit, count] = others.reduce((best, step) => (missedBy(step) < missedBy(best) ? step : best), first);
  const ticks = every(INTERVALS[zone][unit], unit, count)
    .range(new Date(from), new Date(to + 1))
    .map(Number);
  return ticks.some((time) => time <= from + (to - from) * LABELLED_PART) ? ticks : [(from + to) / 2];
}

/** Counts days across months, so that the 31st and the 1st are not both ticks. */
function every(interval: CountableTimeInterval, unit: Unit, count: number): TimeInterval {
  if (unit === "day") return interval.filter((date) => interval.count(new Date(0), date) % count === 0);
  return interval.every(count) ?? interval;
}
