import { currentNetwork } from "../../visitor-network.server";
import { MAX_RETRY_AFTER_MS, MarketDataFailure } from "../failure.server";

/** Limits how long a page request waits for calls to start, over all its reads. */
export interface RequestBudget {
  /** Aborted when the visitor disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that its reads may wait for calls to start. */
  readonly maxWaitMs: number;
  /** Milliseconds that they have waited so far. */
  waitedMs: number;
  /** The network that causes its calls; null if unknown. */
  readonly network: string | null;
}

/** Default for the milliseconds that a visitor waits for calls to start: most answers arrive within eight seconds. */
const DEFAULT_MAX_WAIT_MS = 6000;

/**
 * Creates the budget of a request. A read whose call is known to start too late is rejected at once with `overloaded`, with
 * the required time as `retryAfterMs`.
 * @param maxWaitMs milliseconds to wait for slots; 0: waits only for calls that can start now
 */
export function createRequestBudget(signal?: AbortSignal, maxWaitMs = DEFAULT_MAX_WAIT_MS): RequestBudget {
  return { signal, maxWaitMs, waitedMs: 0, network: currentNetwork() };
}

/** Milliseconds until a rejected reader may try again: the default if the slot's time is unknown, and the minimum. */
const RETRY_AFTER_MS = { usual: 5000, min: 1000 } as const;

/**
 * Returns the failure of a reader without a slot in time. It says nothing about the service and starts no cool-down.
 * @param waitMs milliseconds until the next slot, if known
 */
export function overloaded(why: string, waitMs: number = RETRY_AFTER_MS.usual): MarketDataFailure {
  const retryAfterMs = Math.min(Math.max(waitMs, RETRY_AFTER_MS.min), MAX_RETRY_AFTER_MS);
  return new MarketDataFailure("overloaded", why, { retryAfterMs });
}
