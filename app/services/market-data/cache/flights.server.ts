import type { Clock } from "../../clock.server";
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

/** Begins what is shared. It calls `onStart` when it can no longer be taken back, and is aborted until then. */
type Fly<Result> = (signal: AbortSignal, onStart: () => void) => Promise<Result>;

/** One piece of work a key, shared by all who wait for it. */
interface Flights<Result> {
  has(key: string): boolean;
  /** Milliseconds since the flight of a key began; 0 where there is none. */
  ageMs(key: string): number;
  start(key: string, fly: Fly<Result>): Promise<Result>;
  /**
   * Waits for the flight of a key, which must have begun. Rejects with what it rejects with, or alone with `overloaded`: when
   * the flight does not start in time, or the visitor leaves. A flight that has not started is aborted with its last reader.
   */
  join(key: string, visit: Visit): Promise<Result>;
}

interface Flight<Result> {
  readonly promise: Promise<Result>;
  readonly controller: AbortController;
  /** On the monotonic clock, as below. */
  readonly begunAt: number;
  startedAt: number | null;
  readers: number;
}

/** Milliseconds after which a reader who was turned away may try again. */
const RETRY_AFTER_MS = 5000;

/** Makes the failure of a reader for whom there is no slot. It says nothing of the service and starts no cool-down. */
export function overloaded(why: string): MarketDataFailure {
  return new MarketDataFailure("overloaded", why, { retryAfterMs: RETRY_AFTER_MS });
}

/** @param maxWaitMs milliseconds that a visit waits for calls to start, all its reads together */
export function createFlights<Result>({ monotonic }: Clock, maxWaitMs: number): Flights<Result> {
  const flights = new Map<string, Flight<Result>>();

  function start(key: string, fly: Fly<Result>): Promise<Result> {
    const controller = new AbortController();
    const onStart = () => {
      flight.startedAt = monotonic();
    };
    const promise = Promise.resolve()
      .then(() => fly(controller.signal, onStart))
      .finally(() => flights.delete(key));
    const flight: Flight<Result> = {
      promise,
      controller,
      begunAt: monotonic(),
      startedAt: null,
      readers: 0,
    };
    flights.set(key, flight);
    return promise;
  }

  async function join(key: string, visit: Visit): Promise<Result> {
    const flight = flights.get(key);
    if (flight === undefined) throw new Error(`${key}: nothing is under way`);
    const joinedAt = monotonic();
    const leaving = new AbortController();
    flight.readers += 1;
    try {
      return await Promise.race([flight.promise, turnedAway(key, flight, visit, leaving.signal)]);
    } finally {
      leaving.abort();
      flight.readers -= 1;
      visit.waitedMs += Math.max(0, (flight.startedAt ?? monotonic()) - joinedAt);
      if (flight.readers === 0 && flight.startedAt === null) {
        flight.controller.abort(overloaded(`${key}: nobody waits for it any more`));
      }
    }
  }

  /** Rejects when the visitor leaves, or has waited for too long; never, once `done`. */
  function turnedAway(key: string, flight: Flight<Result>, visit: Visit, done: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      const timer = setTimeout(
        () => {
          if (flight.startedAt === null) reject(overloaded(`${key}: no slot within ${maxWaitMs} ms`));
        },
        Math.max(0, maxWaitMs - visit.waitedMs),
      );
      const leave = () => reject(overloaded(`${key}: the visitor has left`));
      if (visit.signal?.aborted) leave();
      visit.signal?.addEventListener("abort", leave, { signal: done });
      done.addEventListener("abort", () => clearTimeout(timer));
    });
  }

  return {
    has: (key) => flights.has(key),
    ageMs(key) {
      const flight = flights.get(key);
      return flight === undefined ? 0 : monotonic() - flight.begunAt;
    },
    start,
    join,
  };
}
