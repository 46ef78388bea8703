import { describe, expect, it } from "vitest";
import { drawPriceChart, type PriceDrawing } from "~/domain/chart/drawing";
import type { PricePoint } from "~/domain/chart/price-history";
import { CURRENCIES } from "~/domain/market/currency";
import { RANGES, type Range } from "~/domain/market/range";
import { DAY_MS, HOUR_MS, jumpyPrice, pathOf, START, series } from "./price-series";

const MINUTE_MS = 60_000;

describe("the line of a price chart", () => {
  it.each([2, 3, 25, 289, 1000])("starts with M and has as many vertices as points (%d)", (length) => {
    const path = pathOf(drawPriceChart(series(length, HOUR_MS, jumpyPrice), "usd", "max"));
    expect(path).toMatch(/^M/);
    expect(vertices(path)).toHaveLength(length);
  });

  it.each(RANGES)("lies within the plot, from its left edge to its right one (%s)", (range) => {
    const drawing = drawPriceChart(series(300, HOUR_MS, jumpyPrice), "usd", range);
    const line = vertices(pathOf(drawing));
    expect(line[0]?.x).toBe(0);
    expect(line.at(-1)?.x).toBe(1000);
    expectWithinPlot(drawing);
  });

  it("runs from left to right in the order of time, and up when the price rises", () => {
    const line = vertices(
      pathOf(
        drawPriceChart(
          series(10, HOUR_MS, (index) => 100 + index),
          "usd",
          "24h",
        ),
      ),
    );
    for (const [index, vertex] of line.entries()) {
      const next = line[index + 1];
      if (next === undefined) continue;
      expect(next.x).toBeGreaterThan(vertex.x);
      expect(next.y).toBeLessThan(vertex.y);
    }
  });

  it.each([0, 1e-12, 0.999815, 1, 61_000, 1e14])(
    "is level in the middle when the price stays %d",
    (price) => {
      const line = vertices(
        pathOf(
          drawPriceChart(
            series(25, HOUR_MS, () => price),
            "usd",
            "24h",
          ),
        ),
      );
      expect(line).toHaveLength(25);
      for (const { y } of line) expect(y).toBe(500);
    },
  );
});

describe("a chart without enough points for a line", () => {
  it.each(RANGES)("is blank when there are none (%s)", (range) => {
    expect(drawPriceChart([], "usd", range)).toEqual({
      scale: "linear",
      span: null,
      points: [],
      timeTicks: [],
      priceTicks: [],
      priceDomain: [0, 1],
      openY: null,
      marks: null,
    });
    expect(pathOf(drawPriceChart([], "usd", range))).toBe("");
  });

  it.each([0, 1e-12, 5, 1e14])("is a dot in the middle when there is one point (price %d)", (price) => {
    const drawing = drawPriceChart([[START, price]], "usd", "24h");
    expect(pathOf(drawing)).toBe("M500,500h0");
    expectWithinPlot(drawing);
  });
});

