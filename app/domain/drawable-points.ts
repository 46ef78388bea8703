import type { PricePoint } from "./price-history";

/** Prices beyond are drawn at the edge: the difference of two numbers of that size would be infinite. */
const MAX_DRAWN = Number.MAX_VALUE / 4;

/** Prices nearer to zero are drawn as zero: a scale cannot count in steps of that size. */
const MIN_DRAWN = 1e-290;

/** A series with prices that scales can work with, which is the series itself unless a price is beyond all sense. */
export function drawablePoints(points: readonly PricePoint[]): readonly PricePoint[] {
  if (points.every(([, price]) => drawable(price) === price)) return points;
  return points.map(([time, price]) => [time, drawable(price)] as const);
}

function drawable(price: number): number {
  if (Math.abs(price) < MIN_DRAWN) return 0;
  return Math.max(-MAX_DRAWN, Math.min(MAX_DRAWN, price));
}
