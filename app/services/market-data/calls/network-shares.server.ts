import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { overloaded } from "../failure.server";
import type { MonthBudget } from "./month-budget.server";

/** Maximum number of remembered networks; a forgotten one has its whole share again. */
const MAX_NETWORKS = 10_000;

/** One network's share of the calls per minute, and of those of six hours of the month's plan: a dozen new pages. */
const SHARE = { ofMinute: 1 / 3, ofHours: 1 / 5, hours: 6 } as const;

export type NetworkShares = ReturnType<typeof createNetworkShares>;

/**
 * Counts the calls caused by each network, so that none uses up the shared limits. Networks with hidden addresses have no share.
 * @param callsPerMinute the service's limit; 0: none
 */
export function createNetworkShares(callsPerMinute: number, month: MonthBudget, { monotonic }: Clock) {
  /** Times of the calls of the last six hours, oldest first. */
  const callsOf = new LRUCache<string, readonly number[]>({ max: MAX_NETWORKS });

  function waitMs(network: string | null): number {
    const times = callsOf.get(network ?? "") ?? [];
    /** There is room once the period of the call that was so many calls ago has ended. */
    const untilRoom = (calls: number, periodMs: number) =>
      (times.at(-Math.max(1, Math.round(calls))) ?? Number.NEGATIVE_INFINITY) + periodMs - monotonic();
    const ofMinute = callsPerMinute > 0 ? callsPerMinute * SHARE.ofMinute : Number.POSITIVE_INFINITY;
    const ofHours = SHARE.hours * month.callsPerHour() * SHARE.ofHours;
    return Math.max(0, untilRoom(ofMinute, TIME.MINUTE), untilRoom(ofHours, SHARE.hours * TIME.HOUR));
  }

  return {
    waitMs,
    /**
     * Counts a call that a network causes.
     * @returns a function that uncounts a call that was not made
     * @throws {MarketDataFailure} if the network has used up its share
     */
    take(network: string | null): () => void {
      const ms = waitMs(network);
      if (ms > 0) throw overloaded("a network has used up its share of the calls", ms);
      const isLimited = callsPerMinute > 0 || Number.isFinite(month.callsPerHour());
      if (network === null || !isLimited) return () => {};
      const now = monotonic();
      const times = () => callsOf.get(network) ?? [];
      const recent = times().filter((time) => now - time <= SHARE.hours * TIME.HOUR);
      callsOf.set(network, [...recent, now]);
      return () => void callsOf.set(network, times().toSpliced(times().lastIndexOf(now), 1));
    },
  };
}