describe("the time axis", () => {
  it.each([
    ["from midnight to midnight", 0, DAY_MS],
    ["from one minute past midnight, a full day", MINUTE_MS, DAY_MS],
    ["from 13:37, a full day", 13 * HOUR_MS + 37 * MINUTE_MS, DAY_MS],
    ["from midnight, a day less five minutes", 0, DAY_MS - 5 * MINUTE_MS],
    ["from one minute past midnight, a day less five minutes", MINUTE_MS, DAY_MS - 5 * MINUTE_MS],
  ])("of 24 hours has about eleven ticks with the time of day (%s)", (_, shift, length) => {
    const { timeTicks } = drawPriceChart(
      [
        [START + shift, 1],
        [START + shift + length, 2],
      ],
      "usd",
      "24h",
    );
    expect(timeTicks.length).toBeGreaterThanOrEqual(8);
    expect(timeTicks.length).toBeLessThanOrEqual(13);
    for (const { label } of timeTicks) expect(label).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
  });

  it("puts a tick where its time is", () => {
    const { timeTicks } = drawPriceChart(series(25, HOUR_MS, jumpyPrice), "usd", "24h");
    for (const { x, label } of timeTicks) {
      const [hours = 0, minutes = 0] = label.split(":").map(Number);
      const time = x === 1000 && hours === 0 ? 24 : hours + minutes / 60;
      expect(x).toBeCloseTo((time / 24) * 1000, 0);
    }
  });

  it.each([
    ["7d", 7],
    ["14d", 14],
    ["30d", 30],
    ["60d", 60],
    ["200d", 200],
    ["1y", 365],
    ["max", 12],
    ["max", 365],
    ["max", 1500],
    ["max", 5000],
  ] as const)("of %s has dates, each of them once (%d days)", (range, days) => {
    for (const shift of [0, MINUTE_MS, 7 * HOUR_MS, 23 * HOUR_MS]) {
      const points: PricePoint[] = [
        [START + shift - days * DAY_MS, 1],
        [START + shift, 2],
      ];
      const labels = drawPriceChart(points, "usd", range).timeTicks.map(({ label }) => label);
      expect(labels.length).toBeGreaterThanOrEqual(5);
      expect(labels.length).toBeLessThanOrEqual(16);
      for (const label of labels) expect(label).toMatch(/^(\d{1,2} [A-Z][a-z]{2}|[A-Z][a-z]{2} \d{4})$/);
      expect([...new Set(labels)]).toEqual(labels);
    }
  });

  it.each([2, 3, 5, 7])("of 7d shows each day once when the coin is only %d days old", (days) => {
    const points = series(days * 24 + 1, HOUR_MS, jumpyPrice);
    const labels = drawPriceChart(points, "usd", "7d").timeTicks.map(({ label }) => label);
    expect(labels.length).toBeGreaterThan(0);
    expect([...new Set(labels)]).toEqual(labels);
  });
});

describe("the price axis", () => {
  const prices = [
    ...[1e-12, 7.7e-12, 3.78e-6, 0.999815, 1, 42, 61_000, 99_900, 999_900],
    ...[9_990_000, 999_900_000, 999_900_000_000, 1e14],
  ];

  it.each(prices)("has labels that all differ, around %d", (price) => {
    for (const currency of CURRENCIES) {
      for (const swing of [0, 0.001, 0.02, 0.5, 1]) {
        const points = series(25, HOUR_MS, (index) => price * (1 + swing * jumpyPrice(index)));
        const labels = drawPriceChart(points, currency, "24h").priceTicks.map(({ label }) => label);
        expect(labels.length).toBeGreaterThanOrEqual(2);
        expect([...new Set(labels)]).toEqual(labels);
      }
    }
  });

  it("has higher prices further up", () => {
    const { priceTicks } = drawPriceChart(
      series(25, HOUR_MS, (index) => 100 + index),
      "usd",
      "24h",
    );
    const byHeight = priceTicks.toSorted((a, b) => b.y - a.y).map(({ label }) => Number(label.slice(1)));
    expect(byHeight).toEqual(byHeight.toSorted((a, b) => a - b));
  });

  it("does not go below zero when no price does", () => {
    const { priceTicks } = drawPriceChart(
      series(25, HOUR_MS, (index) => index),
      "usd",
      "24h",
    );
    for (const { label } of priceTicks) expect(label).not.toMatch(/[-−]/);
  });
});

