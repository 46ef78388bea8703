import { LRUCache } from "lru-cache";
import { endingAt, nearestPrice, type PricePoint } from "~/domain/chart/price-history";
import {
  type Coin,
  dayRangeWith,
  type FoundCoin,
  type KnownCoin,
  type MarketCoin,
} from "~/domain/market/coin";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import type { Plan } from "../calls/month-budget.server";
import {
  type Answer,
  type CachePolicy,
  type Fetched,
  type Freshness,
  KINDS,
  policyOf,
  pricePolicy,
} from "../facts/cache-policy.server";
import { readMarketCoin } from "../provider/coin-lists.server";
import { smallPicture } from "../provider/fields.server";
import type { SimplePrices } from "../provider/simple-prices.server";
import { createObservedPrices } from "./observed-prices.server";

/** Figures that a page requires besides the price: changes within 1 hour and 7 days, and the line of the week, too. */
export type Needs = "price" | "changes" | "week";

/** A coin's data in a currency, as returned to a reader. */
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

/** Rank and picture, independent of the currency. */
interface CoinRecord extends Pick<FoundCoin, "rank" | "image"> {
  readonly in: { readonly [currency in Currency]?: Figures };
}

/** A coin in one currency, merged from answers of different times. */
interface Figures {
  readonly coin: MarketCoin;
  readonly priced: Fetched;
  /** Times of the fetches of 1-hour and 7-day changes, and of the week's line; null: never. */
  readonly changed: Fetched | null;
  readonly weekOf: Fetched | null;
}

const UNKNOWN: CoinRecord = { rank: null, image: null, in: {} };

/** The service's own changes are shown up to this age; then they are computed from known prices. */
const CHANGES_AGE_MS = 10 * TIME.MINUTE;

/** Tolerance in milliseconds for the age of a price that a change is computed from. */
const CHANGE_TOLERANCE = { hourMs: 10 * TIME.MINUTE, weekMs: 2 * TIME.HOUR } as const;

/** Ttl of the week's line as a multiple of a price's, if prices come only with lists. */
const WEEK_FRESH_FACTOR = 5;

/** The week's line is in another currency than the price if they differ by this factor. */
const MAX_WEEK_RATIO = 3;

/**
 * Keeps one record per coin, merged from all answers that carried it, whichever page they were fetched for. Each figure comes
 * from the newest answer that has it. None is older than the policy allows, and an older answer, perhaps another replica's, never
 * replaces a newer one.
 */
