import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { MonthBudget } from "./month-budget.server";
import { overloaded } from "./request-budget.server";

/** Networks that are remembered; one that is forgotten has its whole share again. */
const MAX_NETWORKS = 10_000;

/** What one network may use of the calls of a minute, and of an hour of the month's plan. */
const SHARE = { ofMinute: 1 / 3, ofHour: 1 / 5 } as const;

export type NetworkShares = ReturnType<typeof createNetworkShares>;

interface NetworkSharesOptions {
  /** The service's limit; 0: none. */
  readonly callsPerMinute: number;
  readonly month: MonthBudget;
  readonly clock: Clock;
}

/**
 * Creates the count of calls that each network has caused, so that none uses up what all visitors share: a third of the calls of a
 * minute, and a fifth of those that an hour of the month's plan has at the moment. A network whose address is hidden has no such
 * limit, and without a limited plan none has.
 */
export function createNetworkShares({ callsPerMinute, month, clock: { monotonic } }: NetworkSharesOptions) {
  /** Times of the calls of the last hour, or of the last minute without a month's plan; the oldest first. */
  const callsOf = new LRUCache<string, number[]>({ max: MAX_NETWORKS });
  const rememberedMs = month.callsPerMonth > 0 ? TIME.HOUR : TIME.MINUTE;

  function limits(): readonly (readonly [periodMs: number, calls: number])[] {
    return [
      [TIME.MINUTE, callsPerMinute > 0 ? callsPerMinute * SHARE.ofMinute : Number.POSITIVE_INFINITY],
      [TIME.HOUR, month.callsPerHour() * SHARE.ofHour],
    ];
  }

  /** Milliseconds until a network may cause a call; 0: it may now. */
  function waitMs(network: string | null): number {
    const now = monotonic();
    const times = (network !== null && callsOf.get(network)) || [];
    while (times[0] !== undefined && now - times[0] > rememberedMs) times.shift();
    const waits = limits().map(([periodMs, calls]) => {
      // The call whose period has to end before there is room.
      const blocking = times.at(-Math.max(1, Math.round(calls)));
      return blocking === undefined ? 0 : blocking + periodMs - now;
    });
    return Math.max(0, ...waits);
  }

  return {
    waitMs,
    /**
     * Counts a call that a network causes.
     * @returns what takes it back, for one that was not made
     * @throws {MarketDataFailure} where the network has used up its share
     */
    take(network: string | null): () => void {
      const ms = waitMs(network);
      if (ms > 0) throw overloaded("a network has used up its share of the calls", ms);
      if (network === null) return () => {};
      const time = monotonic();
      const times = callsOf.get(network) ?? [];
      times.push(time);
      callsOf.set(network, times);
      return () => void (times.includes(time) && times.splice(times.indexOf(time), 1));
    },
  };
}
