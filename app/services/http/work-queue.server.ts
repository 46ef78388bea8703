/** Thrown for work that found no room in the queue. */
export class BusyError extends Error {
  override name = "BusyError";
}

/** One in this many pieces goes to another lane first, in rotation, so that busy lanes never starve the others. */
const OTHER_FIRST_EVERY = 10;

/** Milliseconds after which waiting work is rejected; proxies wait for 30 s. */
const MAX_WAIT_MS = 8000;

/**
 * Creates a queue with limited concurrency. Work waits in lanes: the first lane goes first, and each lane has its own bound.
 * (p-queue has priorities, but one bound and one order for all of them.)
 * @param maxWaiting how many pieces of work may wait in each lane, the first lane first
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
    const preferred = Number.isInteger(turns) ? lanes[turns % lanes.length] : undefined;
    const [start] = [preferred, ...lanes].find((lane) => lane?.waiting.size)?.waiting ?? [];
    if (start === undefined) return;
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
      const end = (settle: () => void) => {
        lane.waiting.delete(start);
        signal.removeEventListener("abort", leave);
        clearTimeout(timer);
        settle();
      };
      const start = () => end(resolve);
      const leave = () => end(() => reject(signal.reason));
      const timer = setTimeout(() => {
        end(() => reject(new BusyError(`${name}: no place within ${MAX_WAIT_MS} ms`)));
      }, MAX_WAIT_MS);
      signal.addEventListener("abort", leave, { once: true });
      lane.waiting.add(start);
      startNext();
    });
  }

  return {
    /**
     * Does the work when its slot comes. Rejects with BusyError if its lane is full or no slot comes within 8 s, and with the
     * reason of `signal` if that is aborted before the work has started.
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
