import { describe, expect, it } from "vitest";
import { askChart, DAY_MS, HOUR_MS, MINUTE_MS, NOW_MS } from "./ask";

const MARKET_NOW_MS = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS;

describe("price history of the sample market", () => {
  it.each([
    ["1", 5 * MINUTE_MS, 289],
    ["24h", HOUR_MS, 577],
    ["7d", HOUR_MS, 169],
    ["90d", HOUR_MS, 2161],
    ["91d", DAY_MS, 92],
    ["365d", DAY_MS, 366],
  ])("days=%s has a point every %i ms, %i with the current one", async (days, stepMs, length) => {
    const { prices } = await askChart("bitcoin", `vs_currency=usd&days=${days}`);
    const times = prices.map(([atMs]) => atMs);
    expect(times).toHaveLength(length);
    expect(times.at(-1)).toBe(MARKET_NOW_MS);
    for (const [index, atMs] of times.slice(0, -1).entries()) {
      expect(atMs % stepMs).toBe(0);
      if (index > 0) expect(atMs - (times[index - 1] ?? 0)).toBe(stepMs);
    }
  });

  it("days=max goes back to the coin's first day, day by day", async () => {
    const { prices } = await askChart("bitcoin", "vs_currency=usd&days=max");
    expect(prices.at(0)?.[0]).toBe(Date.UTC(2013, 3, 1));
    expect(prices.at(1)?.[0]).toBe(Date.UTC(2013, 3, 2));
  });

  it.each([
    ["7d", "1"],
    ["90d", "7d"],
    ["365d", "90d"],
    ["max", "365d"],
  ])("days=%s and days=%s show the same price at the same moment", async (long, short) => {
    const inShort = new Map((await askChart("ethereum", `vs_currency=inr&days=${short}`)).prices);
    const { prices } = await askChart("ethereum", `vs_currency=inr&days=${long}`);
    const shared = prices.filter(([atMs]) => inShort.has(atMs));
    expect(shared.length).toBeGreaterThan(7);
    for (const [atMs, price] of shared) expect(inShort.get(atMs)).toBe(price);
  });

  it("the last price of one moment is in the history an hour later", async () => {
    const hour = Date.UTC(2026, 3, 18, 10);
    const then = (await askChart("solana", "vs_currency=eur&days=7d", hour)).prices.at(-1);
    const later = await askChart("solana", "vs_currency=eur&days=7d", hour + HOUR_MS);
    expect(later.prices).toContainEqual(then);
  });
});
