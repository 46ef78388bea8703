import { describe, expect, it } from "vitest";
import { parseChartView } from "~/domain/chart/chart-view";
import { drawCoinChart, drawPriceChart, type PriceDrawing } from "~/domain/chart/drawing";
import { linePath } from "~/domain/chart/plot-geometry";
import { volumePath } from "~/domain/chart/volume-bars";
import { CURRENCIES } from "~/domain/market/currency";
import { HOUR_MS, jumpyPrice, START, series } from "./price-series";

const pointsOf = (prices: readonly number[], every = HOUR_MS) =>
  prices.map((price, index) => [START + index * every, price] as const);
const drawingOf = (...prices: readonly number[]) => drawPriceChart(pointsOf(prices), "usd");
const labelsOf = (...prices: readonly number[]) => drawingOf(...prices).priceTicks.map(({ label }) => label);

/** Path data of a drawing's line, in a plot of 1000 by 1000. */
function pathOf(drawing: PriceDrawing): string {
  return linePath(drawing.points, drawing, { width: 1000, height: 1000 });
}

function vertices(drawing: PriceDrawing): { x: number; y: number }[] {
  return [...pathOf(drawing).matchAll(/[ML]([^,]*),([^ML]*)/g)].map(([, x, y]) => ({
    x: Number(x),
    // One point is a line of zero length.
    y: Number(y?.replace("h0", "")),
  }));
}

function expectWithinPlot(drawing: PriceDrawing): void {
  const marks = drawing.last === null ? [] : [drawing.last];
  const line = vertices(drawing);
  const places = [
    ...line.flatMap(({ x, y }) => [x, y]),
    ...[...marks, ...drawing.priceTicks].map(({ y }) => y),
  ];
  for (const place of places) {
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThanOrEqual(1000);
  }
  // The labels are beside the plot, which must remain the larger part.
  for (const { label } of [...drawing.priceTicks, ...marks]) {
    expect(label).not.toMatch(/NaN|undefined|null|Infinity|∞/);
    expect(label.length, label).toBeLessThanOrEqual(25);
  }
}

describe("the line of a price chart", () => {
  it.each([2, 3, 25, 1000])("has a vertex for each point, from the left edge to the right (%d)", (count) => {
    const drawing = drawPriceChart(series(count, HOUR_MS, jumpyPrice), "usd");
    const line = vertices(drawing);
    expect(line.length).toBe(count);
    expect([line[0]?.x, line.at(-1)?.x]).toEqual([0, 1000]);
    expectWithinPlot(drawing);
  });

  it("runs from left to right in the order of time, and up when the price rises", () => {
    const line = vertices(drawingOf(100, 101, 102, 103));
    expect(line).toEqual(line.toSorted((a, b) => a.x - b.x));
    expect(line).toEqual(line.toSorted((a, b) => b.y - a.y));
  });

  it.each([0, 1e-12, 0.999815, 1, 61_000, 1e14])("is level in the middle when the price stays %d", (price) =>
    expect(vertices(drawingOf(price, price, price)).map(({ y }) => y)).toEqual([500, 500, 500]),
  );

  it("is blank when there are no points, and a dot in the middle when there is one", () => {
    expect(drawPriceChart([], "usd")).toMatchObject({ span: null, points: [], priceTicks: [], last: null });
    expect([pathOf(drawPriceChart([], "usd")), pathOf(drawingOf(5))]).toEqual(["", "M500,500h0"]);
    expect(drawingOf(5)).toMatchObject({ openY: null, last: null });
    expectWithinPlot(drawingOf(5));
  });
});

describe("the price axis", () => {
  it.each([
    ["a twentieth beyond both prices", [100, 200], [95, 205]],
    ["below zero too, where a price is zero", [0, 100], [-5, 105]],
    ["1 % around a price that did not change", [200, 200], [198, 202]],
    ["around zero for a coin that was always worth nothing", [0, 0], [-1, 1]],
  ] as const)("ends %s", (_, prices, expected) => {
    const [low, high] = drawingOf(...prices).priceDomain;
    expect(low).toBeCloseTo(expected[0], 9);
    expect(high).toBeCloseTo(expected[1], 9);
  });

  it("has values below zero only where prices were negative", () => {
    expect(labelsOf(0, 0)).toEqual(["$0.0", "$0.5", "$1.0"]);
    expect(labelsOf(-10, 10)).toEqual(["−$10", "−$5", "$0", "$5", "$10"]);
  });

  it("has higher prices further up", () => {
    const { priceTicks } = drawingOf(100, 125);
    const byHeight = priceTicks.toSorted((a, b) => b.y - a.y).map(({ label }) => label);
    expect(byHeight).toEqual(["$100", "$105", "$110", "$115", "$120", "$125"]);
  });

  it.each([
    ...[1e-12, 7.7e-12, 3.78e-6, 0.999815, 1, 42, 61_000, 99_900, 999_900],
    ...[9_990_000, 999_900_000, 999_900_000_000, 1e14],
  ])("has labels that all differ, around %d", (price) => {
    for (const currency of CURRENCIES)
      for (const swing of [0, 0.001, 0.02, 0.5, 1]) {
        const points = series(25, HOUR_MS, (index) => price * (1 + swing * jumpyPrice(index)));
        const labels = drawPriceChart(points, currency).priceTicks.map(({ label }) => label);
        expect(labels.length).toBeGreaterThanOrEqual(2);
        expect([...new Set(labels)]).toEqual(labels);
      }
  });
});

