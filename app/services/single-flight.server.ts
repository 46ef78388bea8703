import type { Clock } from "./clock.server";

/** Work under way, shared by all who wait for it. */
interface Flight<Result> {
  readonly promise: Promise<Result>;
  /** On the monotonic clock, as the next. */
  readonly begunAt: number;
  /** Null while it can still be given up. */
  readonly startedAt: number | null;
}

/** Does the work. It calls `onStart` when it can no longer be given up; until then it may be aborted. */
type Work<Result> = (signal: AbortSignal, onStart: () => void) => Promise<Result>;

/** At most one piece of work for a key at a time. */
export interface SingleFlight<Result> {
  get(key: string): Flight<Result> | undefined;
  begin(key: string, work: Work<Result>): Flight<Result>;
  /**
   * Waits for the work under way for a key, or rejects with the reason of `leaving` once that is aborted. With the last who
   * waits, work that has not started is given up, and whoever comes after that begins anew.
   */
  join(key: string, leaving: AbortSignal): Promise<Result>;
}

interface OwnFlight<Result> extends Flight<Result> {
  startedAt: number | null;
  waiting: number;
  readonly controller: AbortController;
}

/** Creates the place in which those who want the same find each other. */
export function createSingleFlight<Result>({ monotonic }: Clock): SingleFlight<Result> {
  const flights = new Map<string, OwnFlight<Result>>();

  function end(key: string, flight: OwnFlight<Result>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return {
    get: (key) => flights.get(key),
    begin(key, work) {
      const controller = new AbortController();
      const onStart = () => {
        flight.startedAt = monotonic();
      };
      const promise = Promise.resolve()
        .then(() => work(controller.signal, onStart))
        .finally(() => end(key, flight));
      const flight: OwnFlight<Result> = {
        promise,
        controller,
        begunAt: monotonic(),
        startedAt: null,
        waiting: 0,
      };
      flights.set(key, flight);
      return flight;
    },
    async join(key, leaving) {
      const flight = flights.get(key);
      if (flight === undefined) throw new Error(`${key}: nothing is under way`);
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
