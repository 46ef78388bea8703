import { describe, expect, it } from "vitest";
import type { CoinChange } from "~/domain/compare/change-series";
import { keyFigures, lineLabels, showChange } from "~/domain/compare/compared-coins";

const START = Date.UTC(2026, 10, 20);

const change = (isLate: boolean): CoinChange => ({
  values: [0, 100],
  first: [START, 1],
  last: [START + 86_400_000, 2],
  lowest: [START, 1],
  highest: [START + 86_400_000, 2],
  percent: 100,
  isLate,
});

describe("a compared coin", () => {
  it("has the time of its first price if that is not the beginning of the range", () => {
    expect(showChange(change(false), "usd", "BTC", false).since).toBeNull();
    expect(showChange(change(true), "usd", "BTC", false).since).toBe(START);
    expect(showChange(change(false), "usd", "BTC", true).since).toBe(START);
  });

  it("is labelled with its symbol, or with its name where symbols are missing or the same", () => {
    expect(
      lineLabels([
        { symbol: "btc", name: "Bitcoin" },
        { symbol: "abc", name: "First of two" },
        { symbol: "ABC", name: "Second" },
        { symbol: "", name: "None" },
      ]),
    ).toEqual(["BTC", "First o…", "Second", "None"]);
  });
});

it("a change that the service reports for the same range is listed once", () => {
  const names = (range: "24h" | "30d" | "max") =>
    keyFigures([{ row: null, change: change(false) }], "usd", range).map(({ name }) => name);
  expect(names("24h").filter((name) => name === "Change, 24 hours")).toHaveLength(1);
  expect(names("30d")).toContain("Change, 30 days");
  expect(names("max")).toContain("Change, since 20 Nov 2026");
});
