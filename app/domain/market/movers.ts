import { directionOf } from "../format/number";
import type { CoinSummary, ListedCoin } from "./coin";
import type { MoversView } from "./coin-selection";
import type { Currency } from "./currency";
import type { MarketLine } from "./glance";

/** Highlights of the market's last 24 hours. Each list may be empty. */
export interface Movers {
  readonly largest: readonly CoinSummary[];
  /** Largest change first. */
  readonly gainers: readonly CoinSummary[];
  readonly losers: readonly CoinSummary[];
  /** How many coins the gainers and losers were chosen from. */
  readonly covered: number;
}

/** A list of movers, as its page shows it. */
export interface ShownMovers {
  readonly movers: MoversView;
  readonly currency: Currency;
  /** The most changed first. */
  readonly coins: readonly ListedCoin[];
  /** Number of coins that the list was chosen from; 0: no change is known yet. */
  readonly covered: number;
  /** The market in one line; null if unknown. */
  readonly glance: MarketLine | null;
}

/** Gainers and losers are chosen from the largest coins: a coin that is hardly traded can rise by any amount. */
const MAX_RANK = 1000;
const LARGEST = 5;
/** Coins beyond this rank never count as the largest, even if those above are unknown. */
const MAX_LARGEST_RANK = 10;
const MOVERS = 5;

/**
 * Chooses the largest coins, and the biggest gainers and losers of 24 hours.
 * @param coins those that are known, in any order
 */
export function moversOf(coins: readonly CoinSummary[]): Movers {
  const priced = coins.filter(({ rank, price }) => rank !== null && rank <= MAX_RANK && price !== null);
  const largest = priced
    .filter(({ rank }) => placeOf(rank) <= MAX_LARGEST_RANK)
    .sort((one, other) => placeOf(one.rank) - placeOf(other.rank));
  const changed = priced.filter(({ change24h }) => change24h !== null);
  return {
    largest: largest.slice(0, LARGEST).map(summaryOf),
    gainers: biggestMovers(changed, "gainers", "change24h").slice(0, MOVERS).map(summaryOf),
    losers: biggestMovers(changed, "losers", "change24h").slice(0, MOVERS).map(summaryOf),
    covered: changed.length,
  };
}

/** Returns the coins that have risen, or those that have fallen, the largest change first. */
export function biggestMovers<
  Figure extends "change24h" | "change7d",
  Coin extends Readonly<Record<Figure, number | null>>,
>(coins: readonly Coin[], list: MoversView["list"], figure: Figure): readonly Coin[] {
  const sign = list === "gainers" ? 1 : -1;
  return coins
    .filter((coin) => directionOf(sign * (coin[figure] ?? 0)) === "up")
    .sort((one, other) => sign * ((other[figure] ?? 0) - (one[figure] ?? 0)));
}

function placeOf(rank: number | null): number {
  return rank ?? Number.POSITIVE_INFINITY;
}

/** Drops fields that are not shown: a week of prices would make the page ten times as large. */
function summaryOf({ id, symbol, name, image, rank, price, change24h }: CoinSummary): CoinSummary {
  return { id, symbol, name, image, rank, price, change24h };
}
