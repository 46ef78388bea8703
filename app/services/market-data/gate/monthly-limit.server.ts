import { dayAt, monthAround, TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { FreshTimes } from "../policy/cache-policy.server";
import type { AnswerStore } from "../store/answer-store.server";

export type MonthlyLimit = ReturnType<typeof createMonthlyLimit>;

/** For how long data are fresh on a plan of one call an hour, with half of the reserve left; and at most, however few calls are left. */
const FRESH = {
  prices: { atOneCallAnHourMs: 105 * TIME.MINUTE, maxMs: TIME.HOUR },
  facts: { atOneCallAnHourMs: 84 * TIME.HOUR, maxMs: TIME.DAY },
} as const;

/** Weight of the reserve: data are fresh for a third as long with a full one as with half of it, and for 2.8 times with an empty one. */
const PRESSURE_EXPONENT = 3;

/** Calls of replicas that started after a count was read. */
const COUNT_SLACK = 50;

/**
 * Spreads a number of calls over the calendar month (UTC): at each moment, the elapsed share of the month may have been used, plus a
 * reserve, with less of which data stay fresh for longer; see docs/market-data.md.
 * @param callsPerMonth 0: no limit
 */
export function createMonthlyLimit(callsPerMonth: number, store: AnswerStore, clock: Clock) {
  const isUnlimited = callsPerMonth === 0;
  let month = "";
  let used = 0;
  let loggedDay = -1;

  /** Current number of calls. In a month without a count, calls are assumed to be evenly used, and half of the reserve too. */
  function state() {
    const time = clock.now();
    const [start, end] = monthAround(time);
    const passed = (time - start) / (end - start);
    const dayShare = TIME.DAY / (end - start);
    const due = callsPerMonth * passed;
    /** While none of it is used: a day's calls at first, less and less towards the end. */
    const reserve = callsPerMonth * dayShare * (1 - passed);
    const name = new Date(time).toISOString().slice(0, 7);
    if (name !== month) [month, used] = [name, Math.round(due + Math.min(due, reserve) / 2)];
    // Each moment adds its share of the month, minus the amount by which the reserve shrinks.
    const msPerCall = (end - start) / callsPerMonth / (1 - dayShare);
    return { allowed: due + reserve, credit: due + reserve - used, reserve, msPerCall, leftMs: end - time };
  }

  /** Factor of freshness compared with half of the reserve: from an eighth, after quiet days, to 22. */
  function pressure(): number {
    const { credit, reserve } = state();
    return 2 ** (PRESSURE_EXPONENT * (0.5 - Math.max(-1, Math.min(1.5, credit / reserve))));
  }
  const usualCallsPerHour = (callsPerMonth * TIME.HOUR) / ((365 * TIME.DAY) / 12);

  function freshTimes(): FreshTimes | null {
    if (isUnlimited) return null;
    const factor = pressure() / usualCallsPerHour;
    const fresh = ({ atOneCallAnHourMs, maxMs }: (typeof FRESH)["prices" | "facts"]) =>
      Math.max(TIME.MINUTE, Math.min(maxMs, Math.round(atOneCallAnHourMs * factor)));
    return { pricesMs: fresh(FRESH.prices), factsMs: fresh(FRESH.facts) };
  }

  return {
    callsPerMonth,
    /** Calls of this month by all replicas. */
    used(): number {
      // A new month may have begun.
      state();
      return used;
    },
    freshTimes,
    /** Current number of calls per hour: 2.8 times the average while the whole reserve is left. */
    callsPerHour: () => (isUnlimited ? Number.POSITIVE_INFINITY : usualCallsPerHour / pressure()),
    /** Milliseconds until that many calls may start with a share of the reserve left. */
    waitMs(calls: number, shareOfReserve = 0): number {
      if (isUnlimited) return 0;
      const { reserve, credit, msPerCall, leftMs } = state();
      const wanted = calls + shareOfReserve * reserve;
      if (used + wanted > callsPerMonth) return leftMs;
      return Math.max(0, Math.round((wanted - credit) * msPerCall));
    },
    /** Counts a call, and logs once a day how many are left. */
    async count(): Promise<void> {
      if (isUnlimited) return;
      const { allowed } = state();
      used += 1;
      const counted = month;
      const count = await store.countInMonth(counted, used, Math.ceil(allowed) + COUNT_SLACK);
      // A new month may have begun meanwhile.
      if (count !== null && counted === month) used = count;
      const day = dayAt(clock.now());
      if (day === loggedDay) return;
      loggedDay = day;
      const left = Math.max(0, callsPerMonth - used);
      const minutes = ((freshTimes()?.pricesMs ?? 0) / TIME.MINUTE).toFixed(1);
      const calls = `${used} of ${callsPerMonth} calls used in ${month}, ${left} left`;
      console.info(`market data: ${calls}; prices stay fresh for ${minutes} min`);
    },
  };
}
