import type { Range } from "~/domain/range";
import { EXCHANGES_FRESH_MS, PRICES_FRESH_MS } from "~/domain/refresh-plan";

/** How long answers of one kind live. All times in milliseconds. */
export interface Life {
  /** So long an answer is as good as new. */
  readonly freshMs: number;
  /** After that it is served at once while a refresh runs, up to this age; beyond it, it is not shown at all. */
  readonly maxAgeMs: number;
  /** Nothing outlives the full minute in which it was fetched. */
  readonly endsWithMinute?: boolean;
}

/** For a market that moves once a minute, all of it at once: whatever pages show together is of the same minute. */
export const ONE_MINUTE: Life = { freshMs: 60_000, maxAgeMs: 60_000, endsWithMinute: true };

/** How much of one kind is remembered at the most. */
export interface Room {
  readonly maxEntries: number;
  /** Of the answers as JSON. */
  readonly maxBytes: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MEGABYTE = 1_000_000;

/** Prices of now: shown for an hour at most. */
const CURRENT: Life = { freshMs: PRICES_FRESH_MS, maxAgeMs: HOUR };

export const LIVES = {
  coins: CURRENT,
  coin: CURRENT,
  exchanges: { freshMs: EXCHANGES_FRESH_MS, maxAgeMs: 24 * HOUR },
} as const satisfies Record<string, Life>;

const WEEKS: Life = { freshMs: 5 * MINUTE, maxAgeMs: 24 * HOUR };
const LONGER: Life = { freshMs: HOUR, maxAgeMs: 24 * HOUR };

export const HISTORY_LIVES: Readonly<Record<Range, Life>> = {
  "24h": CURRENT,
  "7d": WEEKS,
  "14d": WEEKS,
  "30d": WEEKS,
  "60d": WEEKS,
  "200d": LONGER,
  "1y": LONGER,
  max: LONGER,
};

export const ROOMS = {
  coins: { maxEntries: 500, maxBytes: 16 * MEGABYTE },
  coin: { maxEntries: 5000, maxBytes: 8 * MEGABYTE },
  history: { maxEntries: 3000, maxBytes: 48 * MEGABYTE },
  exchanges: { maxEntries: 1, maxBytes: MEGABYTE },
} as const satisfies Record<string, Room>;

/** More points of a price history than this no screen shows apart. */
export const MOST_POINTS = 400;

/** What failures do to further calls. */
export const COOL_DOWN = {
  firstMs: 5 * SECOND,
  longestMs: 5 * MINUTE,
  /** An unknown coin stays unknown for so long. */
  unknownMs: 10 * MINUTE,
  /** What a service may ask for with Retry-After at the most. */
  longestRetryAfterMs: 10 * MINUTE,
  /** Of each cool-down this part is left to chance, so that not all keys come back at once. */
  jitter: 0.2,
  /** So many failed addresses are remembered. */
  maxEntries: 10_000,
} as const;

/** How calls are paced. */
export const PACE = {
  /** Calls under way at the same time. */
  concurrency: 4,
  /** Calls that wait for their turn; more are refused at once. */
  longestQueue: 2000,
} as const;

/** How one copy of the site waits for another one's call. In milliseconds. */
export const OTHER_COPIES = {
  /** It looks after this for the first time, then after twice as long each time, up to the longest. */
  firstLookMs: 25,
  longestLookMs: 400,
  /** After so long it calls by itself. */
  longestWaitMs: 30 * SECOND,
  /** What is stale while another copy refreshes it is kept for so long before the next look. */
  staleMs: SECOND,
} as const;

/** A body longer than this is not read to its end. */
export const LONGEST_BODY_BYTES = 10 * MEGABYTE;
