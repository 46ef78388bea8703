/** The failure of work for which there was no room in the queue. */
export class BusyError extends Error {
  override name = "BusyError";
}

/** So often the last lane goes first, so that none of them waits forever. */
const LAST_FIRST_EVERY = 10;

/**
 * Creates a queue that runs so many pieces of work at a time. The others wait in lanes: the first lane goes first, and each lane
 * has its own bound. (p-queue has priorities, but one bound and one order for all of them.)
 * @param maxWaiting how many pieces of work may wait in each lane, beginning with the lane that goes first
 */
export function createWorkQueue<const Lane extends string>(
  concurrency: number,
  maxWaiting: readonly (readonly [lane: Lane, count: number])[],
) {
  const lanes = maxWaiting.map(([name, max]) => ({ name, max, waiting: new Set<() => void>() }));
  const lastFirst = [...lanes].reverse();
  let running = 0;
  let started = 0;

  function startNext(): void {
    if (running >= concurrency) return;
    const order = (started + 1) % LAST_FIRST_EVERY === 0 ? lastFirst : lanes;
    const waiting = order.find((lane) => lane.waiting.size > 0)?.waiting;
    const [start] = waiting ?? [];
    if (start === undefined) return;
    waiting?.delete(start);
    running += 1;
    started += 1;
    start();
  }

  function waitForPlace(name: Lane, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const lane = lanes.find((one) => one.name === name);
      if (signal.aborted) return reject(signal.reason);
      if (lane === undefined || lane.waiting.size >= lane.max)
        return reject(new BusyError(`${name}: too many wait`));
      const leave = () => {
        lane.waiting.delete(start);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave, { once: true });
      lane.waiting.add(start);
      startNext();
    });
  }

  return {
    /**
     * Does the work when it is its turn. Rejects with BusyError where its lane is full, and with the reason of `signal` once that
     * is aborted before the work has begun.
     */
    async run<Result>(lane: Lane, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
      await waitForPlace(lane, signal);
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}
