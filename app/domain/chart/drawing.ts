import { scaleLinear } from "d3-scale";
import { formatPrice, formatPriceTick } from "../format/money";
import type { Currency } from "../market/currency";
import type { Range } from "../market/range";
import { candlePoints, candlesOf } from "./candles";
import { type ChartView, type Scale, seriesOf } from "./chart-view";
import { intervalsOf, intervalWords } from "./intervals";
import { type Marks, markedPoints } from "./marks";
import { type Axes, heightOf, SIZE, tenths } from "./plot-geometry";
import {
  downsamplePriceHistory,
  type Gap,
  type KnownFigures,
  type PriceFigures,
  type PricePoint,
  type SeriesFigures,
  seriesFigures,
  withKnownFigures,
} from "./price-history";
import { VOLUME_STRIP, volumeBars } from "./volume-bars";

/**
 * A chart as geometry: its axes, price labels and marks. Positions are in thousandths of the plot's width and height, from the top
 * left, so the same drawing fits a phone and a wide screen. `timeAxis` adds the times, and `linePath` draws the lines.
 */
export interface ChartDrawing extends Axes {
  readonly priceTicks: readonly { readonly y: number; readonly label: string }[];
  /** Height of the value at which the lines begin; null without a line. */
  readonly openY: number | null;
  /** Height at which the prices of the line end, above the strip of the volumes; 1000 without one. */
  readonly floorY: number;
  /** The newest price, at the right edge; null without a line, or with several. */
  readonly last: { readonly y: number; readonly label: string } | null;
}

export interface PriceDrawing extends ChartDrawing {
  readonly points: readonly PricePoint[];
  /** Where the line is broken. */
  readonly gaps: readonly Gap[];
}

/** Roughly: the steps between ticks are round numbers, so there may be a few more or fewer. */
const PRICE_TICKS = 5;

export function emptyDrawing(scale: Scale): ChartDrawing {
  return { scale, span: null, priceDomain: [0, 1], priceTicks: [], openY: null, floorY: SIZE, last: null };
}

export type CoinChart = ReturnType<typeof drawCoinChart>;

/**
 * Draws a coin's history as requested, with at most so many points: as the price, unless market caps were requested and are known.
 * Candles are made from all points, and their last prices are the points of the line. Marked points are among those of the line.
 */
export function drawCoinChart(
  history: readonly PricePoint[],
  currency: Currency,
  range: Range,
  view: ChartView,
  maxPoints: number,
  marks: Marks | null = null,
) {
  const { metric, points } = seriesOf(history, view);
  const volumes = volumeBars(points);
  // Of all points, because downsampled ones are not evenly spaced.
  const intervals = intervalsOf(points);
  const gaps = longest(intervals.gaps, Math.floor(maxPoints / 8));
  const drawn = downsamplePriceHistory(points, maxPoints, [
    ...gaps.flat(),
    ...(markedPoints(points, marks, range) ?? []),
  ]);
  const line = drawPriceChart(drawn, currency, view.scale, volumes.length > 0, gaps);
  const figures = seriesFigures(line.points);
  const candles = view.style === "candles" && line.span !== null ? candlesOf(points, range, intervals) : null;
  const drawing =
    candles === null || line.span === null
      ? line
      : { ...line, points: candlePoints(candles, line.span, gaps) };
  // The interval of the points, in words, where it is not what the range usually has.
  return { metric, drawing, figures, candles, volumes, interval: intervalWords(intervals, range) };
}

function longest(gaps: readonly Gap[], count: number): readonly Gap[] {
  const lengthOf = ([[from], [to]]: Gap) => to - from;
  const longest = new Set(gaps.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, count));
  return gaps.filter((gap) => longest.has(gap));
}

