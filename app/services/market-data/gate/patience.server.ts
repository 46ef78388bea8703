/** Limits how long a request waits for calls to start, over all its reads. */
export interface Patience {
  readonly signal?: AbortSignal | undefined;
  readonly maxWaitMs: number;
  waitedMs: number;
  /** Until when its waits are counted, on the monotonic clock: reads in parallel wait only once. */
  countedUntil: number;
}

/** @param maxWaitMs milliseconds to wait for slots; 0: only for calls that can start now; by default, most answers arrive within 8 s */
export function createPatience(signal?: AbortSignal, maxWaitMs = 6000): Patience {
  return { signal, maxWaitMs, waitedMs: 0, countedUntil: 0 };
}

/** Milliseconds that a page with something to show waits, in total, for calls to start: the screen is blank meanwhile. */
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
