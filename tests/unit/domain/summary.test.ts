import { describe, expect, it } from "vitest";
import { type PricePoint, summarisePriceHistory, writtenFigures } from "~/domain/chart/price-history";
import { formatPrice } from "~/domain/format/money";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { RANGES, type Range } from "~/domain/market/range";
import { DAY_MS, HOUR_MS, START } from "./price-series";

function summaryOf(name: string, points: readonly PricePoint[], currency: Currency, range: Range) {
  const figures = writtenFigures(points, (price) => formatPrice(price, currency));
  return summarisePriceHistory(name, figures, range);
}

describe("the sentence that describes a chart", () => {
  it("has coin, range, first and last price, low and high with their dates, and the change", () => {
    const points: PricePoint[] = [
      [START, 61_000],
      [START + DAY_MS, 58_100],
      [START + 2 * DAY_MS, 62_500.5],
      [START + 7 * DAY_MS, 59_048],
    ];
    expect(summaryOf("Bitcoin", points, "usd", "7d")).toBe(
      "Bitcoin, 7 days: from $61,000.00 to $59,048.00, low $58,100.00 on 21 Nov 2026, " +
        "high $62,500.50 on 22 Nov 2026, −3.20\u00a0%.",
    );
  });

  it("has the time of day for 24 hours, and prices as is usual for the currency", () => {
    const points: PricePoint[] = [
      [START, 5_000_000],
      [START + DAY_MS, 5_432_100.5],
    ];
    expect(summaryOf("Bitcoin", points, "inr", "24h")).toBe(
      "Bitcoin, 24 hours: from ₹50,00,000.00 to ₹54,32,100.50, low ₹50,00,000.00 on 20 Nov 2026, 00:00 UTC, " +
        "high ₹54,32,100.50 on 21 Nov 2026, 00:00 UTC, +8.64\u00a0%.",
    );
  });

  it("names the first day of prices that begin later than the range", () => {
    const points: PricePoint[] = [
      [START, 1],
      [START + 4.7 * DAY_MS, 2],
    ];
    expect(summaryOf("Coin", points, "usd", "14d")).toMatch(/^Coin, since 20 Nov: from \$1/);
  });

  it("says so if no prices are known", () => {
    expect(summaryOf("Bitcoin", [], "usd", "1y")).toBe("Bitcoin, 1 year: no prices are known.");
  });

  it("leaves the change out when the first price is zero", () => {
    const points: PricePoint[] = [
      [START, 0],
      [START + DAY_MS, 2],
    ];
    expect(summaryOf("Coin", points, "eur", "max")).toBe(
      "Coin, all time: from €0.00 to €2.00, low €0.00 on 20 Nov 2026, high €2.00 on 21 Nov 2026.",
    );
  });

  const huge = Number.MAX_VALUE;

  it.each([[[0, 0]], [[5, 5]], [[1e-12, 1e14]], [[1e14, 1e-12]], [[7]], [[-huge, huge]], [[1e-300, huge]]])(
    "never contains NaN, NA, undefined, null or Infinity (prices %j)",
    (prices) => {
      const points = prices.map((price, index) => [START + index * HOUR_MS, price] as const);
      for (const range of RANGES) {
        for (const currency of CURRENCIES) {
          const sentence = summaryOf("Coin", points, currency, range);
          expect(sentence).not.toMatch(/NaN|NA\b|undefined|null|Infinity|∞/);
          expect(sentence).toMatch(/^Coin, .+\.$/);
        }
      }
    },
  );
});
