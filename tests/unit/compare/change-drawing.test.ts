import { describe, expect, it } from "vitest";
import { drawChangeAxes, spreadLabels } from "~/domain/compare/change-drawing";
import { compareChanges } from "~/domain/compare/change-series";
import { TIME } from "~/domain/time";

const NOW = Date.UTC(2026, 10, 20, 12);

function changesOf(...histories: number[][]) {
  const pointsOf = (prices: number[]) =>
    prices.map((price, index) => [NOW - (prices.length - 1 - index) * TIME.DAY, price] as const);
  return compareChanges(histories.map(pointsOf), "7d");
}

const labelsOf = ({ priceTicks }: Pick<ReturnType<typeof drawChangeAxes>, "priceTicks">) =>
  priceTicks.map(({ label }) => label.replace("\u00a0", " ")).join(", ");

describe("the axis of changes", () => {
  it.each([
    [[1, 2], "0 %, +20 %, +40 %, +60 %, +80 %, +100 %"],
    [[100, 10, 60], "−80 %, −60 %, −40 %, −20 %, 0 %"],
    [[1, 1.0002], "0 %, +0.005 %, +0.010 %, +0.015 %, +0.020 %"],
    [[1, 50_000], "0 %, +1M %, +2M %, +3M %, +4M %, +5M %"],
    [[1, 1e100], "0 %, +200B %, +400B %, +600B %, +800B %, +1.0T %"],
    [[7, 7, 7], "−0.010 %, −0.005 %, 0 %, +0.005 %, +0.010 %"],
  ])("of %j reads %s", (prices, labels) => expect(labelsOf(drawChangeAxes(changesOf(prices)))).toBe(labels));

  it("fits lines that move very differently, and their labels do not overlap", () => {
    const changes = changesOf([1, 10], [1, 0.1], [1, 1], [1, 1.001], [1, 0.999]);
    const { priceDomain, labels } = drawChangeAxes(changes);
    // From −90 to +900 % of the price at which all begin, 100.
    expect(priceDomain[0]).toBeLessThan(10);
    expect(priceDomain[1]).toBeGreaterThan(1000);
    const sorted = [...labels].sort((one, other) => one - other);
    for (const [index, place] of sorted.entries()) {
      expect(place - (sorted[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(84);
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThanOrEqual(1000);
    }
    // In the order of the lines' ends, from the top: +900 %, +0.1 %, 0 %, −0.1 %, −90 %.
    expect([0, 3, 2, 4, 1].map((line) => labels[line])).toEqual(sorted);
  });
});

it.each([
  ["stay at their lines while there is room", [900, 100, 500], [900, 100, 500]],
  ["at the same place are spread around it, in their order", [500, 500, 500], [420, 500, 580]],
  ["at an edge stay inside the chart", [0, 10, 1000, 990], [0, 80, 1000, 920]],
])("labels %s", (_, lines, labels) => expect(spreadLabels(lines, 80)).toEqual(labels));

describe("a log axis of changes", () => {
  const drawnAsLog = (...histories: number[][]) => drawChangeAxes(changesOf(...histories), "log");

  it("has equal factors at equal distances, labelled in per cent", () => {
    const { priceTicks, scale, openY } = drawnAsLog([1, 100], [1, 0.1]);
    expect(scale).toBe("log");
    expect(labelsOf({ priceTicks })).toBe("−90 %, −70 %, 0 %, +200 %, +900 %, +2,900 %, +9,900 %");
    const [a, , b, , c] = priceTicks.map(({ y }) => y);
    expect((a ?? 0) - (b ?? 0)).toBeCloseTo((b ?? 0) - (c ?? 0), 0);
    // Where all lines begin.
    expect(openY).toBe(priceTicks[2]?.y);
  });

  it("stays linear where a price falls to zero", () => {
    expect(drawnAsLog([1, 0], [1, 2]).scale).toBe("linear");
  });
});
