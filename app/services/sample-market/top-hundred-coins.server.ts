import COINS from "./coins.json";

/** What a price follows: the market as a whole, the price of gold, or a dollar, and so barely anything. */
export type Pace = (typeof PACES)[number];

const PACES = ["market", "gold", "steady"] as const;

/**
 * The hundred best-known coins, by market capitalisation (dollars times circulating supply), largest first, roughly as CoinGecko ranked
 * them in April 2026. `usd` is the coin's sample price in dollars at the beginning of 2026: of the right order of magnitude, not a
 * quotation. Supplies are in coins; a `maxSupply` of null means that there is no limit. `firstTraded` is a month, `YYYY-MM`.
 */
export const TOP_HUNDRED_COINS = COINS.map(({ pace, ...coin }) => ({
  ...coin,
  pace: PACES.find((each) => each === pace) ?? "market",
}));
