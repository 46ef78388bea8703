import { LRUCache } from "lru-cache";
import type { Coin, FoundCoin, KnownCoin, MarketCoin } from "~/domain/market/coin";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { Clock } from "../clock.server";
import { type Answer, ageOf, freshForMs, freshnessOf } from "./cache/answer-cache.server";
import type { CacheLimits, CachePolicy } from "./cache/cache-policy.server";
import { smallPicture } from "./fields.server";

/** Figures that a page cannot do without beside the price: changes within 1 hour and 7 days, and the line of the week, too. */
export type Needs = "price" | "changes" | "week";

/** What is known of a coin in a currency, as a reader gets it. */
export interface ServedRecord {
  readonly coin: KnownCoin;
  /** Incomplete: it lacks what is needed. */
  readonly state: "fresh" | "stale" | "incomplete";
  /** Milliseconds for which it is still fresh; 0 once it is stale. */
  readonly freshForMs: number;
  /** Milliseconds since its price was fetched. */
  readonly ageMs: number;
}

export type CoinRecords = ReturnType<typeof createCoinRecords>;

/** Rank and picture do not depend on the currency. */
interface CoinRecord extends Pick<FoundCoin, "rank" | "image"> {
  /** Time of the answer that they are from, on the monotonic clock. */
  readonly namedAt: number;
  readonly answers: { readonly [currency in Currency]?: LatestAnswers };
}

interface LatestAnswers {
  readonly latest: Answer<MarketCoin>;
  /** The latest with the columns of the table, of which other answers lack the line of the week, at least. */
  readonly table: Answer<MarketCoin> | undefined;
}

/** What the columns of the table have beyond other answers stays fresh for so many times longer than a price. */
const TABLE_FRESH_FACTOR = 5;

const UNKNOWN: CoinRecord = { rank: null, image: null, namedAt: Number.NEGATIVE_INFINITY, answers: {} };

/**
 * Keeps one record per coin: what all answers that carried it have said, whichever page they were fetched for. A figure is that
 * of the newest answer; changes and the line of the week, which not every answer has, are those of the latest table. None is
 * older than the policy allows, and an older answer, of another replica perhaps, never replaces a newer one.
 */
