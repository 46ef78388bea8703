import { describe, expect, it } from "vitest";
import { askChart } from "./ask";

/** Daily moves of a coin over its whole history, as differences of logarithms, the latest last. */
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

function weeksOf(moves: readonly number[]): number[][] {
  return Array.from({ length: Math.floor(moves.length / 7) }, (_, week) =>
    moves.slice(7 * week, 7 * week + 7),
  );
}

describe.each(["bitcoin", "ethereum", "litecoin", "dogecoin"])("the history of %s", (id) => {
  it("has days that are far wilder than most", async () => {
    const moves = await dailyMoves(id);
    const usual = deviation(moves);
    expect(usual).toBeGreaterThan(0.015);
    expect(usual).toBeLessThan(0.08);
    // Of a normal distribution it would be 3.
    expect(mean(moves.map((move) => (move / usual) ** 4))).toBeGreaterThan(4.5);
  });

  it("has quiet weeks after quiet weeks, and wild ones after wild ones", async () => {
    const weeks = weeksOf(await dailyMoves(id)).map((week) => Math.log(deviation(week)));
    expect(correlation(weeks.slice(1), weeks.slice(0, -1))).toBeGreaterThan(0.3);
    const ascending = weeks.toSorted((a, b) => a - b);
    const [quiet = 0, wild = 0] = [0.1, 0.9].map((part) => ascending[Math.floor(part * ascending.length)]);
    expect(Math.exp(wild - quiet)).toBeGreaterThan(3);
  });

  it("does not betray tomorrow by today", async () => {
    const moves = await dailyMoves(id);
    expect(Math.abs(correlation(moves.slice(1), moves.slice(0, -1)))).toBeLessThan(0.12);
  });
});

describe("coins of the sample market", () => {
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
