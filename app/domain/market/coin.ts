import { weekHeights } from "../chart/week-line";
import { formatPriceTime } from "../format/time";
import { TIME } from "../time";
import type { CoinDetails } from "./coin-details";
import type { Currency } from "./currency";

export interface NamedCoin {
  readonly id: string;
  /** As the service writes it, mostly lower case; may be empty. */
  readonly symbol: string;
  readonly name: string;
}

export type CoinNames = ReadonlyMap<string, NamedCoin>;

export interface FoundCoin extends NamedCoin {
  /** A path of this site, or null: the site then draws a monogram. */
  readonly image: string | null;
  /** By market capitalisation, from 1; null when the service does not rank it. */
  readonly rank: number | null;
}

/** The figures of a coin that are amounts of money: all that a conversion to another currency converts. */
export const MONEY_FIGURES = [
  "price",
  "marketCap",
  "volume",
  "low24h",
  "high24h",
  "allTimeLow",
  "allTimeHigh",
] as const;

/** A coin's data in one currency. Each figure is null when it is unknown; zero is a price. */
export interface MarketCoin
  extends FoundCoin,
    Readonly<Record<(typeof MONEY_FIGURES)[number], number | null>> {
  /** Changes of the price in per cent: −4.2 means 4.2 % down. */
  readonly change1h: number | null;
  readonly change24h: number | null;
  readonly change7d: number | null;
  readonly allTimeLowAt: number | null;
  readonly allTimeHighAt: number | null;
  /** How many coins there can be, and how many circulate; null when there is no limit or none is known. */
  readonly maxSupply: number | null;
  readonly circulatingSupply: number | null;
  /** Time of the price, in milliseconds since the epoch; where it is unknown, that of the fetch counts. */
  readonly lastUpdated: number | null;
  /** Prices of the last seven days, one an hour, the oldest first; empty where they are unknown. */
  readonly week: readonly number[];
}

/** What the site knows of a coin in one currency, from all answers that carried it. */
export interface KnownCoin extends MarketCoin {
  /** Time of the latest answer that has the coin, in milliseconds since the epoch. Other figures may be older, up to an hour. */
  readonly fetchedAt: number;
  /** Time of its price, which may be days older: nobody trades some coins. */
  readonly pricedAt: number;
}

/** A coin's own answer: its data in all currencies, and details that lists do not have. */
export interface Coin {
  readonly id: string;
  readonly in: Readonly<Record<Currency, MarketCoin>>;
  readonly details: CoinDetails;
}

export interface CoinSummary extends Pick<MarketCoin, keyof FoundCoin | "price" | "change24h"> {
  /** When the price is from, in words, if it is clearly older than its page. */
  readonly priceFrom?: string | undefined;
}

/** A coin as short lists show it: with its price and its change, where the site knows them. */
export type PricedCoin = FoundCoin &
  Partial<Pick<ListedCoin, "price" | "priceFrom" | "change1h" | "change24h" | "change7d">>;

export interface ListedCoin extends CoinSummary {
  readonly change7d: number | null;
  readonly marketCap: number | null;
  readonly change1h?: number | null | undefined;
  readonly volume?: number | null | undefined;
  /** Whether the service is known to warn of the coin; lists of many coins leave it out. */
  readonly hasNotice?: boolean | undefined;
  /** The prices of seven days, reduced to the heights of a small line (`weekHeights`); empty where they are unknown. */
  readonly week: readonly number[];
}

/**
 * Picks the fields of a card; the others would make the page a tenth heavier.
 * @param pageFrom time of the page's data, in milliseconds since the epoch
 */
export function listedCoin(coin: KnownCoin, pageFrom: number): ListedCoin {
  const { change7d, marketCap, week } = coin;
  return { ...coinSummary(coin, pageFrom), change7d, marketCap, week: weekHeights(week) };
}

export function listedRow(coin: KnownCoin, pageFrom: number): ListedCoin {
  const { change1h, volume } = coin;
  return { ...listedCoin(coin, pageFrom), change1h, volume };
}

