import { type Range, rangeWindowMs } from "~/domain/market/range";
import { EXCHANGES_FRESH_MS, PRICES_FRESH_MS, RANKS_FRESH_MS } from "~/domain/refresh-plan";
import { TIME } from "~/domain/time";

/** Times in milliseconds for which an answer may be used. */
export interface CachePolicy {
  /** It is fresh up to this age: served without a call. */
  readonly ttlMs: number;
  /** After that it is stale: served at once while it is revalidated, up to this age. It is never served beyond it. */
  readonly maxAgeMs: number;
  /** It expires at the end of the minute of the clock in which it was fetched. */
  readonly endsWithMinute?: boolean;
}

/** Bounds of what is kept of one kind. */
export interface CacheLimits {
  readonly maxEntries: number;
  /** Bytes of the answers as JSON. */
  readonly maxBytes: number;
}

const MEGABYTE = 1_000_000;

const CURRENT: CachePolicy = { ttlMs: PRICES_FRESH_MS, maxAgeMs: TIME.HOUR };
/** A day's points are five minutes apart. */
const ONE_DAY: CachePolicy = { ttlMs: 5 * TIME.MINUTE, maxAgeMs: TIME.HOUR };

export const CACHE_POLICIES = {
  coins: CURRENT,
  coinTable: CURRENT,
  category: CURRENT,
  coin: CURRENT,
  records: CURRENT,
  /** Those of a day have a policy of their own. */
  history: { ttlMs: TIME.HOUR, maxAgeMs: TIME.DAY },
  exchanges: { ttlMs: EXCHANGES_FRESH_MS, maxAgeMs: TIME.DAY },
  names: { ttlMs: TIME.DAY, maxAgeMs: 7 * TIME.DAY },
  ranks: { ttlMs: RANKS_FRESH_MS, maxAgeMs: TIME.DAY },
  trending: { ttlMs: 10 * TIME.MINUTE, maxAgeMs: TIME.DAY },
  glance: { ttlMs: 10 * TIME.MINUTE, maxAgeMs: TIME.HOUR },
} as const satisfies Record<string, CachePolicy>;

/** A kind of data, each with a policy and limits. */
export type Kind = keyof typeof CACHE_POLICIES;

/** A price history is fresh until it could have a new point. */
export function historyPolicy(range: Range): CachePolicy {
  return rangeWindowMs(range) <= TIME.DAY ? ONE_DAY : CACHE_POLICIES.history;
}

/** Policy for a market whose prices all change once a minute, so that no page mixes two minutes. */
export const ONE_MINUTE: CachePolicy = { ttlMs: TIME.MINUTE, maxAgeMs: TIME.MINUTE, endsWithMinute: true };

/**
 * Kinds that such a market never changes, and the whole market: no other figure has to agree with it, and a page that does not wait
 * for it would hardly ever have it.
 */
export const TIMELESS_KINDS: ReadonlySet<string> = new Set(["names", "glance"]);

export const CACHE_LIMITS = {
  coins: { maxEntries: 500, maxBytes: 16 * MEGABYTE },
  coinTable: { maxEntries: 500, maxBytes: 16 * MEGABYTE },
  /** Apart from the list of all coins, which made-up categories and pages must not evict. */
  category: { maxEntries: 200, maxBytes: 8 * MEGABYTE },
  /** A coin has 2 to 25 kB, of which most is its list of markets. */
  coin: { maxEntries: 5000, maxBytes: 24 * MEGABYTE },
  /** Each coin once, with its figures in every currency. */
  records: { maxEntries: 20_000, maxBytes: 24 * MEGABYTE },
  history: { maxEntries: 3000, maxBytes: 48 * MEGABYTE },
  exchanges: { maxEntries: 1, maxBytes: 2 * MEGABYTE },
  names: { maxEntries: 1, maxBytes: 4 * MEGABYTE },
  ranks: { maxEntries: 4, maxBytes: 2 * MEGABYTE },
  trending: { maxEntries: 1, maxBytes: MEGABYTE },
  glance: { maxEntries: 1, maxBytes: MEGABYTE },
} as const satisfies Record<keyof typeof CACHE_POLICIES, CacheLimits>;
