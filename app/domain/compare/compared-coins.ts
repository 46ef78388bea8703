import { formatPrice } from "../format/money";
import { formatPercent } from "../format/number";
import { shorten } from "../format/text";
import type { CoinRow } from "../market/coin";
import type { Currency } from "../market/currency";
import type { CoinChange } from "./change-series";

/** A compared coin in words. */
export interface ComparedCoin {
  readonly id: string;
  /** The id, where the name could not be had. */
  readonly name: string;
  readonly symbol: string;
  readonly image: string | null;
  /** What its line shows; or why it has none: it stands alone, no prices in the range, a coin that nobody knows, or a failure. */
  readonly shows: ChangeInWords | "alone" | "no-prices" | "not-found" | "failed";
}

/** Change of a coin over the range: formatted prices and changes. */
export interface ChangeInWords {
  readonly percent: string;
  readonly from: string;
  readonly to: string;
  readonly lowest: string;
  readonly highest: string;
  /** Time of the first price in milliseconds, where that is not the beginning of the range. */
  readonly since: number | null;
  /** Label at the end of the line. */
  readonly label: string;
}

/** In characters; longer labels would take the plot's place on a phone. */
const MAX_LABEL = 8;

/** Writes what a line shows. */
export function changeInWords(
  change: CoinChange,
  currency: Currency,
  label: string,
  isFromYoungest: boolean,
): ChangeInWords {
  const { first, last, lowest, highest, percent, isLate } = change;
  const percentOf = (price: number) => formatPercent((price / first[1] - 1) * 100);
  return {
    percent: formatPercent(percent),
    from: formatPrice(first[1], currency),
    to: formatPrice(last[1], currency),
    lowest: percentOf(lowest[1]),
    highest: percentOf(highest[1]),
    since: isLate || isFromYoungest ? first[0] : null,
    label,
  };
}

/** Chooses short labels that tell lines apart: symbols, and names where symbols are missing or the same. */
export function lineLabels(coins: readonly Pick<CoinRow, "name" | "symbol">[]): readonly string[] {
  const symbols = coins.map(({ symbol }) => symbol.toUpperCase());
  return coins.map(({ name }, index) => {
    const symbol = symbols[index] ?? "";
    const isOwn = symbol !== "" && symbols.indexOf(symbol) === symbols.lastIndexOf(symbol);
    return shorten(isOwn ? symbol : name, MAX_LABEL);
  });
}

/** Summarises the lines in one sentence, for those who listen: `Bitcoin +3.20 %, Ethereum −1.00 %.` */
export function summariseChanges(coins: readonly ComparedCoin[]): string {
  const changes = coins.flatMap(({ name, shows }) =>
    typeof shows === "object" ? `${name} ${shows.percent}` : [],
  );
  return changes.length === 0 ? "No prices are known for this range." : `${changes.join(", ")}.`;
}