/** Draws a normalised series. @param hasVolumes whether a strip below the line is left to their bars */
export function drawPriceChart(
  series: readonly PricePoint[],
  currency: Currency,
  wanted: Scale = "linear",
  hasVolumes = false,
  gaps: readonly Gap[] = [],
): PriceDrawing {
  const priceOf = ([time, price]: PricePoint) => [time, price] as const;
  const points = series.map(priceOf);
  const figures = seriesFigures(points);
  if (figures === null) return { ...emptyDrawing(wanted), points: [], gaps: [] };
  const { first, last } = figures;
  const [low, high] = [figures.lowest[1], figures.highest[1]];
  const scale = low > 0 ? wanted : "linear";
  const prices = priceDomainOf(low, high, scale);
  const floorY = hasVolumes ? SIZE - VOLUME_STRIP : SIZE;
  const priceDomain = padded(...prices, scale, SIZE / floorY - 1, 0);
  const axes = { scale, span: [first[0], last[0]], priceDomain } as const;
  // Around a price of zero the scale extends below zero, although no price can.
  const ticks = axisTicks(prices, scale).filter((price) => price >= 0 || low < 0);
  const step = (ticks[1] ?? high) - (ticks[0] ?? 0);
  const isByOrder = scale === "log" && decadesOf(prices) >= 1;
  const isLine = points.length > 1;
  return {
    ...axes,
    points,
    gaps: gaps.map(([before, after]) => [priceOf(before), priceOf(after)]),
    floorY,
    priceTicks: ticks.map((price) => ({
      y: tenths(heightOf(price, axes)),
      label: formatPriceTick(price, isByOrder ? orderOf(price) : step, currency),
    })),
    openY: isLine ? tenths(heightOf(first[1], axes)) : null,
    last: isLine
      ? { y: tenths(heightOf(last[1], axes)), label: labelOfLast(figures, scale, currency) }
      : null,
  };
}

const LABEL_STEPS = 100;

function labelOfLast({ last, lowest, highest }: SeriesFigures, scale: Scale, currency: Currency): string {
  const step = 10 ** Math.floor(Math.log10((highest[1] - lowest[1]) / LABEL_STEPS));
  // A step based on the highest price would round the lowest one of a log scale to zero.
  const own = scale === "log" ? Math.min(step, orderOf(last[1]) / LABEL_STEPS) : step;
  // No price has a single decimal.
  const label = formatPriceTick(last[1], own === 0.1 ? 0.01 : own, currency);
  // Never with more digits than the same price has beside the chart.
  const price = formatPrice(last[1], currency);
  return label.length > price.length ? price : label;
}

function priceDomainOf(low: number, high: number, scale: Scale): readonly [number, number] {
  const padding = low === 0 ? 1 : Math.abs(low) * 0.01;
  const isFlat = high - low <= Math.abs(high) * ROUNDING;
  return isFlat ? finite(low - padding, high + padding) : padded(low, high, scale, 0.05, 0.05);
}

/** Smaller differences, as parts of a price, are lost on the way to a coordinate: such a series is a level line. */
const ROUNDING = 1e-12;

function finite(low: number, high: number): readonly [number, number] {
  return [Math.max(low, -Number.MAX_VALUE), Math.min(high, Number.MAX_VALUE)];
}

/** Adds parts of a span below and above it; on a log scale, of its logarithm. */
export function padded(
  low: number,
  high: number,
  scale: Scale,
  below: number,
  above: number,
): readonly [number, number] {
  if (scale === "log")
    return finite(Math.max(low / (high / low) ** below, Number.MIN_VALUE), high * (high / low) ** above);
  const span = Math.min(high - low, Number.MAX_VALUE);
  return finite(low - span * below, high + span * above);
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
  // d3 fails where the steps between ticks would be no normal numbers.
  if (high - low < 1e-300) return [];
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

export function decadesOf([low, high]: readonly [low: number, high: number]): number {
  return Math.log10(high) - Math.log10(low);
}

const MAX_DECADES = 8;

export function orderOf(price: number): number {
  return 10 ** Math.floor(Math.log10(price) + 1e-9);
}

/** Returns the figures beside a coin's chart: of prices with what is known of the coin besides; null without points. */
export function chartFigures(
  { metric, figures }: Pick<CoinChart, "metric" | "figures">,
  coin: KnownFigures,
  range: Range,
): PriceFigures | null {
  return figures && metric === "price" ? withKnownFigures(figures, coin, range) : figures;
}
