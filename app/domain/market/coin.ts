import { weekHeights, weekLinePath } from "../chart/week-line";
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

/** A coin with its price and the other fields of small views. */
export interface CoinSummary extends FoundCoin {
  /** In the currency that the list was asked for; null when the service knows none. Zero is a price. */
  readonly price: number | null;
  /** Within 24 hours, in per cent: −4.2 means 4.2 % down. Null when the service knows none. */
  readonly change24h: number | null;
}

/** A row of the coin table: figures in the requested currency, each of which may be unknown. */
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

/** What a coin costs in one currency, and what moves with it. Each figure may be unknown. */
export interface CoinPrice {
  readonly price: number | null;
  /** In per cent: −4.2 means 4.2 % down within 24 hours. */
  readonly change24h: number | null;
  readonly marketCap: number | null;
  /** Traded within 24 hours. */
  readonly volume: number | null;
}

/** A coin's figures in one currency. Each may be unknown. */
export interface CoinQuote extends CoinPrice {
  /** In per cent, within an hour and seven days. */
  readonly change1h: number | null;
  readonly change7d: number | null;
  readonly low24h: number | null;
  readonly high24h: number | null;
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

/** All fields of a coin in the service's lists, in one currency. */
export interface MarketCoin extends FoundCoin, CoinQuote, Supplies {
  /** Time of the service's last change of this coin, in milliseconds since the epoch. */
  readonly lastUpdated: number | null;
  /** Prices of the last seven days, one an hour, the oldest first; empty where they are unknown. */
  readonly week: readonly number[];
}

/** The figures of a coin that are amounts of money. A currency conversion has to convert all of them. */
export const MONEY_FIGURES = [
  "price",
  "marketCap",
  "volume",
  "low24h",
  "high24h",
  "allTimeLow",
  "allTimeHigh",
] as const satisfies readonly (keyof CoinQuote)[];

/** Converts the amounts of a coin; null if the rate is unknown. Changes stay those in the coin's own currency. */
export function convertedCoin(coin: MarketCoin, rate: number | null): MarketCoin {
  const amounts = MONEY_FIGURES.map((figure) => {
    const amount = coin[figure];
    return [figure, amount === null || rate === null ? null : amount * rate];
  });
  return { ...coin, ...Object.fromEntries(amounts) };
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

/** Fields of a coin that are independent of the currency and also in lists. */
export type CoinFacts = Omit<Coin, "quotes" | "details">;

/** The fields of a card. */
export interface CoinCard extends Omit<CoinSummary, "rank" | "price" | "change24h"> {
  /** Formatted: the page needs it for nothing else. */
  readonly price: string;
  /** In per cent, within 24 hours unless the page names another time. */
  readonly change: number | null;
  /** The week's line as returned by `weekLinePath`, and the direction of its change; absent if unknown. */
  readonly week?: string | undefined;
  readonly weekDirection?: Direction | undefined;
}

/**
 * Picks the fields of a card, which keeps the page small.
 * @param figure the change to show
 */
export function cardOf(
  coin: MarketCoin,
  currency: Currency,
  figure: "change24h" | "change7d" = "change24h",
): CoinCard {
  const { id, symbol, name, image, week, change7d } = coin;
  const price = formatPrice(coin.price, currency);
  const card = { id, symbol, name, image, price, change: shownPercent(coin[figure]) };
  const line = weekLinePath(weekHeights(week));
  return line === "" ? card : { ...card, week: line, weekDirection: directionOf(change7d ?? 0) };
}

/** Picks the fields of a table row. */
export function rowOf(coin: MarketCoin): CoinRow {
  const { id, symbol, name, image, rank, price, marketCap, volume } = coin;
  return {
    ...{ id, symbol, name, image, rank, price, marketCap, volume },
    change1h: shownPercent(coin.change1h),
    change24h: shownPercent(coin.change24h),
    change7d: shownPercent(coin.change7d),
    week: weekLinePath(weekHeights(coin.week)),
  };
}

/** Picks the figures that depend on the currency. */
export function quoteOf(coin: MarketCoin): CoinQuote {
  const { id, symbol, name, image, rank, maxSupply, circulatingSupply, lastUpdated, week, ...quote } = coin;
  return Object.freeze(quote);
}

/** Widens the range of 24 hours to hold a price that was fetched after it. */
export function dayRangeWith({ price, low24h, high24h }: CoinQuote): Pick<CoinQuote, "low24h" | "high24h"> {
  return {
    low24h: low24h === null || price === null ? low24h : Math.min(low24h, price),
    high24h: high24h === null || price === null ? high24h : Math.max(high24h, price),
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
