import { describe, expect, it } from "vitest";
import {
  chartLimit,
  chartParameters,
  DEFAULT_CHART_VIEW,
  parseChartView,
  summariseChart,
  withKind,
} from "~/domain/chart/chart-view";
import { type PricePoint, seriesFigures } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { DAY_MS, START } from "./price-series";

/** @param prices by day */
function summaryOf(prices: Readonly<Record<number, number>>, currency: Currency, range: Range) {
  const points = Object.entries(prices).map(
    ([day, price]): PricePoint => [START + Number(day) * DAY_MS, price],
  );
  return summariseChart("Coin", seriesFigures(points), { metric: "price", currency, range, zone: "utc" });
}

it("candles are of prices, also after market caps", () => {
  const caps = { ...DEFAULT_CHART_VIEW, metric: "market_cap" } as const;
  expect(withKind(caps, "candles")).toEqual({ metric: "price", style: "candles", scale: "linear" });
});

describe("the sentence that describes a chart", () => {
  it("has coin, range, first and last price, low and high with their dates, and the change", () => {
    expect(summaryOf({ 0: 61_000, 1: 58_100, 2: 62_500.5, 7: 59_048 }, "usd", "7d")).toBe(
      "Coin, 7 days: from $61,000.00 to $59,048.00, low $58,100.00 on 21 Nov 2026, " +
        "high $62,500.50 on 22 Nov 2026, −3.20\u00a0%.",
    );
  });

  it("has the time of day for 24 hours, and prices as is usual for the currency", () => {
    expect(summaryOf({ 0: 5_000_000, 1: 5_432_100.5 }, "inr", "24h")).toBe(
      "Coin, 24 hours: from ₹50,00,000.00 to ₹54,32,100.50, low ₹50,00,000.00 on 20 Nov 2026, 00:00 UTC, " +
        "high ₹54,32,100.50 on 21 Nov 2026, 00:00 UTC, +8.64\u00a0%.",
    );
  });

  it("names the first day of prices that begin later than the range", () => {
    expect(summaryOf({ 0: 1, 5: 2 }, "usd", "14d")).toMatch(/^Coin, since 20 Nov: from \$1/);
  });

  it("says so if no prices are known", () => {
    expect(summaryOf({}, "usd", "1y")).toBe("Coin, 1 year: no prices are known.");
  });

  it("leaves the change out when the first price is zero", () => {
    expect(summaryOf({ 0: 0, 1: 2 }, "eur", "max")).toBe(
      "Coin, all time: from €0.00 to €2.00, low €0.00 on 20 Nov 2026, high €2.00 on 21 Nov 2026.",
    );
  });
});

it("a chart says that it shows one year if the plan includes no more", () => {
  expect(chartLimit(DEFAULT_CHART_VIEW, DEFAULT_CHART_VIEW, true)).toBe(
    "The market data service provides one year of history only.",
  );
  expect(chartLimit(DEFAULT_CHART_VIEW, DEFAULT_CHART_VIEW, false)).toBeNull();
});

it.each([
  ["", {}],
  ["style=candles", { style: "candles" }],
  ["style= CANDLES &scale=log&metric=odd", { style: "candles", scale: "log" }],
  ["style=bars&scale=odd", {}],
  // Only prices have candles.
  ["style=candles&metric=market_cap", { metric: "market_cap" }],
])("the view of a chart of the query %j is %j, and default values are not repeated", (query, view) => {
  expect(parseChartView(new URLSearchParams(query))).toEqual({ ...DEFAULT_CHART_VIEW, ...view });
  expect(chartParameters(view as object)).toEqual(view);
});
