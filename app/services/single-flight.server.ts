import type { Clock } from "./clock.server";

/** Work in progress, shared by all who wait for it. Times are milliseconds on the monotonic clock. */
interface Flight<Result> {
  readonly promise: Promise<Result>;
  readonly begunAt: number;
  /** Null while the work can still be aborted. */
  startedAt: number | null;
  /** How many wait for it. */
  waiting: number;
  readonly controller: AbortController;
}

/** Does the work. It calls `onStart` from when on it must not be aborted. */
type Work<Result> = (signal: AbortSignal, onStart: () => void) => Promise<Result>;

export type SingleFlight<Result> = ReturnType<typeof createSingleFlight<Result>>;

/** Creates what does at most one piece of work per key at a time. */
export function createSingleFlight<Result>({ monotonic }: Clock) {
  const flights = new Map<string, Flight<Result>>();

  function end(key: string, flight: Flight<Result>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return {
    get: (key: string): Readonly<Flight<Result>> | undefined => flights.get(key),
    begin(key: string, work: Work<Result>): Readonly<Flight<Result>> {
      const controller = new AbortController();
      const onStart = () => {
        flight.startedAt = monotonic();
      };
      const promise = Promise.resolve()
        .then(() => work(controller.signal, onStart))
        .finally(() => end(key, flight));
      const begunAt = monotonic();
      const flight: Flight<Result> = { promise, controller, begunAt, startedAt: null, waiting: 0 };
      flights.set(key, flight);
      return flight;
    },
    /**
     * Waits for the key's work in progress, or rejects with the reason of `leaving` once that is aborted. When the last caller
     * leaves, work that has not started is aborted and forgotten, so that the next caller begins again.
     */
    async join(key: string, leaving: AbortSignal): Promise<Result> {
      const flight = flights.get(key);
      if (flight === undefined) throw new Error(`No work in progress for ${key}`);
      flight.waiting += 1;
      try {
        return await Promise.race([flight.promise, rejectionOf(leaving)]);
      } finally {
        flight.waiting -= 1;
        if (leaving.aborted && flight.waiting === 0 && flight.startedAt === null) {
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
