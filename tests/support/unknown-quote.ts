import type { CoinQuote } from "~/domain/market/coin";

/** A quote of which nothing is known. */
export const UNKNOWN_QUOTE: CoinQuote = Object.freeze({
  price: null,
  change1h: null,
  change24h: null,
  change7d: null,
  low24h: null,
  high24h: null,
  marketCap: null,
  volume: null,
  allTimeLow: null,
  allTimeHigh: null,
  allTimeLowAt: null,
  allTimeHighAt: null,
});
