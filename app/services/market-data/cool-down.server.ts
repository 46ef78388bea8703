import { LRUCache } from "lru-cache";
import { isBeyondPlan, MarketDataFailure } from "./failure.server";
import { COOL_DOWN } from "./lives.server";
import { asksForAllTime } from "./price-history.server";

/** What calls are forbidden: those to one address, all to the service, or those for more history than the plan has. */
export type BlockScope = "address" | "service" | "plan";

/** A failure that forbids calls until a time. */
export interface Block {
  readonly scope: BlockScope;
  readonly failure: MarketDataFailure;
  /** How often in a row calls failed; the next cool-down depends on it. */
  readonly failures: number;
  /** In milliseconds since the epoch; `Infinity`: as long as this process lives. */
  readonly until: number;
}

export interface CoolDown {
  /** The failure that forbids a call to this address now, with the time that is left as `retryAfterMs`; or null. */
  blocking(path: string): MarketDataFailure | null;
  /** The failure of this very address that forbids a call to it now; or null. */
  blockingAddress(path: string): MarketDataFailure | null;
  /** The failure that forbids calls to the service as a whole now; or null. */
  pausing(): MarketDataFailure | null;
  /** Whether the latest call to this address failed, or none is allowed now. */
  isTroubled(path: string): boolean;
  /** Whether the service has refused more than a year of history. */
  givesOneYear(): boolean;
  /** Says what a failed call forbids from now on. */
  failed(path: string, failure: MarketDataFailure): readonly Block[];
  succeeded(path: string): void;
  /** Takes over what another copy of the site has learned. */
  adopt(path: string, blocks: readonly Block[]): void;
}

/**
 * Leaves a failing service in peace. An address that failed is not called again for a while that doubles from 5 s to 5
 * min with each failure; an unknown coin not for 10 min. A service that says it is limited (429, or 503 with
 * `Retry-After`) is not called at all until the time it named, or for the cool-down of that address. One that refuses all
 * time is not asked for it again.
 */
export function createCoolDown(now: () => number, random: () => number): CoolDown {
  const failed = new LRUCache<string, Block>({ max: COOL_DOWN.maxEntries });
  let pause: Block | null = null;
  let refusal: Block | null = null;

  function blockingAddress(path: string) {
    const block = failed.get(path);
    return block === undefined ? null : failureOf(block, now());
  }

  function pausing() {
    return pause === null ? null : failureOf(pause, now());
  }

  function take(path: string, block: Block): void {
    if (block.scope === "address") failed.set(path, block);
    else if (block.scope === "plan") refusal = block;
    else if (pause === null || block.until > pause.until) pause = block;
  }

  return {
    pausing,
    blockingAddress,
    blocking(path) {
      if (refusal !== null && asksForAllTime(path)) return failureOf(refusal, now());
      const own = blockingAddress(path);
      const paused = pausing();
      return own === null || (paused?.retryAfterMs ?? 0) >= (own.retryAfterMs ?? 0) ? paused : own;
    },
    isTroubled: (path) => failed.has(path) || pausing() !== null,
    givesOneYear: () => refusal !== null,
    failed(path, failure) {
      const failures = (failed.get(path)?.failures ?? 0) + 1;
      const lengthMs = coolDownMs(failure, failures, random());
      const blocks: Block[] = [{ scope: "address", failure, failures, until: now() + lengthMs }];
      if (isPause(failure)) {
        const until = now() + (failure.retryAfterMs ?? lengthMs);
        blocks.push({ scope: "service", failure, failures: 1, until });
      }
      if (isBeyondPlan(failure)) blocks.push({ scope: "plan", failure, failures: 1, until: Infinity });
      for (const block of blocks) take(path, block);
      return blocks;
    },
    succeeded(path) {
      failed.delete(path);
    },
    adopt(path, blocks) {
      for (const block of blocks) {
        const known = block.scope === "address" ? failed.get(path) : undefined;
        // Its own may be the later one, when sharing it went wrong.
        if (known === undefined || block.until > known.until) take(path, block);
      }
    },
  };
}

function isPause(failure: MarketDataFailure): boolean {
  return failure.reason === "limited" && (failure.status === 429 || failure.retryAfterMs !== undefined);
}

function coolDownMs(failure: MarketDataFailure, failures: number, chance: number): number {
  if (failure.reason === "unknown") return COOL_DOWN.unknownMs;
  const length = Math.min(COOL_DOWN.firstMs * 2 ** (failures - 1), COOL_DOWN.longestMs);
  return length * (1 - COOL_DOWN.jitter * chance);
}

/** The same failure for a later visitor, without a call; null when its time is over. */
function failureOf({ failure, until }: Block, now: number): MarketDataFailure | null {
  if (until <= now) return null;
  return new MarketDataFailure(failure.reason, `${failure.message} (remembered)`, {
    status: failure.status,
    code: failure.code,
    retryAfterMs: until === Infinity ? undefined : until - now,
    cause: failure,
  });
}
