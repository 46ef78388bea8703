import type { Clock } from "../../clock.server";
import type { SingleFlight } from "../../single-flight.server";
import { MarketDataFailure } from "../failure.server";

/** Bounds how long one request for a page waits for calls to start, over all its reads. */
export interface RequestBudget {
  /** Aborted when the visitor disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that its reads have waited for calls to start. */
  waitedMs: number;
}

export function createRequestBudget(signal?: AbortSignal): RequestBudget {
  return { signal, waitedMs: 0 };
}

/** Milliseconds after which a rejected reader may try again. */
const RETRY_AFTER_MS = 5000;

/** Returns the failure of a reader for whom there is no slot. It says nothing about the service and starts no cool-down. */
export function overloaded(why: string): MarketDataFailure {
  return new MarketDataFailure("overloaded", why, { retryAfterMs: RETRY_AFTER_MS });
}

/**
 * Waits for the call that is under way for a key, and shares its outcome. Stops waiting with `overloaded` when the call does
 * not start in time, or the visitor disconnects; the call goes on for others.
 * @param maxWaitMs milliseconds that a request may wait for calls to start, over all its reads
 */
export async function joinWithinBudget<Result>(
  calls: SingleFlight<Result>,
  key: string,
  budget: RequestBudget,
  { monotonic }: Clock,
  maxWaitMs: number,
): Promise<Result> {
  const call = calls.get(key);
  const joinedAt = monotonic();
  const leaving = new AbortController();
  const reject = (why: string) => leaving.abort(overloaded(`${key}: ${why}`));
  const onDisconnect = () => reject("the visitor has disconnected");
  const timer = setTimeout(
    () => {
      if (call?.startedAt === null) reject(`no slot within ${maxWaitMs} ms`);
    },
    Math.max(0, maxWaitMs - budget.waitedMs),
  );
  budget.signal?.addEventListener("abort", onDisconnect);
  if (budget.signal?.aborted) onDisconnect();
  try {
    return await calls.join(key, leaving.signal);
  } finally {
    clearTimeout(timer);
    budget.signal?.removeEventListener("abort", onDisconnect);
    budget.waitedMs += Math.max(0, (call?.startedAt ?? monotonic()) - joinedAt);
  }
}
