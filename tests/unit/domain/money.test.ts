import { describe, expect, it } from "vitest";
import {
  currencySymbol,
  formatAmount,
  formatCompactAmount,
  formatPrice,
  formatPriceTick,
} from "~/domain/format/money";
import { formatPercent } from "~/domain/format/number";
import { CURRENCIES, type Currency } from "~/domain/market/currency";

const NO_NUMBERS = [null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** 1, 2.5 and 9.99999999 at every power of ten from the smallest number to the largest price. */
const PRICES = Array.from({ length: 339 }, (_, i) => i - 323).flatMap((power) =>
  ["1", "2.5", "9.99999999"].map((mantissa) => Number(`${mantissa}e${power}`)).filter((price) => price > 0),
);

const ODD_NUMBERS = [
  ...[0, -0, -1, -0.5, -1e-12, -5_000_000, Number.MAX_SAFE_INTEGER, 1e21, 1e100],
  ...[Number.MIN_VALUE, -Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, Number.EPSILON],
];

it.each([
  ["inr", "₹"],
  ["eur", "€"],
  ["usd", "$"],
  ["gbp", "$"],
  ["", "$"],
  ["INR", "$"],
  ["constructor", "$"],
  ["__proto__", "$"],
])("the sign of the currency %j is %s", (currency, expected) => {
  expect(currencySymbol(currency)).toBe(expected);
});

describe("a price", () => {
  it.each([
    // Grouped, with two decimals.
    [5_432_100.5, "inr", "₹54,32,100.50"],
    [1234.56, "eur", "€1,234.56"],
    [1234.56, "usd", "$1,234.56"],
    [5_432_100.5, "usd", "$5,432,100.50"],
    [1, "usd", "$1.00"],
    [61_000, "usd", "$61,000.00"],
    [999.999, "usd", "$1,000.00"],
    [1e15, "usd", "$1,000,000,000,000,000.00"],
    [1e15, "inr", "₹1,00,00,00,00,00,00,000.00"],
    [1e15, "eur", "€1,000,000,000,000,000.00"],
    // Six significant digits below 10, on both sides of 1; a minus before the sign of the currency.
    [1.0004, "usd", "$1.0004"],
    [1.000226, "usd", "$1.00023"],
    [1.000004, "eur", "€1.00"],
    [1.005001, "usd", "$1.005"],
    [1.5, "inr", "₹1.50"],
    [9.876543, "usd", "$9.87654"],
    [9.999999, "usd", "$10.00"],
    [10.0004, "usd", "$10.00"],
    [-1.0004, "usd", "−$1.0004"],
    [-1234.5, "usd", "−$1,234.50"],
    [-543_210, "inr", "−₹5,43,210.00"],
    [-0.000_003_78, "eur", "−€0.00000378"],
    [-7.7e-12, "usd", "−$0.0₁₁77"],
    [0.00000378, "usd", "$0.00000378"],
    [0.999815, "usd", "$0.999815"],
    [0.5, "usd", "$0.50"],
    [0.5, "inr", "₹0.50"],
    [0.1, "eur", "€0.10"],
    [0.01, "usd", "$0.01"],
    [0.001, "usd", "$0.001"],
    [0.123456789, "usd", "$0.123457"],
    [0.000000012345678, "usd", "$0.0000000123457"],
    [0.999999, "usd", "$0.999999"],
    [0.99999999, "usd", "$1.00"],
    [1e-9, "usd", "$0.000000001"],
    // Counted zeros, and powers of ten.
    [7.7e-12, "usd", "$0.0₁₁77"],
    [1e-10, "inr", "₹0.0₉1"],
    [1.23456e-23, "eur", "€0.0₂₂123456"],
    [9.99999999e-10, "usd", "$0.0₈1"],
    [1e18, "usd", "$1 × 10¹⁸"],
    [1.7976931348623157e308, "inr", "₹1.79769 × 10³⁰⁸"],
    [-1e21, "eur", "−€1 × 10²¹"],
    // Zero is a price.
    [0, "inr", "₹0.00"],
    [0, "eur", "€0.00"],
    [0, "usd", "$0.00"],
    [-0, "usd", "$0.00"],
  ] as const)("of %d %s is written as %s", (price, currency, expected) => {
    expect(formatPrice(price, currency)).toBe(expected);
  });

  it.each(CURRENCIES)(
    "in %s has its sign first, two decimals from 10 upwards, and a value below 1",
    (currency) => {
      for (const price of PRICES) {
        const text = formatPrice(price, currency);
        expect(text.startsWith(currencySymbol(currency)), text).toBe(true);
        // It never reads as zero unless it is zero.
        expect(text, String(price)).toMatch(/[1-9]/);
        if (price >= 10) expect(text).toMatch(/^[₹€$]\d{1,3}(,\d{2,3})*\.\d{2}$/);
        if (price >= 1 || price < 1e-9) continue;
        expect(text).toMatch(/^[₹€$]\d\.\d{2,}$/);
        expect(Math.abs(Number(text.slice(1)) / price - 1), text).toBeLessThan(1e-5);
      }
    },
  );
});

it.each([
  [1.0721e13, "inr", "₹1,07,21,00,00,00,000"],
  [1.0721e14, "inr", "₹10,72,10,00,00,00,000"],
  [1.2e12, "usd", "$1,200,000,000,000"],
  [15_400_000_000, "eur", "€15,400,000,000"],
  [999_999_999_999, "usd", "$999,999,999,999"],
  [1000, "usd", "$1,000"],
  [1234.56, "usd", "$1,235"],
  // Below 1,000 and from 10¹⁸, as a price.
  [0, "usd", "$0.00"],
  [0.5, "usd", "$0.50"],
  [7.7e-12, "usd", "$0.0₁₁77"],
  [999.5, "usd", "$999.50"],
  [1e18, "usd", "$1 × 10¹⁸"],
  [-5000, "usd", "−$5,000.00"],
] as const)("a large amount of %d %s in full is written as %s", (amount, currency, expected) => {
  expect(formatAmount(amount, currency)).toBe(expected);
});

it.each([
  [1.0721e14, "inr", "₹107.21 lakh crore"],
  [1e12, "inr", "₹1.00 lakh crore"],
  [1.54e10, "inr", "₹1,540.00 crore"],
  [1e7, "inr", "₹1.00 crore"],
  [1e5, "inr", "₹1.00 lakh"],
  [1.2e12, "usd", "$1.20T"],
  [15.4e9, "eur", "€15.40B"],
  [2.345678e6, "usd", "$2.35M"],
  [1e6, "usd", "$1.00M"],
  [1e9, "eur", "€1.00B"],
  // The next unit, where it rounds up to one.
  [999_999_999, "usd", "$1.00B"],
  [999_999_999_999, "usd", "$1.00T"],
  [999_999_999, "eur", "€1.00B"],
  [999_999_999_999, "eur", "€1.00T"],
  [9_999_999, "inr", "₹1.00 crore"],
  [999_999_999_999, "inr", "₹1.00 lakh crore"],
  // Left out where it would not be shorter.
  [999_999, "usd", null],
  [999_999, "eur", null],
  [99_999, "inr", null],
  [0, "usd", null],
  [1e18, "inr", null],
] as const)("a large amount of %d %s in short is %s", (amount, currency, expected) => {
  expect(formatCompactAmount(amount, currency)).toBe(expected);
});

it.each(NO_NUMBERS)("a price or an amount of %s is not available", (number) => {
  for (const currency of CURRENCIES) {
    expect([formatPrice(number, currency), formatAmount(number, currency)]).toEqual(["NA", "NA"]);
    expect(formatCompactAmount(number, currency)).toBeNull();
  }
});

it.each([...NO_NUMBERS, ...ODD_NUMBERS, ...PRICES.filter((_, i) => i % 50 === 0)])(
  "any number at all, like %d, never reads as NaN, undefined, null or Infinity",
  (number) => {
    for (const currency of CURRENCIES) {
      const texts = [
        formatPrice(number, currency),
        formatAmount(number, currency),
        formatCompactAmount(number, currency) ?? "",
        formatPercent(number),
      ];
      expect(texts.join(" | ")).not.toMatch(/NaN|undefined|null|Infinity|∞/i);
    }
  },
);

describe("the labels of a price axis", () => {
  const steps = Array.from({ length: 27 }, (_, i) => i - 12).flatMap((power) =>
    [1, 2, 5].map((factor) => ({ factor, power })),
  );

  it.each(
    CURRENCIES.flatMap((currency) =>
      [0, 1, 7, 30, 99, 450, 4999].map((offset) => [currency, offset] as const),
    ),
  )("in %s differ for every step when the axis starts %d steps above zero", (currency, offset) => {
    for (const { factor, power } of steps) {
      const step = Number(`${factor}e${power}`);
      const prices = Array.from({ length: 8 }, (_, i) => Number(`${(offset + i) * factor}e${power}`));
      expectDistinct(tickLabels(prices, step, currency), currency);
    }
  });

  it.each([
    ["inr", [98_000, 99_000, 100_000, 101_000], 1000],
    ["inr", [9_800_000, 9_900_000, 10_000_000, 10_100_000], 100_000],
    ["usd", [999_000, 999_500, 1_000_000, 1_000_500], 500],
    ["eur", [995_000_000, 1_000_000_000, 1_005_000_000], 5_000_000],
    ["usd", [999_800_000_000, 1_000_000_000_000, 1_000_200_000_000], 200_000_000],
    ["usd", [0.99, 0.995, 1, 1.005], 0.005],
  ] as const)("in %s differ where %j cross from one unit to the next", (currency, prices, step) => {
    expectDistinct(tickLabels(prices, step, currency), currency);
  });

  it.each([
    [58_000, 2000, "usd", "$58,000"],
    [0.25, 0.05, "eur", "€0.25"],
    [0.3, 0.1, "usd", "$0.3"],
    [5_400_000, 100_000, "inr", "₹54 lakh"],
    [1_500_000, 500_000, "usd", "$1.5M"],
    [0, 2000, "usd", "$0"],
    [4e307, 1e307, "usd", "$4 × 10³⁰⁷"],
    [-2.5e20, 5e19, "inr", "−₹2.5 × 10²⁰"],
    [1_000_500, 500, "usd", "$1,000,500"],
    [2.5e-12, 5e-13, "usd", "$0.0₁₁25"],
    [1.25e-12, 2.5e-13, "usd", "$0.0₁₁125"],
    [1.0002e-12, 2e-16, "inr", "₹0.0₁₁10002"],
    [9.5e-10, 5e-11, "eur", "€0.0₉95"],
    [0, 5e-13, "usd", "$0.0000000000000"],
    [-5, 5, "usd", "−$5"],
    [-0.25, 0.25, "usd", "−$0.25"],
    [-5_000_000, 5_000_000, "usd", "−$5M"],
    [-250_000, 50_000, "inr", "−₹2.5 lakh"],
    [-2e-12, 1e-12, "eur", "−€0.0₁₁2"],
  ] as const)("write %d with a step of %d in %s as %s", (price, step, currency, expected) => {
    expect(formatPriceTick(price, step, currency)).toBe(expected);
  });

  it.each([
    ["a steady coin", [1, 1.0000000001, 1.0000000002, 1.0000000003], 1e-10],
    ["a steady tiny coin", [1e-8, 1.0000002e-8, 1.0000004e-8, 1.0000006e-8], 2e-15],
    ["a steady coin below 1e-9", [1e-12, 1.0000002e-12, 1.0000004e-12, 1.0000006e-12], 2e-19],
  ] as const)("differ on the axis of %s with almost constant prices", (_, prices, step) => {
    for (const currency of CURRENCIES) expectDistinct(tickLabels(prices, step, currency), currency);
  });
});

function tickLabels(prices: readonly number[], step: number, currency: Currency): string[] {
  return prices.map((price) => formatPriceTick(price, step, currency));
}

function expectDistinct(labels: readonly string[], currency: Currency): void {
  expect([...new Set(labels)]).toEqual(labels);
  for (const label of labels) expect(label.startsWith(currencySymbol(currency)), label).toBe(true);
}
