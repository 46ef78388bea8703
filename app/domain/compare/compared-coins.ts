import { comparedSpan } from "../chart/covered-span";
import { withKnownFigures } from "../chart/price-history";
import { formatAmount, formatCompactAmount, formatPrice } from "../format/money";
import { decimal, formatPercent, NOT_AVAILABLE } from "../format/number";
import { isolated, joinWords, shorten } from "../format/text";
import { MAX_ID_LENGTH, type MarketCoin } from "../market/coin";
import type { Currency } from "../market/currency";
import { RANGE_DETAILS, type Range } from "../market/range";
import type { CoinChange } from "./change-series";

/** A chart with more lines is hard to read. */
export const MAX_COMPARED = 5;

/**
 * Parses the coins of a comparison from a query value, `bitcoin,ethereum`: in order, without duplicates. Returns at most one
 * more than can be compared, so that the page can say that some were left out. The coins may not exist.
 */
export function parseComparedIds(value: string | null): readonly string[] {
  const ids = (value ?? "").split(",", MAX_READ).map((id) => id.trim());
  const known = ids.filter((id) => id !== "" && id.length <= MAX_ID_LENGTH);
  return [...new Set(known)].slice(0, MAX_COMPARED + 1);
}

const MAX_READ = 100;

export interface ComparedCoin {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly image: string | null;
  /** Whether the service is known to warn of the coin. */
  readonly hasNotice?: boolean | undefined;
  /**
   * What its line shows, or why it has none: it is the only coin, has no prices in the range, does not exist, its call has to wait,
   * or its call failed.
   */
  readonly shows: ShownChange | "alone" | "no-prices" | "not-found" | "awaited" | "failed";
}

export interface ShownChange extends Pick<CoinChange, "values" | "change" | "since"> {
  readonly label: string;
}

/** In characters; longer labels would leave no room for the plot on a phone. */
const MAX_LABEL = 8;

/** Chooses short, distinct labels for the lines: symbols, or names if symbols are missing or ambiguous. */
export function lineLabels(coins: readonly Pick<MarketCoin, "name" | "symbol">[]): readonly string[] {
  const symbols = coins.map(({ symbol }) => symbol.toUpperCase());
  return coins.map(({ name }, index) => {
    const symbol = symbols[index] ?? "";
    const isOwn = symbol !== "" && symbols.indexOf(symbol) === symbols.lastIndexOf(symbol);
    return shorten(isOwn ? symbol : name, MAX_LABEL);
  });
}

/** Summarises the lines in one sentence, for screen readers: `Bitcoin +3.20 %, Ethereum −1.00 %.` */
export function summariseChanges(coins: readonly ComparedCoin[]): string {
  const changes = coins.flatMap(({ name, shows }) =>
    typeof shows === "object" ? `${isolated(name)} ${formatPercent(shows.change)}` : [],
  );
  if (changes.length > 0) return `${changes.join(", ")}.`;
  return isAwaited(coins) ? "The prices follow." : "No prices are known for this range.";
}

/** Returns whether there is no line yet, but one is expected. */
export function isAwaited(coins: readonly ComparedCoin[]): boolean {
  return (
    coins.some(({ shows }) => shows === "awaited") && coins.every(({ shows }) => typeof shows !== "object")
  );
}

export interface FigureCell {
  readonly text: string;
  readonly full?: string | undefined;
  readonly percent?: number | null | undefined;
  /** When the price is from, in words, if that is clearly older than the page. */
  readonly from?: string | undefined;
}

interface ComparedData {
  readonly row: MarketCoin | null;
  readonly change: CoinChange | null;
  /** When the price of the row is from, in words, if that is clearly older than the page. */
  readonly priceFrom?: string | undefined;
}

export type KeyFigure = ReturnType<typeof comparedFigures>[number];

/** Formats the key figures of compared coins, those of the range first; the service's figure for the same period is omitted. */
export function comparedFigures(coins: readonly ComparedData[], currency: Currency, range: Range) {
  const span = spanInWords(coins, range);
  const figure = (name: string, cellOf: (coin: ComparedData) => FigureCell) => ({
    name,
    cells: coins.map(cellOf),
  });
  const price = (value: number | null = null) => ({ text: formatPrice(value, currency) });
  const figures = [
    figure("Price", ({ row, change, priceFrom }) => ({
      ...price(row?.price ?? change?.last[1]),
      from: priceFrom,
    })),
    figure(`Change, ${span}`, (coin) => changeCell(changeOf(coin, range))),
    figure(`Low, ${span}`, (coin) => price(figuresOf(coin, range)?.lowest[1])),
    figure(`High, ${span}`, (coin) => price(figuresOf(coin, range)?.highest[1])),
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

/** As on the coin's own page. */
function figuresOf({ row, change }: ComparedData, range: Range) {
  return row && change ? withKnownFigures(change, row, range) : change;
}

/** Returns the change over a line, as the coin's own page has it, unless the line begins late. */
export function changeOf(coin: ComparedData, range: Range): number | null {
  const { change } = coin;
  return (change?.since === null ? figuresOf(coin, range) : change)?.change ?? null;
}

/** Compares the largest market cap with the others, in a sentence: `By market cap, Bitcoin is 5.2 times Ethereum.` Empty without two. */
export function compareMarketCaps(rows: readonly Pick<MarketCoin, "name" | "marketCap">[]): string {
  const sized = rows.flatMap(({ name, marketCap }) => (marketCap ? [{ name, cap: marketCap }] : []));
  const [largest, ...others] = sized.sort((one, other) => other.cap - one.cap);
  if (largest === undefined || others.length === 0) return "";
  const times = others.map(({ name, cap }) => {
    const ratio = largest.cap / cap;
    const digits = ratio < 10 ? 1 : 0;
    return `${decimal(ratio, "usd", digits, digits)} times ${isolated(name)}`;
  });
  return `By market cap, ${isolated(largest.name)} is ${joinWords(times, "and")}.`;
}

/** Names the period that the figures cover; it may be shorter than the range for some coins. */
function spanInWords(coins: readonly ComparedData[], range: Range): string {
  const changes = coins.flatMap(({ change }) => change ?? []);
  if (changes.length === 0) return RANGE_DETAILS[range].words;
  const begin = Math.min(...changes.map(({ first }) => first[0]));
  const span = comparedSpan(range, begin, Math.max(...changes.map(({ last }) => last[0])));
  const isPartly = span === RANGE_DETAILS[range].words && changes.some(({ since }) => since !== null);
  return isPartly ? `up to ${span}` : span;
}

function changeCell(percent: number | null = null): FigureCell {
  return { text: formatPercent(percent), percent };
}

function amountCell(amount: number | null = null, currency: Currency): FigureCell {
  const full = formatAmount(amount, currency);
  const text = formatCompactAmount(amount, currency);
  return text === null ? { text: full } : { text, full };
}
