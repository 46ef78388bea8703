import type { Clock } from "./clock.server";

/** Work in progress, shared by all who wait for it. Times are milliseconds on the monotonic clock. */
export interface Flight<Result> {
  readonly promise: Promise<Result>;
  readonly begunAt: number;
  /** Resolves when the work joins a queue, to a function that returns the milliseconds until it can start; pending if it never does. */
  readonly queued: Promise<() => number>;
  /** Null while the work can still be aborted. */
  startedAt: number | null;
  /** Number of callers waiting. */
  waiting: number;
}

interface OwnFlight<Result> extends Flight<Result> {
  readonly controller: AbortController;
  /** Number of callers that have left. */
  departures: number;
}

/** The interface between a piece of work and its caller. */
export interface WorkEvents {
  /** Aborted when nobody waits for it any more, unless it has started. */
  readonly signal: AbortSignal;
  /** Called when the work must not be aborted from now on. */
  readonly onStart: () => void;
  /** Called when the work joins a queue, before it starts. */
  readonly onQueued: (waitMs: () => number) => void;
}

/**
 * Runs at most one piece of work per key at a time.
 * @param lingerMs milliseconds after the last waiting caller has left until work that has not started is aborted
 */
export function createSingleFlight<Result>({ monotonic }: Clock, lingerMs = 0) {
  const flights = new Map<string, OwnFlight<Result>>();

  return {
    get: (key: string): Readonly<Flight<Result>> | undefined => flights.get(key),
    begin(key: string, work: (events: WorkEvents) => Promise<Result>): Readonly<Flight<Result>> {
      const controller = new AbortController();
      let onQueued: WorkEvents["onQueued"] = () => {};
      const queued = new Promise<() => number>((resolve) => {
        onQueued = resolve;
      });
      const onStart = () => {
        flight.startedAt = monotonic();
      };
      const promise = Promise.resolve()
        .then(() => work({ signal: controller.signal, onStart, onQueued }))
        .finally(() => {
          if (flights.get(key) === flight) flights.delete(key);
        });
      const begunAt = monotonic();
      const flight: OwnFlight<Result> = {
        ...{ promise, queued, controller, begunAt },
        startedAt: null,
        waiting: 0,
        departures: 0,
      };
      flights.set(key, flight);
      return flight;
    },
    /**
     * Waits for the key's work in progress, or rejects with the reason of `leaving` once that is aborted. Aborted work is
     * forgotten, so that the next caller starts again.
     */
    async join(key: string, leaving: AbortSignal): Promise<Result> {
      const flight = flights.get(key);
      if (flight === undefined) throw new Error(`No work in progress for ${key}`);
      const endIfAbandoned = (departures = flight.departures) => {
        // Callers that have come and left since have restarted the timer.
        if (flight.waiting > 0 || flight.startedAt !== null || departures !== flight.departures) return;
        if (flights.get(key) === flight) flights.delete(key);
        flight.controller.abort(leaving.reason);
      };
      flight.waiting += 1;
      try {
        return await Promise.race([flight.promise, rejectionOf(leaving)]);
      } finally {
        flight.waiting -= 1;
        flight.departures += 1;
        if (leaving.aborted && lingerMs === 0) endIfAbandoned();
        else if (leaving.aborted) setTimeout(endIfAbandoned, lingerMs, flight.departures).unref();
      }
    },
  };
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
