import { scaleLinear, scaleLog } from "d3-scale";
import { formatPriceTick } from "../format/money";
import type { Currency } from "../market/currency";
import type { Range } from "../market/range";
import type { Scale } from "./chart-view";
import { drawablePoints, extremes, type PricePoint } from "./price-history";
import { type TimeTick, timeAxis, timeDomain } from "./time-axis";

/**
 * A price chart as geometry. Everything is measured in thousandths of the plot's width and height, from the top left,
 * so that the same drawing fits a phone and a wide screen.
 */
export interface ChartDrawing {
  /** That of the prices: linear where a log scale was asked for and a price is not above zero. */
  readonly scale: Scale;
  /** SVG path data of the line; empty when there are no points. */
  readonly path: string;
  /** The only point, when a line cannot be drawn. */
  readonly dot: { readonly x: number; readonly y: number } | null;
  /** In UTC, because the visitor's zone is not known yet. */
  readonly timeTicks: readonly TimeTick[];
  readonly priceTicks: readonly { readonly price: number; readonly y: number; readonly label: string }[];
  /** The prices at the lower and the upper edge of the plot; null when there are no points. */
  readonly priceDomain: readonly [low: number, high: number] | null;
  /** What a line of prices points out; null where there is none. */
  readonly marks: ChartMarks | null;
}

export interface ChartMarks {
  /** Height of the opening price. */
  readonly openY: number;
  /** The newest price, at the right edge. */
  readonly last: ChartMark;
  /**
   * The highest and the lowest price, the first where there are several; none on a level line, and none whose place the label of the
   * newest price takes.
   */
  readonly extremes: readonly ChartMark[];
}

export interface ChartMark {
  readonly x: number;
  readonly y: number;
  /** Price, with `High` or `Low`. */
  readonly label: string;
  /** Whether the label stands above the mark, or below it. */
  readonly isAbove: boolean;
}

/** Returns which part of a mark's label stands at the mark, so that it keeps within the plot. */
export function labelAnchor(x: number): "start" | "middle" | "end" {
  return x < SIZE / 3 ? "start" : x > (2 * SIZE) / 3 ? "end" : "middle";
}

/** Width and height of the plot. */
const SIZE = 1000;

/** Roughly: the steps between ticks are round numbers, so there may be a few more or fewer. */
const PRICE_TICKS = 5;

/** A plot without any line. */
export function emptyDrawing(scale: Scale): ChartDrawing {
  return { scale, path: "", dot: null, timeTicks: [], priceTicks: [], priceDomain: null, marks: null };
}

/** Draws a normalised series: about eleven time ticks, time of day (UTC) for 24h and dates otherwise, and price ticks. */
export function drawPriceChart(
  points: readonly PricePoint[],
  currency: Currency,
  range: Range,
  wanted: Scale = "linear",
): ChartDrawing {
  const times = timeDomain(points);
  const drawn = drawablePoints(points);
  const first = drawn[0];
  const ends = extremes(drawn);
  if (first === undefined || times === null || ends === null) {
    return emptyDrawing(wanted);
  }
  const scale = ends.lowest[1] > 0 ? wanted : "linear";
  const x = scaleLinear(times, [0, SIZE]);
  const domain = priceDomainOf(ends.lowest[1], ends.highest[1], scale);
  const y = (scale === "log" ? scaleLog : scaleLinear)(domain, [SIZE, 0]);
  const places = drawn.map(([time, price]) => ({ x: tenths(x(time)), y: tenths(y(price)) }));
  // Around a price of zero the scale reaches below it, where no price can be.
  const prices = axisTicks(domain, scale).filter((price) => price >= 0 || ends.lowest[1] < 0);
  const step = (prices[1] ?? ends.highest[1]) - (prices[0] ?? 0);
  const isByOrder = scale === "log" && decadesOf(domain) >= 1;
  return {
    scale,
    path: points.length > 1 ? `M${places.map((place) => `${place.x},${place.y}`).join("L")}` : "",
    dot: points.length === 1 ? { x: tenths(x(first[0])), y: tenths(y(first[1])) } : null,
    timeTicks: timeAxis(points, range, "utc"),
    priceTicks: prices.map((price) => ({
      price,
      y: tenths(y(price)),
      label: formatPriceTick(price, isByOrder ? orderOf(price) : step, currency),
    })),
    priceDomain: domain,
    marks: points.length > 1 ? marksOf(drawn, places, ends, currency, scale) : null,
  };
}

