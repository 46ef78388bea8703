import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { Currency } from "./currency";
import { drawablePoints } from "./drawable-points";
import { formatPriceTick } from "./money";
import { extremes, type PricePoint } from "./price-history";
import type { Range } from "./range";
import { type TimeTick, timeAxis, timeDomain } from "./time-axis";

/**
 * A price chart as geometry: everything is measured in thousandths of the plot's width and height, from the top left,
 * so that the same drawing fits a phone and a wide screen.
 */
export interface ChartDrawing {
  /** SVG path data of the line; empty when there are no points. */
  readonly path: string;
  /** The only point, when a line cannot be drawn. */
  readonly dot: { readonly x: number; readonly y: number } | null;
  /** In UTC: where the visitor is, nobody knows yet. */
  readonly timeTicks: readonly TimeTick[];
  readonly priceTicks: readonly { readonly price: number; readonly y: number; readonly label: string }[];
  /** The prices at the lower and the upper edge of the plot; null when there are no points. */
  readonly priceDomain: readonly [low: number, high: number] | null;
}

const SIZE = 1000;
const PRICE_TICKS = 5;

/** Draws a tidy series: about eleven time ticks, time of day (UTC) for 24h and dates otherwise, and price ticks. */
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
  const path = line<PricePoint>(
    ([time]) => tenths(x(time)),
    ([, price]) => tenths(y(price)),
  )(drawn);
  // Around a price of zero the scale reaches below it, where no price can be.
  const prices = y.ticks(PRICE_TICKS).filter((price) => price >= 0 || ends.lowest[1] < 0);
  const step = (prices[1] ?? ends.highest[1]) - (prices[0] ?? 0);
  return {
    path: points.length > 1 ? (path ?? "") : "",
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

/** A little air above and below; a flat line runs through the middle. */
function priceDomainOf(low: number, high: number): [number, number] {
  if (low === high) {
    const around = low === 0 ? 1 : Math.abs(low) * 0.01;
    return [low - around, high + around];
  }
  const air = (high - low) * 0.06;
  return [Math.max(low - air, low >= 0 ? 0 : Number.NEGATIVE_INFINITY), high + air];
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
