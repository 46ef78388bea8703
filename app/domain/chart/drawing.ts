import { scaleLinear } from "d3-scale";
import { formatPriceTick } from "../format/money";
import type { Currency } from "../market/currency";
import { type ChartView, type Metric, type Scale, seriesOf } from "./chart-view";
import { type Axes, heightOf, placeOf, SIZE, tenths } from "./plot-geometry";
import { downsamplePriceHistory, type PricePoint, type SeriesFigures, seriesFigures } from "./price-history";
import { volumeBars } from "./volume-bars";

/**
 * A chart as geometry: its axes, price labels and marks. Positions are in thousandths of the plot's width and height, from the top
 * left, so the same drawing fits a phone and a wide screen. `timeAxis` adds the times, and `linePath` draws the lines.
 */
export interface ChartDrawing extends Axes {
  readonly priceTicks: readonly { readonly y: number; readonly label: string }[];
  /** Height of the value at which the lines begin; null without a line. */
  readonly openY: number | null;
  /** Marked prices of the line; null if there are none. */
  readonly marks: ChartMarks | null;
}

/** A price chart, with its line. */
export interface PriceDrawing extends ChartDrawing {
  /** Moments and prices, or market caps, in the order of time. */
  readonly points: readonly PricePoint[];
}

export interface ChartMarks {
  /** The newest price, at the right edge. */
  readonly last: Omit<ChartMark, "anchor">;
  /**
   * The highest and the lowest price, the earliest if there are several; none on a level line, and none that the label of the newest
   * price would cover.
   */
  readonly extremes: readonly ChartMark[];
}

export interface ChartMark {
  readonly x: number;
  readonly y: number;
  /** Price, with `High` or `Low`. */
  readonly label: string;
  /** Text anchor of the label at the mark, which keeps it within the plot. */
  readonly anchor: "start" | "middle" | "end";
  /** Whether the label stands above or below the mark. */
  readonly isAbove: boolean;
}

/** Roughly: the steps between ticks are round numbers, so there may be a few more or fewer. */
const PRICE_TICKS = 5;

/** A plot without any line. */
export function emptyDrawing(scale: Scale): ChartDrawing {
  return { scale, span: null, priceDomain: [0, 1], priceTicks: [], openY: null, marks: null };
}

/** A coin's history as a chart. */
export interface CoinChart {
  /** The price, unless market caps were requested and are known. */
  readonly metric: Metric;
  readonly drawing: PriceDrawing;
  /** As of `volumeBars`. */
  readonly volumes: readonly (number | null)[];
}

/** Draws a coin's history as requested, with at most so many points. */
export function drawCoinChart(
  history: readonly PricePoint[],
  currency: Currency,
  view: ChartView,
  maxPoints: number,
): CoinChart {
  const { metric, points } = seriesOf(history, view);
  const drawing = drawPriceChart(downsamplePriceHistory(points, maxPoints), currency, view.scale);
  return { metric, drawing, volumes: volumeBars(points) };
}

/** Draws a normalised series. */
export function drawPriceChart(
  series: readonly PricePoint[],
  currency: Currency,
  wanted: Scale = "linear",
): PriceDrawing {
  const points = series.map(([time, price]) => [time, price] as const);
  const figures = seriesFigures(points);
  if (figures === null) return { ...emptyDrawing(wanted), points: [] };
  const { first, last } = figures;
  const [low, high] = [figures.lowest[1], figures.highest[1]];
  const scale = low > 0 ? wanted : "linear";
  const priceDomain = priceDomainOf(low, high, scale);
  const axes = { scale, span: [first[0], last[0]], priceDomain } as const;
  // Around a price of zero the scale extends below zero, although no price can.
  const prices = axisTicks(priceDomain, scale).filter((price) => price >= 0 || low < 0);
  const step = (prices[1] ?? high) - (prices[0] ?? 0);
  const isByOrder = scale === "log" && decadesOf(priceDomain) >= 1;
  const isLine = points.length > 1;
  return {
    ...axes,
    points,
    priceTicks: prices.map((price) => ({
      y: tenths(heightOf(price, axes)),
      label: formatPriceTick(price, isByOrder ? orderOf(price) : step, currency),
    })),
    openY: isLine ? tenths(heightOf(first[1], axes)) : null,
    marks: isLine ? marksOf(points, axes, figures, currency) : null,
  };
}

/** Approximate size of the newest price's label on a phone, and its distance from the line. */
const TAG_WIDTH = 300;
const TAG_HEIGHT = 120;
const TAG_DISTANCE = 20;

