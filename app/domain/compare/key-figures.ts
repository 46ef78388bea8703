import { formatAmount, formatCompactAmount, formatPrice } from "../format/money";
import { directionOf, formatPercent, NOT_AVAILABLE } from "../format/number";
import { formatUtcDate } from "../format/time";
import type { CoinRow } from "../market/coin";
import type { Currency } from "../market/currency";
import { type Range, rangeInWords } from "../market/range";
import type { CoinChange } from "./change-series";

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