export function createCoinRecords(limits: CacheLimits, policyNow: () => CachePolicy, clock: Clock) {
  const records = new LRUCache<string, CoinRecord>({
    max: limits.maxEntries,
    maxSize: limits.maxBytes,
    sizeCalculation: (record) => Buffer.byteLength(JSON.stringify(record)),
  });
  let listed: ReadonlySet<string> | null = null;

  /** Returns the record with a coin's rank and picture. What an answer leaves out stays. */
  function named(coin: FoundCoin, receivedAt: number): CoinRecord {
    const known = records.peek(coin.id) ?? UNKNOWN;
    const facts = { rank: coin.rank, image: smallPicture(coin.image) };
    const [newer, older] = receivedAt >= known.namedAt ? [facts, known] : [known, facts];
    const namedAt = Math.max(receivedAt, known.namedAt);
    return { ...known, rank: newer.rank ?? older.rank, image: newer.image ?? older.image, namedAt };
  }

  function note(currency: Currency, answer: Answer<MarketCoin>, isTable: boolean): void {
    const record = named(answer.value, answer.receivedAt);
    const known = record.answers[currency];
    const latest = newerOf(answer, known?.latest);
    const table = isTable ? newerOf(answer, known?.table) : known?.table;
    records.set(answer.value.id, {
      ...record,
      answers: { ...record.answers, [currency]: { latest, table } },
    });
  }

  function serve(
    record: CoinRecord,
    currency: Currency,
    needs: Needs,
    policy: CachePolicy,
  ): ServedRecord | null {
    const { latest, table } = record.answers[currency] ?? {};
    const tablePolicy = { ...policy, ttlMs: TABLE_FRESH_FACTOR * policy.ttlMs };
    if (latest === undefined || freshnessOf(latest, policy, clock) === "expired") return null;
    const { value, fetchedAt } = latest;
    const hasTable = table !== undefined && freshnessOf(table, tablePolicy, clock) !== "expired";
    const coin = hasTable ? fillIn(value, table.value) : value;
    const hasChanges = value.change1h !== null && value.change7d !== null;
    const isEnough = needs === "price" || (hasChanges && (needs === "changes" || value.week.length > 0));
    const isTableFresh = freshnessOf(table, tablePolicy, clock) === "fresh";
    const isFresh = freshnessOf(latest, policy, clock) === "fresh" && (isEnough || isTableFresh);
    const tableFreshMs =
      hasTable && !isEnough ? freshForMs(table, tablePolicy, clock) : Number.POSITIVE_INFINITY;
    return {
      coin: { ...coin, rank: coin.rank ?? record.rank, image: record.image, fetchedAt },
      state: isFresh ? "fresh" : isEnough || hasTable ? "stale" : "incomplete",
      freshForMs: isFresh ? Math.min(freshForMs(latest, policy, clock), tableFreshMs) : 0,
      ageMs: ageOf(latest, clock),
    };
  }

  return {
    /** Takes note of the coins of a list. @param isTable whether it has the columns of the table */
    noteCoins(currency: Currency, answer: Answer<readonly MarketCoin[]>, isTable: boolean): void {
      for (const value of answer.value) note(currency, { ...answer, value }, isTable);
    },
    /** Takes note of a coin's own answer, which has all currencies. */
    noteCoin(answer: Answer<Coin>): void {
      const { quotes, details: _details, ...coin } = answer.value;
      for (const currency of CURRENCIES)
        note(currency, { ...answer, value: { ...coin, ...quotes[currency], week: "" } }, false);
    },
    /** Takes note of coins without figures. */
    noteNames({ value, receivedAt }: Answer<readonly FoundCoin[]>): void {
      for (const coin of value) records.set(coin.id, named(coin, receivedAt));
    },
    /** Takes note of the ids of all coins that there are. */
    noteWholeList(ids: ReadonlySet<string>): void {
      listed = ids;
    },
    /** Forgets the figures of a coin in a currency, because it is gone. */
    forget(id: string, currency: Currency): void {
      const record = records.peek(id);
      if (record) records.set(id, { ...record, answers: { ...record.answers, [currency]: undefined } });
    },
    /** Returns whether an answer or the list of all coins has named an id. */
    has: (id: string): boolean => records.has(id) || (listed?.has(id) ?? false),
    /** Returns whether an id can only be made up: all coins have been named, and it is not among them. */
    isMadeUp: (id: string): boolean => listed !== null && !listed.has(id) && !records.has(id),
    /** Returns rank and picture of a coin; null each, where no answer has named them. */
    facts(id: string): Pick<FoundCoin, "rank" | "image"> {
      const { rank, image } = records.get(id) ?? UNKNOWN;
      return { rank, image };
    },
    /** Returns what is known of a coin; null without an answer that is young enough. */
    read: (
      id: string,
      currency: Currency,
      needs: Needs = "price",
      policy = policyNow(),
    ): ServedRecord | null => serve(records.get(id) ?? UNKNOWN, currency, needs, policy),
    /** Returns all ranked coins with a price in the currency, the largest first. */
    ranked(currency: Currency, policy = policyNow()): readonly KnownCoin[] {
      return [...records.values()]
        .flatMap((record) => serve(record, currency, "price", policy)?.coin ?? [])
        .filter(({ rank, price }) => rank !== null && price !== null)
        .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
    },
  };
}

function newerOf(answer: Answer<MarketCoin>, known: Answer<MarketCoin> | undefined): Answer<MarketCoin> {
  return known !== undefined && known.receivedAt > answer.receivedAt ? known : answer;
}

function fillIn(coin: MarketCoin, table: MarketCoin): MarketCoin {
  return {
    ...coin,
    change1h: coin.change1h ?? table.change1h,
    change7d: coin.change7d ?? table.change7d,
    volume: coin.volume ?? table.volume,
    week: coin.week.length > 0 ? coin.week : table.week,
  };
}
