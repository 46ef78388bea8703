import { type Range, rangeStepMs, rangeWindowMs } from "~/domain/market/range";
import { EXCHANGES_FRESH_MS, PRICES_FRESH_MS, RANKS_FRESH_MS } from "~/domain/refresh-plan";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { Plan } from "../calls/month-budget.server";

/** Times in milliseconds for which an answer may be used. */
export interface CachePolicy {
  /** Fresh up to this age: served without a call. */
  readonly ttlMs: number;
  /** Then stale: served at once while it is revalidated, up to this age. Never served beyond it. */
  readonly maxAgeMs: number;
}

/** A kind of data and its cache limits. */
interface KindOfData extends CachePolicy {
  /** Freshness on a plan with a monthly limit, as a multiple of a list's; none: independent of the plan. */
  readonly factor?: number;
  readonly maxEntries: number;
  /** Size of the answers as JSON, in bytes. */
  readonly maxBytes: number;
}

const MEGABYTE = 1_000_000;

const CURRENT = { ttlMs: PRICES_FRESH_MS, maxAgeMs: TIME.HOUR } as const;
const PAST = { ttlMs: TIME.HOUR, maxAgeMs: TIME.DAY } as const;
const SLOW = { ttlMs: 10 * TIME.MINUTE, maxAgeMs: TIME.DAY } as const;

const DETAILS = {
  coins: { ...CURRENT, factor: 1, maxEntries: 500, maxBytes: 32 * MEGABYTE },
  coinTable: { ...CURRENT, factor: 1, maxEntries: 500, maxBytes: 32 * MEGABYTE },
  /** Separate from the list of all coins, which made-up categories and pages must not evict. */
  category: { ...CURRENT, factor: 1, maxEntries: 200, maxBytes: 16 * MEGABYTE },
  /** A coin has 2 to 25 kB, mostly its list of markets. */
  coin: { ...CURRENT, factor: 16, maxEntries: 5000, maxBytes: 24 * MEGABYTE },
  /** Each coin once, with its figures in every currency. */
  records: { ...CURRENT, factor: 2, maxEntries: 20_000, maxBytes: 48 * MEGABYTE },
  /** Points five minutes apart. */
  fineHistory: { ...CURRENT, ttlMs: 5 * TIME.MINUTE, maxEntries: 1000, maxBytes: 16 * MEGABYTE },
  /** Points an hour apart, and a day. */
  hourlyHistory: { ...PAST, factor: 6, maxEntries: 1500, maxBytes: 32 * MEGABYTE },
  dailyHistory: { ...PAST, factor: 12, maxEntries: 1500, maxBytes: 16 * MEGABYTE },
  exchanges: { ...SLOW, ttlMs: EXCHANGES_FRESH_MS, factor: 1, maxEntries: 1, maxBytes: 2 * MEGABYTE },
  names: { ttlMs: TIME.DAY, maxAgeMs: 7 * TIME.DAY, maxEntries: 1, maxBytes: 4 * MEGABYTE },
  ranks: { ...PAST, ttlMs: RANKS_FRESH_MS, factor: 4, maxEntries: 4, maxBytes: 4 * MEGABYTE },
  trending: { ...SLOW, factor: 1, maxEntries: 1, maxBytes: MEGABYTE },
  glance: { ...SLOW, maxAgeMs: TIME.HOUR, factor: 0.75, maxEntries: 1, maxBytes: MEGABYTE },
} as const satisfies Readonly<Record<string, KindOfData>>;

/** A kind of data, each with a policy and limits. */
export type Kind = keyof typeof DETAILS;

export const KINDS: Readonly<Record<Kind, KindOfData>> = DETAILS;

/** On a limited plan facts are shown up to this age, because newer prices come separately. */
const MAX_FACTS_AGE_MS = 7 * TIME.DAY;

/** On a limited plan prices are shown up to this age, marked as old. */
const MAX_PRICES_AGE_MS = TIME.DAY;

/** Returns the policy of a kind of answers. @param plan null: no monthly limit of calls */
export function policyOf(kind: Kind, plan: Plan | null): CachePolicy {
  const { ttlMs, maxAgeMs, factor } = KINDS[kind];
  if (plan === null || factor === undefined) return { ttlMs, maxAgeMs };
  const stretchedMs = Math.min(factor * plan.factsMs, MAX_FACTS_AGE_MS / 2);
  return { ttlMs: Math.max(ttlMs, stretchedMs), maxAgeMs: MAX_FACTS_AGE_MS };
}

/** Returns the policy of prices. @param plan null: no monthly limit of calls */
export function pricePolicy(plan: Plan | null): CachePolicy {
  return plan === null ? CURRENT : { ttlMs: plan.pricesMs, maxAgeMs: MAX_PRICES_AGE_MS };
}

/** Returns the kind of a range's history, by the interval of its points. */
export function historyKind(range: Range): "fineHistory" | "hourlyHistory" | "dailyHistory" {
  if (rangeWindowMs(range) <= TIME.DAY) return "fineHistory";
  return rangeStepMs(range) < TIME.DAY ? "hourlyHistory" : "dailyHistory";
}

/** Time of a fetch: milliseconds since the epoch, and on this process' monotonic clock, which its age is computed from. */
export interface Fetched {
  readonly fetchedAt: number;
  readonly receivedAt: number;
}

/** An answer of the service, with its time. */
export interface Answer<Value> extends Fetched {
  readonly value: Value;
}

/** Returns the time of a fetch, possibly by another process. @param fetchedAt milliseconds since the epoch */
export function fetchedAtTime(clock: Clock, fetchedAt: number): Fetched {
  return { fetchedAt, receivedAt: clock.monotonic() - (clock.now() - fetchedAt) };
}

export type Freshness = ReturnType<typeof createFreshness>;

/** Creates what compares the ages of answers with policies. */
export function createFreshness(clock: Clock) {
  const ageOf = ({ receivedAt }: Fetched) => clock.monotonic() - receivedAt;
  return {
    clock,
    /** Returns the milliseconds since the service gave an answer. */
    ageOf,
    /** Returns the state of an answer under a policy; no answer counts as expired. */
    of(answer: Fetched | null | undefined, { ttlMs, maxAgeMs }: CachePolicy): "fresh" | "stale" | "expired" {
      if (!answer || ageOf(answer) > maxAgeMs) return "expired";
      return ageOf(answer) <= ttlMs ? "fresh" : "stale";
    },
    /** Returns the milliseconds for which an answer stays fresh; 0 once it is stale. */
    leftMs: (answer: Fetched, { ttlMs }: CachePolicy) => Math.max(0, ttlMs - ageOf(answer)),
  };
}
