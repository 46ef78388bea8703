import { setTimeout as pause } from "node:timers/promises";
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
 * @param takeTurn milliseconds to wait for the turn that this copy of the site gets among all, when calls are to be so many
 * milliseconds apart
 */
export function createPace(
  callsPerMinute: number,
  takeTurn: (intervalMs: number) => Promise<number> = async () => 0,
): Pace {
  const intervalMs = callsPerMinute === 0 ? 0 : 60_000 / callsPerMinute;
  const limit = intervalMs === 0 ? {} : { interval: intervalMs, intervalCap: 1, strict: true };
  const queue = new PQueue({ concurrency: PACE.concurrency, ...limit });
  // A copy waits for one turn at a time: whoever is the most urgent when it comes has it.
  const turns = new PQueue({ concurrency: 1 });
  const waiting = new Set<AbortController>();

  async function waitForTurn(urgency: Urgency, signal: AbortSignal): Promise<void> {
    const wait = async () => {
      const waitMs = await takeTurn(intervalMs);
      if (waitMs > 0) await pause(waitMs, undefined, { signal });
    };
    try {
      await turns.add(wait, { priority: PRIORITY[urgency], signal });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  }

  return {
    async run(urgency, call) {
      if (waiting.size >= PACE.longestQueue) {
        // It says nothing of the service, and starts no cool-down: only calls do.
        throw new MarketDataFailure("limited", "too many calls wait for their turn");
      }
      const turn = new AbortController();
      const { signal } = turn;
      waiting.add(turn);
      try {
        if (intervalMs > 0) await waitForTurn(urgency, signal);
        const start = () => {
          // From here on it is no longer waiting, and nobody aborts it.
          waiting.delete(turn);
          return call();
        };
        return await queue.add(start, { priority: PRIORITY[urgency], signal });
      } finally {
        waiting.delete(turn);
      }
    },
    refuseWaiting(failure) {
      for (const turn of waiting) turn.abort(failure);
    },
    waiting: () => waiting.size,
  };
}
