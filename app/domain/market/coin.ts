import { formatPrice } from "../format/money";
import { type Direction, directionOf, shownPercent } from "../format/number";
import type { CoinDetails } from "./coin-details";
import type { NamedCoin } from "./coin-names";
import type { Currency } from "./currency";

/** A coin as searches and lists name it. */
export interface FoundCoin extends NamedCoin {
  /** An http(s) address, or null: the site then draws a monogram. */
  readonly image: string | null;
  /** By market capitalisation, from 1; null when the service does not rank it. */
  readonly rank: number | null;
}

/** A coin as searches list it: with its price and its change, where the site knows them. */
export interface PricedCoin extends FoundCoin {
  readonly price?: number | null | undefined;
  /** Within 24 hours, in per cent: −4.2 means 4.2 % down. */
  readonly change24h?: number | null | undefined;
}

/** A coin with its price, and what small views show of it. */
export interface CoinSummary extends FoundCoin {
  /** In the currency that the list was asked for; null when the service knows none. Zero is a price. */
  readonly price: number | null;
  /** Within 24 hours, in per cent: −4.2 means 4.2 % down. Null when the service knows none. */
  readonly change24h: number | null;
}

/** A row of the coin table: figures in the currency that it was asked for, each of which may be unknown. */
export interface CoinRow extends CoinSummary {
  /** Changes in per cent: −4.2 means 4.2 % down. */
  readonly change1h: number | null;
  readonly change7d: number | null;
  readonly marketCap: number | null;
  /** Traded within 24 hours. */
  readonly volume: number | null;
  /** Seven days as the path of a small line (`weekLinePath`); empty where they are unknown. */
  readonly week: string;
}

/** A coin's figures in one currency. Each may be unknown. */
export interface CoinQuote {
  readonly price: number | null;
  /** In per cent: −4.2 means 4.2 % down within an hour, 24 hours, seven days. */
  readonly change1h: number | null;
  readonly change24h: number | null;
  readonly change7d: number | null;
  readonly low24h: number | null;
  readonly high24h: number | null;
  readonly marketCap: number | null;
  /** Traded within 24 hours. */
  readonly volume: number | null;
  readonly allTimeLow: number | null;
  readonly allTimeHigh: number | null;
  /** Times of these two prices, in milliseconds since the epoch. */
  readonly allTimeLowAt: number | null;
  readonly allTimeHighAt: number | null;
}

/** How many coins of a kind there are; null when there is no limit or none is known. */
interface Supplies {
  readonly maxSupply: number | null;
  readonly circulatingSupply: number | null;
}

/** All that lists of the service say of a coin in one currency. */
export interface MarketCoin extends CoinRow, CoinQuote, Supplies {
  /** Time of the service's last change of this coin, in milliseconds since the epoch. */
  readonly lastUpdated: number | null;
}

/** What the site knows of a coin in one currency, from all answers that carried it. Any figure may be unknown. */
export interface KnownCoin extends MarketCoin {
  /** Time of the answer that its price comes from, in milliseconds since the epoch. Other figures may be older, up to an hour. */
  readonly fetchedAt: number;
}

/** One coin with everything that its page shows, in all currencies. */
export interface Coin extends FoundCoin, Supplies {
  /** Time of the service's last change of this coin, in milliseconds since the epoch. */
  readonly lastUpdated: number | null;
  readonly quotes: Readonly<Record<Currency, CoinQuote>>;
  readonly details: CoinDetails;
}

/** What of a coin depends on no currency and stands in lists, too. */
export type CoinFacts = Omit<Coin, "quotes" | "details">;

/** What a card shows. */
export interface CoinCard extends Omit<CoinSummary, "rank" | "price"> {
  /** As it is written: the page needs it for nothing else. */
  readonly price: string;
  /** The line of the week as `weekLinePath` writes it, and the direction of its change; neither where they are unknown. */
  readonly week?: string | undefined;
  readonly weekDirection?: Direction | undefined;
}

/** Picks what all cards show. A page carries no more of a coin than it shows. */
export function cardOf(coin: Omit<CoinSummary, "rank">, currency: Currency): CoinCard {
  return { ...shownOf(coin), price: formatPrice(coin.price, currency) };
}

/** Adds the line of the week, where that is known. */
export function cardWithWeek(
  coin: Omit<CoinSummary, "rank">,
  { week, change7d }: Pick<CoinRow, "week" | "change7d">,
  currency: Currency,
): CoinCard {
  const card = cardOf(coin, currency);
  return week === "" ? card : { ...card, week, weekDirection: directionOf(change7d ?? 0) };
}

/** Picks what a row of the table shows. */
export function rowOf(coin: CoinRow): CoinRow {
  const { rank, week, marketCap, volume } = coin;
  const [change1h, change7d] = [shownPercent(coin.change1h), shownPercent(coin.change7d)];
  return { ...shownOf(coin), rank, week, change1h, change7d, marketCap, volume };
}

function shownOf({ id, symbol, name, image, price, change24h }: Omit<CoinSummary, "rank">) {
  return { id, symbol, name, image, price, change24h: shownPercent(change24h) };
}

/** Picks the figures that depend on the currency. */
export function quoteOf(coin: CoinQuote): CoinQuote {
  const { price, change1h, change24h, change7d, low24h, high24h, marketCap, volume } = coin;
  const { allTimeLow, allTimeHigh, allTimeLowAt, allTimeHighAt } = coin;
  return Object.freeze({
    price,
    change1h,
    change24h,
    change7d,
    low24h,
    high24h,
    marketCap,
    volume,
    allTimeLow,
    allTimeHigh,
    allTimeLowAt,
    allTimeHighAt,
  });
}

/** In characters. */
export const MAX_ID_LENGTH = 128;

/**
 * Tells whether a text can be a coin's id at all: up to 128 characters that make exactly one path segment, so without `/`,
 * control characters or the dot segments. Ids may hold spaces and letters of any script.
 */
export function isCoinId(text: string): boolean {
  if (text.length === 0 || text.length > MAX_ID_LENGTH) return false;
  if (text === "." || text === ".." || text.includes("/") || text.includes("\\")) return false;
  // Format characters can make two ids look the same or turn a line around; a lone surrogate has no percent-encoding.
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** Writes ids as the value of a query, separated by commas, which stay legible. */
export function formatCoinIds(ids: readonly string[]): string {
  return ids.map(encodeURIComponent).join(",");
}