describe("the newest price of a chart", () => {
  it("is labelled in a round figure, and the opening price is a level", () => {
    const { openY, last } = drawingOf(60_182.4, 128_477.9, 128_477.9, 50_100.2, 81_920.93, 90_000, 82_169.3);
    expect(openY).toBe(837.6);
    expect(last).toEqual({ y: 582.6, label: "$82,169" });
  });

  it("has as many decimals as distinguish the prices, but no more than the price has elsewhere", () => {
    expect(drawingOf(0.999, 1.0012, 0.9991).last?.label).toBe("$0.9991");
    expect(drawingOf(1.000201, 1.000249, 1.000226).last?.label).toBe("$1.00023");
    expect(drawingOf(5, 5, 5).last?.label).toBe("$5.00");
  });
});

it("volumes have a strip of their own, above which the line and the labels of its axis end", () => {
  const points = pointsOf([200, 100, 150]);
  const drawing = drawPriceChart(points, "usd", "linear", true);
  expect(drawing.floorY).toBe(820);
  for (const { y } of [...vertices(drawing), ...drawing.priceTicks]) expect(y).toBeLessThanOrEqual(820);
  expect(drawing.priceTicks).toHaveLength(drawPriceChart(points, "usd").priceTicks.length);
});

describe("a log scale", () => {
  const drawnAsLog = (...prices: readonly number[]) => drawPriceChart(pointsOf(prices), "usd", "log");
  const labelsAsLog = (...prices: readonly number[]) =>
    drawnAsLog(...prices).priceTicks.map(({ label }) => label);

  it("puts equal factors at equal distances, and ticks at round prices of every order", () => {
    const prices = [0.1, 10, 1000, 100_000];
    const [a = 0, b = 0, c = 0, d = 0] = vertices(drawnAsLog(...prices)).map(({ y }) => y);
    expect(a - b).toBeCloseTo(c - d, 0);
    const labels = ["$0.1", "$1", "$10", "$100", "$1,000", "$10,000", "$100,000"];
    expect(labelsAsLog(...prices)).toEqual(labels);
  });

  it("has the ticks of a linear one where it spans less than a power of ten", () => {
    expect(labelsAsLog(50, 75, 100)).toEqual(["$50", "$60", "$70", "$80", "$90", "$100"]);
  });

  it("does not round the lowest price to zero", () => {
    expect(drawnAsLog(69_000, 50_000, 0.05).last?.label).toBe("$0.05");
  });

  it("is linear where a price is not above zero", () => {
    expect([drawnAsLog(0, 5).scale, drawnAsLog(5, 5).scale]).toEqual(["linear", "log"]);
  });
});

it.each([
  ["zero", [0, 0, 0]],
  ["one point", [100]],
  ["constant", [100, 100, 100]],
  ["nearly constant", [100, 100.00000000000001, 100]],
  ["tiny", [1e-12, 1e-12]],
  ["tiny and moving", [1e-12, 3e-12, 2e-12]],
  ["huge and moving", [1e14, 1.5e14, 1.2e14]],
  ["from zero to huge", [0, 1e-12, 1e14]],
  ["as large as the service's numbers are read", [-1e100, 0, 1e100]],
  ["as small as they are read", [1e-100, 1e-100, 3e-100]],
  ["from the smallest to the largest", [1e-100, 1e100, 1e-100]],
  ["the smallest numbers", [5e-324, 1e-323, 5e-324]],
  ["the largest numbers", [Number.MAX_VALUE, Number.MAX_VALUE / 2, Number.MAX_VALUE]],
  ["the largest number", [Number.MAX_VALUE, Number.MAX_VALUE]],
  ["all numbers", [5e-324, Number.MAX_VALUE]],
])("a chart of any prices has only finite numbers, within the plot (%s)", (_, prices) => {
  const history = pointsOf(prices, 24 * HOUR_MS).map(([time, price]) => [time, price, price] as const);
  for (const scale of ["linear", "log"] as const) {
    for (const currency of CURRENCIES) expectWithinPlot(drawPriceChart(pointsOf(prices), currency, scale));
    const view = { ...parseChartView(new URLSearchParams()), scale };
    const { drawing, volumes } = drawCoinChart(history, "usd", "7d", view, 100);
    expect(drawing.priceDomain.every(Number.isFinite)).toBe(true);
    expect(`${JSON.stringify(drawing)} ${pathOf(drawing)}`).not.toMatch(/NaN|Infinity|"y":null/);
    expect(volumePath(volumes, { width: 1000, height: 1000 })).not.toMatch(/NaN|Infinity/);
  }
});
