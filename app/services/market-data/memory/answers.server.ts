import type { LRUCache } from "lru-cache";
import type { Gate } from "../gate/gate.server";
import { createPatience, type Patience } from "../gate/patience.server";
import { type Answer, type CachePolicy, KINDS, type Kind } from "../policy/cache-policy.server";
import type { MarketDataFailure } from "../policy/failure.server";
import { type Endpoint, keyOf } from "../source/client.server";
import type { MemoryBudget } from "./memory-budget.server";

/** How old data are, and how much longer they are fresh. */
export interface Age {
  readonly fetchedAt: number;
  /** Milliseconds for which it is still fresh; 0 once it is stale. */
  readonly freshForMs: number;
  /** Older than twice its ttl because it cannot be refreshed: the page has to say so. */
  readonly isOutOfDate: boolean;
}

export interface ServedAnswer<Value> extends Age {
  readonly value: Value;
}

export type Answers = ReturnType<typeof createAnswers>;

/**
 * Keeps answers by their addresses. A fresh one is served without a call, a stale one at once while it is refreshed, if a call is
 * allowed. Readers of an expired one, or none, share a call, or the failure that forbids it: no read rejects with anything but a
 * MarketDataFailure.
 */
export function createAnswers(gate: Gate, memory: MemoryBudget) {
  const { coolDowns, metrics, freshness } = gate;
  const caches = new Map<Kind, LRUCache<string, Answer<object>>>();

  function cacheOf(kind: Kind) {
    // Of common kinds there are few answers; names of exchanges are served for longer than the exchanges.
    const isExpired = (answer: Answer<object>) =>
      !KINDS[kind].isCommon && freshness.of(answer, freshness.policyOf(kind)) === "expired";
    const cache = caches.get(kind) ?? memory.cache(KINDS[kind].share, isExpired);
    caches.set(kind, cache);
    return cache;
  }

  function get<Value extends object>(endpoint: Endpoint<Value>): Answer<Value> | undefined {
    // An address has one reader, so its answers are all of one type.
    return cacheOf(endpoint.kind).get(keyOf(endpoint)) as Answer<Value> | undefined;
  }

  function remember<Value extends object>(answer: Answer<Value>, endpoint: Endpoint<Value>): void {
    cacheOf(endpoint.kind).set(keyOf(endpoint), answer);
    endpoint.onAnswer?.(answer);
  }

  /** @param patience null: no visitor waits @param policyFor by default, the policy of its kind */
  async function read<Value extends object>(
    endpoint: Endpoint<Value>,
    patience: Patience | null = createPatience(),
    policyFor: (value: Value) => CachePolicy = () => freshness.policyOf(endpoint.kind),
  ): Promise<ServedAnswer<Value>> {
    const key = keyOf(endpoint);
    const caching = { ...endpoint, onAnswer: (answer: Answer<Value>) => remember(answer, endpoint) };
    const known = get(endpoint);
    const isGone = coolDowns.latest(key)?.reason === "not-found";
    const isKnown =
      known !== undefined && !isGone && freshness.of(known, policyFor(known.value)) !== "expired";
    const noteFailure = (failure: MarketDataFailure) => {
      throw metrics.failed(endpoint.kind, failure, patience);
    };
    const answer = isKnown ? known : await gate.call(caching, patience).catch(noteFailure);
    const policy = policyFor(answer.value);
    const isStale = freshness.of(answer, policy) === "stale";
    if (isStale) gate.refresh(caching, patience);
    const ageMs = freshness.ageOf(answer);
    metrics.served(endpoint.kind, isStale ? "stale" : isKnown ? "hit" : "miss", ageMs);
    return {
      value: answer.value,
      fetchedAt: answer.fetchedAt,
      freshForMs: freshness.leftMs(answer, policy),
      isOutOfDate: ageMs > 2 * policy.ttlMs && gate.isFailing(key),
    };
  }

  return {
    read,
    /** Returns the answer of an address up to that many milliseconds old, without a call; null if there is none. */
    known<Value extends object>(endpoint: Endpoint<Value>, maxAgeMs: number): Answer<Value> | null {
      const answer = get(endpoint);
      return answer !== undefined && freshness.ageOf(answer) <= maxAgeMs ? answer : null;
    },
    remember,
  };
}
