import { directionOf } from "../format/number";
import type { MoversView } from "./coin-selection";

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
