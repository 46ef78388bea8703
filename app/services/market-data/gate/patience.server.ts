/** Limits how long a request waits for calls to start, over all its reads. */
export interface Patience {
  readonly signal?: AbortSignal | undefined;
  readonly maxWaitMs: number;
  waitedMs: number;
  /** Until when its waits are counted, on the monotonic clock: reads in parallel wait only once. */
  countedUntil: number;
}

/**
 * Creates the patience of a request. A read whose call is known to start too late is rejected at once with `overloaded`, with
 * the required time as `retryAfterMs`.
 * @param maxWaitMs milliseconds to wait for slots; 0: waits only for calls that can start now; by default, most answers arrive within
 * eight seconds
 */
export function createPatience(signal?: AbortSignal, maxWaitMs = 6000): Patience {
  return { signal, maxWaitMs, waitedMs: 0, countedUntil: 0 };
}

/**
 * Milliseconds that a page with something to show waits, in total, for the calls for its other parts to start. A part that arrives
 * within this time plus about a second for its call spares the visitor a changing page; a longer wait would leave the screen blank.
 */
export const SHORT_WAIT_MS = 1500;

/** One request of a visitor. All that it gathers waits together. */
export interface Visit {
  /** While there is nothing to show. */
  readonly long: Patience;
  /** Once there is something. */
  readonly short: Patience;
}

/** @param signal aborted when the visitor disconnects */
export function createVisit(signal?: AbortSignal): Visit {
  return { long: createPatience(signal), short: createPatience(signal, SHORT_WAIT_MS) };
}
