import { TIME } from "../time";
import { type PlotSize, tenths } from "./plot-geometry";
import type { PricePoint } from "./price-history";

/** On a phone a bar then takes about four pixels, including the gap. */
const MAX_BARS = 60;

/** Height of the strip below the line that the bars have for themselves, in thousandths of the plot's. */
export const VOLUME_STRIP = 180;

const MAX_HEIGHT = 0.15;

/** Each volume is a sum of 24 hours, so that bars of a shorter time would be one grey wall. */
const MIN_SPAN_MS = 1.5 * TIME.DAY;

/** Fraction of its span that a bar fills. */
const FILLED = 0.7;

/**
 * Downsamples the volumes of a normalised history to bars of equal width, from its first to its last moment. A bar is the mean
 * of its span, because each volume is already a 24-hour sum; the last one is the newest volume, which the page tells as well. Three
 * digits are more than can be seen.
 * @returns null for a span without a volume; no bars without a known volume above zero, or for a day or less
 */
export function volumeBars(points: readonly PricePoint[]): readonly (number | null)[] {
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  if (to - from < MIN_SPAN_MS || !points.some(([, , volume]) => volume)) return [];
  const count = Math.min(MAX_BARS, points.length);
  const spans: number[][] = Array.from({ length: count }, () => []);
  for (const [time, , volume = null] of points) {
    if (volume !== null) spans[barAt(time, from, to, count)]?.push(volume);
  }
  return spans.map((volumes, index) => {
    if (volumes.length === 0) return null;
    if (index === count - 1) return volumes.at(-1) ?? null;
    const mean = volumes.reduce((sum, volume) => sum + volume / volumes.length, 0);
    return Math.min(Number(mean.toPrecision(3)), Number.MAX_VALUE);
  });
}

/** Returns the volume of the bar at a moment of the plot from `from` to `to`, in milliseconds; null where none is known. */
export function volumeAt(
  bars: readonly (number | null)[],
  time: number,
  from: number,
  to: number,
): number | null {
  return bars[barAt(time, from, to, bars.length)] ?? null;
}

/** Draws bars as SVG path data in the strip of a plot of this size. Empty without bars. */
export function volumePath(bars: readonly (number | null)[], { width, height }: PlotSize): string {
  const highest = Math.max(0, ...bars.map((volume) => volume ?? 0));
  const step = width / bars.length;
  const barWidth = tenths(FILLED * step);
  return bars
    .map((volume, index) => {
      if (!volume) return "";
      const left = tenths((index + (1 - FILLED) / 2) * step);
      const top = tenths(height - (volume / highest) * MAX_HEIGHT * height);
      return `M${left},${height}V${top}h${barWidth}V${height}`;
    })
    .join("");
}

function barAt(time: number, from: number, to: number, count: number): number {
  return Math.min(count - 1, Math.floor(((time - from) / (to - from)) * count));
}
