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
  readonly price?: number | null;
  /** Within 24 hours, in per cent: −4.2 means 4.2 % down. */
  readonly change24h?: number | null;
}

/** A row of the coin list: what a card shows. */
export interface CoinSummary extends FoundCoin {
  /** In the currency that the list was asked for; null when the service knows none. Zero is a price. */
  readonly price: number | null;
  /** Within 24 hours, in per cent: −4.2 means 4.2 % down. Null when the service knows none. */
  readonly change24h: number | null;
}

/** A coin's place among all, and its picture. */
export type RankedCoin = Pick<FoundCoin, "id" | "rank" | "image">;

/** A row of the coin table: figures in the currency that it was asked for, each of which may be unknown. */
export interface CoinRow extends CoinSummary {
  /** Changes in per cent: −4.2 means 4.2 % down. */
  readonly change1h: number | null;
  readonly change7d: number | null;
  readonly marketCap: number | null;
  /** Traded within 24 hours. */
  readonly volume: number | null;
  /** Seven days as heights of a small line (`weekHeights`); none where they are unknown. */
  readonly week: readonly number[];
}

/** One coin with everything that its page shows, in all currencies. */
export interface Coin extends FoundCoin {
  /** Time of the service's last change of this coin, in milliseconds since the epoch. */
  readonly lastUpdated: number | null;
  /** In coins; null when there is no limit or none is known. */
  readonly maxSupply: number | null;
  readonly circulatingSupply: number | null;
  readonly quotes: Readonly<Record<Currency, CoinQuote>>;
}

/** A coin's figures in one currency. Each may be unknown. */
export interface CoinQuote {
  readonly price: number | null;
  /** In per cent: −4.2 means 4.2 % down within 24 hours. */
  readonly change24h: number | null;
  readonly low24h: number | null;
  readonly high24h: number | null;
  readonly marketCap: number | null;
  readonly allTimeLow: number | null;
  readonly allTimeHigh: number | null;
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
