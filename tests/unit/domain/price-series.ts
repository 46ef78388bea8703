import type { PricePoint } from "~/domain/chart/price-history";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A full hour, and midnight in UTC. */
export const START = Date.UTC(2026, 10, 20);

/** Points of a series, one every `every` milliseconds from {@link START}; the price depends on the index. */
export function series(length: number, every: number, price: (index: number) => number): PricePoint[] {
  return Array.from({ length }, (_, index) => [START + index * every, price(index)] as const);
}

/** Prices that jump between 0 and 1, the same in every run. */
export function jumpyPrice(index: number): number {
  const value = Math.sin(index * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}
