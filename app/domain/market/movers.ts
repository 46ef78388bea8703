import { directionOf } from "../format/number";
import type { CoinSummary } from "./coin";

/** A coin with what a line about its day shows. */
export type Mover = Pick<CoinSummary, "id" | "symbol" | "name" | "image" | "rank" | "price" | "change24h">;

/** What is worth saying about the market of the last 24 hours. Each list may be empty. */
export interface Movers {
  readonly largest: readonly Mover[];
  /** Most first. */
  readonly gainers: readonly Mover[];
  readonly losers: readonly Mover[];
  /** How many coins the gainers and losers were chosen from. */
  readonly covered: number;
}

/** The coins among which gainers and losers are looked for: a coin that hardly anybody trades can rise by anything. */
const MAX_RANK = 1000;
const LARGEST = 5;
/** A coin beyond this rank is none of the largest, even where nothing is known of those above. */
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

/** Leaves out what is not shown, which would only make the page larger. */
function shown({ id, symbol, name, image, rank, price, change24h }: CoinSummary): Mover {
  return { id, symbol, name, image, rank, price, change24h };
}
