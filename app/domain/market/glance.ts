import { formatShortAmount } from "../format/money";
import { decimal, shownPercent } from "../format/number";
import type { Currency } from "./currency";

/** The whole market at a moment. Each figure may be unknown. */
export interface MarketGlance {
  /** Of all coins together, by currency. */
  readonly totals: Readonly<Record<Currency, MarketTotals>>;
  /** Change of the market capitalisation in dollars within 24 hours, in per cent. */
  readonly change24h: number | null;
  /** Share of the market capitalisation, in per cent. */
  readonly bitcoinShare: number | null;
  readonly ethereumShare: number | null;
  /** How many coins the service follows. */
  readonly coinCount: number | null;
}

interface MarketTotals {
  readonly marketCap: number | null;
  /** Traded within 24 hours. */
  readonly volume: number | null;
}

/** The whole market in one line: its capitalisation, how that has changed, and the rest. */
export interface MarketLine {
  readonly start: string;
  /** Change of the capitalisation in per cent; null: unknown. */
  readonly percent: number | null;
  readonly rest: string;
}

/**
 * Describes the market in one line: `Market cap $2.34T`, `−1.23`, `in 24h · Volume $98.2B · Bitcoin 58.1 %, Ethereum 11.9 % · 17,214
 * coins`. Unknown figures are left out; null where none is left, or no glance.
 */
export function describeMarket(glance: MarketGlance | null, currency: Currency): MarketLine | null {
  if (glance === null) return null;
  const { totals, change24h, bitcoinShare, ethereumShare, coinCount } = glance;
  const { marketCap, volume } = totals[currency];
  const amount = (value: number) => formatShortAmount(value, currency);
  const shares = [
    ["Bitcoin", bitcoinShare],
    ["Ethereum", ethereumShare],
  ] as const;
  const percent = marketCap === null ? null : shownPercent(change24h);
  const parts = [
    percent === null ? [] : `in 24h${currency === "usd" ? "" : " in USD"}`,
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
