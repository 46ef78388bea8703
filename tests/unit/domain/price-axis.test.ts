import { describe, expect, it } from "vitest";
import { drawPriceChart } from "~/domain/chart/drawing";
import { formatPriceTick } from "~/domain/format/money";
import { HOUR_MS, pathOf, START } from "./price-series";

function drawingOf(...prices: readonly number[]) {
  const points = prices.map((price, index) => [START + index * HOUR_MS, price] as const);
  return drawPriceChart(points, "usd", "24h");
}

describe("the edges of the price axis", () => {
  it.each([
    ["beyond both by what the labels of the extremes need", [100, 200], [91, 206]],
    ["below zero too, for a label there", [0, 100], [-9, 106]],
    ["1 % around a price that did not change", [200, 200], [198, 202]],
    ["around zero for a coin that was always worth nothing", [0, 0], [-1, 1]],
  ] as const)("are %s", (_, prices, expected) => {
    const [low = Number.NaN, high = Number.NaN] = drawingOf(...prices).priceDomain;
    expect(low).toBeCloseTo(expected[0], 9);
    expect(high).toBeCloseTo(expected[1], 9);
  });

  it("leave space above and below the line", () => {
    const heights = [...pathOf(drawingOf(100, 200)).matchAll(/[ML][\d.]+,([\d.]+)/g)].map(([, y]) =>
      Number(y),
    );
    // 9 and 6 of 115 parts, in thousandths of the height.
    expect(heights).toEqual([921.7, 52.2]);
  });
});

describe("the ticks of the price axis", () => {
  it("begin at zero for a coin whose price was always zero, although the axis reaches below", () => {
    expect(drawingOf(0, 0).priceTicks.map(({ label }) => label)).toEqual(["$0.0", "$0.5", "$1.0"]);
  });

  it("include values below zero where prices were negative", () => {
    expect(drawingOf(-10, 10).priceTicks.map(({ label }) => label)).toEqual([
      "−$10",
      "−$5",
      "$0",
      "$5",
      "$10",
    ]);
  });

  it.each([
    ["usd", -5, 5, "−$5"],
    ["usd", -0.25, 0.25, "−$0.25"],
    ["usd", -5_000_000, 5_000_000, "−$5M"],
    ["inr", -250_000, 50_000, "−₹2.5 lakh"],
    ["eur", -2e-12, 1e-12, "−€2 × 10⁻¹²"],
    ["eur", -2e18, 1e18, "−€2 × 10¹⁸"],
  ] as const)(
    "in %s, at %d and %d apart, have the minus sign first, as prices do",
    (currency, price, step, expected) => {
      expect(formatPriceTick(price, step, currency)).toBe(expected);
    },
  );
});
