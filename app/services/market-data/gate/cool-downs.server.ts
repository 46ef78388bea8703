import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../policy/failure.server";

/** The failure of a key's latest call, how many there were in a row, and the end of its cool-down on the monotonic clock. */
interface CoolDown {
  readonly failure: MarketDataFailure;
  readonly failures: number;
  readonly until: number;
}

/** Length in milliseconds after the first failure, which doubles with each further one; and for what does not exist. */
const COOL_DOWN = { firstMs: 5000, maxMs: 5 * TIME.MINUTE, notFoundMs: 10 * TIME.MINUTE } as const;

/** A failure takes some 2 kB, mostly its stack. */
const MAX_KEYS = 5000;

export function createCoolDowns({ monotonic }: Clock) {
  const coolDowns = new LRUCache<string, CoolDown>({ max: MAX_KEYS });
  const latest = (key: string) => coolDowns.get(key)?.failure ?? null;

  return {
    /** The failure that currently forbids a call for this key, with the remaining time as `retryAfterMs`; or null. */
    blocking(key: string): MarketDataFailure | null {
      const { failure, until = 0 } = coolDowns.get(key) ?? {};
      return failure && until > monotonic() ? failure.remembered(until - monotonic()) : null;
    },
    /** The failure of the latest call for this key, even after its cool-down; null after a success. */
    latest,
    /**
     * Records a failed call for a key, and returns its failure.
     * @param wasKnown whether its answer is still being served: a known coin counts as gone only the second time in a row
     */
    failed(key: string, cause: MarketDataFailure, wasKnown: boolean): MarketDataFailure {
      const isForgiven = wasKnown && cause.reason === "not-found" && latest(key)?.status !== 404;
      const why = `${cause.message}, but it was there before`;
      const failure = isForgiven ? new MarketDataFailure("bad-response", why, { status: 404, cause }) : cause;
      const failures = (coolDowns.get(key)?.failures ?? 0) + 1;
      const doubledMs = Math.min(COOL_DOWN.firstMs * 2 ** (failures - 1), COOL_DOWN.maxMs);
      const lengthMs = failure.reason === "not-found" ? COOL_DOWN.notFoundMs : doubledMs;
      coolDowns.set(key, { failure, failures, until: monotonic() + lengthMs });
      return failure;
    },
    succeeded: (key: string) => void coolDowns.delete(key),
  };
}
