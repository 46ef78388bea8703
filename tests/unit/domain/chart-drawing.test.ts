import { describe, expect, it } from "vitest";
import { drawPriceChart, type PriceDrawing } from "~/domain/chart/drawing";
import { linePath } from "~/domain/chart/plot-geometry";
import { CURRENCIES } from "~/domain/market/currency";
import { HOUR_MS, jumpyPrice, START, series } from "./price-series";

const pointsOf = (prices: readonly number[]) =>
  prices.map((price, index) => [START + index * HOUR_MS, price] as const);
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
  const marks = drawing.marks === null ? [] : [drawing.marks.last, ...drawing.marks.extremes];
  const line = vertices(drawing);
  const places = [...line, ...marks].flatMap(({ x, y }) => [x, y]);
  for (const place of [...places, ...drawing.priceTicks.map(({ y }) => y)]) {
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
  it.each([2, 3, 25, 1000])(
    "has as many vertices as points, from the left edge to the right one (%d)",
    (count) => {
      const drawing = drawPriceChart(series(count, HOUR_MS, jumpyPrice), "usd");
      const line = vertices(drawing);
      expect(line.length).toBe(count);
      expect([line[0]?.x, line.at(-1)?.x]).toEqual([0, 1000]);
      expectWithinPlot(drawing);
    },
  );

  it("runs from left to right in the order of time, and up when the price rises", () => {
    const line = vertices(drawingOf(100, 101, 102, 103));
    expect(line).toEqual(line.toSorted((a, b) => a.x - b.x));
    expect(line).toEqual(line.toSorted((a, b) => b.y - a.y));
  });

  it.each([0, 1e-12, 0.999815, 1, 61_000, 1e14])(
    "is level in the middle when the price stays %d",
    (price) => {
      expect(vertices(drawingOf(price, price, price)).map(({ y }) => y)).toEqual([500, 500, 500]);
    },
  );

  it("is blank when there are no points, and a dot in the middle when there is one", () => {
    expect(drawPriceChart([], "usd")).toMatchObject({ span: null, points: [], priceTicks: [], marks: null });
    expect(pathOf(drawPriceChart([], "usd"))).toBe("");
    expect(pathOf(drawingOf(5))).toBe("M500,500h0");
    expect(drawingOf(5)).toMatchObject({ openY: null, marks: null });
    expectWithinPlot(drawingOf(5));
  });
});

describe("the price axis", () => {
  it.each([
    ["beyond both prices by what the labels of the extremes need", [100, 200], [91, 206]],
    ["below zero too, for a label there", [0, 100], [-9, 106]],
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
    for (const currency of CURRENCIES) {
      for (const swing of [0, 0.001, 0.02, 0.5, 1]) {
        const points = series(25, HOUR_MS, (index) => price * (1 + swing * jumpyPrice(index)));
        const labels = drawPriceChart(points, currency).priceTicks.map(({ label }) => label);
        expect(labels.length).toBeGreaterThanOrEqual(2);
        expect([...new Set(labels)]).toEqual(labels);
      }
    }
  });
});

describe("the marks of a price chart", () => {
  const marksOf = (...prices: readonly number[]) => drawingOf(...prices).marks;

  it("are the opening price, the newest one, and the first highest and lowest, in round figures", () => {
    const prices = [60_182.4, 128_477.9, 128_477.9, 50_100.2, 81_920.93, 90_000, 82_169.3];
    const { openY, marks } = drawingOf(...prices);
    expect(openY).toBe(809.9);
    expect(marks?.last).toMatchObject({ x: 1000, label: "$82,169" });
    expect(marks?.extremes).toMatchObject([
      { x: 166.7, label: "High $128,478", anchor: "start", isAbove: true },
      { x: 500, label: "Low $50,100", anchor: "middle", isAbove: false },
    ]);
  });

  it("have as many decimals as distinguish the prices", () => {
    expect(marksOf(0.999, 1.0012, 0.9991)?.last.label).toBe("$0.99910");
  });

  it("are no extremes on a level line", () => {
    expect(marksOf(5, 5, 5)).toMatchObject({ last: { label: "$5.00" }, extremes: [] });
  });

  it.each([
    ["above a line that fell to its end", [9, 8, 7, 6, 5, 4, 3, 2, 3], true],
    ["below a line that rose to its end", [1, 2, 3, 4, 5, 6, 7, 8, 7], false],
    ["below the highest price", [1, 2, 1, 9], false],
    ["above the lowest", [9, 8, 9, 1], true],
  ])("put the newest price %s", (_, prices, isAbove) => {
    expect(marksOf(...prices)?.last.isAbove).toBe(isAbove);
  });

  it("leave out an extreme where the label of the newest price stands", () => {
    const marks = marksOf(1, 2, 3, 4, 5, 6, 8.1, 10, 9.2);
    expect(marks?.last).toMatchObject({ label: "$9.20", isAbove: true });
    expect(marks?.extremes.map(({ label }) => label)).toEqual(["Low $1.00"]);
  });
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
    expect(drawnAsLog(0.05, 69_000, 50_000).marks?.extremes.map(({ label }) => label)).toContain(
      "Low $0.0500",
    );
  });

  it("is linear where a price is not above zero", () => {
    expect(drawnAsLog(0, 5).scale).toBe("linear");
    expect(drawnAsLog(5, 5).scale).toBe("log");
  });
});

it.each([
  ["zero", [0, 0, 0]],
  ["tiny", [1e-12, 1e-12]],
  ["tiny and moving", [1e-12, 3e-12, 2e-12]],
  ["huge and moving", [1e14, 1.5e14, 1.2e14]],
  ["from zero to huge", [0, 1e-12, 1e14]],
  ["as large as the service's numbers are read", [-1e100, 0, 1e100]],
  ["as small as they are read", [1e-100, 1e-100, 3e-100]],
  ["from the smallest to the largest", [1e-100, 1e100, 1e-100]],
])("a chart of any prices has only finite numbers, within the plot (%s)", (_, prices) => {
  for (const currency of CURRENCIES) {
    for (const scale of ["linear", "log"] as const)
      expectWithinPlot(drawPriceChart(pointsOf(prices), currency, scale));
  }
});
