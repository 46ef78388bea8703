import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { CachePolicy } from "./cache-policy.server";

export type MonthBudget = ReturnType<typeof createMonthBudget>;

interface MonthBudgetOptions {
  /** 0: no budget. */
  readonly callsPerMonth: number;
  /**
   * Counts a call among those of all replicas in a month, such as `2026-11`.
   * @param ownCount the calls that this replica knows of, with which a new count begins
   * @returns the count; null where there is none
   */
  readonly countInMonth: (month: string, ownCount: number) => Promise<number | null>;
  readonly clock: Clock;
}

/** How often fresh times are stretched, by the share of the reserve that is left: the first that is reached. */
const STRETCHES = [
  { from: 0.8, times: 1 },
  { from: 0.6, times: 2 },
  { from: 0.4, times: 5 },
  { from: Number.NEGATIVE_INFINITY, times: 15 },
] as const;

/** Share of the reserve that a restarted site without a shared count allows itself. */
const RESTART_SHARE = 0.5;

/** A count in the shared cache that is so many times the budget is none of ours. */
const MAX_EXCESS = 2;

/** Milliseconds by which the clock can differ from the time that has passed, before it counts as set. */
const MAX_CLOCK_DRIFT_MS = TIME.HOUR;

/**
 * Spreads a number of calls over the calendar month (UTC): at each moment, the share of the month that has passed may have been
 * used, and a reserve: a day's calls at the beginning, less and less of them towards the end, so that the last day has as many as
 * the others. What is not used is left for later, and no day can use up what later days need.
 *
 * As what is left shrinks, data stay fresh for longer. Which calls are refused before it is gone, the rate limiter decides.
 */
export function createMonthBudget({ callsPerMonth, countInMonth, clock }: MonthBudgetOptions) {
  const isUnlimited = callsPerMonth === 0;
  let used = 0;
  let month = "";
  /** Time of day less monotonic time. */
  let offset = 0;
  let loggedDay = -1;

  /** Calls of the moment. Makes sure that they are of this month: without a count, or after the clock was set, evenly used. */
  function state() {
    const time = clock.now();
    const [start, end] = monthAround(time);
    const passed = (time - start) / (end - start);
    const dayShare = TIME.DAY / (end - start);
    const due = callsPerMonth * passed;
    /** The reserve while nothing of it is used. */
    const reserve = callsPerMonth * dayShare * (1 - passed);
    const newOffset = time - clock.monotonic();
    const name = new Date(time).toISOString().slice(0, 7);
    if (name !== month || Math.abs(newOffset - offset) > MAX_CLOCK_DRIFT_MS) {
      [month, offset] = [name, newOffset];
      used = Math.min(callsPerMonth, Math.round(due + RESTART_SHARE * Math.min(due, reserve)));
    }
    // Each moment adds its share of the month, less that of which the reserve shrinks.
    const msPerCall = (end - start) / callsPerMonth / (1 - dayShare);
    return { reserve, credit: due + reserve - used, msPerCall, leftMs: end - time };
  }

  function stretch(): number {
    if (isUnlimited) return 1;
    const { credit, reserve } = state();
    return STRETCHES.find(({ from }) => credit / reserve >= from)?.times ?? 1;
  }

  async function countAmongReplicas(): Promise<void> {
    const counted = month;
    const count = await countInMonth(counted, used);
    if (count !== null && counted === month && count <= MAX_EXCESS * callsPerMonth) used = count;
  }

  function logOnceADay(): void {
    const day = Math.floor(clock.now() / TIME.DAY);
    if (day === loggedDay) return;
    loggedDay = day;
    const left = Math.max(0, callsPerMonth - used);
    console.info(
      `market data: ${used} of ${callsPerMonth} calls used in ${month}, ${left} left; data stay fresh ${stretch()} times as long as usual`,
    );
  }

  return {
    /** Calls a month; 0: any number. */
    callsPerMonth,
    /** Calls of this month, all replicas together. */
    used(): number {
      state();
      return used;
    },
    stretch,
    /** Milliseconds until so many calls may start, and beyond them a share of the reserve is left. */
    waitMs(calls: number, shareOfReserve = 0): number {
      if (isUnlimited) return 0;
      const { reserve, credit, msPerCall, leftMs } = state();
      const wanted = calls + shareOfReserve * reserve;
      if (used + wanted > callsPerMonth) return leftMs;
      return Math.max(0, Math.round((wanted - credit) * msPerCall));
    },
    /** Counts a call. */
    count(): void {
      if (isUnlimited) return;
      state();
      used += 1;
      void countAmongReplicas().then(logOnceADay);
    },
    /** Returns a policy as it is now, while its times follow the budget. No more than a day: what is older than usual should still be of use. */
    stretched(policy: CachePolicy): CachePolicy {
      const times = stretch();
      const stretched = (ms: number) => Math.max(ms, Math.min(ms * times, TIME.DAY));
      return { ...policy, ttlMs: stretched(policy.ttlMs), maxAgeMs: stretched(policy.maxAgeMs) };
    },
  };
}

/** Start and end of the month around a time. */
function monthAround(time: number): readonly [start: number, end: number] {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return [Date.UTC(year, month), Date.UTC(year, month + 1)];
}
