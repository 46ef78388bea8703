import { type Range, rangeWindowMs } from "./range";

/** A moment in milliseconds since the epoch, and the price then. */
export type PricePoint = readonly [time: number, price: number];

/**
 * Makes a series fit to be drawn whatever the service sent: sorted by time, one point a moment (the later one wins),
 * and cut to the window that the range names, counted back from the newest point.
 */
export function tidyPriceHistory(points: readonly PricePoint[], range: Range): readonly PricePoint[] {
  const byTime = new Map(points.map((point) => [point[0], point] as const));
  const sorted = [...byTime.values()].sort((a, b) => a[0] - b[0]);
  const newest = sorted.at(-1);
  if (newest === undefined) return [];
  const oldest = newest[0] - rangeWindowMs(range);
  return sorted.filter(([time]) => time >= oldest);
}

/**
 * At most so many points (four or more) of a series, chosen so that its shape stays: the first, the last, and the lowest and the
 * highest of each of equally wide stretches of time, hence every extreme. Taking every n-th would lose the spikes.
 */
export function thinPriceHistory(points: readonly PricePoint[], most: number): readonly PricePoint[] {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length <= most) return points;
  const stretches = Math.max(1, Math.floor((most - 2) / 2));
  const width = (last[0] - first[0]) / stretches;
  const kept = new Set<PricePoint>([first]);
  let lowest = first;
  let highest = first;
  let stretch = 0;
  for (const point of points) {
    const here = Math.min(stretches - 1, Math.floor((point[0] - first[0]) / width));
    if (here !== stretch) {
      keepInOrder(kept, lowest, highest);
      stretch = here;
      lowest = point;
      highest = point;
    }
    if (point[1] < lowest[1]) lowest = point;
    if (point[1] > highest[1]) highest = point;
  }
  keepInOrder(kept, lowest, highest);
  kept.add(last);
  return [...kept];
}

/** The lowest and the highest point of a series, the earlier one of equals; null for an empty series. */
export function extremes(
  points: readonly PricePoint[],
): { readonly lowest: PricePoint; readonly highest: PricePoint } | null {
  const first = points[0];
  if (first === undefined) return null;
  let lowest = first;
  let highest = first;
  for (const point of points) {
    if (point[1] < lowest[1]) lowest = point;
    if (point[1] > highest[1]) highest = point;
  }
  return { lowest, highest };
}

function keepInOrder(kept: Set<PricePoint>, a: PricePoint, b: PricePoint): void {
  const [earlier, later] = a[0] <= b[0] ? [a, b] : [b, a];
  kept.add(earlier);
  kept.add(later);
}
