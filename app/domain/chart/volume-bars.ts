import type { PricePoint } from "./price-history";

/** On a phone a bar then takes about four pixels, with the gap beside it. */
const MAX_BARS = 60;

/** Height of the highest bar and width and height of the plot, in thousandths of the plot. */
const MAX_HEIGHT = 200;
const SIZE = 1000;

/** Rounding the largest numbers would make them infinite. */
const MAX_DRAWN = 1e308;

/** Part of a bar's span that it fills. */
const FILLED = 0.7;

/**
 * Downsamples the volumes of a normalised history to bars of equal width, from its first to its last moment: the mean of those
 * in a bar's span, because each is a sum over 24 hours already. To three digits, which is more than can be seen.
 * @returns null for a span without a volume; no bars where no volume above zero is known, or where there are no two points
 */
export function volumeBars(points: readonly PricePoint[]): readonly (number | null)[] {
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  if (from === to || !points.some(([, , volume]) => volume)) return [];
  const count = Math.min(MAX_BARS, points.length);
  const spans: number[][] = Array.from({ length: count }, () => []);
  for (const [time, , volume = null] of points) {
    if (volume !== null) spans[placeOf(time, from, to, count)]?.push(volume);
  }
  return spans.map((volumes) => {
    if (volumes.length === 0) return null;
    // Each divided before, because the sum of the largest numbers would be infinite.
    const mean = volumes.reduce((sum, volume) => sum + volume / volumes.length, 0);
    return Number(Math.min(mean, MAX_DRAWN).toPrecision(3));
  });
}

/** Returns the volume of the bar at a moment of the plot from `from` to `to`, in milliseconds; null where none is known. */
export function volumeAt(
  bars: readonly (number | null)[],
  time: number,
  from: number,
  to: number,
): number | null {
  return bars[placeOf(time, from, to, bars.length)] ?? null;
}

/** Draws bars as SVG path data in the lowest fifth of a plot of 1000 by 1000. Empty without bars. */
export function volumePath(bars: readonly (number | null)[]): string {
  const highest = Math.max(0, ...bars.map((volume) => volume ?? 0));
  const width = SIZE / bars.length;
  const tenths = (value: number) => Math.round(value * 10) / 10;
  return bars
    .map((volume, index) => {
      if (!volume) return "";
      const left = tenths((index + (1 - FILLED) / 2) * width);
      const right = tenths((index + (1 + FILLED) / 2) * width);
      const top = tenths(SIZE - (volume / highest) * MAX_HEIGHT);
      return `M${left},${SIZE}L${left},${top}L${right},${top}L${right},${SIZE}`;
    })
    .join("");
}

function placeOf(time: number, from: number, to: number, count: number): number {
  return Math.min(count - 1, Math.floor(((time - from) / (to - from)) * count));
}
