import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";

/** Calls that a block forbids: those for one key, all to the service, or those for more history than the plan includes. */
export type BlockScope = "key" | "service" | "plan";

/** Failure that forbids calls until a time. */
export interface Block {
  readonly scope: BlockScope;
  readonly failure: MarketDataFailure;
  /** Failures in a row; the length of the next cool-down depends on it. */
  readonly failures: number;
  /** End on the monotonic clock; `Infinity`: as long as this process lives. */
  readonly until: number;
}

export interface CoolDowns {
  /** The failure that forbids a call for this key now, with the time that is left as `retryAfterMs`; or null. */
  blocking(key: string): MarketDataFailure | null;
  /** The failure of this very key that forbids a call now; or null. */
  blockingKey(key: string): MarketDataFailure | null;
  /** The failure that forbids calls to the service as a whole now; or null. */
  pausing(): MarketDataFailure | null;
  /** Tells whether the service has refused more history than the plan includes. */
  isPlanLimited(): boolean;
  /** The failure of the latest call for this key, its cool-down over or not; null after a success. */
  latest(key: string): MarketDataFailure | null;
  /** Records a failed call. @returns what it forbids from now on */
  failed(key: string, failure: MarketDataFailure): readonly Block[];
  succeeded(key: string): void;
  /** Takes over what another replica has recorded. */
  adopt(key: string, blocks: readonly Block[]): void;
}

interface CoolDownOptions {
  readonly clock: Clock;
  /** Number from 0 to 1, for the jitter. */
  readonly random: () => number;
  /** Tells whether a key stands for more history than every plan includes. */
  readonly needsFullPlan: (key: string) => boolean;
}

/** Times in milliseconds. */
export const COOL_DOWN = {
  /** Length after the first failure; it doubles with each further one. */
  firstMs: 5000,
  maxMs: 300_000,
  /** Length for a coin that does not exist. */
  notFoundMs: 600_000,
  /** Part of each cool-down that is left to chance, so that keys do not come back all at once. */
  jitter: 0.2,
  /** Failed keys that are remembered, and as many that were not found: made-up ones push out only each other. */
  maxEntries: 10_000,
} as const;

/**
 * Keeps calls from a failing service. Cool-downs of a key double from 5 s to 5 min; one that was not found is not asked for
 * again for 10 min. A service that says it is limited (429, or 503 with `Retry-After`) is not called at all until the time
 * it named, or for the cool-down of that key.
 */
export function createCoolDowns({ clock, random, needsFullPlan }: CoolDownOptions): CoolDowns {
  const { monotonic } = clock;
  const failed = new LRUCache<string, Block>({ max: COOL_DOWN.maxEntries });
  const notFound = new LRUCache<string, Block>({ max: COOL_DOWN.maxEntries });
  let pause: Block | null = null;
  let refusal: Block | null = null;

  const blockOf = (key: string) => notFound.get(key) ?? failed.get(key);

  const blockingKey = (key: string) => remaining(blockOf(key), monotonic());
  const pausing = () => remaining(pause, monotonic());

  function record(key: string, block: Block): void {
    if (block.scope === "plan") refusal = block;
    else if (block.scope === "service") pause = pause !== null && pause.until > block.until ? pause : block;
    else {
      const isGone = block.failure.reason === "not-found";
      (isGone ? failed : notFound).delete(key);
      (isGone ? notFound : failed).set(key, block);
    }
  }

  return {
    pausing,
    blockingKey,
    isPlanLimited: () => refusal !== null,
    latest: (key) => blockOf(key)?.failure ?? null,
    blocking(key) {
      if (refusal !== null && needsFullPlan(key)) return remaining(refusal, monotonic());
      const own = blockingKey(key);
      const paused = pausing();
      return own === null || (paused?.retryAfterMs ?? 0) >= (own.retryAfterMs ?? 0) ? paused : own;
    },
    failed(key, failure) {
      const failures = (blockOf(key)?.failures ?? 0) + 1;
      const blocks = blocksOf(failure, failures, monotonic(), random());
      for (const block of blocks) record(key, block);
      return blocks;
    },
    succeeded(key) {
      failed.delete(key);
      notFound.delete(key);
    },
    adopt(key, blocks) {
      for (const block of blocks) {
        // Its own may be the later one, when sharing it went wrong.
        const own = block.scope === "key" ? blockOf(key) : undefined;
        if (own === undefined || block.until > own.until) record(key, block);
      }
    },
  };
}

/** Makes of a failure what it forbids from now on. */
function blocksOf(
  failure: MarketDataFailure,
  failures: number,
  now: number,
  chance: number,
): readonly Block[] {
  const lengthMs = coolDownMs(failure, failures, chance);
  const blocks: Block[] = [{ scope: "key", failure, failures, until: now + lengthMs }];
  if (isPause(failure)) {
    blocks.push({ scope: "service", failure, failures: 1, until: now + (failure.retryAfterMs ?? lengthMs) });
  }
  if (failure.reason === "beyond-plan") {
    blocks.push({ scope: "plan", failure, failures: 1, until: Number.POSITIVE_INFINITY });
  }
  return blocks;
}

function isPause(failure: MarketDataFailure): boolean {
  return failure.reason === "rate-limited" && (failure.status === 429 || failure.retryAfterMs !== undefined);
}

function coolDownMs(failure: MarketDataFailure, failures: number, chance: number): number {
  if (failure.reason === "not-found") return COOL_DOWN.notFoundMs;
  const length = Math.min(COOL_DOWN.firstMs * 2 ** (failures - 1), COOL_DOWN.maxMs);
  return length * (1 - COOL_DOWN.jitter * chance);
}

/** Makes of a block the failure for a later reader, without a call; null when its time is over. */
function remaining(block: Block | null | undefined, now: number): MarketDataFailure | null {
  if (!block || block.until <= now) return null;
  const { failure, until } = block;
  return new MarketDataFailure(failure.reason, `${failure.message} (remembered)`, {
    status: failure.status,
    code: failure.code,
    retryAfterMs: until === Number.POSITIVE_INFINITY ? undefined : until - now,
    cause: failure,
  });
}
