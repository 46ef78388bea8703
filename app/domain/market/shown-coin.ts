import type { Paragraph, TextPart } from "./coin-details";

/**
 * The data below a coin page's key figures. Figures are text here and below, so scripts need no formatting code.
 */
export interface ShownDetails {
  /** Changes in per cent over spans from an hour to a year; null where one is unknown. */
  readonly changes: readonly (readonly [span: string, percent: number | null])[];
  readonly figures: readonly ShownFigure[];
  /** Time of the answer in milliseconds since the epoch, if it is clearly older than the price; otherwise null. */
  readonly asOf: number | null;
  /** Circulating share of the maximum supply in per cent; null if either is unknown or there is no maximum. */
  readonly circulatingPercent: number | null;
  readonly description: readonly Paragraph[];
  readonly facts: readonly ShownFact[];
  readonly markets: readonly ShownMarket[];
  /** Their total number; `markets` has the first ones. */
  readonly marketCount: number;
}

/** A figure as text. */
export interface ShownFigure {
  readonly term: string;
  readonly value: string;
  /** A second line; empty or absent: none. */
  readonly note?: string | undefined;
}

/** The lowest and the highest price of 24 hours. */
export interface ShownDayRange {
  readonly low: string;
  readonly high: string;
  /** Position of the price between them, in whole per cent from 0 to 100; null without a range. */
  readonly position: number | null;
}

interface ShownFact {
  readonly term: string;
  readonly parts: readonly TextPart[];
}

/** A row of the list of markets. */
export interface ShownMarket {
  readonly exchange: string;
  /** The pair's page at the exchange; absent if there is none. */
  readonly href?: string | undefined;
  /** Why its price does not count. */
  readonly flaw?: string | undefined;
  /** Pair, price, volume, spread, trust, time since the last trade. */
  readonly cells: readonly string[];
}
