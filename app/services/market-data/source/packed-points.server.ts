import { intervalsOf } from "~/domain/chart/intervals";
import type { PricePoint } from "~/domain/chart/price-history";

/** A history as it is cached: as objects its points take three times the memory. */
export interface PackedHistory {
  /** Time, price, volume and market cap of each point; NaN for an unknown one. */
  readonly numbers: Float64Array;
  /** The usual interval of its points in milliseconds, which decides how long it is fresh. */
  readonly usualMs: number;
}

export function packPoints(points: readonly PricePoint[]): PackedHistory {
  const numbers = points.flatMap(([time, price, volume, marketCap]) =>
    [time, price, volume, marketCap].map((number) => number ?? Number.NaN),
  );
  return { numbers: new Float64Array(numbers), usualMs: intervalsOf(points).usualMs };
}

/** Returns the points that `packPoints` has packed; those with neither volume nor market cap have two elements. */
export function unpackPoints({ numbers }: PackedHistory): readonly PricePoint[] {
  const points: PricePoint[] = [];
  for (let at = 0; at < numbers.length; at += 4) {
    const [time = 0, price = 0] = [numbers[at], numbers[at + 1]];
    const [volume, marketCap] = [known(numbers[at + 2]), known(numbers[at + 3])];
    points.push(volume === null && marketCap === null ? [time, price] : [time, price, volume, marketCap]);
  }
  return points;
}

function known(amount = Number.NaN): number | null {
  return Number.isNaN(amount) ? null : amount;
}
