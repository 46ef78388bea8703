import type { Range } from "~/domain/market/range";
import { EXCHANGES_FRESH_MS, PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { TIME } from "~/domain/time";

/** Times in milliseconds for which an answer may be used. */
export interface CachePolicy {
  /** It is fresh up to this age: served without a call. */
  readonly ttlMs: number;
  /** After that it is stale: served at once while it is revalidated, up to this age. Beyond it, it is never served. */
  readonly maxAgeMs: number;
  /** It ends with the full minute of the clock in which it was fetched. */
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
const WEEKS: CachePolicy = { ttlMs: 5 * TIME.MINUTE, maxAgeMs: TIME.DAY };
const MONTHS: CachePolicy = { ttlMs: TIME.HOUR, maxAgeMs: TIME.DAY };

export const CACHE_POLICIES = {
  coins: CURRENT,
  coinTable: CURRENT,
  coin: CURRENT,
  coinRows: CURRENT,
  exchanges: { ttlMs: EXCHANGES_FRESH_MS, maxAgeMs: TIME.DAY },
  names: { ttlMs: TIME.DAY, maxAgeMs: 7 * TIME.DAY },
  ranks: { ttlMs: TIME.HOUR, maxAgeMs: TIME.DAY },
  trending: { ttlMs: 10 * TIME.MINUTE, maxAgeMs: TIME.DAY },
} as const satisfies Record<string, CachePolicy>;

export const HISTORY_POLICIES: Readonly<Record<Range, CachePolicy>> = {
  "24h": CURRENT,
  "7d": WEEKS,
  "14d": WEEKS,
  "30d": WEEKS,
  "60d": WEEKS,
  "200d": MONTHS,
  "1y": MONTHS,
  max: MONTHS,
};

/** Policy for a market that moves once a minute, all of it at once, so that pages show no two minutes together. */
export const ONE_MINUTE: CachePolicy = { ttlMs: TIME.MINUTE, maxAgeMs: TIME.MINUTE, endsWithMinute: true };

/** Kinds without a price: a market that moves once a minute leaves them as they are. */
export const TIMELESS_KINDS: ReadonlySet<string> = new Set(["names", "ranks", "trending"]);

export const CACHE_LIMITS = {
  coins: { maxEntries: 500, maxBytes: 16 * MEGABYTE },
  coinTable: { maxEntries: 500, maxBytes: 16 * MEGABYTE },
  coin: { maxEntries: 5000, maxBytes: 8 * MEGABYTE },
  /** Of one coin in one currency each; those of table pages are among them. */
  coinRows: { maxEntries: 10_000, maxBytes: 8 * MEGABYTE },
  history: { maxEntries: 3000, maxBytes: 48 * MEGABYTE },
  exchanges: { maxEntries: 1, maxBytes: 2 * MEGABYTE },
  names: { maxEntries: 1, maxBytes: 4 * MEGABYTE },
  ranks: { maxEntries: 4, maxBytes: 2 * MEGABYTE },
  trending: { maxEntries: 1, maxBytes: MEGABYTE },
} as const satisfies Record<string, CacheLimits>;

/** Points of a price history that are kept: all that the service sends of a day each for thirteen years. */
export const MAX_POINTS = 5000;
