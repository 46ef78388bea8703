import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";

/** Failure that forbids calls until a time. */
interface Block {
  readonly failure: MarketDataFailure;
  /** Consecutive failures, which determine the length of the next cool-down. */
  readonly failures: number;
  /** End on the monotonic clock. */
  readonly until: number;
}

export type CoolDowns = ReturnType<typeof createCoolDowns>;

/** Times in milliseconds. */
const COOL_DOWN = {
  /** Length after the first failure; it doubles with each further one. */
  firstMs: 5000,
  maxMs: 300_000,
  /** Length for a coin that does not exist. */
  notFoundMs: 600_000,
  /** Random part of each cool-down, so that keys do not all expire at once. */
  jitter: 0.2,
  /** Maximum number of remembered keys. */
  maxEntries: 20_000,
} as const;

/**
 * Keeps calls from a failing service. The cool-downs of a key double from 5 s to 5 min; an unknown coin is not requested again
 * for 10 min. A rate-limited service (429, or 503 with `Retry-After`) gets no calls at all until the time it named, or else
 * for the cool-down of that key.
 */
export function createCoolDowns({ monotonic }: Clock, random: () => number) {
  const blocks = new LRUCache<string, Block>({ max: COOL_DOWN.maxEntries });
  let pause: Block | null = null;

  const latest = (key: string) => blocks.get(key)?.failure ?? null;
  const blockingKey = (key: string) => remaining(blocks.get(key), monotonic());
  const pausing = () => remaining(pause, monotonic());

  function pauseFor(failure: MarketDataFailure, ms: number): void {
    const until = monotonic() + ms;
    if (pause === null || pause.until < until) pause = { failure, failures: 1, until };
  }

  return {
    /** The failure that currently forbids a call for this key, with the remaining time as `retryAfterMs`; or null. */
    blocking(key: string): MarketDataFailure | null {
      const [own, paused] = [blockingKey(key), pausing()];
      return own === null || (paused?.retryAfterMs ?? 0) >= (own.retryAfterMs ?? 0) ? paused : own;
    },
    /** The key's own failure, if it currently forbids a call; or null. */
    blockingKey,
    /** The failure that currently forbids all calls to the service; or null. */
    pausing,
    /** The failure of the latest call for this key, even after its cool-down; null after a success. */
    latest,
    /**
     * Records a failed call for a key.
     * @param wasKnown whether its answer is still being served: a known coin counts as gone only the second time in a row
     * that it is not found, because services make mistakes
     * @returns the recorded failure
     */
    failed(key: string, failure: MarketDataFailure, wasKnown: boolean): MarketDataFailure {
      const isForgiven = wasKnown && failure.reason === "not-found" && latest(key)?.status !== 404;
      const recorded = isForgiven
        ? new MarketDataFailure("bad-response", `${failure.message}, but it was there before`, {
            status: 404,
            cause: failure,
          })
        : failure;
      const failures = (blocks.get(key)?.failures ?? 0) + 1;
      const isGone = recorded.reason === "not-found";
      const doubledMs = Math.min(COOL_DOWN.firstMs * 2 ** (failures - 1), COOL_DOWN.maxMs);
      const lengthMs = isGone ? COOL_DOWN.notFoundMs : doubledMs * (1 - COOL_DOWN.jitter * random());
      blocks.set(key, { failure: recorded, failures, until: monotonic() + lengthMs });
      if (isPause(recorded)) pauseFor(recorded, recorded.retryAfterMs ?? lengthMs);
      return recorded;
    },
    succeeded: (key: string) => void blocks.delete(key),
    /** Forbids all calls for some milliseconds, because of another replica's failure. The longer pause wins. */
    pauseFor,
  };
}

function isPause(failure: MarketDataFailure): boolean {
  return failure.reason === "rate-limited" && (failure.status === 429 || failure.retryAfterMs !== undefined);
}

/** Returns the failure for a reader during a block; null after its end. */
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
