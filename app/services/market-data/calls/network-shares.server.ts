import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { MonthBudget } from "./month-budget.server";
import { overloaded } from "./request-budget.server";

/** Maximum number of remembered networks; a forgotten one has its whole share again. */
const MAX_NETWORKS = 10_000;

/** One network's share of the calls per minute, and of those of six hours of the month's plan: a dozen new pages. */
const SHARE = { ofMinute: 1 / 3, ofHours: 1 / 5, hours: 6 } as const;

export type NetworkShares = ReturnType<typeof createNetworkShares>;

/**
 * Counts the calls caused by each network, so that none uses up the shared limit: each may use a third of a minute's calls, and a
 * fifth of the calls that the month's plan currently has for six hours. Networks with hidden addresses are not limited, and on an
 * unlimited plan none are.
 * @param callsPerMinute the service's limit; 0: none
 */
export function createNetworkShares(callsPerMinute: number, month: MonthBudget, { monotonic }: Clock) {
  /** Times of the calls of the last six hours, oldest first. */
  const callsOf = new LRUCache<string, readonly { readonly at: number }[]>({ max: MAX_NETWORKS });

  /** Milliseconds until a network may cause a call; 0: now. */
  function waitMs(network: string | null): number {
    const times = callsOf.get(network ?? "") ?? [];
    const limits = [
      [TIME.MINUTE, callsPerMinute > 0 ? callsPerMinute * SHARE.ofMinute : Number.POSITIVE_INFINITY],
      [SHARE.hours * TIME.HOUR, SHARE.hours * month.callsPerHour() * SHARE.ofHours],
    ] as const;
    const waits = limits.map(([periodMs, calls]) => {
      // There is room once this call's period has ended.
      const blocking = times.at(-Math.max(1, Math.round(calls)));
      return blocking === undefined ? 0 : blocking.at + periodMs - monotonic();
    });
    return Math.max(0, ...waits);
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
      if (network === null) return () => {};
      const call = { at: monotonic() };
      const others = () => (callsOf.get(network) ?? []).filter((other) => other !== call);
      const recent = others().filter(({ at }) => monotonic() - at <= SHARE.hours * TIME.HOUR);
      callsOf.set(network, [...recent, call]);
      return () => void callsOf.set(network, others());
    },
  };
}
