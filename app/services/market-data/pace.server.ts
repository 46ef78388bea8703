import PQueue from "p-queue";
import { MarketDataFailure } from "./failure.server";
import { PACE } from "./lives.server";

/** Whether a visitor waits for a call, or stale data is on show meanwhile. */
export type Urgency = "visitor" | "background";

export interface Pace {
  /** Runs a call when it is its turn; one that a visitor waits for goes before a background refresh. */
  run<Result>(urgency: Urgency, call: () => Promise<Result>): Promise<Result>;
  /** Answers all who wait for their turn with this failure, at once; calls under way go on. */
  refuseWaiting(failure: MarketDataFailure): void;
  /** Calls that wait for their turn. */
  readonly waiting: () => number;
}

const PRIORITY: Record<Urgency, number> = { visitor: 1, background: 0 };

/**
 * At most four calls at a time and, if a limit is given, so many a minute, evenly spread: the next one starts when its
 * share of the minute has passed.
 * @param callsPerMinute 0: no limit
 */
export function createPace(callsPerMinute: number): Pace {
  const limit =
    callsPerMinute === 0 ? {} : { interval: 60_000 / callsPerMinute, intervalCap: 1, strict: true };
  const queue = new PQueue({ concurrency: PACE.concurrency, ...limit });
  const waiting = new Set<AbortController>();
  return {
    async run(urgency, call) {
      if (queue.size >= PACE.longestQueue) {
        // It says nothing of the service, so it starts no cool-down.
        throw new MarketDataFailure("limited", "too many calls wait for their turn", { isRemembered: true });
      }
      const turn = new AbortController();
      waiting.add(turn);
      try {
        const start = () => {
          // From here on it is no longer waiting, and nobody aborts it.
          waiting.delete(turn);
          return call();
        };
        return await queue.add(start, { priority: PRIORITY[urgency], signal: turn.signal });
      } finally {
        waiting.delete(turn);
      }
    },
    refuseWaiting(failure) {
      for (const turn of waiting) turn.abort(failure);
    },
    waiting: () => queue.size,
  };
}
