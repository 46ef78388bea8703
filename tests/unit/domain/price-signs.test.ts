import { expect, it } from "vitest";
import { formatAmount, formatPrice, formatPriceTick } from "~/domain/format/money";

it.each([
  [-1234.5, "usd", "−$1,234.50"],
  [-543_210, "inr", "−₹5,43,210.00"],
  [-0.000_003_78, "eur", "−€0.00000378"],
  [-7.7e-12, "usd", "−$7.7 × 10⁻¹²"],
  [-0, "usd", "$0.00"],
] as const)(
  "the price %d %s has its minus sign before the currency sign: %s",
  (price, currency, expected) => {
    expect(formatPrice(price, currency)).toBe(expected);
  },
);

it("a large amount below zero is written as a price, with its minus sign", () => {
  expect(formatAmount(-5000, "usd")).toBe("−$5,000.00");
});

it.each([
  [2e-12, 5e-13, "usd", "$2 × 10⁻¹²"],
  [2.5e-12, 5e-13, "usd", "$2.5 × 10⁻¹²"],
  [1.25e-12, 2.5e-13, "usd", "$1.25 × 10⁻¹²"],
  [1.0002e-12, 2e-16, "inr", "₹1.0002 × 10⁻¹²"],
  [9.5e-10, 5e-11, "eur", "€9.5 × 10⁻¹⁰"],
  [0, 5e-13, "usd", "$0.0000000000000"],
] as const)(
  "a tick at %d, %d from the next, is labelled with a power of ten: %s %s",
  (price, step, currency, expected) => {
    expect(formatPriceTick(price, step, currency)).toBe(expected);
  },
);
