/** The failure of work for which there was no room in the queue. */
export class BusyError extends Error {
  override name = "BusyError";
}

/** So often another lane goes first, each of them in turn, so that none waits for as long as those before it are busy. */
const OTHER_FIRST_EVERY = 10;

/** Milliseconds after which a place in the queue is given up; proxies wait for 30 s. */
const MAX_WAIT_MS = 8000;

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
  let running = 0;
  let started = 0;

  function startNext(): void {
    if (running >= concurrency) return;
    const turns = (started + 1) / OTHER_FIRST_EVERY;
    const preferred = Number.isInteger(turns)
      ? lanes.slice(turns % lanes.length, (turns % lanes.length) + 1)
      : [];
    const waiting = [...preferred, ...lanes].find((lane) => lane.waiting.size > 0)?.waiting;
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
      const stopWaiting = () => {
        lane.waiting.delete(start);
        signal.removeEventListener("abort", leave);
        clearTimeout(timer);
      };
      const leave = () => {
        stopWaiting();
        reject(signal.reason);
      };
      const start = () => {
        stopWaiting();
        resolve();
      };
      const timer = setTimeout(() => {
        stopWaiting();
        reject(new BusyError(`${name}: no place within ${MAX_WAIT_MS} ms`));
      }, MAX_WAIT_MS);
      signal.addEventListener("abort", leave, { once: true });
      lane.waiting.add(start);
      startNext();
    });
  }

  return {
    /**
     * Does the work when it is its turn. Rejects with BusyError where its lane is full or its turn does not come within 8 s, and
     * with the reason of `signal` once that is aborted before the work has begun.
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
