import { describe, expect, it } from "vitest";
import {
  decimal,
  directionOf,
  formatPercent,
  formatSupply,
  significantFractionDigits,
} from "~/domain/format/number";

describe("a number", () => {
  it.each([
    ["inr", "54,32,100.50"],
    ["eur", "5,432,100.50"],
    ["usd", "5,432,100.50"],
  ] as const)("is grouped as is usual for %s", (currency, expected) => {
    expect(decimal(5_432_100.5, currency, 2, 2)).toBe(expected);
  });

  it("is written as the browser's own formats write it", () => {
    const locales = { inr: "en-IN", eur: "en-IE", usd: "en-US" } as const;
    for (const currency of ["inr", "eur", "usd"] as const)
      for (const decimals of [0, 2, 7]) {
        const options = { minimumFractionDigits: Math.min(2, decimals), maximumFractionDigits: decimals };
        const theirs = new Intl.NumberFormat(locales[currency], options);
        // Of every size, short ones and long ones, many of which end in a five.
        for (let step = 0; step < 3000; step += 1) {
          const size = 10 ** ((step * 0.618) % 26) / 1e8;
          const number = Number(size.toPrecision(1 + (step % 17))) * (step % 5 === 0 ? -1 : 1);
          expect(decimal(number, currency, options.minimumFractionDigits, decimals)).toBe(
            theirs.format(number),
          );
        }
      }
    expect(decimal(1.005, "usd", 2, 2)).toBe("1.01");
    expect(decimal(Number.NaN, "usd", 2, 2)).toBe("NA");
  });

  it("has the decimals that were asked for, call by call", () => {
    expect(decimal(1.5, "usd", 0, 2)).toBe("1.5");
    expect(decimal(1.5, "usd", 2, 2)).toBe("1.50");
    expect(decimal(1.5, "usd", 0, 0)).toBe("2");
    expect(decimal(1.5, "usd", 0, 2)).toBe("1.5");
  });

  it.each([
    [0.5, 6, 6],
    [0.05, 6, 7],
    [0.00000378, 6, 11],
    [0.99999999, 6, 6],
    [0.5, 1, 1],
  ])("%d shows %d significant digits with %d decimals", (value, significant, expected) => {
    expect(significantFractionDigits(value, significant)).toBe(expected);
  });
});

it.each([
  [3.2, "+3.20\u00a0%"],
  [-0.5, "\u22120.50\u00a0%"],
  [0, "0.00\u00a0%"],
  [-0, "0.00\u00a0%"],
  [0.001, "0.00\u00a0%"],
  [-0.001, "0.00\u00a0%"],
  [0.004, "0.00\u00a0%"],
  [-0.145, "\u22120.15\u00a0%"],
  [1.005, "+1.01\u00a0%"],
  [-0.006, "\u22120.01\u00a0%"],
  [99.999, "+100.00\u00a0%"],
  [-99.99, "\u221299.99\u00a0%"],
  [-99.995, "\u221299.995\u00a0%"],
  [-99.999, "\u221299.999\u00a0%"],
  [-99.9996, "\u221299.9996\u00a0%"],
  [-100.001, "\u2212100.00\u00a0%"],
  [-100, "\u2212100.00\u00a0%"],
  [1234.5, "+1,234.50\u00a0%"],
])("a change of %d per cent is written with sign and two decimals as %j", (percent, expected) => {
  expect(formatPercent(percent)).toBe(expected);
});

it.each([
  [3.2, "up"],
  [0.006, "up"],
  [-0.006, "down"],
  [-100, "down"],
  [0, "unchanged"],
  [-0, "unchanged"],
  [0.004, "unchanged"],
  [-0.0049, "unchanged"],
])("the direction of a change of %d is %s", (percent, expected) => {
  expect(directionOf(percent)).toBe(expected);
});

describe("a number of coins", () => {
  it.each([
    [19_832_115, "inr", "1,98,32,115"],
    [19_832_115, "eur", "19,832,115"],
    [19_832_115, "usd", "19,832,115"],
    [0, "usd", "0"],
    [1.239, "usd", "1.24"],
    [0.5, "usd", "0.5"],
    [0.000123, "usd", "0.000123"],
    [1e15, "inr", "1,00,00,00,00,00,00,000"],
    [1e15, "usd", "1,000,000,000,000,000"],
  ] as const)("%d is grouped in %s as %s", (supply, currency, expected) => {
    expect(formatSupply(supply, currency)).toBe(expected);
  });

  it.each([-1, -0.5, -0, Number.MIN_VALUE, 1e-30, Number.MAX_VALUE, -Number.MAX_VALUE])(
    "is readable text even for %d",
    (supply) => {
      expect(formatSupply(supply, "usd")).toMatch(/^(NA|[−-]?\d[\d,]*(\.\d+)?)$/);
      expect(formatSupply(supply, "usd")).not.toMatch(/^[−-]0$/);
    },
  );
});

it.each([null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "a change or a number of coins of %s is not available",
  (unknown) => {
    expect([formatPercent(unknown), formatSupply(unknown, "inr")]).toEqual(["NA", "NA"]);
  },
);
