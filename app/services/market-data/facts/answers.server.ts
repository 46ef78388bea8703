import { LRUCache } from "lru-cache";
import { keyOf } from "../calls/calls.server";
import { createRequestBudget, overloaded, type RequestBudget } from "../calls/request-budget.server";
import {
  type CallOptions,
  createSharedCalls,
  type Shared,
  type SharedCallsOptions,
} from "../calls/shared-calls.server";
import type { Endpoint } from "../provider/client.server";
import { type Answer, type CachePolicy, KINDS, type Kind, policyOf } from "./cache-policy.server";

/** An answer as returned to a reader. */
export interface ServedAnswer<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Milliseconds for which it is still fresh; 0 once it is stale. */
  readonly freshForMs: number;
  /** Older than twice its ttl because it cannot be refreshed: the page has to say so. */
  readonly isOutOfDate: boolean;
}

interface AnswersOptions<Value> extends Partial<SharedCallsOptions<Value>> {
  /** Whether its calls count as those of the visitor's network. */
  readonly isCharged?: boolean;
}

interface ReadOptions {
  readonly budget?: RequestBudget | undefined;
  /** By default, that of the kind. */
  readonly policy?: CachePolicy;
  /** Whether no visitor waits for it. */
  readonly isBackground?: boolean;
}

/**
 * Keeps the answers of one kind of data.
 *
 * | answer | call allowed | served |
 * |---|---|---|
 * | fresh | | it, without a call |
 * | stale | yes | it at once, while one refresh runs |
 * | stale | no: the last call failed, the service asked for a pause, or the network has used up its share | it at once |
 * | expired or none | yes | what the call returns; all readers share it |
 * | expired or none | no | the failure that forbids the call |
 *
 * All reads reject with a MarketDataFailure and nothing else.
 */
export function createAnswers<Value extends object>(
  kind: Kind,
  shared: Shared,
  { isCharged, onAnswer, ...options }: AnswersOptions<Value> = {},
) {
  const { coolDowns, metrics, freshness, planNow } = shared;
  const { maxEntries, maxBytes } = KINDS[kind];
  const kept = new LRUCache<string, Answer<Value>>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => Buffer.byteLength(JSON.stringify(value)) + 1,
  });
  const calls = createSharedCalls<Value>(kind, shared, { ...options, onAnswer: keep });

  async function keep(answer: Answer<Value>, endpoint: Endpoint<Value>): Promise<void> {
    kept.set(keyOf(endpoint), answer);
    await onAnswer?.(answer, endpoint);
  }

  /** Waits for a background call without counting as a waiting visitor. */
  async function inBackground(endpoint: Endpoint<Value>, call: CallOptions<Value>): Promise<Answer<Value>> {
    const key = keyOf(endpoint);
    calls.refresh(endpoint, call);
    return await (calls.underWay(key) ??
      Promise.reject(coolDowns.blocking(key) ?? overloaded(`${key}: no call`)));
  }

  async function read(
    endpoint: Endpoint<Value>,
    { policy = policyOf(kind, planNow()), budget = createRequestBudget(), isBackground }: ReadOptions,
  ): Promise<ServedAnswer<Value>> {
    const key = keyOf(endpoint);
    const call = { policy, budget, isCharged };
    const known = kept.get(key);
    const isGone = coolDowns.latest(key)?.reason === "not-found";
    const isKnown = known !== undefined && !isGone && freshness.of(known, policy) !== "expired";
    const fetched = isBackground ? inBackground : calls.call;
    const answer = isKnown ? known : await fetched(endpoint, call);
    const isStale = freshness.of(answer, policy) === "stale";
    if (isStale) calls.refresh(endpoint, call);
    const ageMs = freshness.ageOf(answer);
    metrics.served(kind, isStale ? "stale" : isKnown ? "hit" : "miss", ageMs);
    return {
      value: answer.value,
      fetchedAt: answer.fetchedAt,
      freshForMs: freshness.leftMs(answer, policy),
      isOutOfDate: ageMs > 2 * policy.ttlMs && calls.isFailing(key),
    };
  }

  return {
    read: (endpoint: Endpoint<Value>, options: ReadOptions = {}) =>
      metrics.counted(kind, options.budget, read(endpoint, options)),
    /** Returns the answer of an address up to that many milliseconds old, without a call; null if there is none. */
    known(endpoint: Endpoint<Value>, maxAgeMs: number): Answer<Value> | null {
      const answer = kept.get(keyOf(endpoint));
      return answer !== undefined && freshness.ageOf(answer) <= maxAgeMs ? answer : null;
    },
    /** Stores an answer that came with another one. */
    keep,
  };
}
