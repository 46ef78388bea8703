import type { Clock } from "../../clock.server";
import type { SingleFlight } from "../../single-flight.server";
import { MAX_RETRY_AFTER_MS, MarketDataFailure } from "../failure.server";
import type { Lane, Place } from "./rate-limiter.server";

/** Bounds how long one request for a page waits for calls to start, over all its reads. */
export interface RequestBudget {
  /** Aborted when the visitor disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that its reads may wait for calls to start. */
  readonly maxWaitMs: number;
  /** Milliseconds that they have waited. */
  waitedMs: number;
}

/** Milliseconds that a visitor waits for calls to start, unless a page decides otherwise: most answers are there within eight seconds. */
const DEFAULT_MAX_WAIT_MS = 6000;

/**
 * Creates the budget of a request. A read whose call is known to start later than the budget allows is rejected at once with
 * `overloaded` and the time of its slot as `retryAfterMs`; the call keeps its place, so whoever returns then finds the answer.
 * @param maxWaitMs milliseconds to wait for slots; 0: only calls that can start now are waited for
 */
export function createRequestBudget(signal?: AbortSignal, maxWaitMs = DEFAULT_MAX_WAIT_MS): RequestBudget {
  return { signal, maxWaitMs, waitedMs: 0 };
}

/** Milliseconds after which a rejected reader may try again: where the time of a slot is not known, and in any case. */
const RETRY_AFTER_MS = { usual: 5000, min: 1000 } as const;

/** Milliseconds for a call to join the queue, before which other replicas may be asked for the answer. */
const MAX_TIME_TO_QUEUE_MS = 1000;

/**
 * Returns the failure of a reader for whom there is no slot in time. It says nothing about the service and starts no cool-down.
 * @param waitMs milliseconds until there is one, where that is known
 */
export function overloaded(why: string, waitMs: number = RETRY_AFTER_MS.usual): MarketDataFailure {
  const retryAfterMs = Math.min(Math.max(waitMs, RETRY_AFTER_MS.min), MAX_RETRY_AFTER_MS);
  return new MarketDataFailure("overloaded", why, { retryAfterMs });
}

/**
 * Waits for the call that is under way for a key, and shares its outcome. Stops waiting with `overloaded` as soon as it is known
 * that the call does not start in time, or when the visitor disconnects; the call goes on for others.
 * @param lane the lane of this reader, to which a call is moved that was less urgent so far
 */
export async function joinWithinBudget<Result>(
  calls: SingleFlight<Result, Place>,
  key: string,
  budget: RequestBudget,
  { monotonic }: Clock,
  lane: Lane,
): Promise<Result> {
  const call = calls.get(key);
  const joinedAt = monotonic();
  const leftMs = Math.max(0, budget.maxWaitMs - budget.waitedMs);
  const leaving = new AbortController();
  let place: Place | null = null;

  /** Someone with a made-up id could fill the queue with calls that nobody waits for, so those are not kept. */
  function reject(waitMs: number | undefined): void {
    if (lane !== "unverified") calls.keep(key);
    leaving.abort(overloaded(`${key}: no slot within ${budget.maxWaitMs} ms`, waitMs));
  }
  function onQueued(queued: Place): void {
    if (call?.startedAt !== null || leaving.signal.aborted) return;
    place = queued;
    const waitMs = place.waitMs(lane);
    if (waitMs > leftMs - (monotonic() - joinedAt)) reject(waitMs);
    else place.moveUpTo(lane);
  }
  const onDisconnect = () => leaving.abort(overloaded(`${key}: the visitor has disconnected`));
  void call?.queued.then(onQueued);
  // What is known of a queue can change, and how long calls take is not known at all.
  const timer = setTimeout(
    () => {
      if (call?.startedAt === null) reject(place?.waitMs(lane));
    },
    Math.max(leftMs, MAX_TIME_TO_QUEUE_MS),
  );
  budget.signal?.addEventListener("abort", onDisconnect);
  if (budget.signal?.aborted) onDisconnect();
  try {
    return await calls.join(key, leaving.signal);
  } finally {
    clearTimeout(timer);
    budget.signal?.removeEventListener("abort", onDisconnect);
    budget.waitedMs += Math.max(0, (call?.startedAt ?? monotonic()) - joinedAt);
    if (leaving.signal.aborted && call?.waiting === 0) void call.queued.then((queued) => queued.moveBack());
  }
}
