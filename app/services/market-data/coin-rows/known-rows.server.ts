import { LRUCache } from "lru-cache";
import type { CoinRow } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Clock } from "../../clock.server";
import { CACHE_LIMITS, type CachePolicy } from "../cache/cache-policy.server";
import { createCoolDowns } from "../cache/cool-downs.server";
import { type Answer, ageOf, freshnessOf } from "../cache/freshness.server";
import { MarketDataFailure } from "../failure.server";
import type { SeenCoins } from "../seen-coins.server";

/** What can be done about a coin's row now. */
export type RowStanding =
  | { readonly kind: "fresh" | "stale"; readonly answer: Answer<CoinRow> }
  /** There is no such coin: no call is made for ten minutes, or while the list of all coins does not name it. */
  | { readonly kind: "not-found" }
  /** The latest call for it failed, and its cool-down is not over. */
  | { readonly kind: "blocked"; readonly failure: MarketDataFailure }
  | { readonly kind: "missing" };

export type KnownRows = ReturnType<typeof createKnownRows>;

interface KnownRowsOptions {
  readonly policy: CachePolicy;
  readonly seen: SeenCoins;
  readonly clock: Clock;
  /** From 0 to 1, for the jitter of cool-downs. */
  readonly random: () => number;
}

/** Status of a coin that a refresh did not find once: services err, so it counts as gone the second time. */
const GONE_STATUS = 404;

/** Creates the memory of rows, one a coin and currency, and of what cannot be had: coins that do not exist, calls that failed. */
export function createKnownRows({ policy, seen, clock, random }: KnownRowsOptions) {
  const rows = new LRUCache<string, Answer<CoinRow>>({
    max: CACHE_LIMITS.coinRows.maxEntries,
    maxSize: CACHE_LIMITS.coinRows.maxBytes,
    sizeCalculation: ({ value }) => Buffer.byteLength(JSON.stringify(value)),
  });
  /** Failures by row, and by id alone for coins that do not exist: whatever the currency, there are none. */
  const coolDowns = createCoolDowns({ clock, random, needsFullPlan: () => false });

  function keepRow(currency: Currency, row: CoinRow, { fetchedAt, receivedAt }: Answer<unknown>): void {
    const key = rowKey(row.id, currency);
    const own = rows.peek(key);
    if (own !== undefined && own.receivedAt > receivedAt) return;
    rows.set(key, { value: row, fetchedAt, receivedAt });
    seen.note(row.id, row);
    coolDowns.succeeded(key);
    coolDowns.succeeded(row.id);
  }

  /** Takes note of a coin that an answer left out. */
  function keepAbsence(id: string, currency: Currency): void {
    const key = rowKey(id, currency);
    const isForgiven =
      freshnessOf(rows.peek(key), policy, clock) !== "expired" &&
      coolDowns.latest(key)?.status !== GONE_STATUS;
    if (isForgiven) {
      const why = `${key}: not found, but it was there before`;
      coolDowns.failed(key, new MarketDataFailure("bad-response", why, { status: GONE_STATUS }));
    } else {
      rows.delete(key);
      coolDowns.failed(
        id,
        new MarketDataFailure("not-found", `${id}: no such coin`, { status: GONE_STATUS }),
      );
    }
  }

  return {
    standingOf(id: string, currency: Currency): RowStanding {
      const key = rowKey(id, currency);
      const answer = rows.get(key);
      const freshness = freshnessOf(answer, policy, clock);
      if (answer !== undefined && freshness !== "expired") return { kind: freshness, answer };
      if (seen.isMadeUp(id) || coolDowns.blockingKey(id) !== null) return { kind: "not-found" };
      const failure = coolDowns.blockingKey(key);
      return failure === null ? { kind: "missing" } : { kind: "blocked", failure };
    },
    /** Tells whether a row's cool-down forbids to refresh it now. */
    isBlocked: (id: string, currency: Currency) => coolDowns.blockingKey(rowKey(id, currency)) !== null,
    /** Tells whether the latest call for a row failed, its cool-down over or not. */
    hasFailed: (id: string, currency: Currency) => coolDowns.latest(rowKey(id, currency)) !== null,
    /** Keeps rows of which some may be known already: the newer ones stay. */
    keep(currency: Currency, answer: Answer<readonly CoinRow[]>): void {
      for (const row of answer.value) keepRow(currency, row, answer);
    },
    /** Keeps what an answer says of the ids that were asked for; that it lacks one counts while it is fresh. */
    keepAnswer(currency: Currency, ids: readonly string[], answer: Answer<readonly CoinRow[]>): void {
      const asked = new Set(ids);
      for (const row of answer.value) if (asked.delete(row.id)) keepRow(currency, row, answer);
      if (ageOf(answer, clock) > policy.ttlMs) return;
      for (const id of asked) keepAbsence(id, currency);
    },
    /** Takes note of ids none of which is a coin. */
    keepAbsences(currency: Currency, ids: readonly string[]): void {
      for (const id of ids) keepAbsence(id, currency);
    },
    /** Takes note of a failed call for rows, so that no other combination with one of them calls soon. */
    keepFailure(currency: Currency, ids: readonly string[], failure: MarketDataFailure): void {
      for (const id of ids) coolDowns.failed(rowKey(id, currency), failure);
    },
  };
}

/** Names a row. An id holds no slash, so no id alone is such a name. */
export function rowKey(id: string, currency: Currency): string {
  return `${currency}/${id}`;
}
