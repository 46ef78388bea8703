import { scaleLinear } from "d3-scale";
import { formatPriceTick } from "../format/money";
import type { Currency } from "../market/currency";
import type { Range } from "../market/range";
import { drawablePoints, extremes, type PricePoint } from "./price-history";
import { type TimeTick, timeAxis, timeDomain } from "./time-axis";

/**
 * A price chart as geometry. Everything is measured in thousandths of the plot's width and height, from the top left,
 * so that the same drawing fits a phone and a wide screen.
 */
export interface ChartDrawing {
  /** SVG path data of the line; empty when there are no points. */
  readonly path: string;
  /** The only point, when a line cannot be drawn. */
  readonly dot: { readonly x: number; readonly y: number } | null;
  /** In UTC, because the visitor's zone is not known yet. */
  readonly timeTicks: readonly TimeTick[];
  readonly priceTicks: readonly { readonly price: number; readonly y: number; readonly label: string }[];
  /** The prices at the lower and the upper edge of the plot; null when there are no points. */
  readonly priceDomain: readonly [low: number, high: number] | null;
}

/** Width and height of the plot. */
const SIZE = 1000;

/** Roughly: the steps between ticks are round numbers, so there may be a few more or fewer. */
const PRICE_TICKS = 5;

/** Draws a normalised series: about eleven time ticks, time of day (UTC) for 24h and dates otherwise, and price ticks. */
export function drawPriceChart(
  points: readonly PricePoint[],
  currency: Currency,
  range: Range,
): ChartDrawing {
  const times = timeDomain(points);
  const drawn = drawablePoints(points);
  const first = drawn[0];
  const ends = extremes(drawn);
  if (first === undefined || times === null || ends === null) {
    return { path: "", dot: null, timeTicks: [], priceTicks: [], priceDomain: null };
  }
  const x = scaleLinear(times, [0, SIZE]);
  const domain = priceDomainOf(ends.lowest[1], ends.highest[1]);
  const y = scaleLinear(domain, [SIZE, 0]);
  const vertices = drawn.map(([time, price]) => `${tenths(x(time))},${tenths(y(price))}`);
  // Around a price of zero the scale reaches below it, where no price can be.
  const prices = y.ticks(PRICE_TICKS).filter((price) => price >= 0 || ends.lowest[1] < 0);
  const step = (prices[1] ?? ends.highest[1]) - (prices[0] ?? 0);
  return {
    path: points.length > 1 ? `M${vertices.join("L")}` : "",
    dot: points.length === 1 ? { x: tenths(x(first[0])), y: tenths(y(first[1])) } : null,
    timeTicks: timeAxis(points, range, "utc"),
    priceTicks: prices.map((price) => ({
      price,
      y: tenths(y(price)),
      label: formatPriceTick(price, step, currency),
    })),
    priceDomain: domain,
  };
}

/** Pads the prices above and below, never below zero unless a price is; a flat line runs through the middle. */
function priceDomainOf(low: number, high: number): [number, number] {
  if (low === high) {
    const padding = low === 0 ? 1 : Math.abs(low) * 0.01;
    return [low - padding, high + padding];
  }
  const padding = (high - low) * 0.06;
  return [Math.max(low - padding, low >= 0 ? 0 : Number.NEGATIVE_INFINITY), high + padding];
}

/** Rounds to about a tenth of a pixel on a wide screen. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
