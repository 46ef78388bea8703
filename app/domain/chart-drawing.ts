import { type ScaleTime, scaleLinear, scaleUtc } from "d3-scale";
import { line } from "d3-shape";
import { utcDay, utcHour, utcMinute } from "d3-time";
import type { Currency } from "./currency";
import { formatPriceTick } from "./money";
import { extremes, type PricePoint } from "./price-history";
import type { Range } from "./range";
import { formatUtcDay, formatUtcMonth, formatUtcTimeOfDay } from "./time-text";

/**
 * A price chart as geometry: everything is measured in thousandths of the plot's width and height, from the top left,
 * so that the same drawing fits a phone and a wide screen.
 */
export interface ChartDrawing {
  /** SVG path data of the line; empty when there are no points. */
  readonly path: string;
  /** The only point, when a line cannot be drawn. */
  readonly dot: { readonly x: number; readonly y: number } | null;
  readonly timeTicks: readonly { readonly x: number; readonly label: string }[];
  readonly priceTicks: readonly { readonly y: number; readonly label: string }[];
}

const SIZE = 1000;
const TIME_TICKS = 11;
const PRICE_TICKS = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Draws a tidy series: about eleven time ticks, time of day (UTC) for 24h and dates otherwise, and price ticks. */
export function drawPriceChart(
  points: readonly PricePoint[],
  currency: Currency,
  range: Range,
): ChartDrawing {
  const first = points[0];
  const last = points.at(-1);
  const ends = extremes(points);
  if (first === undefined || last === undefined || ends === null) {
    return { path: "", dot: null, timeTicks: [], priceTicks: [] };
  }
  const x = scaleUtc(timeDomain(first[0], last[0]), [0, SIZE]);
  const y = scaleLinear(priceDomain(ends.lowest[1], ends.highest[1]), [SIZE, 0]);
  const path = line<PricePoint>(
    ([time]) => tenths(x(time)),
    ([, price]) => tenths(y(price)),
  )(points);
  const span = last[0] - first[0];
  // Around a price of zero the scale reaches below it, where no price can be.
  const prices = y.ticks(PRICE_TICKS).filter((price) => price >= 0 || ends.lowest[1] < 0);
  const step = (prices[1] ?? ends.highest[1]) - (prices[0] ?? 0);
  return {
    path: points.length > 1 ? (path ?? "") : "",
    dot: points.length === 1 ? { x: tenths(x(first[0])), y: tenths(y(first[1])) } : null,
    timeTicks: timeTicks(x, range, span).map((time) => ({
      x: tenths(x(time)),
      label: timeLabel(time.getTime(), range, span),
    })),
    priceTicks: prices.map((price) => ({
      y: tenths(y(price)),
      label: formatPriceTick(price, step, currency),
    })),
  };
}

/**
 * Neighbouring ticks never carry the same label: they are a day apart at least where dates are written, and a minute
 * where times are. A series too short for such a tick gets one in the middle. For a whole day d3 offers eight ticks or
 * 24; every second hour is nearer to eleven.
 */
function timeTicks(x: ScaleTime<number, number>, range: Range, span: number): Date[] {
  if (range === "24h" && span > DAY_MS / 2) return x.ticks(utcHour.every(2) ?? utcHour);
  const smallest = range === "24h" ? utcMinute : utcDay;
  const ticks =
    span < TIME_TICKS * (range === "24h" ? MINUTE_MS : DAY_MS) ? x.ticks(smallest) : x.ticks(TIME_TICKS);
  return ticks.length > 0 ? ticks : [x.invert(SIZE / 2)];
}

/** A single moment gets an hour around it. */
function timeDomain(from: number, to: number): [number, number] {
  return from === to ? [from - HOUR_MS / 2, to + HOUR_MS / 2] : [from, to];
}

/** A little air above and below; a flat line runs through the middle. */
function priceDomain(low: number, high: number): [number, number] {
  if (low === high) {
    const around = low === 0 ? 1 : Math.abs(low) * 0.01;
    return [low - around, high + around];
  }
  const air = (high - low) * 0.06;
  return [Math.max(low - air, low >= 0 ? 0 : Number.NEGATIVE_INFINITY), high + air];
}

function timeLabel(time: number, range: Range, span: number): string {
  if (range === "24h") return formatUtcTimeOfDay(time);
  return span > 300 * DAY_MS ? formatUtcMonth(time) : formatUtcDay(time);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
