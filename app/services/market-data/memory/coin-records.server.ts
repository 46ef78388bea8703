import { LRUCache } from "lru-cache";
import { changeSince, endingAt, type PricePoint } from "~/domain/chart/price-history";
import {
  type Coin,
  type CoinNames,
  coinOfAnswer,
  convertedCoin,
  type FoundCoin,
  type KnownCoin,
  type MarketCoin,
  priceTime,
} from "~/domain/market/coin";
import type { Paragraph } from "~/domain/market/coin-details";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { parseQuery } from "~/domain/search/query";
import { TIME } from "~/domain/time";
import { type Answer, type Fetched, type Freshness, KINDS } from "../policy/cache-policy.server";
import type { SimplePrices } from "../source/coin-lists.server";
import type { MemoryBudget } from "./memory-budget.server";
import { createObservedPrices } from "./observed-prices.server";

/** What a page requires of a coin: its price, the changes within 1 hour and 7 days as well, or the line of the week, too. */
export type Needs = "price" | "changes" | "week";

export interface ServedRecord {
  readonly coin: KnownCoin;
  /** Incomplete: required figures are missing. */
  readonly state: "fresh" | "stale" | "incomplete";
  /** Milliseconds for which it is still fresh; 0 once it is stale. */
  readonly freshForMs: number;
  /** Milliseconds since its price was fetched. */
  readonly ageMs: number;
}

export type CoinRecords = ReturnType<typeof createCoinRecords>;

/** Rank, picture, and the notices of the coin's own answer, independent of the currency. */
interface CoinRecord extends Pick<FoundCoin, "rank" | "image"> {
  readonly notices: readonly Paragraph[];
  readonly in: { readonly [currency in Currency]?: Figures };
}

/**
 * A coin in one currency: merged from all answers, with the time of the one that its price is from, and of the latest one; and the
 * latest answers that had changes and a week.
 */
interface Figures {
  readonly price: Answer<MarketCoin>;
  readonly latest: Fetched;
  readonly changes: Answer<MarketCoin> | undefined;
  readonly week: Answer<MarketCoin> | undefined;
}

const UNKNOWN: CoinRecord = { rank: null, image: null, notices: [], in: {} };

/** More coins than are listed in a month. */
const MAX_LISTED_LATER = 2000;

/** Contract addresses that the search knows: those of a thousand coins, in at most two megabytes. */
const MAX_CONTRACTS = 5000;

/** Coins of one address: on another chain, it may be another coin's. */
const MAX_COINS_OF_CONTRACT = 5;

const NO_PAST = { change1h: null, change7d: null, allTimeLowAt: null, allTimeHighAt: null, week: [] };

/** The service's own changes are shown up to this age; then they are computed from known prices. */
const CHANGES_AGE_MS = 10 * TIME.MINUTE;

/** Tolerance in milliseconds for the age of a price that a change is computed from. */
const CHANGE_TOLERANCE = { hourMs: 30 * TIME.MINUTE, weekMs: 2 * TIME.HOUR } as const;

/** The week's line is in another currency than the price if they differ by this factor. */
const MAX_WEEK_RATIO = 3;

/**
 * Keeps one record per coin, merged from all answers that carried it. Each figure comes from the answer with the newest price that has
 * it. How fresh a record is depends on the latest answer alone: old prices of coins that nobody trades are not asked for all the time.
 */
