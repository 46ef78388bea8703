import { formatAmount, formatCompactAmount, formatPrice } from "../format/money";
import { directionOf, formatPercent, NOT_AVAILABLE } from "../format/number";
import { shorten } from "../format/text";
import { formatUtcDate } from "../format/time";
import { type CoinRow, MAX_ID_LENGTH } from "../market/coin";
import type { Currency } from "../market/currency";
import { type Range, rangeInWords } from "../market/range";
import type { CoinChange } from "./change-series";

/** More coins than these no chart shows apart. */
export const MAX_COMPARED = 5;

/**
 * Reads the coins of a comparison from a query value, `bitcoin,ethereum`: in the order named, each once. At most one more
 * than can be compared is read, so that the page can tell that some were left out. Whether there are such coins is found
 * out by those who ask for them.
 */
export function parseComparedIds(value: string | null): readonly string[] {
  const ids = (value ?? "").split(",", MAX_READ).map((id) => id.trim());
  const known = ids.filter((id) => id !== "" && id.length <= MAX_ID_LENGTH);
  return [...new Set(known)].slice(0, MAX_COMPARED + 1);
}

/** Entries that are read at all: whatever repeats itself beyond them nobody has chosen. */
const MAX_READ = 100;

/** A compared coin in words. */
export interface ComparedCoin {
  readonly id: string;
  /** The id, where the name could not be had. */
  readonly name: string;
  readonly symbol: string;
  readonly image: string | null;
  /** What its line shows; or why it has none: it stands alone, no prices in the range, a coin that nobody knows, or a failure. */
  readonly shows: ShownChange | "alone" | "no-prices" | "not-found" | "failed";
}

/** Change of a coin over the range: its line, and formatted prices and changes. */
export interface ShownChange {
  /** In per cent, one for each common moment; null where the coin has no price. */
  readonly values: readonly (number | null)[];
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

/** Formats a coin's change. */
export function showChange(
  change: CoinChange,
  currency: Currency,
  label: string,
  isFromYoungest: boolean,
): ShownChange {
  const { values, first, last, lowest, highest, percent, isLate } = change;
  const percentOf = (price: number) => formatPercent((price / first[1] - 1) * 100);
  return {
    values,
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

/** A key figure of all compared coins: its name, and a text for each coin. */
export interface KeyFigure {
  readonly name: string;
  readonly cells: readonly FigureCell[];
}

export interface FigureCell {
  readonly text: string;
  /** The whole amount, where the text is a short form of it. */
  readonly full?: string | undefined;
  readonly direction?: "up" | "down" | undefined;
}

/** What is known of a compared coin: null where it could not be had. */
interface KnownCoin {
  readonly row: CoinRow | null;
  readonly change: CoinChange | null;
}

/** Lists the key figures of compared coins as texts, those of the range first; what the service says of the same time is left out. */
export function keyFigures(coins: readonly KnownCoin[], currency: Currency, range: Range): KeyFigure[] {
  const span = spanInWords(coins, range);
  const figure = (name: string, cellOf: (coin: KnownCoin) => FigureCell): KeyFigure => ({
    name,
    cells: coins.map(cellOf),
  });
  const price = (value: number | undefined | null) => ({ text: formatPrice(value ?? null, currency) });
  const figures = [
    figure("Price", ({ row, change }) => price(row?.price ?? change?.last[1])),
    figure(`Change, ${span}`, ({ change }) => changeCell(change?.percent)),
    figure(`Low, ${span}`, ({ change }) => price(change?.lowest[1])),
    figure(`High, ${span}`, ({ change }) => price(change?.highest[1])),
    figure("Change, 1 hour", ({ row }) => changeCell(row?.change1h)),
    figure("Change, 24 hours", ({ row }) => changeCell(row?.change24h)),
    figure("Change, 7 days", ({ row }) => changeCell(row?.change7d)),
    figure("Rank", ({ row }) => ({ text: row?.rank == null ? NOT_AVAILABLE : `#${row.rank}` })),
    figure("Market cap", ({ row }) => amountCell(row?.marketCap, currency)),
    figure("Volume, 24 hours", ({ row }) => amountCell(row?.volume, currency)),
  ];
  const names = figures.map(({ name }) => name);
  return figures.filter(({ name }, index) => names.indexOf(name) === index);
}

/** Tells the time that the figures are of. All time begins where the youngest history does. */
function spanInWords(coins: readonly KnownCoin[], range: Range): string {
  if (range !== "max") return rangeInWords(range);
  const begin = Math.min(...coins.map(({ change }) => change?.first[0] ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(begin) ? `since ${formatUtcDate(begin)}` : rangeInWords(range);
}

function changeCell(percent: number | null = null): FigureCell {
  const text = formatPercent(percent);
  const direction = percent === null ? "unchanged" : directionOf(percent);
  return direction === "unchanged" ? { text } : { text, direction };
}

function amountCell(amount: number | null = null, currency: Currency): FigureCell {
  const full = formatAmount(amount, currency);
  const text = formatCompactAmount(amount, currency);
  return text === null ? { text: full } : { text, full };
}
