import { RANGE_DETAILS, type Range } from "../market/range";
import { TIME } from "../time";
import { type Axes, heightOf, type PlotSize, placeOf, SIZE, tenths } from "./plot-geometry";
import type { PricePoint } from "./price-history";

/** The prices of a period: its beginning in milliseconds since the epoch, the first, the highest, the lowest and the last price. */
export type Candle = readonly [time: number, open: number, high: number, low: number, close: number];

export const CANDLE_PRICES = ["Open", "High", "Low", "Close"] as const;

export interface Candles {
  readonly ms: number;
  readonly rows: readonly Candle[];
}

/** As many as can be told apart on a wide screen. */
const MAX_CANDLES = 200;

/** Weeks begin on a Monday, and the epoch was a Thursday. */
const FIRST_MONDAY = 4 * TIME.DAY;

/** Fewer prices have no open, high, low and close worth drawing: candles would be dashes. */
const MIN_POINTS = 3;

const WEEK = 7 * TIME.DAY;

/** Lengths below a week, each of which divides it. */
const PERIODS = [TIME.HOUR / 2, 4 * TIME.HOUR, 12 * TIME.HOUR] as const;

/**
 * The length of a period: at least that of the range, and so long that points as far apart as most of these fill it. Weeks are
 * joined while there are too many, or too few points in each.
 */
function periodOf(points: readonly PricePoint[], range: Range): number {
  const times = points.map(([time]) => time);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const usualGap = gaps.sort((one, other) => one - other)[gaps.length >> 1] ?? 0;
  const { stepMs } = RANGE_DETAILS[range];
  const ofRange = stepMs < TIME.HOUR ? TIME.HOUR / 2 : stepMs === TIME.HOUR ? 12 * TIME.HOUR : WEEK;
  const least = Math.max(ofRange, MIN_POINTS * usualGap);
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const weeks = () => Math.ceil(Math.max(least, spanMs / MAX_CANDLES) / WEEK);
  return PERIODS.find((ms) => ms >= least) ?? weeks() * WEEK;
}

/**
 * Groups a normalised series by periods that begin at full half hours, every four hours, at noon and midnight, or on Mondays, in UTC.
 * The first and the newest may have fewer points than the others: they are not over, or began before the range.
 */
export function candlesOf(points: readonly PricePoint[], range: Range): Candles {
  const ms = periodOf(points, range);
  const candles = new Map<number, Candle>();
  for (const [time, price] of points) {
    const from = Math.floor((time - FIRST_MONDAY) / ms) * ms + FIRST_MONDAY;
    const [, open, high, low] = candles.get(from) ?? [from, price, price, price];
    candles.set(from, [from, open, Math.max(high, price), Math.min(low, price), price]);
  }
  return { ms, rows: [...candles.values()] };
}

/** Returns where each candle stands, in the middle of its period but within the plot, with its last price. */
export function candlePoints({ ms, rows }: Candles, [from, to]: readonly [number, number]) {
  return rows.map(([time, , , , close]): PricePoint => [Math.min(to, Math.max(from, time + ms / 2)), close]);
}

/** Half the width of a candle, in periods: the last one may be as near to its neighbour as half a period. */
const HALF_WIDTH = 0.27;

/** Draws candles as SVG path data: those that rose, and those that fell. */
export function candlePaths({ ms, rows }: Candles, axes: Axes, { width, height }: PlotSize) {
  const paths = { up: "", down: "" };
  const [from, to] = axes.span ?? [0, 1];
  const half = to === from ? width / 20 : Math.max(1, (HALF_WIDTH * ms * width) / (to - from));
  const y = (price: number) => tenths((heightOf(price, axes) / SIZE) * height);
  candlePoints({ ms, rows }, [from, to]).forEach((point, index) => {
    const [, open, high, low, close] = rows[index] ?? [0, 0, 0, 0, 0];
    const x = (placeOf(point, axes).x / SIZE) * width;
    const [left, middle, right] = [x - half, x, x + half].map(tenths);
    const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))];
    paths[close < open ? "down" : "up"] +=
      `M${middle},${y(high)}V${top}M${middle},${bottom}V${y(low)}M${left},${top}H${right}V${bottom}H${left}Z`;
  });
  return paths;
}