export function createCoinRecords(freshness: Freshness, memory: MemoryBudget) {
  const { policyOf } = freshness;
  const records = memory.cache(KINDS.records.share, isExpired);
  const observed = createObservedPrices(memory, freshness.clock);
  let listed: CoinNames | null = null;
  /** The coins that the service has, although its list lacks them: it is up to a day old. */
  const listedLater = new LRUCache<string, true>({ max: MAX_LISTED_LATER });
  /** The coins that have a contract address, by the query for it: of an address that is longer, as far as it goes. */
  const byContract = new LRUCache<string, readonly string[]>({ max: MAX_CONTRACTS });

  /** Whether no list that has the coin is served any more: until then, its record is what renews the prices there. */
  function isExpired({ in: figures }: CoinRecord): boolean {
    const maxAgeMs = Math.max(policyOf("coins").maxAgeMs, policyOf("weeks").maxAgeMs);
    const known = Object.values(figures);
    return known.length > 0 && known.every((each) => !each || freshness.ageOf(each.latest) > maxAgeMs);
  }

  /** Returns the record with a coin's rank and picture. Missing fields keep their values. */
  function named({ id, rank, image }: FoundCoin): CoinRecord {
    const known = records.peek(id) ?? UNKNOWN;
    return { ...known, rank: rank ?? known.rank, image: image ?? known.image };
  }

  /** @param isTable whether the answer has changes and a line of the week, or says that there are none */
  function note(currency: Currency, answer: Answer<MarketCoin>, isTable = false): void {
    const { value, fetchedAt, receivedAt } = answer;
    const record = named(value);
    const known = record.in[currency];
    const isNewer = known === undefined || hasNewerPrice(answer, known.price);
    const [newer, older] = isNewer ? [answer, known?.price] : [known.price, answer];
    const hasChanges = isTable || value.change7d !== null;
    const figures: Figures = {
      price: { ...newer, value: merged(newer.value, older?.value) },
      latest: newerOf({ fetchedAt, receivedAt }, known?.latest),
      changes: hasChanges ? newerOf(answer, known?.changes) : known?.changes,
      week: isTable ? newerOf(answer, known?.week) : known?.week,
    };
    records.set(value.id, { ...record, in: { ...record.in, [currency]: figures } });
    if (value.price !== null) observed.note(value.id, currency, priceTime(value, fetchedAt), value.price);
  }

  /** Returns the hourly prices of a week, oldest first; none if unknown, or in another currency. */
  function weekPrices(id: string, currency: Currency): readonly PricePoint[] {
    const { price, week } = records.peek(id)?.in[currency] ?? {};
    if (!week || freshness.of(week, policyOf("weeks")) === "expired") return [];
    const prices = week.value.week;
    const [last, now] = [prices.at(-1) ?? 0, price?.value.price ?? 0];
    if (last >= MAX_WEEK_RATIO * now || now >= MAX_WEEK_RATIO * last) return [];
    const start = priceTime(week.value, week.fetchedAt) - (prices.length - 1) * TIME.HOUR;
    return prices.map((each, index) => [start + index * TIME.HOUR, each]);
  }

  /** Changes within an hour and seven days up to the price's time; each null if no price near that time is known. */
  function changesUpTo({ fetchedAt, value }: Answer<MarketCoin>, currency: Currency) {
    const { id, price } = value;
    if (price === null) return NO_PAST;
    const now: PricePoint = [priceTime(value, fetchedAt), price];
    const known = [...weekPrices(id, currency), ...observed.since(id, currency, 0)];
    return {
      change1h: changeSince(now, TIME.HOUR, CHANGE_TOLERANCE.hourMs, known),
      change7d: changeSince(now, 7 * TIME.DAY, CHANGE_TOLERANCE.weekMs, known),
    };
  }

  /** Returns the data of a coin; null if there is no recent answer. @param needs decides its state */
  const read = (id: string, currency: Currency, needs: Needs = "price") =>
    served(records.get(id) ?? UNKNOWN, currency, needs);

  function served(record: CoinRecord, currency: Currency, needs: Needs): ServedRecord | null {
    const [pricePolicy, weekPolicy] = [policyOf("prices"), policyOf("weeks")];
    const { rank, image, in: figures } = record;
    const known = figures[currency];
    if (known === undefined || freshness.of(known.latest, pricePolicy) === "expired") return null;
    const { price, latest, changes, week } = known;
    const needed = needs === "price" ? latest : known[needs];
    const policy = needs === "price" ? pricePolicy : weekPolicy;
    const isLacking = freshness.of(needed, policy) === "expired";
    const leftMs = Math.min(
      freshness.leftMs(latest, pricePolicy),
      freshness.leftMs(needed ?? latest, policy),
    );
    // On a limited plan prices are refreshed by their own call, so a stale one does not make the record stale.
    const isFresh =
      freshness.freshTimes() === null
        ? leftMs > 0
        : needs === "price" || freshness.of(needed, policy) === "fresh";
    const areChangesNew = changes && price.receivedAt - changes.receivedAt <= CHANGES_AGE_MS;
    const { change1h, change7d } = areChangesNew ? changes.value : changesUpTo(price, currency);
    const isWeekOver = freshness.of(week, weekPolicy) === "expired";
    return {
      coin: {
        ...coinOfAnswer(price.value, price.fetchedAt),
        change1h,
        change7d,
        week: isWeekOver ? [] : (week?.value.week ?? []),
        rank: price.value.rank ?? rank,
        image,
        fetchedAt: latest.fetchedAt,
      },
      state: isLacking ? "incomplete" : isFresh ? "fresh" : "stale",
      freshForMs: isLacking ? 0 : leftMs,
      ageMs: freshness.ageOf(latest),
    };
  }

  const has = (id: string) => records.has(id) || listedLater.has(id) || (listed?.has(id) ?? false);

  return {
    observed,
    weekPrices,
    read,
    /** Records the coins of a list. @param isTable whether it has the columns of the table */
    noteCoins(currency: Currency, answer: Answer<readonly MarketCoin[]>, isTable: boolean): void {
      for (const value of answer.value) note(currency, { ...answer, value }, isTable);
    },
    noteCoin(answer: Answer<Coin>): void {
      const { id, in: figures, details } = answer.value;
      for (const currency of CURRENCIES) note(currency, { ...answer, value: figures[currency] });
      records.set(id, { ...(records.peek(id) ?? UNKNOWN), notices: details.notices });
      if (listed?.has(id) === false) listedLater.set(id, true);
      for (const query of details.contracts.map(({ address }) => parseQuery(address))) {
        const ids = new Set([id, ...(byContract.get(query) ?? [])]);
        byContract.set(query, [...ids].slice(0, MAX_COINS_OF_CONTRACT));
      }
    },
    /** Records prices of coins that have a record. In a new currency they get the facts of another one. */
    notePrices(answer: Answer<SimplePrices>): void {
      for (const [id, { quotes, lastUpdated }] of answer.value) {
        const [some] = Object.values(records.peek(id)?.in ?? {});
        if (some === undefined) continue;
        const facts = { ...convertedCoin(some.price.value, null), ...NO_PAST };
        for (const currency of CURRENCIES) {
          note(currency, { ...answer, value: { ...facts, ...quotes[currency], lastUpdated } });
        }
      }
    },
    noteNames({ value }: Answer<readonly FoundCoin[]>): void {
      for (const coin of value) records.set(coin.id, named(coin));
    },
    noteWholeList({ value }: Answer<CoinNames>): void {
      listed = value;
    },
    forget(id: string, currency: Currency): void {
      const record = records.peek(id);
      if (record) records.set(id, { ...record, in: { ...record.in, [currency]: undefined } });
    },
    /** Whether an answer or the list of all coins has named an id. */
    has,
    isMadeUp: (id: string): boolean => listed !== null && !has(id),
    facts(id: string): Pick<FoundCoin, "rank" | "image"> {
      const { rank, image } = records.get(id) ?? UNKNOWN;
      return { rank, image };
    },
    notices: (id: string): readonly Paragraph[] => records.peek(id)?.notices ?? [],
    /** Returns the ids of the coins that are known to have a contract address, as `parseQuery` reads it. */
    withContract: (query: string): readonly string[] => byContract.get(query) ?? [],
    latestFetch: (id: string, currency: Currency): Fetched | undefined =>
      records.peek(id)?.in[currency]?.latest,
    /** Extends a normalised history with the prices seen since, up to the current price. */
    continued(id: string, currency: Currency, points: readonly PricePoint[]): readonly PricePoint[] {
      const now = records.get(id)?.in[currency]?.price;
      const end = points.at(-1)?.[0] ?? Number.POSITIVE_INFINITY;
      const whole = [...points, ...observed.since(id, currency, end)];
      if (now === undefined || now.value.price === null) return whole;
      const { price, volume, marketCap } = now.value;
      const pricedAt = priceTime(now.value, now.fetchedAt);
      // The line of the week has only prices, and a single volume at its end would look like a peak.
      const hasAmounts = points.some((point) => point.length > 2);
      return endingAt(whole, hasAmounts ? [pricedAt, price, volume, marketCap] : [pricedAt, price]);
    },
    /** Returns the coins with a price and a rank up to a maximum, the largest first. They do not count as looked at. */
    ranked(currency: Currency, maxRank: number): readonly KnownCoin[] {
      const rankOf = ({ rank, in: { [currency]: figures } }: CoinRecord) =>
        (figures?.price.value.price ?? null) === null
          ? Number.POSITIVE_INFINITY
          : (figures?.price.value.rank ?? rank ?? Number.POSITIVE_INFINITY);
      return [...records.values()]
        .filter((record) => rankOf(record) <= maxRank)
        .sort((one, other) => rankOf(one) - rankOf(other))
        .flatMap((record) => served(record, currency, "price")?.coin ?? []);
    },
  };
}

