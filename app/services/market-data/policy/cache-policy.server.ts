import { RANGE_DETAILS, type Range } from "~/domain/market/range";
import { EXCHANGES_FRESH_MS, PRICES_FRESH_MS, RANKS_FRESH_MS } from "~/domain/refresh-schedule";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";

/** On a monthly limit of calls, milliseconds for which prices stay fresh, and lists, of which other facts use a multiple. */
export interface FreshTimes {
  readonly pricesMs: number;
  readonly factsMs: number;
}

export interface CachePolicy {
  /** Fresh up to this age: served without a call. */
  readonly ttlMs: number;
  /** Then stale: served at once while it is revalidated, up to this age. Never served beyond it. */
  readonly maxAgeMs: number;
}

interface KindOfData extends CachePolicy {
  /** Freshness on a plan with a monthly limit, as a multiple of a list's; none: independent of the plan. */
  readonly factor?: number;
  /** Of the memory budget; see `createMemoryBudget`. */
  readonly share: number;
  /** Whether there is one for all visitors. Calls for the others count as those of the visitor's network. */
  readonly isCommon?: boolean;
  /** Whether calls go first, because many visitors look at it. */
  readonly isFirst?: boolean;
}

const CURRENT = { ttlMs: PRICES_FRESH_MS, maxAgeMs: TIME.HOUR } as const;
const PAST = { ttlMs: TIME.HOUR, maxAgeMs: TIME.DAY } as const;
const SLOW = { ttlMs: 10 * TIME.MINUTE, maxAgeMs: TIME.DAY } as const;

const DETAILS = {
  coins: { ...CURRENT, factor: 1, share: 0.2, isFirst: true },
  /** A coin takes up to 50 kB, mostly its list of markets. */
  coin: { ...CURRENT, factor: 16, share: 0.12 },
  /** Each coin has one record, with its figures in every currency. */
  records: { ...CURRENT, share: 0.15 },
  /** The line of the week in it, and changes within 1 hour and 7 days. Cards have it fetched once an hour, and show it meanwhile. */
  weeks: { ttlMs: 5 * TIME.MINUTE, maxAgeMs: 2 * TIME.HOUR, factor: 2, share: 0 },
  /** Of all coins that somebody looks at; cached in the records. The share is that of the observed prices. */
  prices: { ...CURRENT, share: 0.1, isCommon: true, isFirst: true },
  /** Points five minutes apart. */
  fineHistory: { ...CURRENT, ttlMs: 5 * TIME.MINUTE, share: 0.06 },
  /** Points an hour apart, and a day. The service itself renews them every half hour, and every twelve hours. */
  hourlyHistory: { ...PAST, factor: 6, share: 0.1 },
  dailyHistory: { ...PAST, ttlMs: 12 * TIME.HOUR, factor: 12, share: 0.1 },
  exchanges: { ...SLOW, ttlMs: EXCHANGES_FRESH_MS, factor: 1, share: 0.01, isCommon: true, isFirst: true },
  /** An exchange takes as much, nearly all of it its markets. */
  exchange: { ...SLOW, ttlMs: EXCHANGES_FRESH_MS, factor: 16, share: 0.04 },
  categories: { ...SLOW, factor: 1, share: 0.01, isCommon: true },
  names: { ttlMs: TIME.DAY, maxAgeMs: 7 * TIME.DAY, share: 0.06, isCommon: true, isFirst: true },
  ranks: { ...PAST, ttlMs: RANKS_FRESH_MS, factor: 4, share: 0.03, isCommon: true },
  trending: { ...SLOW, factor: 1, share: 0.01, isCommon: true },
  glance: { ...SLOW, maxAgeMs: TIME.HOUR, factor: 0.75, share: 0.01, isCommon: true },
} as const satisfies Readonly<Record<string, KindOfData>>;

export type Kind = keyof typeof DETAILS;

export const KINDS: Readonly<Record<Kind, KindOfData>> = DETAILS;

/** On a limited plan facts are shown up to this age, because newer prices come separately, and prices marked as old. */
const MAX_AGE_ON_PLAN = { factsMs: 7 * TIME.DAY, pricesMs: TIME.DAY } as const;

/** Returns the policy of a kind of data. @param times null: no monthly limit of calls */
export function policyOf(kind: Kind, times: FreshTimes | null): CachePolicy {
  const { ttlMs, maxAgeMs, factor } = KINDS[kind];
  if (times === null) return { ttlMs, maxAgeMs };
  if (kind === "prices" || kind === "records")
    return { ttlMs: times.pricesMs, maxAgeMs: MAX_AGE_ON_PLAN.pricesMs };
  if (factor === undefined) return { ttlMs, maxAgeMs };
  const stretchedMs = Math.max(ttlMs, Math.min(factor * times.factsMs, MAX_AGE_ON_PLAN.factsMs / 2));
  // A line of the week that ends a day ago is none.
  const weekMs = Math.max(TIME.DAY, 2 * stretchedMs);
  return { ttlMs: stretchedMs, maxAgeMs: kind === "weeks" ? weekMs : MAX_AGE_ON_PLAN.factsMs };
}

/** Returns the kind of a range's history, by the interval of its points. @param intervalMs theirs, if it is longer than usual */
export function historyKind(range: Range, intervalMs = 0): "fineHistory" | "hourlyHistory" | "dailyHistory" {
  const stepMs = Math.max(RANGE_DETAILS[range].stepMs, intervalMs);
  if (stepMs < TIME.HOUR / 2) return "fineHistory";
  return stepMs < TIME.DAY / 2 ? "hourlyHistory" : "dailyHistory";
}

/** Time of a fetch: milliseconds since the epoch, and on this process' monotonic clock, which its age is computed from. */
export interface Fetched {
  readonly fetchedAt: number;
  readonly receivedAt: number;
}

export interface Answer<Value> extends Fetched {
  readonly value: Value;
}

/** Returns the time of a fetch, possibly by another process. @param fetchedAt milliseconds since the epoch */
export function fetchedAtTime(clock: Clock, fetchedAt: number): Fetched {
  return { fetchedAt, receivedAt: clock.monotonic() - (clock.now() - fetchedAt) };
}

export type Freshness = ReturnType<typeof createFreshness>;

export function createFreshness(clock: Clock, freshTimes: () => FreshTimes | null) {
  const ageOf = ({ receivedAt }: Fetched) => clock.monotonic() - receivedAt;
  return {
    clock,
    freshTimes,
    policyOf: (kind: Kind) => policyOf(kind, freshTimes()),
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
