import { LRUCache } from "lru-cache";
import type { Coin, FoundCoin, KnownCoin, MarketCoin } from "~/domain/market/coin";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { Clock } from "../clock.server";
import { type Answer, ageOf, freshForMs, freshnessOf } from "./cache/answer-cache.server";
import type { CacheLimits, CachePolicy } from "./cache/cache-policy.server";
import { smallPicture } from "./fields.server";

/** A kind of answer that carries coins: cards or ranks, the table or single rows, or a coin's own. */
export type Source = "list" | "table" | "coin";

/** Figures that a page cannot do without beside the price: changes within 1 hour and 7 days, and the line of the week, too. */
export type Needs = "price" | "changes" | "week";

/** What is known of a coin in a currency, as a reader gets it. */
export interface ServedRecord {
  readonly coin: KnownCoin;
  /** Incomplete: it lacks what is needed. */
  readonly state: "fresh" | "stale" | "incomplete";
  /** Milliseconds for which it is still fresh; 0 in any other state. */
  readonly freshForMs: number;
  /** Milliseconds since its price was fetched. */
  readonly ageMs: number;
}

export type CoinRecords = ReturnType<typeof createCoinRecords>;

/** Rank and picture of a coin, as far as an answer has named them; whatever the currency. */
type CoinFacts = Pick<FoundCoin, "rank" | "image">;

interface CoinRecord extends CoinFacts {
  /** Time of the answer that the facts are from, on the monotonic clock. */
  readonly factsAt: number;
  /** The latest answer of each kind, by currency. */
  readonly answers: { readonly [currency in Currency]?: Answers };
}

type Answers = { readonly [source in Source]?: Answer<MarketCoin> };

interface RecordsOptions {
  readonly limits: CacheLimits;
  readonly policy: CachePolicy;
  readonly clock: Clock;
}

/** A change within an hour, one within seven days and the line of the week stay fresh for so many times longer than a price. */
const CHANGES_FRESH_FACTOR = 5;

const UNKNOWN: CoinRecord = Object.freeze({
  rank: null,
  image: null,
  factsAt: Number.NEGATIVE_INFINITY,
  answers: {},
});

/**
 * Keeps one record per coin: what all answers that carried it have said, whichever page they were fetched for. In each currency
 * it has the latest answer of each kind. A figure is that of the newest answer that has it, so none is older than the policy
 * allows, and an older answer, of another replica perhaps, never hides a newer one.
 */
