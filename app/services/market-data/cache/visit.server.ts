import type { Clock } from "../../clock.server";
import type { SingleFlight } from "../../single-flight.server";
import { MarketDataFailure } from "../failure.server";

/** Visitor of a page: all its reads have a visit in common. */
export interface Visit {
  /** Aborted when the visitor has left. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that its reads have waited for calls to start. */
  waitedMs: number;
}

export function createVisit(signal?: AbortSignal): Visit {
  return { signal, waitedMs: 0 };
}

/** Milliseconds after which a reader who was turned away may try again. */
const RETRY_AFTER_MS = 5000;

/** Makes the failure of a reader for whom there is no slot. It says nothing of the service and starts no cool-down. */
export function overloaded(why: string): MarketDataFailure {
  return new MarketDataFailure("overloaded", why, { retryAfterMs: RETRY_AFTER_MS });
}

/**
 * Waits as a visitor for the call under way for a key. Rejects with what that rejects with, or alone with `overloaded`: when
 * the call does not start in time, or the visitor leaves.
 * @param maxWaitMs milliseconds that a visit waits for calls to start, all its reads together
 */
export async function joinAsVisitor<Result>(
  flights: SingleFlight<Result>,
  key: string,
  visit: Visit,
  { monotonic }: Clock,
  maxWaitMs: number,
): Promise<Result> {
  const flight = flights.get(key);
  const joinedAt = monotonic();
  const leaving = new AbortController();
  const turnAway = (why: string) => leaving.abort(overloaded(`${key}: ${why}`));
  const leave = () => turnAway("the visitor has left");
  const timer = setTimeout(
    () => {
      if (flight?.startedAt === null) turnAway(`no slot within ${maxWaitMs} ms`);
    },
    Math.max(0, maxWaitMs - visit.waitedMs),
  );
  visit.signal?.addEventListener("abort", leave);
  if (visit.signal?.aborted) leave();
  try {
    return await flights.join(key, leaving.signal);
  } finally {
    clearTimeout(timer);
    visit.signal?.removeEventListener("abort", leave);
    visit.waitedMs += Math.max(0, (flight?.startedAt ?? monotonic()) - joinedAt);
  }
}
