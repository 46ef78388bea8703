import { type Range, rangeStepMs, rangeWindowMs } from "~/domain/market/range";
import { EXCHANGES_FRESH_MS, PRICES_FRESH_MS, RANKS_FRESH_MS } from "~/domain/refresh-plan";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { Plan } from "../calls/month-budget.server";

/** Times in milliseconds for which an answer may be used. */
export interface CachePolicy {
  /** It is fresh up to this age: served without a call. */
  readonly ttlMs: number;
  /** After that it is stale: served at once while it is revalidated, up to this age. It is never served beyond it. */
  readonly maxAgeMs: number;
  /** It expires at the end of the minute of the clock in which it was fetched. */
  readonly endsWithMinute?: boolean;
}

/** A kind of data, and how it is kept. */
interface KindOfData extends CachePolicy {
  /** How many times as long as a list it stays fresh on a plan with a limit of calls a month; none: it does not follow the plan. */
  readonly factor?: number;
  readonly maxEntries: number;
  /** Bytes of the answers as JSON. */
  readonly maxBytes: number;
}

const MEGABYTE = 1_000_000;

const CURRENT = { ttlMs: PRICES_FRESH_MS, maxAgeMs: TIME.HOUR } as const;

const DETAILS = {
  coins: { ...CURRENT, factor: 1, maxEntries: 500, maxBytes: 32 * MEGABYTE },
  coinTable: { ...CURRENT, factor: 1, maxEntries: 500, maxBytes: 32 * MEGABYTE },
  /** Apart from the list of all coins, which made-up categories and pages must not evict. */
  category: { ...CURRENT, factor: 1, maxEntries: 200, maxBytes: 16 * MEGABYTE },
  /** A coin has 2 to 25 kB, of which most is its list of markets. */
  coin: { ...CURRENT, factor: 16, maxEntries: 5000, maxBytes: 24 * MEGABYTE },
  /** Each coin once, with its figures in every currency. */
  records: { ...CURRENT, factor: 2, maxEntries: 20_000, maxBytes: 48 * MEGABYTE },
  prices: { ...CURRENT, maxEntries: 1, maxBytes: MEGABYTE },
  /** Points five minutes apart. */
  fineHistory: { ttlMs: 5 * TIME.MINUTE, maxAgeMs: TIME.HOUR, maxEntries: 1000, maxBytes: 16 * MEGABYTE },
  /** Points an hour apart, and a day. */
  hourlyHistory: {
    ttlMs: TIME.HOUR,
    maxAgeMs: TIME.DAY,
    factor: 6,
    maxEntries: 1500,
    maxBytes: 32 * MEGABYTE,
  },
  dailyHistory: {
    ttlMs: TIME.HOUR,
    maxAgeMs: TIME.DAY,
    factor: 12,
    maxEntries: 1500,
    maxBytes: 16 * MEGABYTE,
  },
  exchanges: {
    ttlMs: EXCHANGES_FRESH_MS,
    maxAgeMs: TIME.DAY,
    factor: 1,
    maxEntries: 1,
    maxBytes: 2 * MEGABYTE,
  },
  names: { ttlMs: TIME.DAY, maxAgeMs: 7 * TIME.DAY, maxEntries: 1, maxBytes: 4 * MEGABYTE },
  ranks: { ttlMs: RANKS_FRESH_MS, maxAgeMs: TIME.DAY, factor: 4, maxEntries: 4, maxBytes: 4 * MEGABYTE },
  trending: { ttlMs: 10 * TIME.MINUTE, maxAgeMs: TIME.DAY, factor: 1, maxEntries: 1, maxBytes: MEGABYTE },
  glance: { ttlMs: 10 * TIME.MINUTE, maxAgeMs: TIME.HOUR, factor: 0.75, maxEntries: 1, maxBytes: MEGABYTE },
} as const satisfies Readonly<Record<string, KindOfData>>;

/** A kind of data, each with a policy and limits. */
export type Kind = keyof typeof DETAILS;

export const KINDS: Readonly<Record<Kind, KindOfData>> = DETAILS;

/** On a limited plan facts are shown up to this age, because what is newer of them is known from prices. */
const MAX_FACTS_AGE_MS = 7 * TIME.DAY;

/** Prices are shown up to this age on a limited plan, and say so. */
const MAX_PRICES_AGE_MS = TIME.DAY;

/** Policy for a market whose prices all change once a minute, so that no page mixes two minutes. */
export const ONE_MINUTE: CachePolicy = { ttlMs: TIME.MINUTE, maxAgeMs: TIME.MINUTE, endsWithMinute: true };

/**
 * Kinds that such a market never changes, and the whole market: no other figure has to agree with it, and a page that does not wait
 * for it would hardly ever have it.
 */
export const TIMELESS_KINDS: ReadonlySet<Kind> = new Set(["names", "glance"]);

/** Returns how long answers of a kind are used. @param plan null: calls of a month are not limited */
export function policyOf(kind: Kind, plan: Plan | null): CachePolicy {
  const { ttlMs, maxAgeMs, factor } = KINDS[kind];
  if (plan === null || factor === undefined) return { ttlMs, maxAgeMs };
  const stretchedMs = Math.min(factor * plan.factsMs, MAX_FACTS_AGE_MS / 2);
  return { ttlMs: Math.max(ttlMs, stretchedMs), maxAgeMs: MAX_FACTS_AGE_MS };
}

/** Returns how long prices are used. @param plan null: calls of a month are not limited */
export function pricePolicy(plan: Plan | null): CachePolicy {
  return plan === null ? CURRENT : { ttlMs: plan.pricesMs, maxAgeMs: MAX_PRICES_AGE_MS };
}

/** Returns the kind of a range's history, by the distance of its points. */
export function historyKind(range: Range): "fineHistory" | "hourlyHistory" | "dailyHistory" {
  if (rangeWindowMs(range) <= TIME.DAY) return "fineHistory";
  return rangeStepMs(range) < TIME.DAY ? "hourlyHistory" : "dailyHistory";
}

/** When something was fetched: milliseconds since the epoch, and on this process' monotonic clock, from which its age is counted. */
export interface Fetched {
  readonly fetchedAt: number;
  readonly receivedAt: number;
}

export type Freshness = ReturnType<typeof createFreshness>;

/** Creates what compares the ages of answers with policies. */
export function createFreshness(clock: Clock) {
  const minuteOf = (time: number) => Math.floor(time / TIME.MINUTE);
  const ageOf = ({ receivedAt }: Fetched) => clock.monotonic() - receivedAt;
  return {
    clock,
    /** Returns the milliseconds since the service gave an answer. */
    ageOf,
    /** Returns the state of an answer under a policy; no answer counts as expired. */
    of(answer: Fetched | null | undefined, policy: CachePolicy): "fresh" | "stale" | "expired" {
      if (!answer || ageOf(answer) > policy.maxAgeMs) return "expired";
      if (policy.endsWithMinute && minuteOf(answer.fetchedAt) !== minuteOf(clock.now())) return "expired";
      return ageOf(answer) <= policy.ttlMs ? "fresh" : "stale";
    },
    /** Returns the milliseconds for which an answer is still fresh; 0 once it is stale. */
    leftMs(answer: Fetched, policy: CachePolicy): number {
      const leftMs = policy.ttlMs - ageOf(answer);
      const minuteMs = TIME.MINUTE - (clock.now() % TIME.MINUTE);
      return Math.max(0, policy.endsWithMinute ? Math.min(leftMs, minuteMs) : leftMs);
    },
  };
}