export function createCoinRecords({ limits, policy, clock }: RecordsOptions) {
  const records = new LRUCache<string, CoinRecord>({
    max: limits.maxEntries,
    maxSize: limits.maxBytes,
    sizeCalculation: (record) => Buffer.byteLength(JSON.stringify(record)),
  });
  const changesPolicy = { ...policy, ttlMs: CHANGES_FRESH_FACTOR * policy.ttlMs };
  let listed: ReadonlySet<string> | null = null;

  function noteFacts({ id, rank, image: anySize }: FoundCoin, receivedAt: number): CoinRecord {
    const known = records.peek(id) ?? UNKNOWN;
    const facts = { rank, image: smallPicture(anySize) };
    const [newer, older] = receivedAt >= known.factsAt ? [facts, known] : [known, facts];
    const factsAt = Math.max(receivedAt, known.factsAt);
    return { ...known, rank: newer.rank ?? older.rank, image: newer.image ?? older.image, factsAt };
  }

  function note(source: Source, currency: Currency, answer: Answer<MarketCoin>): void {
    const record = noteFacts(answer.value, answer.receivedAt);
    const answers = record.answers[currency];
    const isOlder = answer.receivedAt < (answers?.[source]?.receivedAt ?? Number.NEGATIVE_INFINITY);
    const all = isOlder
      ? record.answers
      : { ...record.answers, [currency]: { ...answers, [source]: answer } };
    records.set(answer.value.id, { ...record, answers: all });
  }

  const isUsable = (answer: Answer<MarketCoin> | undefined) =>
    answer !== undefined && freshnessOf(answer, policy, clock) !== "expired";

  function serve(record: CoinRecord, currency: Currency, needs: Needs): ServedRecord | null {
    const { list, table, coin: own } = record.answers[currency] ?? {};
    const [newest, ...older] = [table, own, list]
      .flatMap((answer) => answer ?? [])
      .filter(isUsable)
      .sort((one, other) => other.receivedAt - one.receivedAt);
    if (newest === undefined) return null;
    const { rank, image } = record;
    const coin = older.reduce((merged, { value }) => merge(merged, value), newest.value);
    const hasChanges = coin.change1h !== null && coin.change7d !== null;
    const isTableUsed = needs !== "price" && isUsable(table);
    const isComplete =
      needs === "price" || isTableUsed || (hasChanges && (needs === "changes" || coin.week.length > 0));
    const ages = [
      [newest, policy] as const,
      ...(isTableUsed && table ? [[table, changesPolicy] as const] : []),
    ];
    const isFresh = ages.every(([answer, each]) => freshnessOf(answer, each, clock) === "fresh");
    return {
      coin: { ...coin, rank: coin.rank ?? rank, image, fetchedAt: newest.fetchedAt },
      state: !isComplete ? "incomplete" : isFresh ? "fresh" : "stale",
      freshForMs: isComplete ? Math.min(...ages.map(([answer, each]) => freshForMs(answer, each, clock))) : 0,
      ageMs: ageOf(newest, clock),
    };
  }

  return {
    /** Takes note of the coins of a list. */
    noteCoins(source: Source, currency: Currency, answer: Answer<readonly MarketCoin[]>): void {
      for (const value of answer.value) note(source, currency, { ...answer, value });
    },
    /** Takes note of a coin's own answer, which has all currencies. */
    noteCoin(answer: Answer<Coin>): void {
      const { quotes, ...coin } = answer.value;
      for (const currency of CURRENCIES)
        note("coin", currency, { ...answer, value: { ...coin, ...quotes[currency], week: [] } });
    },
    /** Takes note of coins without figures. */
    noteNamed({ value, receivedAt }: Answer<readonly FoundCoin[]>): void {
      for (const coin of value) records.set(coin.id, noteFacts(coin, receivedAt));
    },
    /** Takes note of the ids of all coins that there are. */
    noteWholeList(ids: ReadonlySet<string>): void {
      listed = ids;
    },
    /** Forgets the figures of a coin in a currency, because it is gone. */
    forget(id: string, currency: Currency): void {
      const record = records.peek(id);
      if (record === undefined) return;
      records.set(id, { ...record, answers: { ...record.answers, [currency]: {} } });
    },
    /** Returns whether an answer or the list of all coins has named an id. */
    has: (id: string): boolean => records.has(id) || (listed?.has(id) ?? false),
    /** Returns whether an id can only be made up: all coins have been named, and it is not among them. */
    isMadeUp: (id: string): boolean => listed !== null && !listed.has(id) && !records.has(id),
    /** Returns rank and picture of a coin; null each, where no answer has named them. */
    facts(id: string): CoinFacts {
      const { rank, image } = records.get(id) ?? UNKNOWN;
      return { rank, image };
    },
    /** Returns what is known of a coin; null without a figure that is young enough. */
    read(id: string, currency: Currency, needs: Needs = "price"): ServedRecord | null {
      const record = records.get(id);
      return record === undefined ? null : serve(record, currency, needs);
    },
    /** Returns all ranked coins with a price in the currency, the largest first. */
    ranked(currency: Currency): readonly KnownCoin[] {
      const coins = [...records.values()].flatMap((record) => serve(record, currency, "price")?.coin ?? []);
      const isShown = ({ rank, price }: KnownCoin) => rank !== null && price !== null;
      return coins.filter(isShown).sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
    },
  };
}

/** Fills in what an answer lacks from an older one. Its price, and what belongs to that price, are its own, known or not. */
function merge(newer: MarketCoin, older: MarketCoin): MarketCoin {
  const lowest = newer.allTimeLow === null ? older : newer;
  const highest = newer.allTimeHigh === null ? older : newer;
  return {
    ...newer,
    change1h: newer.change1h ?? older.change1h,
    change7d: newer.change7d ?? older.change7d,
    low24h: newer.low24h ?? older.low24h,
    high24h: newer.high24h ?? older.high24h,
    marketCap: newer.marketCap ?? older.marketCap,
    volume: newer.volume ?? older.volume,
    maxSupply: newer.maxSupply ?? older.maxSupply,
    circulatingSupply: newer.circulatingSupply ?? older.circulatingSupply,
    allTimeLow: lowest.allTimeLow,
    allTimeLowAt: lowest.allTimeLowAt,
    allTimeHigh: highest.allTimeHigh,
    allTimeHighAt: highest.allTimeHighAt,
    week: newer.week.length > 0 ? newer.week : older.week,
  };
}
