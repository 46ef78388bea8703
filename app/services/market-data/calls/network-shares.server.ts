import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { overloaded } from "../failure.server";
import type { CallQueue } from "./call-queue.server";
import type { MonthBudget } from "./month-budget.server";

/** Maximum number of remembered networks; a forgotten one has its whole share again. */
const MAX_NETWORKS = 10_000;

/** One network's share of the calls per minute, and of those of six hours of the month's plan: a dozen new pages. */
const SHARE = { ofMinute: 1 / 3, ofHours: 1 / 5, hours: 6 } as const;

/** While less of a minute's calls is used, no network takes any from others. */
const MIN_USED_OF_MINUTE = 1 / 2;

/** The name under which the calls of all networks are counted, and of those that are hidden. */
const ALL = "";

export type NetworkShares = ReturnType<typeof createNetworkShares>;

/**
 * Counts the calls caused by each network, so that none uses up the shared limits. Networks with hidden addresses have no share.
 *
 * Unused calls of a minute are lost, so its share limits only once half of them are used. The month keeps its unused calls for
 * others, so its share always limits; it grows with them.
 * @param limit calls a minute of the service's limit; 0: none
 */
export function createNetworkShares(limit: number, queue: CallQueue, month: MonthBudget, clock: Clock) {
  /** Calls by the time at which they were caused, oldest first: of networks in the last six hours, of all in the last minute. */
  const callsOf = new LRUCache<string, readonly { readonly at: number }[]>({ max: MAX_NETWORKS });

  /** There is room once the period of the call that was so many calls ago has ended. */
  function untilRoom(name: string, calls: number, periodMs: number): number {
    const call = callsOf.get(name)?.at(-Math.max(1, Math.round(calls)));
    return (call?.at ?? Number.NEGATIVE_INFINITY) + periodMs - clock.monotonic();
  }

  function waitMs(network: string | null): number {
    if (network === null) return 0;
    const untilShare = limit > 0 ? untilRoom(network, limit * SHARE.ofMinute, TIME.MINUTE) : 0;
    const untilFree = untilRoom(ALL, queue.callsPerMinute() * MIN_USED_OF_MINUTE, TIME.MINUTE);
    const ofHours = SHARE.hours * month.callsPerHour() * SHARE.ofHours;
    return Math.max(0, Math.min(untilShare, untilFree), untilRoom(network, ofHours, SHARE.hours * TIME.HOUR));
  }

  return {
    waitMs,
    /**
     * Counts a call that a network causes.
     * @param network null: hidden, or the call is for everybody
     * @returns a function that uncounts a call that was not made
     * @throws {MarketDataFailure} if the network has used up its share
     */
    take(network: string | null): () => void {
      const ms = waitMs(network);
      if (ms > 0) throw overloaded("a network has used up its share of the calls", ms);
      const isLimited = limit > 0 || Number.isFinite(month.callsPerHour());
      if (!isLimited) return () => {};
      const call = { at: clock.monotonic() };
      const names = network === null ? [ALL] : [ALL, network];
      for (const name of names) {
        const since = call.at - (name === ALL ? TIME.MINUTE : SHARE.hours * TIME.HOUR);
        callsOf.set(name, [...(callsOf.get(name) ?? []).filter(({ at }) => at >= since), call]);
      }
      return () => {
        for (const name of names)
          callsOf.set(
            name,
            callsOf.get(name)?.filter((other) => other !== call),
          );
      };
    },
  };
}
