import type { Clock } from "./clock.server";

/** Work in progress, shared by all who wait for it. Times are milliseconds on the monotonic clock. */
interface Flight<Result, Place> {
  readonly promise: Promise<Result>;
  readonly begunAt: number;
  /** Resolves with its place when it joins a queue; stays pending for work that never does. */
  readonly queued: Promise<Place>;
  /** Null while the work can still be aborted. */
  startedAt: number | null;
  /** How many wait for it. */
  waiting: number;
  /** Whether it goes on even when nobody waits for it any more. */
  isKept: boolean;
  readonly controller: AbortController;
}

/** Does the work. It calls `onStart` from when on it must not be aborted, and `onQueued` when it joins a queue before that. */
type Work<Result, Place> = (
  signal: AbortSignal,
  onStart: () => void,
  onQueued: (place: Place) => void,
) => Promise<Result>;

export type SingleFlight<Result, Place> = ReturnType<typeof createSingleFlight<Result, Place>>;

/** Creates what does at most one piece of work per key at a time. */
export function createSingleFlight<Result, Place = never>({ monotonic }: Clock) {
  const flights = new Map<string, Flight<Result, Place>>();

  function end(key: string, flight: Flight<Result, Place>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return {
    get: (key: string): Readonly<Flight<Result, Place>> | undefined => flights.get(key),
    begin(key: string, work: Work<Result, Place>): Readonly<Flight<Result, Place>> {
      const controller = new AbortController();
      let onQueued: (place: Place) => void = () => {};
      const queued = new Promise<Place>((resolve) => {
        onQueued = resolve;
      });
      const onStart = () => {
        flight.startedAt = monotonic();
      };
      const promise = Promise.resolve()
        .then(() => work(controller.signal, onStart, onQueued))
        .finally(() => end(key, flight));
      const begunAt = monotonic();
      const flight: Flight<Result, Place> = {
        promise,
        queued,
        controller,
        begunAt,
        startedAt: null,
        waiting: 0,
        isKept: false,
      };
      flights.set(key, flight);
      return flight;
    },
    /** Lets the key's work in progress go on even when nobody waits for it any more. */
    keep(key: string): void {
      const flight = flights.get(key);
      if (flight !== undefined) flight.isKept = true;
    },
    /**
     * Waits for the key's work in progress, or rejects with the reason of `leaving` once that is aborted. When the last caller
     * leaves, work that has not started and is not kept is aborted and forgotten, so that the next caller begins again.
     */
    async join(key: string, leaving: AbortSignal): Promise<Result> {
      const flight = flights.get(key);
      if (flight === undefined) throw new Error(`No work in progress for ${key}`);
      flight.waiting += 1;
      try {
        return await Promise.race([flight.promise, rejectionOf(leaving)]);
      } finally {
        flight.waiting -= 1;
        if (leaving.aborted && flight.waiting === 0 && flight.startedAt === null && !flight.isKept) {
          end(key, flight);
          flight.controller.abort(leaving.reason);
        }
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
