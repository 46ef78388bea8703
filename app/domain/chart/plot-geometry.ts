import type { Scale } from "./chart-view";
import type { Gap, PricePoint } from "./price-history";

/**
 * Space around the plot of a page's chart, in CSS pixels: half a label above, the ring around a focused point at the right, and the
 * times below. vite.config.ts passes it to the style sheet.
 */
export const PLOT_MARGINS = { top: 14, right: 10, bottom: 28 } as const;

/** Drawings are measured in thousandths of the plot's width and height. */
export const SIZE = 1000;

/** Changes in per cent are drawn as prices that started at this value. */
export const BASE = 100;

export function changeOf(value: number): number {
  // Rounded, because 103.145 less 100 is not 3.145.
  return Number((value - BASE).toFixed(9));
}

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

export interface Axes {
  /** The scale of the values: linear if a log scale was requested but a value is not above zero. */
  readonly scale: Scale;
  /** Times of the first and the last point, in milliseconds since the epoch; null when there are no points. */
  readonly span: readonly [from: number, to: number] | null;
  readonly priceDomain: readonly [low: number, high: number];
}

/** Returns the height of a value; half of the plot's where numbers are too near to each other, or too large, to tell. */
export function heightOf(value: number, { priceDomain, scale }: Omit<Axes, "span">): number {
  const [low, high] = priceDomain;
  const place = (each: number) => (scale === "log" ? Math.log(each) : each);
  const part = (place(high) - place(value)) / (place(high) - place(low));
  return (Number.isFinite(part) ? part : 0.5) * SIZE;
}

/** Returns a point's position, in thousandths of the plot from the top left. A series of one moment is centred. */
export function placeOf([time, value]: PricePoint, axes: Axes): { readonly x: number; readonly y: number } {
  const [from, to] = axes.span ?? [0, 0];
  return { x: from === to ? SIZE / 2 : ((time - from) / (to - from)) * SIZE, y: heightOf(value, axes) };
}

/**
 * Draws a line as SVG path data, from the top left of a plot of this size, broken at gaps; a single point is a line of zero length.
 * @param floorY height down to which the area below the line is drawn, in thousandths; none: the line alone
 */
export function linePath(
  points: readonly PricePoint[],
  axes: Axes,
  { width, height }: PlotSize,
  gaps: readonly Gap[] = [],
  floorY: number | null = null,
): string {
  const starts = new Set([points[0]?.[0], ...gaps.map(([, [time]]) => time)]);
  const ends = new Set([points.at(-1)?.[0], ...gaps.map(([[time]]) => time)]);
  let left = 0;
  return points
    .map((point) => {
      const { x, y } = placeOf(point, axes);
      const [at, isStart] = [tenths((x / SIZE) * width), starts.has(point[0])];
      if (isStart) left = at;
      const area = floorY === null ? (isStart ? "h0" : "") : `V${(floorY / SIZE) * height}H${left}Z`;
      return `${isStart ? "M" : "L"}${at},${tenths((y / SIZE) * height)}${ends.has(point[0]) ? area : ""}`;
    })
    .join("");
}

/** Draws the lines across gaps as SVG path data. */
export function gapPath(gaps: readonly Gap[], axes: Axes, size: PlotSize): string {
  return gaps.map((gap) => linePath(gap, axes, size)).join("");
}

/** Rounds to about a tenth of a pixel on a wide screen. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
