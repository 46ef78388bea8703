import { LRUCache } from "lru-cache";
import { endingAt, type PricePoint } from "~/domain/chart/price-history";
import {
  type Coin,
  type CoinQuote,
  type FoundCoin,
  type KnownCoin,
  type MarketCoin,
  quoteOf,
} from "~/domain/market/coin";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import type { Answer } from "../calls/calls.server";
import { type CachePolicy, type Fetched, type Freshness, KINDS } from "../facts/cache-policy.server";
import { readMarketCoin } from "../provider/coin-lists.server";
import { smallPicture } from "../provider/fields.server";
import type { SimplePrices } from "../provider/simple-prices.server";
import { createObservedPrices } from "./observed-prices.server";

/** Figures that a page cannot do without beside the price: changes within 1 hour and 7 days, and the line of the week, too. */
export type Needs = "price" | "changes" | "week";

/** How long what records know is used. */
export interface RecordPolicies {
  readonly price: CachePolicy;
  /** Changes within 1 hour and 7 days, and the line of the week. */
  readonly week: CachePolicy;
  /** Whether prices are renewed by a call of their own, so that a stale one makes no record stale. */
  readonly areRenewed: boolean;
}

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
  readonly in: { readonly [currency in Currency]?: Figures };
}

/** A coin in one currency, put together from answers of several times. */
interface Figures {
  readonly coin: MarketCoin;
  readonly priced: Fetched;
  /** When changes within 1 hour and 7 days were fetched, and the line of the week; null: never. */
  readonly changed: Fetched | null;
  readonly weekOf: Fetched | null;
}

const UNKNOWN: CoinRecord = { rank: null, image: null, namedAt: Number.NEGATIVE_INFINITY, in: {} };

/** The service's own changes are shown up to this age; after that, they are computed from what is known of the prices. */
const CHANGES_AGE_MS = 10 * TIME.MINUTE;

/** A price as old as a change asks for may be so many milliseconds off. */
const CHANGE_TOLERANCE = { hourMs: 10 * TIME.MINUTE, weekMs: 2 * TIME.HOUR } as const;

/** The line of the week is in another currency than the price where they differ by so many times. */
const MAX_WEEK_RATIO = 3;

/**
 * Keeps one record per coin: what all answers that carried it have said, whichever page they were fetched for. A figure is that
 * of the newest answer which has it. None is older than the policy allows, and an older answer, of another replica perhaps, never
 * replaces a newer one.
 */