describe("the marks of a price chart", () => {
  const drawn = (...prices: readonly number[]) =>
    drawPriceChart(
      series(prices.length, HOUR_MS, (index) => prices[index] ?? 0),
      "usd",
      "24h",
    );
  const marksOf = (...prices: readonly number[]) => drawn(...prices).marks;

  it("are the opening price, the newest one, and the first highest and lowest, in round figures", () => {
    const { openY, marks } = drawn(60_182.4, 128_477.9, 128_477.9, 50_100.2, 81_920.93, 90_000, 82_169.3);
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

  it("are no extremes on a level line, and nothing without a line", () => {
    expect(marksOf(5, 5, 5)).toMatchObject({ last: { label: "$5.00" }, extremes: [] });
    expect(marksOf(5)).toBeNull();
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

describe("a chart of any prices", () => {
  const cases: [string, readonly number[]][] = [
    ["zero", [0, 0, 0]],
    ["one zero", [0]],
    ["tiny", [1e-12, 1e-12]],
    ["one tiny", [1e-12]],
    ["tiny and moving", [1e-12, 3e-12, 2e-12]],
    ["huge", [1e14, 1e14]],
    ["huge and moving", [1e14, 1.5e14, 1.2e14]],
    ["from zero to huge", [0, 1e-12, 1e14]],
    ["as large as numbers go", [Number.MAX_VALUE, 1, Number.MAX_VALUE]],
    ["from one end of all numbers to the other", [-Number.MAX_VALUE, 0, Number.MAX_VALUE]],
    ["one as large as numbers go", [-Number.MAX_VALUE]],
    ["as small as numbers go", [Number.MIN_VALUE, 3 * Number.MIN_VALUE, 1e-310]],
  ];

  it.each(cases)("has only finite numbers, within the plot (%s)", (_, prices) => {
    const points = prices.map((price, index) => [START + index * HOUR_MS, price] as const);
    for (const range of RANGES) {
      for (const currency of CURRENCIES) expectWithinPlot(drawPriceChart(points, currency, range));
    }
  });

  it("does not change the points that it draws", () => {
    const points = Object.freeze(series(25, HOUR_MS, jumpyPrice).map((point) => Object.freeze(point)));
    const range: Range = "24h";
    expect(drawPriceChart(points, "usd", range)).toEqual(drawPriceChart(points, "usd", range));
  });
});

function vertices(path: string): { x: number; y: number }[] {
  return (
    path
      .split(/(?=[A-Za-z])/)
      // Ends a line of one point.
      .filter((command) => command !== "" && command !== "h0")
      .map((command) => {
        const [x, y, ...rest] = command.slice(1).split(",").map(Number);
        expect(command).toMatch(/^[ML]/);
        expect(rest).toEqual([]);
        return { x: x ?? Number.NaN, y: y ?? Number.NaN };
      })
  );
}

function expectWithinPlot(drawing: PriceDrawing): void {
  const line = vertices(pathOf(drawing));
  const across = [...line, ...drawing.timeTicks].map(({ x }) => x);
  const down = [...line, ...drawing.priceTicks].map(({ y }) => y);
  for (const value of [...across, ...down]) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1000);
  }
  const marks = drawing.marks === null ? [] : [drawing.marks.last, ...drawing.marks.extremes];
  for (const { x, y } of marks) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(Math.max(x, y)).toBeLessThanOrEqual(1000);
  }
  const labels = [...drawing.timeTicks, ...drawing.priceTicks, ...marks].map(({ label }) => label);
  expect([pathOf(drawing), ...labels].join(" | ")).not.toMatch(/NaN|undefined|null|Infinity|∞/);
  // The labels are beside the plot, which must remain the larger part.
  for (const label of labels) expect(label?.length ?? 0, label ?? "").toBeLessThanOrEqual(25);
}

describe("a log scale", () => {
  const drawn = (...prices: readonly number[]) =>
    drawPriceChart(
      prices.map((price, index) => [START + index * HOUR_MS, price] as const),
      "usd",
      "24h",
      "log",
    );

  it("puts equal factors at equal distances, and ticks at round prices of every order", () => {
    const drawing = drawn(0.1, 10, 1000, 100_000);
    const [a, b, c, d] = vertices(pathOf(drawing)).map(({ y }) => y);
    expect(drawing.scale).toBe("log");
    expect((a ?? 0) - (b ?? 0)).toBeCloseTo((c ?? 0) - (d ?? 0), 0);
    expect(drawing.priceTicks.map(({ label }) => label)).toEqual([
      "$0.1",
      "$1",
      "$10",
      "$100",
      "$1,000",
      "$10,000",
      "$100,000",
    ]);
  });

  it("has the ticks of a linear one where it spans less than a power of ten", () => {
    expect(drawn(50, 75, 100).priceTicks.map(({ label }) => label)).toEqual([
      "$50",
      "$60",
      "$70",
      "$80",
      "$90",
      "$100",
    ]);
  });

  it("does not round the lowest price to zero", () => {
    expect(drawn(0.05, 69_000, 50_000).marks?.extremes.map(({ label }) => label)).toContain("Low $0.0500");
  });

  it.each([
    [1e-300, 1e300],
    [Number.MIN_VALUE, 1],
    [1, Number.MAX_VALUE],
    [5, 5],
    [0, 5],
  ])("stays within the plot from %d to %d", (low, high) => {
    const drawing = drawn(low, high, low);
    expectWithinPlot(drawing);
    expect(JSON.stringify(drawing)).not.toMatch(/null|NaN/);
    expect(drawing.scale).toBe(low > 1e-290 ? "log" : "linear");
  });
});