export function createCoinRecords(planNow: () => Plan | null, freshness: Freshness) {
  const records = new LRUCache<string, CoinRecord>({
    max: KINDS.records.maxEntries,
    maxSize: KINDS.records.maxBytes,
    sizeCalculation: sizeOf,
  });
  const observed = createObservedPrices();
  let listed: ReadonlySet<string> | null = null;

  /** How long 1-hour and 7-day changes and the week's line are used: on a limited plan prices update them. */
  function weekPolicy(): CachePolicy {
    const { ttlMs, maxAgeMs } = policyOf("records", planNow());
    return planNow() === null
      ? { ttlMs: WEEK_FRESH_FACTOR * ttlMs, maxAgeMs }
      : { ttlMs, maxAgeMs: Math.max(TIME.DAY, 2 * ttlMs) };
  }

  /** Returns the record with a coin's rank and picture. Missing fields keep their values. */
  function named({ id, rank, image }: FoundCoin): CoinRecord {
    const known = records.peek(id) ?? UNKNOWN;
    return { ...known, rank: rank ?? known.rank, image: smallPicture(image) ?? known.image };
  }

  function note(currency: Currency, { value, ...at }: Answer<MarketCoin>, isTable: boolean): void {
    const record = named(value);
    const known = record.in[currency];
    const isNewer = known === undefined || at.receivedAt >= known.priced.receivedAt;
    const [newer, older] = isNewer ? [value, known?.coin] : [known.coin, value];
    const changed = isTable || value.change7d !== null ? newerOf(at, known?.changed) : known?.changed;
    const weekOf = isTable ? newerOf(at, known?.weekOf) : known?.weekOf;
    const figures: Figures = {
      coin: {
        ...merged(newer, older),
        change1h: (changed === at ? value : known?.coin)?.change1h ?? null,
        change7d: (changed === at ? value : known?.coin)?.change7d ?? null,
        week: (weekOf === at ? value : known?.coin)?.week ?? [],
      },
      priced: newerOf(at, known?.priced),
      changed: changed ?? null,
      weekOf: weekOf ?? null,
    };
    records.set(value.id, { ...record, in: { ...record.in, [currency]: figures } });
    if (value.price !== null) observed.note(value.id, currency, at.fetchedAt, value.price);
  }

  /** Merges the four figures that one call fetches for all coins. A new currency takes its facts from another one. */
  function notePrices({ value, ...at }: Answer<SimplePrices>): void {
    for (const [id, { quotes, lastUpdated }] of value) {
      const record = records.peek(id);
      const [some] = Object.values(record?.in ?? {});
      if (record === undefined || some === undefined) continue;
      const renewed = CURRENCIES.map((currency): readonly [Currency, Figures] => {
        const known = record.in[currency];
        if (known !== undefined && known.priced.receivedAt > at.receivedAt) return [currency, known];
        const coin = known?.coin ?? withoutFigures(some.coin);
        const quote = quotes[currency];
        if (quote.price !== null) observed.note(id, currency, at.fetchedAt, quote.price);
        return [
          currency,
          {
            changed: null,
            weekOf: null,
            ...known,
            coin: { ...coin, ...quote, lastUpdated: lastUpdated ?? coin.lastUpdated },
            priced: at,
          },
        ];
      });
      records.set(id, { ...record, in: Object.fromEntries(renewed) });
    }
  }

  /** Returns the hourly prices of a week, oldest first; none if unknown, or in another currency. */
  function weekPrices(id: string, currency: Currency): readonly PricePoint[] {
    const { coin, weekOf } = records.get(id)?.in[currency] ?? {};
    const isOver = freshness.of(weekOf, weekPolicy()) === "expired";
    if (!coin || !weekOf || isOver || !isWeekOfPrice(coin)) return [];
    const start = weekOf.fetchedAt - (coin.week.length - 1) * TIME.HOUR;
    return coin.week.map((price, index) => [start + index * TIME.HOUR, price]);
  }

  /** Changes within an hour and seven days up to the price's time; each null if no price of that time is known. */
  function changesUpTo({ fetchedAt }: Fetched, { id, price }: MarketCoin, currency: Currency) {
    const [seen, week] = [observed.since(id, currency, 0), weekPrices(id, currency)];
    const changeSince = (ms: number, toleranceMs: number) => {
      const time = fetchedAt - ms;
      const inWeek = () => nearestPrice(week, time, Math.max(toleranceMs, TIME.HOUR / 2));
      const before = nearestPrice(seen, time, toleranceMs) ?? inWeek();
      const change = ((price ?? Number.NaN) / (before ?? Number.NaN) - 1) * 100;
      return Number.isFinite(change) ? change : null;
    };
    return {
      change1h: changeSince(TIME.HOUR, CHANGE_TOLERANCE.hourMs),
      change7d: changeSince(7 * TIME.DAY, CHANGE_TOLERANCE.weekMs),
    };
  }

  function read(id: string, currency: Currency, needs: Needs = "price"): ServedRecord | null {
    const [pricePolicyNow, week] = [pricePolicy(planNow()), weekPolicy()];
    const record = records.get(id) ?? UNKNOWN;
    const known = record.in[currency];
    if (known === undefined || freshness.of(known.priced, pricePolicyNow) === "expired") return null;
    const { coin, priced, changed, weekOf } = known;
    const areChangesOld = changed === null || priced.receivedAt - changed.receivedAt > CHANGES_AGE_MS;
    const policy = needs === "price" ? pricePolicyNow : week;
    const neededAt = { price: priced, changes: changed, week: weekOf }[needs];
    const isLacking = neededAt === null || freshness.of(neededAt, policy) === "expired";
    const leftMs = isLacking
      ? 0
      : Math.min(freshness.leftMs(priced, pricePolicyNow), freshness.leftMs(neededAt, policy));
    // On a limited plan prices are refreshed by their own call, so a stale one does not make the record stale.
    const isFresh =
      leftMs > 0 || (planNow() !== null && (needs === "price" || freshness.of(neededAt, policy) === "fresh"));
    return {
      coin: {
        ...coin,
        ...(areChangesOld ? changesUpTo(priced, coin, currency) : {}),
        ...(freshness.of(weekOf, week) === "expired" ? { week: [] } : {}),
        ...dayRangeWith(coin),
        rank: coin.rank ?? record.rank,
        image: record.image,
        fetchedAt: priced.fetchedAt,
      },
      state: isLacking ? "incomplete" : isFresh ? "fresh" : "stale",
      freshForMs: leftMs,
      ageMs: freshness.ageOf(priced),
    };
  }

  return {
    observed,
    notePrices,
    weekPrices,
    /** Records the coins of a list. @param isTable whether it has the columns of the table */
    noteCoins(currency: Currency, answer: Answer<readonly MarketCoin[]>, isTable: boolean): void {
      for (const value of answer.value) note(currency, { ...answer, value }, isTable);
    },
    /** Records a coin's own answer, which has all currencies. */
    noteCoin(answer: Answer<Coin>): void {
      for (const currency of CURRENCIES)
        note(currency, { ...answer, value: answer.value.in[currency] }, false);
    },
    /** Records coins without figures. */
    noteNames({ value }: Answer<readonly FoundCoin[]>): void {
      for (const coin of value) records.set(coin.id, named(coin));
    },
    /** Records the ids of all coins. */
    noteWholeList(ids: ReadonlySet<string>): void {
      listed = ids;
    },
    /** Forgets the figures of a coin in a currency, because the coin is gone. */
    forget(id: string, currency: Currency): void {
      const record = records.peek(id);
      if (record) records.set(id, { ...record, in: { ...record.in, [currency]: undefined } });
    },
    /** Returns whether an answer or the list of all coins has named an id. */
    has: (id: string): boolean => records.has(id) || (listed?.has(id) ?? false),
    /** Returns whether an id must be made up: all coins are known, and it is not among them. */
    isMadeUp: (id: string): boolean => listed !== null && !listed.has(id) && !records.has(id),
    /** Returns rank and picture of a coin; each null if unknown. */
    facts: (id: string): Pick<FoundCoin, "rank" | "image"> => {
      const { rank, image } = records.get(id) ?? UNKNOWN;
      return { rank, image };
    },
    /** Returns when the price of a coin was fetched; undefined without a price. */
    pricedAt: (id: string, currency: Currency): Fetched | undefined => records.peek(id)?.in[currency]?.priced,
    /** Returns the data of a coin; null if there is no recent answer. @param needs decides its state */
    read,
    /**
     * Extends a history with the prices seen since, up to the current price.
     * @param points normalised
     */
    continued(id: string, currency: Currency, points: readonly PricePoint[]): readonly PricePoint[] {
      const { coin, priced } = records.get(id)?.in[currency] ?? {};
      const end = points.at(-1)?.[0] ?? Number.POSITIVE_INFINITY;
      const whole = [...points, ...observed.since(id, currency, end)];
      if (coin === undefined || priced === undefined || coin.price === null) return whole;
      const moment: PricePoint = [priced.fetchedAt, coin.price, coin.volume, coin.marketCap];
      // The line of the week has only prices, and a single volume at its end would look like a peak.
      const hasAmounts = points.some((point) => point.length > 2);
      return endingAt(whole, hasAmounts ? moment : [priced.fetchedAt, coin.price]);
    },
    /** Returns all ranked coins with a price in the currency, the largest first. */
    ranked(currency: Currency): readonly KnownCoin[] {
      return [...records.keys()]
        .flatMap((id) => read(id, currency)?.coin ?? [])
        .filter(({ rank, price }) => rank !== null && price !== null)
        .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
    },
  };
}

