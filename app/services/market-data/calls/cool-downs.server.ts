import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";

/** Failure that forbids calls until a time. */
interface Block {
  readonly failure: MarketDataFailure;
  /** Failures in a row; the length of the next cool-down depends on it. */
  readonly failures: number;
  /** End on the monotonic clock. */
  readonly until: number;
}

export type CoolDowns = ReturnType<typeof createCoolDowns>;

interface CoolDownOptions {
  readonly clock: Clock;
  /** Number from 0 to 1, for the jitter. */
  readonly random: () => number;
}

/** Times in milliseconds. */
const COOL_DOWN = {
  /** Length after the first failure; it doubles with each further one. */
  firstMs: 5000,
  maxMs: 300_000,
  /** Length for a coin that does not exist. */
  notFoundMs: 600_000,
  /** Random part of each cool-down, so that keys do not all come back at once. */
  jitter: 0.2,
  /** Failed keys that are remembered, and as many that were not found: made-up ids push out only each other. */
  maxEntries: 10_000,
} as const;

/**
 * Keeps calls from a failing service. The cool-downs of a key double from 5 s to 5 min; a coin that was not found is not asked
 * for again for 10 min. A service that says it is limited (429, or 503 with `Retry-After`) gets no call at all until the time
 * it named, or for the cool-down of that key.
 */
export function createCoolDowns({ clock: { monotonic }, random }: CoolDownOptions) {
  const failed = new LRUCache<string, Block>({ max: COOL_DOWN.maxEntries });
  const notFound = new LRUCache<string, Block>({ max: COOL_DOWN.maxEntries });
  let pause: Block | null = null;

  const blockOf = (key: string) => notFound.get(key) ?? failed.get(key);
  const latest = (key: string) => blockOf(key)?.failure ?? null;
  const blockingKey = (key: string) => remaining(blockOf(key), monotonic());
  const pausing = () => remaining(pause, monotonic());

  function pauseFor(failure: MarketDataFailure, ms: number): void {
    const until = monotonic() + ms;
    if (pause === null || pause.until < until) pause = { failure, failures: 1, until };
  }

  function succeeded(key: string): void {
    failed.delete(key);
    notFound.delete(key);
  }

  return {
    /** The failure that forbids a call for this key now, with the time that is left as `retryAfterMs`; or null. */
    blocking(key: string): MarketDataFailure | null {
      const [own, paused] = [blockingKey(key), pausing()];
      return own === null || (paused?.retryAfterMs ?? 0) >= (own.retryAfterMs ?? 0) ? paused : own;
    },
    /** The failure of this very key that forbids a call now; or null. */
    blockingKey,
    /** The failure that forbids all calls to the service now; or null. */
    pausing,
    /** The failure of the latest call for this key, its cool-down over or not; null after a success. */
    latest,
    /**
     * Records a failed call for a key.
     * @param wasKnown whether its answer is still being served: a coin that was there counts as gone the second time in a row
     * that it is not found, because services err
     * @returns the failure as it was recorded
     */
    failed(key: string, failure: MarketDataFailure, wasKnown: boolean): MarketDataFailure {
      const isForgiven = wasKnown && failure.reason === "not-found" && latest(key)?.status !== 404;
      const recorded = isForgiven
        ? new MarketDataFailure("bad-response", `${failure.message}, but it was there before`, {
            status: 404,
            cause: failure,
          })
        : failure;
      const failures = (blockOf(key)?.failures ?? 0) + 1;
      const isGone = recorded.reason === "not-found";
      const doubledMs = Math.min(COOL_DOWN.firstMs * 2 ** (failures - 1), COOL_DOWN.maxMs);
      const lengthMs = isGone ? COOL_DOWN.notFoundMs : doubledMs * (1 - COOL_DOWN.jitter * random());
      succeeded(key);
      (isGone ? notFound : failed).set(key, { failure: recorded, failures, until: monotonic() + lengthMs });
      if (isPause(recorded)) pauseFor(recorded, recorded.retryAfterMs ?? lengthMs);
      return recorded;
    },
    succeeded,
    /** Forbids all calls for some milliseconds, because of a failure that another replica had. The longer pause stays. */
    pauseFor,
  };
}

function isPause(failure: MarketDataFailure): boolean {
  return failure.reason === "rate-limited" && (failure.status === 429 || failure.retryAfterMs !== undefined);
}

/** Returns the failure for a reader who comes while a block lasts; null when its time is over. */
function remaining(block: Block | null | undefined, now: number): MarketDataFailure | null {
  if (!block || block.until <= now) return null;
  const { failure, until } = block;
  return new MarketDataFailure(failure.reason, `${failure.message} (remembered)`, {
    status: failure.status,
    code: failure.code,
    retryAfterMs: until - now,
    cause: failure,
  });
}