export function createCoinRecords(policiesNow: () => RecordPolicies, freshness: Freshness) {
  const records = new LRUCache<string, CoinRecord>({
    max: KINDS.records.maxEntries,
    maxSize: KINDS.records.maxBytes,
    sizeCalculation: sizeOf,
  });
  const observed = createObservedPrices();
  let listed: ReadonlySet<string> | null = null;

  /** Returns the record with a coin's rank and picture. What an answer leaves out stays. */
  function named(coin: FoundCoin, receivedAt: number): CoinRecord {
    const known = records.peek(coin.id) ?? UNKNOWN;
    const facts = { rank: coin.rank, image: smallPicture(coin.image) };
    const [newer, older] = receivedAt >= known.namedAt ? [facts, known] : [known, facts];
    const namedAt = Math.max(receivedAt, known.namedAt);
    return { ...known, rank: newer.rank ?? older.rank, image: newer.image ?? older.image, namedAt };
  }

  function note(currency: Currency, { value, ...at }: Answer<MarketCoin>, isTable: boolean): void {
    const record = named(value, at.receivedAt);
    const known = record.in[currency];
    const isNewer = known === undefined || at.receivedAt >= known.priced.receivedAt;
    const [newer, older] = isNewer ? [value, known?.coin] : [known.coin, value];
    const changed = isTable || value.change7d !== null ? newerOf(at, known?.changed) : known?.changed;
    const weekOf = isTable ? newerOf(at, known?.weekOf) : known?.weekOf;
    const figures: Figures = {
      coin: {
        ...newer,
        change1h: (changed === at ? value : known?.coin)?.change1h ?? null,
        change7d: (changed === at ? value : known?.coin)?.change7d ?? null,
        week: (weekOf === at ? value : known?.coin)?.week ?? [],
        ...Object.fromEntries(LASTING.map((figure) => [figure, newer[figure] ?? older?.[figure] ?? null])),
      },
      priced: newerOf(at, known?.priced),
      changed: changed ?? null,
      weekOf: weekOf ?? null,
    };
    records.set(value.id, { ...record, in: { ...record.in, [currency]: figures } });
    if (value.price !== null) observed.note(value.id, currency, at.fetchedAt, value.price);
  }

  /** Takes over the four figures that cost one call for all coins. A currency that was not known has the facts of another one. */
  function notePrices({ value, ...at }: Answer<SimplePrices>): void {
    for (const [id, { quotes, lastUpdated }] of value) {
      const record = records.peek(id);
      const [some] = Object.values(record?.in ?? {});
      if (record === undefined || some === undefined) continue;
      const renewed = CURRENCIES.map((currency): readonly [Currency, Figures] => {
        const known = record.in[currency];
        if (known !== undefined && known.priced.receivedAt > at.receivedAt) return [currency, known];
        const coin = known?.coin ?? { ...some.coin, ...NO_QUOTE, week: [] };
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

  /** Returns the prices of a week by the hour, the oldest first; none where they are not known, or in another currency. */
  function weekPrices(id: string, currency: Currency): readonly PricePoint[] {
    const { coin, weekOf } = records.get(id)?.in[currency] ?? {};
    if (!coin || !weekOf || !isWeekOfPrice(coin)) return [];
    const start = weekOf.fetchedAt - (coin.week.length - 1) * TIME.HOUR;
    return coin.week.map((price, index) => [start + index * TIME.HOUR, price]);
  }

  /** The price of a coin at about a time; null where none is known. */
  function priceAt(id: string, currency: Currency, time: number, toleranceMs: number): number | null {
    const seen = observed.nearest(id, currency, time);
    if (seen !== null && Math.abs(seen[0] - time) <= toleranceMs) return seen[1];
    const { coin, weekOf } = records.peek(id)?.in[currency] ?? {};
    if (!coin || !weekOf || !isWeekOfPrice(coin)) return null;
    const hours = Math.min(Math.round((weekOf.fetchedAt - time) / TIME.HOUR), coin.week.length - 1);
    const distanceMs = Math.abs(weekOf.fetchedAt - hours * TIME.HOUR - time);
    const isNear = hours >= 0 && distanceMs <= Math.max(toleranceMs, TIME.HOUR / 2);
    return isNear ? (coin.week.at(-1 - hours) ?? null) : null;
  }

  /** Changes within an hour and seven days up to the time of the price, where those of the service are of another time. */
  function changesUpTo({ fetchedAt }: Fetched, { id, price }: MarketCoin, currency: Currency) {
    const changeSince = (ms: number, toleranceMs: number) => {
      const before = priceAt(id, currency, fetchedAt - ms, toleranceMs);
      const change = ((price ?? Number.NaN) / (before ?? Number.NaN) - 1) * 100;
      return Number.isFinite(change) ? change : null;
    };
    return {
      change1h: changeSince(TIME.HOUR, CHANGE_TOLERANCE.hourMs),
      change7d: changeSince(7 * TIME.DAY, CHANGE_TOLERANCE.weekMs),
    };
  }

  function serve(
    id: string,
    currency: Currency,
    needs: Needs,
    policies: RecordPolicies,
  ): ServedRecord | null {
    const record = records.get(id) ?? UNKNOWN;
    const known = record.in[currency];
    if (known === undefined || freshness.of(known.priced, policies.price) === "expired") return null;
    const { coin, priced, changed, weekOf } = known;
    const [changes, week] = [changed, weekOf].map((at) => freshness.of(at, policies.week));
    const areOld = changed === null || priced.receivedAt - changed.receivedAt > CHANGES_AGE_MS;
    const shown: MarketCoin = {
      ...coin,
      ...(changes === "expired" ? { change1h: null, change7d: null } : {}),
      ...(week === "expired" ? { week: [] } : {}),
      ...(areOld && week !== "expired" ? changesUpTo(priced, coin, currency) : {}),
    };
    const [needed, at] =
      needs === "week" ? [week, weekOf] : needs === "changes" ? [changes, changed] : ["fresh"];
    const isPriceFresh = policies.areRenewed || freshness.of(priced, policies.price) === "fresh";
    const isFresh = isPriceFresh && needed === "fresh";
    const weekFreshMs = at ? freshness.leftMs(at, policies.week) : Number.POSITIVE_INFINITY;
    return {
      coin: {
        ...shown,
        ...widened(shown),
        rank: shown.rank ?? record.rank,
        image: record.image,
        fetchedAt: priced.fetchedAt,
      },
      state: needed === "expired" ? "incomplete" : isFresh ? "fresh" : "stale",
      freshForMs: isFresh ? Math.min(freshness.leftMs(priced, policies.price), weekFreshMs) : 0,
      ageMs: freshness.ageOf(priced),
    };
  }

  return {
    policies: policiesNow,
    observed,
    notePrices,
    weekPrices,
    /** Takes note of the coins of a list. @param isTable whether it has the columns of the table */
    noteCoins(currency: Currency, answer: Answer<readonly MarketCoin[]>, isTable: boolean): void {
      for (const value of answer.value) note(currency, { ...answer, value }, isTable);
    },
    /** Takes note of a coin's own answer, which has all currencies. */
    noteCoin(answer: Answer<Coin>): void {
      const { quotes, details: _details, ...coin } = answer.value;
      for (const currency of CURRENCIES)
        note(currency, { ...answer, value: { ...coin, ...quotes[currency], week: [] } }, false);
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
      if (record) records.set(id, { ...record, in: { ...record.in, [currency]: undefined } });
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
    /** Returns when the price of a coin was fetched; undefined where it has none. */
    pricedAt: (id: string, currency: Currency): Fetched | undefined => records.peek(id)?.in[currency]?.priced,
    /** Returns what is known of a coin; null without an answer that is young enough. */
    read: (id: string, currency: Currency, needs: Needs = "price", policies = policiesNow()) =>
      serve(id, currency, needs, policies),
    /**
     * Continues a history with the prices that have been seen since, up to the price of the moment.
     * @param points normalised
     */
    continued(id: string, currency: Currency, points: readonly PricePoint[]): readonly PricePoint[] {
      const { coin, priced } = records.get(id)?.in[currency] ?? {};
      const end = points.at(-1)?.[0] ?? Number.POSITIVE_INFINITY;
      const whole = [...points, ...observed.since(id, currency, end)];
      if (coin === undefined || priced === undefined || coin.price === null) return whole;
      const moment: PricePoint = [priced.fetchedAt, coin.price, coin.volume, coin.marketCap];
      // The line of the week has prices alone, and a single volume at its end would look like one that has risen.
      const hasAmounts = points.some((point) => point.length > 2);
      return endingAt(whole, hasAmounts ? moment : [priced.fetchedAt, coin.price]);
    },
    /** Returns all ranked coins with a price in the currency, the largest first. */
    ranked(currency: Currency, policies = policiesNow()): readonly KnownCoin[] {
      return [...records.keys()]
        .flatMap((id) => serve(id, currency, "price", policies)?.coin ?? [])
        .filter(({ rank, price }) => rank !== null && price !== null)
        .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
    },
  };
}

/** Figures that an answer may leave out, and that hold until another one has them. */
const LASTING = [
  ...(["volume", "low24h", "high24h", "maxSupply", "circulatingSupply", "lastUpdated"] as const),
  ...(["allTimeLow", "allTimeHigh", "allTimeLowAt", "allTimeHighAt"] as const),
] as const;

const NO_QUOTE = quoteOf(readMarketCoin({ id: "" }));

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

/** Widens the range of 24 hours to hold a price that was fetched after it. */
function widened({ price, low24h, high24h }: CoinQuote): Pick<CoinQuote, "low24h" | "high24h"> {
  return {
    low24h: low24h === null || price === null ? low24h : Math.min(low24h, price),
    high24h: high24h === null || price === null ? high24h : Math.max(high24h, price),
  };
}