/** Adds the figures that an answer omits. The price and what moves with it are from one answer, even where it has none. */
function merged(newer: MarketCoin, older: MarketCoin = newer): MarketCoin {
  const { price, change24h, marketCap } = newer;
  const known = Object.entries(newer).filter(([, figure]) => figure !== null);
  return { ...older, ...Object.fromEntries(known), price, change24h, marketCap };
}

/** Returns a coin with only what is the same in all currencies. */
function withoutFigures(coin: MarketCoin): MarketCoin {
  const { id, symbol, name, image, rank, maxSupply, circulatingSupply, lastUpdated } = coin;
  return { ...readMarketCoin({ id }), symbol, name, image, rank, maxSupply, circulatingSupply, lastUpdated };
}

function sizeOf({ in: figures }: CoinRecord): number {
  const sizes = Object.values(figures).map((each) => 700 + 20 * (each?.coin.week.length ?? 0));
  return sizes.reduce((sum, size) => sum + size, 300);
}

function isWeekOfPrice({ week, price }: MarketCoin): boolean {
  const last = week.at(-1) ?? 0;
  return price !== null && last < MAX_WEEK_RATIO * price && price < MAX_WEEK_RATIO * last;
}

function newerOf(at: Fetched, known: Fetched | null | undefined): Fetched {
  return known && known.receivedAt > at.receivedAt ? known : at;
}