export function coinSummary(coin: KnownCoin, pageFrom: number): CoinSummary {
  const { id, symbol, name, image, rank, price, change24h } = coin;
  return { id, symbol, name, image, rank, price, change24h, priceFrom: priceFrom(coin, pageFrom) };
}

/** Prices are marked from this age on, beyond that of their page. */
const OLD_PRICE_MS = TIME.HOUR;

/** Says when a price is from that is clearly older than the data of its page: `16 Nov`, or `09:41 UTC` on the same day. */
export function priceFrom({ price, pricedAt }: KnownCoin, pageFrom: number): string | undefined {
  const isOld = price !== null && pageFrom - pricedAt > OLD_PRICE_MS;
  return isOld ? formatPriceTime(pricedAt, pageFrom) : undefined;
}

/** Returns whether a coin has had a new price in the day before its answer. One that nobody trades has not moved. */
export function isTraded({ fetchedAt, pricedAt }: Pick<KnownCoin, "fetchedAt" | "pricedAt">): boolean {
  return fetchedAt - pricedAt <= TIME.DAY;
}

/** Returns a coin as an answer of that time has it. */
export function coinOfAnswer(coin: MarketCoin, fetchedAt: number): KnownCoin {
  return { ...coin, ...knownExtremes(coin), fetchedAt, pricedAt: priceTime(coin, fetchedAt) };
}

/** Returns the time of a price in an answer. Clocks differ, but no answer has a price from after it. */
export function priceTime({ lastUpdated }: Pick<MarketCoin, "lastUpdated">, fetchedAt: number): number {
  return Math.min(lastUpdated ?? fetchedAt, fetchedAt);
}

/** Converts the amounts of a coin; null if the rate is unknown. Changes stay those in the coin's own currency. */
export function convertedCoin<Coin extends MarketCoin>(coin: Coin, rate: number | null): Coin {
  const amounts = MONEY_FIGURES.map((figure) => {
    const amount = coin[figure];
    return [figure, amount === null || rate === null ? null : amount * rate];
  });
  return { ...coin, ...Object.fromEntries(amounts) };
}

/**
 * Widens the range of 24 hours to hold the price, and the records to hold both: the service's may lag behind. A record that is not
 * the service's own has no date. An unknown extreme stays unknown.
 */
export function knownExtremes(coin: MarketCoin) {
  const { price, low24h, high24h, allTimeLow, allTimeLowAt, allTimeHigh, allTimeHighAt } = coin;
  const widened = (pick: typeof Math.min, own: number | null, ...others: readonly (number | null)[]) =>
    own === null ? null : pick(own, ...others.flatMap((each) => each ?? []));
  const lowest = widened(Math.min, allTimeLow, price, low24h);
  const highest = widened(Math.max, allTimeHigh, price, high24h);
  return {
    low24h: widened(Math.min, low24h, price),
    high24h: widened(Math.max, high24h, price),
    allTimeLow: lowest,
    allTimeLowAt: lowest === allTimeLow ? allTimeLowAt : null,
    allTimeHigh: highest,
    allTimeHighAt: highest === allTimeHigh ? allTimeHighAt : null,
  };
}

/** In characters. */
export const MAX_ID_LENGTH = 128;

/**
 * Returns whether a text can be a coin's id: up to 128 characters that make exactly one path segment, so without `/`,
 * control characters or dot segments. Ids may contain spaces and letters of any script.
 */
export function isCoinId(text: string): boolean {
  if (text.length === 0 || text.length > MAX_ID_LENGTH) return false;
  if (text === "." || text === ".." || text.includes("/") || text.includes("\\")) return false;
  // Format characters can make two ids look the same or reverse a line; a lone surrogate has no percent-encoding.
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** Writes ids as the value of a query, separated by commas, which stay legible. */
export function formatCoinIds(ids: readonly string[]): string {
  return ids.map(encodeURIComponent).join(",");
}
