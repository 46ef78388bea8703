import { expect, test } from "vitest";
import type { PricePoint } from "~/domain/chart/price-history";
import { TIME } from "~/domain/time";
import { portfolioPast } from "~/domain/watchlist/portfolio-past";

const NOW = Date.UTC(2026, 10, 28, 12);
const view = { range: "7d", than: "bitcoin" } as const;

/** Daily prices up to now, the last one that of now. */
const prices = (...amounts: readonly number[]) =>
  amounts.map((price, index): PricePoint => [NOW - (amounts.length - 1 - index) * TIME.DAY, price]);

const coin = (id: string, amount: string, ...amounts: readonly number[]) => ({
  id,
  name: id.toUpperCase(),
  amount,
  prices: prices(...amounts),
});

test("today's amounts have what they were worth, and what the same money in Bitcoin has become", () => {
  const coins = [coin("a", "0.1", 0.1, 0, 0, 0, 0, 0, 0, 0.3), coin("b", "2", 1, 1, 1, 1, 1, 1, 1, 0.5)];
  const than = prices(50, 60, 70, 80, 90, 100, 110, 75);
  expect(portfolioPast(coins, [], than, view, "usd")).toMatchObject({
    // 0.1 × 0.1 + 2 × 1, and 0.1 × 0.3 + 2 × 0.5.
    from: { time: "21 Nov", value: "$2.01" },
    to: { time: "28 Nov 2026, 12:00 UTC", value: "$1.03" },
    gain: { text: "−$0.98", percent: expect.closeTo(-48.7562, 4) },
    than: { value: "$3.02", gain: { text: "+$1.01", percent: expect.closeTo(50, 9) } },
    coins: [
      { id: "a", percent: expect.closeTo(200, 9) },
      { id: "b", percent: -50 },
    ],
    without: null,
  });
});

test("coins whose prices do not reach back are named, and so are those beyond the first ten", () => {
  const coins = [coin("young", "5", 1, 2), coin("a", "1", 1, 1, 1, 1, 1, 1, 1, 2), coin("dark", "5")];
  const past = portfolioPast(coins, ["Eleventh"], [], view, "usd");
  expect(past).toMatchObject({
    without: "Without YOUNG, DARK and Eleventh",
    than: null,
    gain: { text: "+$1.00" },
  });
  expect(past?.paths).toHaveLength(1);
  expect(portfolioPast([coin("young", "5", 1, 2)], [], [], view, "usd")).toBe(null);
});
