import { currentNetwork } from "../../visitor-network.server";
import { MAX_RETRY_AFTER_MS, MarketDataFailure } from "../failure.server";

/** Bounds how long one request for a page waits for calls to start, over all its reads. */
export interface RequestBudget {
  /** Aborted when the visitor disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that its reads may wait for calls to start. */
  readonly maxWaitMs: number;
  /** Milliseconds that they have waited. */
  waitedMs: number;
  /** The network that causes its calls; null where it is not known. */
  readonly network: string | null;
}

/** Milliseconds that a visitor waits for calls to start, unless a page decides otherwise: most answers are there within eight seconds. */
const DEFAULT_MAX_WAIT_MS = 6000;

/**
 * Creates the budget of a request. A read whose call is known to start later than the budget allows is rejected at once with
 * `overloaded`, and the time that it would take as `retryAfterMs`.
 * @param maxWaitMs milliseconds to wait for slots; 0: only calls that can start now are waited for
 */
export function createRequestBudget(signal?: AbortSignal, maxWaitMs = DEFAULT_MAX_WAIT_MS): RequestBudget {
  return { signal, maxWaitMs, waitedMs: 0, network: currentNetwork() };
}

/** Milliseconds after which a rejected reader may try again: where the time of a slot is not known, and in any case. */
const RETRY_AFTER_MS = { usual: 5000, min: 1000 } as const;

/**
 * Returns the failure of a reader for whom there is no slot in time. It says nothing about the service and starts no cool-down.
 * @param waitMs milliseconds until there is one, where that is known
 */
export function overloaded(why: string, waitMs: number = RETRY_AFTER_MS.usual): MarketDataFailure {
  const retryAfterMs = Math.min(Math.max(waitMs, RETRY_AFTER_MS.min), MAX_RETRY_AFTER_MS);
  return new MarketDataFailure("overloaded", why, { retryAfterMs });
}
