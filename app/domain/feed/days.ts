import type { PricePoint } from "../chart/price-history";
import { dayAt, TIME } from "../time";

/** Values that were passed on a day: each range is above its first number, and up to its second one. */
export type Passed = readonly (readonly [above: number, upTo: number])[];

/** What feeds tell of a coin's day (UTC), in one currency. */
export interface Day {
  /** Whole days since the epoch. */
  readonly day: number;
  /** Once it is over. Low and high are null where too many hours are missing. */
  readonly figures: readonly [close: number, low: number | null, high: number | null] | null;
  /** Prices that were passed upward, and downward as negative numbers; and the same of the change of 24 hours in per cent. */
  readonly rises: Passed;
  readonly falls: Passed;
  readonly surges: Passed;
  readonly slumps: Passed;
}

/** Days that feeds tell of, besides today. */
export const TOLD_DAYS = 30;

/** The change of the oldest one needs the close before it. */
const KEPT_DAYS = TOLD_DAYS + 1;

const HOURS = TIME.DAY / TIME.HOUR;
/** With fewer of its 25 hours, from midnight to midnight, a day has no low and high. */
const MIN_HOURS = 13;

/** A price, or a change of 24 hours in per cent, at a time in milliseconds since the epoch. */
type Moment = readonly [time: number, value: number, ...unknown[]];

/**
 * Returns the days of a coin, the oldest first.
 *
 * The figures of a day are those of the history's full hours alone, and only once a later hour is known: whoever has the history,
 * whenever it was fetched, has the same ones. What was passed is found in any prices, and more of them only add to it: each day
 * begins with the close of the one before.
 * @param history hourly points, the oldest first; the last one is the price of the fetch
 * @param seen other prices, in any order
 * @param changes of 24 hours that are known besides
 */
export function daysOf(
  history: readonly PricePoint[],
  seen: readonly Moment[] = [],
  changes: readonly Moment[] = [],
): readonly Day[] {
  const hours = fullHours(history);
  const moves = new Map<number, Moment>();
  for (const [hour, [time, price]] of hours) {
    const before = hours.get(hour - HOURS)?.[1] ?? 0;
    if (before > 0) moves.set(hour, [time, changeOf(price, before)]);
  }
  const prices = byDay([...hours.values(), ...history.slice(-1), ...seen]);
  const percents = byDay([...moves.values(), ...changes]);
  return [...new Set([...prices.keys(), ...percents.keys()])]
    .sort((one, other) => one - other)
    .map((day): Day => {
      const path = dayPath(day, hours, prices);
      const movePath = dayPath(day, moves, percents);
      return {
        day,
        figures: figuresOf(day, hours),
        rises: passed(path),
        falls: passed(path.map((price) => -price)),
        surges: passed(movePath),
        slumps: passed(movePath.map((percent) => -percent)),
      };
    });
}

/** The price at each full hour since the epoch: that of the nearest point. The newest hour may still get a nearer one. */
function fullHours(history: readonly PricePoint[]): ReadonlyMap<number, Moment> {
  const nearest = new Map<number, Moment>();
  const offset = ([time]: Moment) => Math.abs(time - Math.round(time / TIME.HOUR) * TIME.HOUR);
  for (const point of history.slice(0, -1)) {
    const hour = Math.round(point[0] / TIME.HOUR);
    const known = nearest.get(hour);
    if (known === undefined || offset(point) < offset(known)) nearest.set(hour, point);
  }
  nearest.delete(Math.max(...nearest.keys()));
  return nearest;
}

/** Returns a change in per cent without the last digits of its binary: 110 after 100 is 10, and no less. */
export function changeOf(price: number, before: number): number {
  return Number((((price - before) / before) * 100).toPrecision(10));
}

function byDay(moments: readonly Moment[]): ReadonlyMap<number, readonly Moment[]> {
  const days = new Map<number, Moment[]>();
  for (const moment of moments.toSorted(([one], [other]) => one - other)) {
    const day = dayAt(moment[0]);
    const others = days.get(day);
    if (others === undefined) days.set(day, [moment]);
    else others.push(moment);
  }
  return days;
}

function figuresOf(day: number, hours: ReadonlyMap<number, Moment>): Day["figures"] {
  const prices = Array.from({ length: HOURS + 1 }, (_, hour) => hours.get(day * HOURS + hour)?.[1]);
  const close = prices.at(-1);
  if (close === undefined) return null;
  const known = prices.flatMap((price) => price ?? []);
  return known.length < MIN_HOURS ? [close, null, null] : [close, Math.min(...known), Math.max(...known)];
}

/** The values of a day in their order, from midnight to midnight. */
function dayPath(
  day: number,
  hours: ReadonlyMap<number, Moment>,
  days: ReadonlyMap<number, readonly Moment[]>,
): readonly number[] {
  const [begin, end] = [hours.get(day * HOURS), hours.get((day + 1) * HOURS)];
  return [begin, ...(days.get(day) ?? []), end].flatMap((moment) => moment?.[1] ?? []);
}

/** Returns all values that a path passes upward: it is below them, and later is not. */
function passed(path: readonly number[]): Passed {
  const ranges: (readonly [number, number])[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const value of path) {
    if (value > lowest) ranges.push([lowest, value]);
    lowest = Math.min(lowest, value);
  }
  return joined(ranges);
}

function joined(ranges: Passed): Passed {
  const whole: (readonly [number, number])[] = [];
  for (const [above, upTo] of ranges.toSorted(([one], [other]) => one - other)) {
    const [before, end] = whole.at(-1) ?? [0, Number.NEGATIVE_INFINITY];
    if (above > end) whole.push([above, upTo]);
    else whole[whole.length - 1] = [before, Math.max(end, upTo)];
  }
  return whole;
}

export function isPassed(value: number, ranges: Passed): boolean {
  return ranges.some(([above, upTo]) => value > above && value <= upTo);
}

/** Joins what is known of a coin's days: figures stay as they were first told, and nothing that was passed is lost. */
export function joinDays(known: readonly Day[], found: readonly Day[], today: number): readonly Day[] {
  const days = new Map(known.map((day) => [day.day, day]));
  for (const day of found) {
    const before = days.get(day.day) ?? day;
    days.set(day.day, {
      day: day.day,
      figures: before.figures ?? day.figures,
      rises: joined([...before.rises, ...day.rises]),
      falls: joined([...before.falls, ...day.falls]),
      surges: joined([...before.surges, ...day.surges]),
      slumps: joined([...before.slumps, ...day.slumps]),
    });
  }
  return [...days.values()]
    .filter(({ day }) => day >= today - KEPT_DAYS && day <= today)
    .sort((one, other) => one.day - other.day);
}
