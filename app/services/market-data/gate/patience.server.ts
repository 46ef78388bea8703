/** Limits how long a page request waits for calls to start, over all its reads. */
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
