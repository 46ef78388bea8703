import type Highcharts from "highcharts";
import { drawablePoints, type PricePoint } from "~/domain/chart/price-history";
import type { ChartContents } from "./interactive-chart-options";

/** A line of several. */
export interface ChartLine {
  /** The coin's. */
  readonly id: string;
  /** As the market data service has it: markup in it is text. */
  readonly name: string;
  readonly points: readonly PricePoint[];
  /** Of CSS: a variable. */
  readonly colour: string;
  readonly dash: Highcharts.DashStyleValue;
}

/** State of a point that nobody points at. Highcharts' types lack the opacity that its own module for listeners sets. */
const UNSEEN = { animation: false, opacity: 0 };

/** Options that all lines have in common. */
const SERIES = {
  type: "line",
  animation: false,
  lineWidth: 2,
  // Draws every point for listeners, who walk from one to the next; it is seen only when it is pointed at.
  marker: { enabled: true, states: { normal: UNSEEN } },
  states: { hover: { lineWidth: 2 } },
} satisfies Highcharts.SeriesLineOptions;

/** Makes the series of one coin's prices. */
export function priceSeries({
  points,
  currency,
  range,
  series,
}: ChartContents): Highcharts.SeriesLineOptions {
  return {
    ...SERIES,
    // Makes each range a series of its own: re-used points would not come in order.
    id: `${currency} ${range}`,
    name: series,
    color: "var(--chart-line)",
    data: drawablePoints(points).map(([time, price]) => [time, price]),
  };
}

/** Makes the series of one line of several. */
export function lineSeries(
  { id, name, points, colour, dash }: ChartLine,
  { currency, range }: ChartContents,
): Highcharts.SeriesLineOptions {
  return {
    ...SERIES,
    id: `${currency} ${range} ${id}`,
    name: escaped(name),
    color: colour,
    dashStyle: dash,
    marker: { ...SERIES.marker, symbol: "circle" },
    data: points.map(([time, percent]) => [time, percent]),
  };
}

/** Writes a text that Highcharts is to show as it is, and not to read as HTML or as a template. */
export function escaped(text: string): string {
  return text.replace(/[&<>"'{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
