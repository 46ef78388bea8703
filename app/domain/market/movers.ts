import { directionOf } from "../format/number";
import type { CoinSummary } from "./coin";

/** A coin with the fields of a line about its day. */
export type Mover = Pick<CoinSummary, "id" | "symbol" | "name" | "image" | "rank" | "price" | "change24h">;

/** Highlights of the market's last 24 hours. Each list may be empty. */
export interface Movers {
  readonly largest: readonly Mover[];
  /** Largest change first. */
  readonly gainers: readonly Mover[];
  readonly losers: readonly Mover[];
  /** How many coins the gainers and losers were chosen from. */
  readonly covered: number;
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
  const changed = priced
    .flatMap(({ change24h, ...coin }) => (change24h === null ? [] : [{ ...coin, change24h }]))
    .sort((one, other) => other.change24h - one.change24h);
  const gainers = changed.filter(({ change24h }) => directionOf(change24h) === "up");
  const losers = changed.filter(({ change24h }) => directionOf(change24h) === "down").reverse();
  return {
    largest: largest.slice(0, LARGEST).map(shown),
    gainers: gainers.slice(0, MOVERS).map(shown),
    losers: losers.slice(0, MOVERS).map(shown),
    covered: changed.length,
  };
}

function placeOf(rank: number | null): number {
  return rank ?? Number.POSITIVE_INFINITY;
}

/** Drops fields that are not shown, which would only make the page larger. */
function shown({ id, symbol, name, image, rank, price, change24h }: CoinSummary): Mover {
  return { id, symbol, name, image, rank, price, change24h };
}
