import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";

/** Milliseconds for which what is known stays fresh: the two numbers that a limited plan decides. */
export interface Plan {
  /** Prices, changes of 24 hours, market caps and volumes. */
  readonly pricesMs: number;
  /** Lists, ranks and the week's lines; other facts as long or some times longer. */
  readonly factsMs: number;
}

export type MonthBudget = ReturnType<typeof createMonthBudget>;

interface MonthBudgetOptions {
  /** 0: no budget. */
  readonly callsPerMonth: number;
  /**
   * Counts a call among those of all replicas in a month, such as `2026-11`.
   * @param ownCount the calls that this replica knows of, with which a new count begins
   * @param maxCount a higher count is none of ours, and begins anew
   * @returns the count; null where there is none
   */
  readonly countInMonth: (month: string, ownCount: number, maxCount: number) => Promise<number | null>;
  readonly clock: Clock;
}

/** Without a month's budget, prices and facts are fresh for a minute. */
const UNLIMITED: Plan = { pricesMs: TIME.MINUTE, factsMs: TIME.MINUTE };

/**
 * Minutes for which prices and facts are fresh on a plan of one call an hour, while half of the reserve is left. A plan of 10,000
 * calls a month has 13.7 an hour: prices of 7 minutes, and facts of 6 hours.
 */
const MINUTES_AT_ONE_CALL_AN_HOUR = { prices: 105, facts: 105 * 48 } as const;

/** Prices are never older than that by plan. */
const MAX_PRICES_MS = TIME.HOUR;
const MAX_FACTS_MS = TIME.DAY;

/** How strongly the reserve counts: with all of it left, data are fresh for a third as long as with half of it, with none for 2.8 times. */
const PRESSURE_EXPONENT = 3;

/** Share of the reserve that a restarted site allows itself whose calls nobody has counted. */
const RESTART_SHARE = 0.5;

/** Calls of replicas that have started since a count was looked at. */
const COUNT_SLACK = 50;

/** Milliseconds by which the clock can differ from the time that has passed, before it counts as set. */
const MAX_CLOCK_DRIFT_MS = TIME.HOUR;

/**
 * Spreads a number of calls over the calendar month (UTC): at each moment, the share of the month that has passed may have been
 * used, and a reserve: a day's calls at the beginning, less and less of them towards the end, so that the last day has as many as
 * the others. As the reserve shrinks, data stay fresh for longer, so that fewer calls are due.
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
    const credit = due + reserve - used;
    // Each moment adds its share of the month, less that of which the reserve shrinks.
    const msPerCall = (end - start) / callsPerMonth / (1 - dayShare);
    return { due, reserve, credit, share: credit / reserve, msPerCall, leftMs: end - time };
  }

  /** How much longer data stay fresh than with half of the reserve: from an eighth, after quiet days, to 22 times. */
  const pressure = () => 2 ** (PRESSURE_EXPONENT * (0.5 - Math.max(-1, Math.min(1.5, state().share))));
  const usualCallsPerHour = (callsPerMonth * TIME.HOUR) / ((365 * TIME.DAY) / 12);

  function plan(): Plan {
    if (isUnlimited) return UNLIMITED;
    const scaleMs = (TIME.MINUTE / usualCallsPerHour) * pressure();
    const between = (ms: number, maxMs: number) => Math.max(TIME.MINUTE, Math.min(maxMs, Math.round(ms)));
    return {
      pricesMs: between(MINUTES_AT_ONE_CALL_AN_HOUR.prices * scaleMs, MAX_PRICES_MS),
      factsMs: between(MINUTES_AT_ONE_CALL_AN_HOUR.facts * scaleMs, MAX_FACTS_MS),
    };
  }

  async function countAmongReplicas(): Promise<void> {
    const counted = month;
    const { due, reserve } = state();
    const count = await countInMonth(counted, used, Math.ceil(due + reserve) + COUNT_SLACK);
    // A month may have begun meanwhile.
    if (count !== null && counted === month) used = count;
  }

  function logOnceADay(): void {
    const day = Math.floor(clock.now() / TIME.DAY);
    if (day === loggedDay) return;
    loggedDay = day;
    const left = Math.max(0, callsPerMonth - used);
    const { pricesMs } = plan();
    const minutes = (pricesMs / TIME.MINUTE).toFixed(1);
    console.info(
      `market data: ${used} of ${callsPerMonth} calls used in ${month}, ${left} left; prices stay fresh for ${minutes} min`,
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
    plan,
    /** Calls that an hour may have at the moment: 2.8 times as many as on average while the whole reserve is left. */
    callsPerHour: () => (isUnlimited ? Number.POSITIVE_INFINITY : usualCallsPerHour / pressure()),
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
  };
}

/** Start and end of the month around a time. */
function monthAround(time: number): readonly [start: number, end: number] {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return [Date.UTC(year, month), Date.UTC(year, month + 1)];
}
