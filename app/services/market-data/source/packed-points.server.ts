import type { PricePoint } from "~/domain/chart/price-history";

const NUMBERS = 4;

/** Packs points into four numbers each, NaN for an unknown one: as objects they take three times the memory. */
export function packPoints(points: readonly PricePoint[]): Float64Array {
  const numbers = points.flatMap(([time, price, volume, marketCap]) => [
    time,
    price,
    volume ?? Number.NaN,
    marketCap ?? Number.NaN,
  ]);
  return new Float64Array(numbers);
}

/** Returns the points that `packPoints` has packed; those with neither volume nor market cap have two elements. */
export function unpackPoints(packed: Float64Array): readonly PricePoint[] {
  const points: PricePoint[] = [];
  for (let at = 0; at < packed.length; at += NUMBERS) {
    const [time = 0, price = 0] = [packed[at], packed[at + 1]];
    const [volume, marketCap] = [known(packed[at + 2]), known(packed[at + 3])];
    points.push(volume === null && marketCap === null ? [time, price] : [time, price, volume, marketCap]);
  }
  return points;
}

function known(amount = Number.NaN): number | null {
  return Number.isNaN(amount) ? null : amount;
}