/** Places the label of the newest price on the emptier side of the line, and those of the extremes outside of the line. */
function marksOf(
  points: readonly PricePoint[],
  axes: Axes,
  { last: newest, lowest, highest }: SeriesFigures,
  currency: Currency,
): ChartMarks {
  const placed = (point: PricePoint): Place => {
    const { x, y } = placeOf(point, axes);
    return { x: tenths(x), y: tenths(y) };
  };
  const places = points.map(placed);
  const last = placed(newest);
  const step = 10 ** Math.floor(Math.log10((highest[1] - lowest[1]) / MARK_STEPS));
  const labelOf = (price: number) => {
    // A step based on the highest price would round the lowest one of a log scale to zero.
    const own = axes.scale === "log" ? Math.min(step, orderOf(price) / MARK_STEPS) : step;
    // No price has a single decimal.
    return formatPriceTick(price, own === 0.1 ? 0.01 : own, currency);
  };
  const isAbove = isTagAbove(places, last);
  const tagY = isAbove ? last.y - TAG_HEIGHT / 2 : last.y + TAG_HEIGHT / 2;
  const extreme = (point: PricePoint, name: string, isAbove: boolean): ChartMark[] => {
    const { x, y } = placed(point);
    const labelY = y + (isAbove ? -TAG_HEIGHT : TAG_HEIGHT) / 2;
    const isTaken = x > SIZE - 2 * TAG_WIDTH && Math.abs(labelY - tagY) < TAG_HEIGHT;
    const anchor = x < SIZE / 3 ? "start" : x > (2 * SIZE) / 3 ? "end" : "middle";
    return isTaken ? [] : [{ x, y, anchor, label: `${name} ${labelOf(point[1])}`, isAbove }];
  };
  return {
    last: { ...last, label: labelOf(newest[1]), isAbove },
    extremes:
      lowest[1] === highest[1] ? [] : [...extreme(highest, "High", true), ...extreme(lowest, "Low", false)],
  };
}

type Place = Pick<ChartMark, "x" | "y">;

/** Prices of marks are rounded so that the range has at least this many steps. */
const MARK_STEPS = 100;

/** Returns whether the line leaves more room above its end than below it. */
function isTagAbove(places: readonly Place[], { y }: Place): boolean {
  if (y < TAG_HEIGHT) return false;
  if (y > SIZE - TAG_HEIGHT) return true;
  const near = places.filter((place) => place.x > SIZE - TAG_WIDTH);
  const within = (from: number, to: number) => near.filter((place) => place.y > from && place.y < to).length;
  return (
    within(y - TAG_HEIGHT - TAG_DISTANCE, y - TAG_DISTANCE) <=
    within(y + TAG_DISTANCE, y + TAG_HEIGHT + TAG_DISTANCE)
  );
}

/** Pads the prices above and below, where the labels of the extremes stand; a flat line runs through the middle. */
function priceDomainOf(low: number, high: number, scale: Scale): readonly [number, number] {
  const padding = low === 0 ? 1 : Math.abs(low) * 0.01;
  return low === high ? [low - padding, high + padding] : padded(low, high, scale, 0.09, 0.06);
}

/** Adds parts of a span below and above it; on a log scale, of its logarithm. */
export function padded(
  low: number,
  high: number,
  scale: Scale,
  below: number,
  above: number,
): readonly [number, number] {
  if (scale === "log") return [low / (high / low) ** below, high * (high / low) ** above];
  return [low - (high - low) * below, high + (high - low) * above];
}

/**
 * Chooses about five round values for the ticks of an axis. On a log scale that spans a power of ten they are powers of ten, with
 * 2 and 5, or 3, times those where there is room.
 */
export function axisTicks(
  [low, high]: readonly [low: number, high: number],
  scale: Scale,
): readonly number[] {
  const decades = scale === "log" ? decadesOf([low, high]) : 0;
  if (decades < 1) return scaleLinear([low, high], [0, 1]).ticks(PRICE_TICKS);
  const factors = decades < 2 ? [1, 2, 5] : decades < 4 ? [1, 3] : [1];
  const every = Math.ceil(decades / MAX_DECADES);
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const exponents = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    exponents
      .filter((exponent) => exponent % every === 0)
      // Parsed, because a power is not always the nearest number.
      .flatMap((exponent) => factors.map((factor) => Number(`${factor}e${exponent}`)))
      .filter((value) => value >= low && value <= high)
  );
}

/** Counts the powers of ten that a scale spans. */
export function decadesOf([low, high]: readonly [low: number, high: number]): number {
  return Math.log10(high) - Math.log10(low);
}

/** Powers of ten that fit on an axis. */
const MAX_DECADES = 8;

/** Returns the power of ten of a price above zero. */
export function orderOf(price: number): number {
  return 10 ** Math.floor(Math.log10(price) + 1e-9);
}
