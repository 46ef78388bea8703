import { currentNetwork } from "../visitor-network.server";

/** Thrown for work that found no room in the queue. */
export class BusyError extends Error {
  override name = "BusyError";
}

/** One in this many pieces goes to another lane first, in rotation, so that busy lanes never starve the others. */
const OTHER_FIRST_EVERY = 10;

/** Milliseconds after which waiting work is rejected; proxies wait for 30 s. */
const MAX_WAIT_MS = 8000;

/** Work of one network that waits, in order. */
type Waiting = Set<{ readonly start: () => void; readonly refuse: () => void }>;

/**
 * Creates a queue with limited concurrency. Work waits in lanes: the first lane goes first, and each lane has its own bound.
 * Within a lane the networks of visitors take turns, and one that fills it gives way to those with less work in it.
 * (p-queue has priorities, but one bound and one order for all of them.)
 * @param maxWaiting how many pieces of work may wait in each lane, the first lane first
 */
export function createWorkQueue<const Lane extends string>(
  concurrency: number,
  maxWaiting: readonly (readonly [lane: Lane, count: number])[],
) {
  /** The network whose turn is next comes first. */
  const lanes = maxWaiting.map(([name, max]) => ({ name, max, networks: new Map<string, Waiting>() }));
  let running = 0;
  let started = 0;

  function startNext(): void {
    if (running >= concurrency) return;
    const turns = (started + 1) / OTHER_FIRST_EVERY;
    const preferred = Number.isInteger(turns) ? lanes[turns % lanes.length] : undefined;
    const networks =
      [preferred, ...lanes].find((lane) => lane?.networks.size)?.networks ?? new Map<string, Waiting>();
    const [first] = networks;
    if (first === undefined) return;
    const [network, waiting] = first;
    networks.delete(network);
    networks.set(network, waiting);
    running += 1;
    started += 1;
    const [next] = waiting;
    next?.start();
  }

  function waitForPlace(name: Lane, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const lane = lanes.find((one) => one.name === name);
      if (signal.aborted) return reject(signal.reason);
      const network = currentNetwork() ?? "";
      const own: Waiting = lane?.networks.get(network) ?? new Set();
      if (lane === undefined || !makeRoom(lane.max, [...lane.networks.values()], own.size))
        return reject(new BusyError(`${name}: too many wait`));
      const end = (settle: () => void) => {
        own.delete(work);
        if (own.size === 0) lane.networks.delete(network);
        signal.removeEventListener("abort", leave);
        clearTimeout(timer);
        settle();
      };
      const refuse = (why: string) => end(() => reject(new BusyError(`${name}: ${why}`)));
      const work = { start: () => end(resolve), refuse: () => refuse("others had less work waiting") };
      const leave = () => end(() => reject(signal.reason));
      const timer = setTimeout(refuse, MAX_WAIT_MS, `no place within ${MAX_WAIT_MS} ms`);
      signal.addEventListener("abort", leave, { once: true });
      lane.networks.set(network, own.add(work));
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

/**
 * Returns whether one more piece of work may wait; makes room by refusing the latest of the network that has the most, unless that
 * would only have the two change places.
 * @param ownCount how many pieces the newcomer's network has waiting
 */
function makeRoom(max: number, networks: readonly Waiting[], ownCount: number): boolean {
  if (networks.reduce((sum, { size }) => sum + size, 0) < max) return true;
  const [most] = networks.toSorted((one, other) => other.size - one.size);
  if (most === undefined || most.size <= ownCount + 1) return false;
  [...most].at(-1)?.refuse();
  return true;
}
