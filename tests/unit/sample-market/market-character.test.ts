import { describe, expect, it } from "vitest";
import { askChart } from "./ask";

/** Daily moves of a coin over its whole history, as differences of logarithms, the newest last. */
async function dailyMoves(id: string): Promise<number[]> {
  const { prices } = await askChart(id, "vs_currency=usd&days=max");
  // The last point is "now", not a midnight.
  const logarithms = prices.slice(0, -1).map(([, price]) => Math.log(price));
  return logarithms.slice(1).map((value, index) => value - (logarithms[index] ?? 0));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

function correlation(some: readonly number[], others: readonly number[]): number {
  const length = Math.min(some.length, others.length);
  const [one, other] = [some.slice(-length), others.slice(-length)];
  const products = one.map((value, index) => (value - mean(one)) * ((other[index] ?? 0) - mean(other)));
  return mean(products) / deviation(one) / deviation(other);
}

describe("coins of the sample market", () => {
  it.each(["bitcoin", "ethereum", "litecoin", "dogecoin"])("%s moves by some percent a day", async (id) => {
    const usual = deviation(await dailyMoves(id));
    expect(usual).toBeGreaterThan(0.01);
    expect(usual).toBeLessThan(0.08);
  });

  it.each(["ethereum", "solana", "cardano", "chainlink"])("%s moves with bitcoin", async (id) => {
    expect(correlation(await dailyMoves(id), await dailyMoves("bitcoin"))).toBeGreaterThan(0.3);
  });

  it.each(["tether", "usd-coin", "pax-gold"])("%s does not", async (id) => {
    expect(Math.abs(correlation(await dailyMoves(id), await dailyMoves("bitcoin")))).toBeLessThan(0.1);
  });

  it("backed by gold move together", async () => {
    expect(correlation(await dailyMoves("pax-gold"), await dailyMoves("tether-gold"))).toBeGreaterThan(0.95);
  });
});
