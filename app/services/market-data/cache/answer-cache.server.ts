import { LRUCache } from "lru-cache";
import { MarketDataFailure } from "../failure.server";
import type { CacheLimits } from "./cache-policy.server";
import { type Answer, ageOf, freshForMs, freshnessOf } from "./freshness.server";
import { createRevalidation, type Read, type RevalidationOptions } from "./revalidation.server";

/** Answer as a reader gets it. */
export interface ServedAnswer<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Milliseconds for which it is still fresh; 0 once it is stale. */
  readonly freshForMs: number;
  /** Older than twice its ttl because it cannot be refreshed: the page has to say so. */
  readonly isOutOfDate: boolean;
}

interface AnswerCacheOptions<Value> extends RevalidationOptions<Value> {
  readonly limits: CacheLimits;
  /** Called with the reason when a reader is turned away who is still there. */
  readonly onTurnedAway: (why: string) => void;
  /** Called with each value that is kept. */
  readonly onKept?: (value: Value) => void;
}

/**
 * Keeps answers of the service.
 *
 * | answer | call allowed | served |
 * |---|---|---|
 * | fresh | | it, without a call |
 * | stale | yes | it at once, while one refresh runs |
 * | stale | no: the last call failed, or the service asked for a pause | it at once |
 * | expired or none | yes | what the call brings; all who wait share it |
 * | expired or none | no | the failure that forbids the call |
 *
 * A reader never aborts a call that others may wait for: who leaves, or has waited for a slot for too long, goes alone, and
 * only a call that has not started and that nobody waits for any more is taken back.
 */
export function createAnswerCache<Value extends object>(options: AnswerCacheOptions<Value>) {
  const { kind, limits, metrics, clock, onTurnedAway, onKept } = options;
  const kept = new LRUCache<string, Answer<Value>>({
    max: limits.maxEntries,
    maxSize: limits.maxBytes,
    sizeCalculation: ({ value }) => Buffer.byteLength(JSON.stringify(value)),
    onInsert: ({ value }) => onKept?.(value),
  });
  const { refresh, waitFor, isTroubled } = createRevalidation(kept, options);

  return async function read(request: Read<Value>): Promise<ServedAnswer<Value>> {
    const { key, policy, visit } = request;
    const known = kept.get(key);
    try {
      const isServable = freshnessOf(known, policy, clock) !== "expired";
      const answer = known !== undefined && isServable ? known : await waitFor(request);
      const isStale = freshnessOf(answer, policy, clock) === "stale";
      if (isStale) refresh(request, answer);
      const ageMs = ageOf(answer, clock);
      metrics.served(kind, isStale ? "stale" : isServable ? "hit" : "miss", ageMs);
      return {
        value: answer.value,
        fetchedAt: answer.fetchedAt,
        freshForMs: freshForMs(answer, policy, clock),
        isOutOfDate: ageMs > 2 * policy.ttlMs && isTroubled(key),
      };
    } catch (error) {
      const isOverload = error instanceof MarketDataFailure && error.reason === "overloaded";
      metrics.served(kind, isOverload ? "turned-away" : "failed", 0);
      if (isOverload && !visit.signal?.aborted) onTurnedAway(error.message);
      throw error;
    }
  };
}
