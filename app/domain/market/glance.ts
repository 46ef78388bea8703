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