/** Adds the figures that an answer omits. The price and what moves with it are from one answer, even where it has none. */
function merged(newer: MarketCoin, older: MarketCoin = newer): MarketCoin {
  const { price, change24h, marketCap, volume, lastUpdated } = newer;
  const known = Object.entries(newer).filter(([, figure]) => figure !== null);
  return { ...older, ...Object.fromEntries(known), price, change24h, marketCap, volume, lastUpdated };
}

function newerOf<Time extends Fetched>(answer: Time, known: Time | undefined): Time {
  return known && known.receivedAt > answer.receivedAt ? known : answer;
}

/** Of two prices of the same moment, the one that was fetched later is newer. */
function hasNewerPrice(answer: Answer<MarketCoin>, known: Answer<MarketCoin>): boolean {
  const [updatedAt, knownAt] = [answer.value.lastUpdated, known.value.lastUpdated];
  if (updatedAt !== null && knownAt !== null)
    return updatedAt === knownAt ? answer.receivedAt >= known.receivedAt : updatedAt > knownAt;
  // On the clock that nobody sets.
  const timeOf = ({ value, fetchedAt, receivedAt }: Answer<MarketCoin>) =>
    receivedAt - (fetchedAt - priceTime(value, fetchedAt));
  return timeOf(answer) >= timeOf(known);
}
