import { describe, expect, it } from "vitest";
import type { CoinChange } from "~/domain/compare/change-series";
import { comparedFigures, compareMarketCaps, lineLabels } from "~/domain/compare/compared-coins";
import type { Range } from "~/domain/market/range";
import { readMarketCoin } from "~/services/market-data/source/coin-lists.server";

const START = Date.UTC(2026, 10, 20);

it("a line is labelled with the coin's symbol, or with its name where symbols are missing or the same", () => {
  const named = (symbol: string, name: string) => ({ symbol, name });
  const same = [named("abc", "First of two"), named("ABC", "Second")];
  const labels = lineLabels([named("btc", "Bitcoin"), ...same, named("", "None")]);
  expect(labels).toEqual(["BTC", "First o…", "Second", "None"]);
});

describe("key figures", () => {
  const days = (count: number, isLate = false): CoinChange => ({
    values: [0, 100],
    first: [START, 1],
    last: [START + count * 86_400_000, 2],
    lowest: [START, 1],
    highest: [START + count * 86_400_000, 2],
    change: 100,
    since: isLate ? START : null,
  });
  const names = (range: Range, ...changes: readonly CoinChange[]) =>
    comparedFigures(
      changes.map((each) => ({ row: null, change: each })),
      "usd",
      range,
    ).map(({ name }) => name);

  it("list a change that the service reports for the same range once", () => {
    expect(names("24h", days(1)).filter((name) => name === "Change, 24 hours")).toHaveLength(1);
  });

  it("hold the range of the last 24 hours, as on the coin's own page, which daily prices may miss", () => {
    const row = { ...readMarketCoin({ id: "one" }), price: 2, low24h: 0.5, high24h: 2.5 };
    const figures = comparedFigures([{ row, change: days(365) }], "usd", "1y");
    const textOf = (name: string) => figures.find((each) => each.name === name)?.cells[0]?.text;
    expect([textOf("Low, 1 year"), textOf("High, 1 year")]).toEqual(["$0.50", "$2.50"]);
    const ofDay = comparedFigures([{ row: { ...row, low24h: 1.5 }, change: days(1) }], "usd", "24h");
    expect(ofDay.find(({ name }) => name === "Low, 24 hours")?.cells[0]?.text).toBe("$1.50");
  });

  it("name the range only where every coin has prices of all of it", () => {
    expect(names("30d", days(30))).toContain("Change, 30 days");
    expect(names("max", days(30))).toContain("Change, since 20 Nov");
    expect(names("30d", days(4.7, true))).toContain("Change, since 20 Nov");
    expect(names("30d", days(30), days(30, true))).toEqual(
      expect.arrayContaining(["Change, up to 30 days", "Low, up to 30 days", "High, up to 30 days"]),
    );
  });
});

it("market caps are compared in words, the largest with the others", () => {
  const coin = (name: string, marketCap: number | null) => ({ name, marketCap });
  expect(compareMarketCaps([coin("B", 100), coin("A", 520), coin("C", 2), coin("D", null)])).toBe(
    "By market cap, A is 5.2 times B and 260 times C.",
  );
  expect(compareMarketCaps([coin("A", 5), coin("B", null), coin("C", 0)])).toBe("");
});
