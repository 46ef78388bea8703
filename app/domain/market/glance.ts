import { formatShortAmount } from "../format/money";
import { decimal } from "../format/number";
import type { CategoryFigures } from "./coin-selection";
import type { Currency } from "./currency";

export interface MarketGlance {
  readonly totals: Readonly<Record<Currency, MarketTotals>>;
  /** Change of the market capitalisation in dollars within 24 hours, in per cent. */
  readonly change24h: number | null;
  /** Share of the market capitalisation, in per cent. */
  readonly bitcoinShare: number | null;
  readonly ethereumShare: number | null;
  readonly coinCount: number | null;
}

interface MarketTotals {
  readonly marketCap: number | null;
  readonly volume: number | null;
}

/** Returns what a dollar is worth, by the ratio of the market's totals, which are from a single moment; null if unknown. */
export function dollarRate(glance: MarketGlance | null, currency: Currency): number | null {
  if (currency === "usd") return 1;
  const { [currency]: total, usd: dollars } = glance?.totals ?? {};
  return total?.marketCap && dollars?.marketCap ? total.marketCap / dollars.marketCap : null;
}

/** Returns what a unit of one currency is worth in another one, by the same ratio; null if unknown. */
export function currencyRate(glance: MarketGlance | null, from: Currency, to: Currency): number | null {
  const [fromRate, toRate] = [dollarRate(glance, from), dollarRate(glance, to)];
  return fromRate && toRate && toRate / fromRate;
}

/** The whole market in one line: its capitalisation, how that has changed, and the rest. */
export interface MarketLine {
  readonly start: string;
  readonly percent: number | null;
  readonly rest: string;
}

/**
 * Describes the market in one line: `Market cap $2.34T`, `−1.23`, `in 24h · Volume $98.2B · Bitcoin 58.1 %, Ethereum 11.9 % · 17,214
 * coins`. Unknown figures are left out; null where none is left, or no glance.
 */
export function describeMarket(glance: MarketGlance | null, currency: Currency): MarketLine | null {
  return glance && lineOf({ ...glance, ...glance.totals[currency] }, currency);
}

/** Describes a category in the same way. @param figures its amounts are in that currency */
export function describeCategory(figures: CategoryFigures, currency: Currency): MarketLine | null {
  return lineOf({ ...figures, bitcoinShare: null, ethereumShare: null, coinCount: null }, currency);
}

type LineFigures = MarketTotals & Omit<MarketGlance, "totals">;

function lineOf(figures: LineFigures, currency: Currency): MarketLine | null {
  const { marketCap, volume, change24h, bitcoinShare, ethereumShare, coinCount } = figures;
  const amount = (value: number) => formatShortAmount(value, currency);
  const shares = [
    ["Bitcoin", bitcoinShare],
    ["Ethereum", ethereumShare],
  ] as const;
  const percent = marketCap === null ? null : change24h;
  const parts = [
    percent === null ? [] : inDay(currency),
    volume === null ? [] : `Volume ${amount(volume)}`,
    shares
      .flatMap(([name, share]) => (share === null ? [] : `${name} ${decimal(share, currency, 1, 1)}\u00a0%`))
      .join(", ") || [],
    coinCount === null ? [] : `${decimal(coinCount, currency, 0, 0)} coins`,
  ].flat();
  const start = marketCap === null ? "" : `Market cap ${amount(marketCap)}`;
  const dot = start !== "" && percent === null && parts.length > 0 ? "\u00a0· " : "";
  const rest = dot + parts.join("\u00a0· ");
  return start + rest === "" ? null : { start, percent, rest };
}

/** Where the change of the market comes from, which the service gives in dollars only. */
function inDay(currency: Currency): string {
  return `in 24h${currency === "usd" ? "" : " (measured in USD)"}`;
}
