import type { Paragraph, TextPart } from "./coin-details";

/**
 * What a coin's page shows below its key figures. Figures are text here and below: scripts need not know how they are written.
 */
export interface ShownDetails {
  /** Changes in per cent over spans from an hour to a year; null where one is unknown. */
  readonly changes: readonly (readonly [span: string, percent: number | null])[];
  readonly figures: readonly ShownFigure[];
  /** Time of the answer in milliseconds since the epoch, where it is clearly older than the price; null where it is not. */
  readonly asOf: number | null;
  /** Circulating share of the maximum supply in per cent; null where there is no maximum, or one of the two is unknown. */
  readonly circulatingPercent: number | null;
  readonly description: readonly Paragraph[];
  readonly facts: readonly ShownFact[];
  readonly markets: readonly ShownMarket[];
  /** Of which `markets` has the first. */
  readonly marketCount: number;
}

/** A figure as text. */
export interface ShownFigure {
  readonly term: string;
  readonly value: string;
  /** What belongs to it; empty or absent: nothing. */
  readonly note?: string | undefined;
}

/** The lowest and the highest price of 24 hours. */
export interface ShownDayRange {
  readonly low: string;
  readonly high: string;
  /** Where the price is between them, in whole per cent from 0 to 100; null without a range. */
  readonly position: number | null;
}

interface ShownFact {
  readonly term: string;
  readonly parts: readonly TextPart[];
}

/** A row of the list of markets. */
export interface ShownMarket {
  readonly exchange: string;
  /** The pair's page at the exchange; absent where there is none. */
  readonly href?: string | undefined;
  /** Why its price does not count. */
  readonly flaw?: string | undefined;
  /** Pair, price, volume, spread, trust, time since the last trade. */
  readonly cells: readonly string[];
}