/** About the width and the height that the label of the newest price takes on a phone, and its distance from the line. */
const TAG_WIDTH = 300;
const TAG_HEIGHT = 120;
const TAG_DISTANCE = 20;

/** Places the label of the newest price on the side of the line that is emptier, and those of the extremes outside of the line. */
function marksOf(
  drawn: readonly PricePoint[],
  places: readonly Place[],
  { lowest, highest }: NonNullable<ReturnType<typeof extremes>>,
  currency: Currency,
  scale: Scale,
): ChartMarks {
  const open = places[0] ?? CENTRE;
  const last = places.at(-1) ?? CENTRE;
  const step = 10 ** Math.floor(Math.log10((highest[1] - lowest[1]) / MARK_STEPS));
  const labelOf = (price: number) => {
    // A step of the highest price would round the lowest one of a log scale to zero.
    const own = scale === "log" ? Math.min(step, orderOf(price) / MARK_STEPS) : step;
    // No price is written with one decimal.
    return formatPriceTick(price, own === 0.1 ? 0.01 : own, currency);
  };
  const isAbove = isTagAbove(places, last);
  const tagY = isAbove ? last.y - TAG_HEIGHT / 2 : last.y + TAG_HEIGHT / 2;
  const extreme = (point: PricePoint, name: string, isAbove: boolean): ChartMark[] => {
    const { x, y } = places[drawn.indexOf(point)] ?? CENTRE;
    const labelY = y + (isAbove ? -TAG_HEIGHT : TAG_HEIGHT) / 2;
    const isTaken = x > SIZE - 2 * TAG_WIDTH && Math.abs(labelY - tagY) < TAG_HEIGHT;
    return isTaken ? [] : [{ x, y, label: `${name} ${labelOf(point[1])}`, isAbove }];
  };
  return {
    openY: open.y,
    last: { ...last, label: labelOf(drawn.at(-1)?.[1] ?? 0), isAbove },
    extremes:
      lowest[1] === highest[1] ? [] : [...extreme(highest, "High", true), ...extreme(lowest, "Low", false)],
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const CENTRE: Place = { x: SIZE / 2, y: SIZE / 2 };

/** Prices of marks are rounded to a step of which the range has at least so many. */
const MARK_STEPS = 100;

/** Tells whether the line leaves more room above its end than below it. */
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
function priceDomainOf(low: number, high: number, scale: Scale): [number, number] {
  if (scale === "log") {
    if (low === high) return [low / 1.01, high * 1.01];
    const [from, to] = priceDomainOf(Math.log(low), Math.log(high), "linear");
    return [Math.exp(Math.max(from, Math.log(MIN_LOG))), Math.min(Math.exp(to), Number.MAX_VALUE)];
  }
  if (low === high) {
    const padding = low === 0 ? 1 : Math.abs(low) * 0.01;
    return [low - padding, high + padding];
  }
  return [low - (high - low) * 0.09, high + (high - low) * 0.06];
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
  if (decades < 1) return scaleLinear([low, high], [SIZE, 0]).ticks(PRICE_TICKS);
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
function decadesOf([low, high]: readonly [low: number, high: number]): number {
  return Math.log10(high) - Math.log10(low);
}

/** Powers of ten that an axis has room for. */
const MAX_DECADES = 8;

/** Returns the power of ten of a price above zero. */
function orderOf(price: number): number {
  return 10 ** Math.floor(Math.log10(price) + 1e-9);
}

/** Lower edge of a log scale at the least: further down, numbers lose their digits. */
const MIN_LOG = 1e-300;

/** Rounds to about a tenth of a pixel on a wide screen. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
