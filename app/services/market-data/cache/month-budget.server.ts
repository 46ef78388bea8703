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

  /** Makes sure that the count is of this month. Without a count, or after the clock was set, it is estimated: evenly used. */
  function now(): { readonly sinceStart: number; readonly length: number; readonly aheadMs: number } {
    const time = clock.now();
    const [start, end] = monthAround(time);
    const [sinceStart, length] = [time - start, end - start];
    const aheadMs = TIME.DAY * (1 - sinceStart / length);
    const newOffset = time - clock.monotonic();
    const name = new Date(time).toISOString().slice(0, 7);
    if (name !== month || Math.abs(newOffset - offset) > MAX_CLOCK_DRIFT_MS) {
      [month, offset] = [name, newOffset];
      const usedAhead = (1 - RESTART_SHARE) * Math.min(sinceStart, aheadMs);
      used = Math.min(callsPerMonth, Math.round((callsPerMonth * (sinceStart + usedAhead)) / length));
    }
    return { sinceStart, length, aheadMs };
  }

  /** Calls that may start now. */
  function credit(): number {
    const { sinceStart, length, aheadMs } = now();
    return (callsPerMonth * (sinceStart + aheadMs)) / length - used;
  }

  /** Calls of the reserve while nothing of it is used. */
  function reserve(): number {
    const { length, aheadMs } = now();
    return (callsPerMonth * aheadMs) / length;
  }

  function stretch(): number {
    if (isUnlimited) return 1;
    const left = credit() / reserve();
    return STRETCHES.find(({ from }) => left >= from)?.times ?? 1;
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
      now();
      return used;
    },
    stretch,
    /** Milliseconds until so many calls may start, and beyond them a share of the reserve is left. */
    waitMs(calls: number, shareOfReserve: number): number {
      if (isUnlimited) return 0;
      const { sinceStart, length } = now();
      const wanted = calls + shareOfReserve * reserve();
      if (used + wanted > callsPerMonth) return length - sinceStart;
      // Each moment adds its share of the month, less that of which the reserve shrinks.
      const callsPerMs = (callsPerMonth / length) * (1 - TIME.DAY / length);
      return Math.max(0, Math.round((wanted - credit()) / callsPerMs));
    },
    /** Counts a call. */
    count(): void {
      if (isUnlimited) return;
      now();
      used += 1;
      void countAmongReplicas().then(logOnceADay);
    },
    /** Returns a policy whose times follow the budget. No more than a day: what is older than usual should still be of use. */
    stretched(policy: CachePolicy): CachePolicy {
      if (isUnlimited) return policy;
      const stretched = (ms: number) => Math.max(ms, Math.min(ms * stretch(), TIME.DAY));
      return {
        ...policy,
        get ttlMs() {
          return stretched(policy.ttlMs);
        },
        get maxAgeMs() {
          return stretched(policy.maxAgeMs);
        },
      };
    },
  };
}

/** Start and end of the month around a time. */
function monthAround(time: number): readonly [start: number, end: number] {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return [Date.UTC(year, month), Date.UTC(year, month + 1)];
}
