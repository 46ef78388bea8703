import { LRUCache } from "lru-cache";
import type { CoolDown } from "./cool-down.server";
import { MarketDataFailure } from "./failure.server";
import { type Life, OTHER_COPIES, type Room } from "./lives.server";
import type { MarketMetrics } from "./metrics.server";
import type { Urgency } from "./pace.server";

/** What an address answered, and when. */
export interface Answer<Value> {
  readonly value: Value;
  /** In milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/** What a reader gets. */
export interface ServedAnswer<Value> extends Answer<Value> {
  /** Milliseconds for which it is still fresh; 0 once it is stale. */
  readonly freshForMs: number;
  /** Older than twice its fresh time because it cannot be refreshed: the page has to say so. */
  readonly isOutOfDate: boolean;
}

/**
 * Gets a fresh answer; for a background refresh it may be null: another copy of the site is at it. Rejects with a
 * MarketDataFailure, which the cool-down knows of, and with nothing else.
 */
export type Load<Value> = (urgency: Urgency) => Promise<Answer<Value> | null>;

export interface AnswerCacheOptions<Value> {
  readonly kind: string;
  readonly room: Room;
  readonly coolDown: CoolDown;
  /** What other copies of the site know of an address; null: nothing. */
  readonly learn: (path: string) => Promise<Answer<Value> | null>;
  readonly metrics: MarketMetrics;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

interface LoadContext<Value> {
  readonly load: Load<Value>;
  readonly life: Life;
  /** What is shown meanwhile, if it is not in the cache. */
  readonly shown?: Answer<Value>;
}

/**
 * Remembers what addresses of the service answered.
 *
 * - Readers of one address that come at the same time share one call, and none of them can abort it.
 * - A stale answer is served at once while one refresh runs; one beyond its maximum age is never served.
 * - A failed refresh leaves the stale answer where it is for the cool-down; without one, all readers get the failure,
 *   and those that come during the cool-down get it without a call.
 *
 * lru-cache's traps that this goes around: `allowStale` alone knows no greatest age; a rejected refresh deletes the entry
 * or, with `allowStaleOnFetchRejection`, is tried again by every reader; an entry that is evicted while its call is under
 * way rejects unless `ignoreFetchAbort`.
 */
export function createAnswerCache<Value extends object>(options: AnswerCacheOptions<Value>) {
  const { kind, room, coolDown, learn, metrics, now } = options;
  const cache = new LRUCache<string, Answer<Value>, LoadContext<Value>>({
    max: room.maxEntries,
    maxSize: room.maxBytes,
    sizeCalculation: ({ value }) => Buffer.byteLength(JSON.stringify(value)),
    // Each answer sets its own; this one is for the type.
    ttl: 1,
    ttlResolution: 0,
    perf: { now },
    noDeleteOnStaleGet: true,
    ignoreFetchAbort: true,
    fetchMethod: async (path, stale, { options: entry, context: { load, life, shown } }) => {
      const shownOrStale = shown ?? stale;
      const own = shownOrStale !== undefined && isServable(shownOrStale, life) ? shownOrStale : null;
      const failed = own === null ? coolDown.blockingAddress(path) : null;
      // Whoever asks for what is not there, again and again, costs not even a look at what other copies know.
      if (failed !== null) throw failed;
      const known = newer(own, await learn(path), life);
      if (known !== null && known !== own && isFresh(known, life)) {
        coolDown.succeeded(path);
        metrics.takenOver(kind);
        return keep(known, life, entry);
      }
      const blocked = coolDown.blocking(path);
      if (blocked !== null) return keepOrThrow(known, blocked, entry);
      // What another copy has left is better than to wait; `read` sees to its refresh.
      if (own === null && known !== null) return keep(known, life, entry);
      try {
        const loaded = await load(known === null ? "visitor" : "background");
        if (loaded !== null) return keep(loaded, life, entry);
        if (known === null) throw new MarketDataFailure("unreachable", `${path}: no answer for a visitor`);
        entry.ttl = OTHER_COPIES.staleMs;
        return known;
      } catch (error) {
        if (!(error instanceof MarketDataFailure)) throw error;
        // It may have grown too old while the call was under way.
        const kept = known !== null && isServable(known, life) ? known : null;
        return keepOrThrow(kept, coolDown.blocking(path) ?? error, entry);
      }
    },
  });

  function isServable(answer: Answer<Value>, life: Life): boolean {
    if (life.endsWithMinute && minuteOf(answer.fetchedAt) !== minuteOf(now())) return false;
    return now() - answer.fetchedAt <= life.maxAgeMs;
  }

  function isFresh(answer: Answer<Value>, life: Life): boolean {
    return now() - answer.fetchedAt <= life.freshMs;
  }

  /** The own one, unless the other copies have a newer one that can be shown. */
  function newer(own: Answer<Value> | null, others: Answer<Value> | null, life: Life): Answer<Value> | null {
    if (others === null || !isServable(others, life)) return own;
    return own === null || others.fetchedAt > own.fetchedAt ? others : own;
  }

  function keep(answer: Answer<Value>, life: Life, entry: { ttl?: number }): Answer<Value> {
    entry.ttl = Math.max(1, life.freshMs - (now() - answer.fetchedAt));
    return answer;
  }

  function freshForMs(fetchedAt: number, life: Life): number {
    const leftMs = life.freshMs - (now() - fetchedAt);
    return Math.max(0, life.endsWithMinute ? Math.min(leftMs, MINUTE_MS - (now() % MINUTE_MS)) : leftMs);
  }

  return async function read(path: string, life: Life, load: Load<Value>): Promise<ServedAnswer<Value>> {
    const known = cache.peek(path, { allowStale: true });
    const allowStale = known !== undefined && isServable(known, life);
    // What was kept through a cool-down can be too old although its time in the cache is not over.
    const forceRefresh = known !== undefined && !allowStale;
    try {
      const answer = await cache.fetch(path, { allowStale, forceRefresh, context: { load, life } });
      if (answer === undefined) throw new MarketDataFailure("unreachable", `${path}: the call was dropped`);
      const ageMs = now() - answer.fetchedAt;
      const isStale = ageMs > life.freshMs;
      if (!allowStale && isStale && coolDown.blocking(path) === null) {
        // It came from another copy, and this reader is the first: the refresh goes on behind its back.
        const context = { load, life, shown: answer };
        cache.fetch(path, { allowStale: true, forceRefresh: true, context }).catch(() => {});
      }
      metrics.served(kind, isStale ? "stale" : allowStale ? "hit" : "miss", ageMs);
      return {
        ...answer,
        freshForMs: freshForMs(answer.fetchedAt, life),
        isOutOfDate: ageMs > 2 * life.freshMs && coolDown.isTroubled(path),
      };
    } catch (error) {
      metrics.served(kind, "failed", 0);
      throw error;
    }
  };
}

const MINUTE_MS = 60_000;

function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS);
}

/** Keeps a stale answer until the block is over; an unknown coin has none. */
function keepOrThrow<Value>(
  stale: Answer<Value> | null,
  failure: MarketDataFailure,
  entry: { ttl?: number },
): Answer<Value> {
  if (stale === null || failure.reason === "unknown") throw failure;
  entry.ttl = Math.max(1, Math.ceil(failure.retryAfterMs ?? 1));
  return stale;
}
