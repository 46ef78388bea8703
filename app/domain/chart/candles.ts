import type { Range } from "../market/range";
import { TIME } from "../time";
import { type Intervals, intervalsOf } from "./intervals";
import { type Axes, heightOf, type PlotSize, placeOf, SIZE, tenths } from "./plot-geometry";
import type { Gap, PricePoint } from "./price-history";

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

/** The length of a period: the shortest that points at their usual interval fill, and that does not make too many candles. */
function periodOf(points: readonly PricePoint[], range: Range, { usualMs }: Intervals): number {
  const spanMs = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
  const ofRange = range === "24h" ? 0 : 12 * TIME.HOUR;
  const least = Math.max(ofRange, MIN_POINTS * usualMs, spanMs / MAX_CANDLES);
  return PERIODS.find((ms) => ms >= least) ?? Math.ceil(least / WEEK) * WEEK;
}

/**
 * Groups a normalised series by periods that begin at full half hours, every four hours, at noon and midnight, or on Mondays, in UTC.
 * None reaches across a gap: the one after it begins with its first point. A period with too few points goes on in the next one,
 * except for the first and the newest, and those beside a gap: they began before the range, are not over, or are cut off.
 */
export function candlesOf(
  points: readonly PricePoint[],
  range: Range,
  intervals = intervalsOf(points),
): Candles {
  const ms = periodOf(points, range, intervals);
  const restarts = new Set(intervals.gaps.map(([, [time]]) => time));
  const rows: Candle[] = [];
  let [end, count, isFirst] = [Number.NEGATIVE_INFINITY, 0, true];
  for (const [time, price] of points) {
    const isAfterGap = restarts.has(time);
    const isRestart = rows.length === 0 || isAfterGap;
    const from = Math.floor((time - FIRST_MONDAY) / ms) * ms + FIRST_MONDAY;
    if (isRestart || (time >= end && (count >= MIN_POINTS || isFirst))) {
      [isFirst, count] = [isRestart, 0];
      rows.push([isAfterGap ? time : from, price, price, price, price]);
    }
    end = from + ms;
    const [begin, open, high, low] = rows.at(-1) ?? [from, price, price, price];
    rows[rows.length - 1] = [begin, open, Math.max(high, price), Math.min(low, price), price];
    count += 1;
  }
  return { ms, rows };
}

/** Returns where each candle stands, in the middle of its period but within the plot and beside gaps, with its last price. */
export function candlePoints(
  { ms, rows }: Candles,
  [from, to]: readonly [number, number],
  gaps: readonly Gap[] = [],
) {
  const ends = new Map(gaps.map(([[end], [next]]) => [next, end]));
  return rows.map(([time, , , , close], index): PricePoint => {
    const next = rows[index + 1]?.[0] ?? time + ms;
    const end = Math.min(time + ms, ends.get(next) ?? next);
    return [Math.min(to, Math.max(from, (time + end) / 2)), close];
  });
}

/** Half the width of a candle, in periods: the last one may be as near to its neighbour as half a period. */
const HALF_WIDTH = 0.27;

/** Draws candles at their points as SVG path data: those that rose, and those that fell. */
export function candlePaths(
  { ms, rows }: Candles,
  { points, ...axes }: Axes & { readonly points: readonly PricePoint[] },
  { width, height }: PlotSize,
) {
  const paths = { up: "", down: "" };
  const [from, to] = axes.span ?? [0, 1];
  const half = to === from ? width / 20 : Math.max(1, (HALF_WIDTH * ms * width) / (to - from));
  const y = (price: number) => tenths((heightOf(price, axes) / SIZE) * height);
  points.forEach((point, index) => {
    const [, open, high, low, close] = rows[index] ?? [0, 0, 0, 0, 0];
    const x = (placeOf(point, axes).x / SIZE) * width;
    const [left, middle, right] = [Math.max(0, x - half), x, Math.min(width, x + half)].map(tenths);
    const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))];
    paths[close < open ? "down" : "up"] +=
      `M${middle},${y(high)}V${top}M${middle},${bottom}V${y(low)}M${left},${top}H${right}V${bottom}H${left}Z`;
  });
  return paths;
}
