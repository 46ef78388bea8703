import type { MarketCoin } from "~/domain/market/coin";

/** A coin of which only the name is known. */
export const UNKNOWN_COIN: MarketCoin = Object.freeze({
  id: "bitcoin",
  symbol: "btc",
  name: "Bitcoin",
  image: null,
  rank: null,
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
  maxSupply: null,
  circulatingSupply: null,
  lastUpdated: null,
  week: [],
});
