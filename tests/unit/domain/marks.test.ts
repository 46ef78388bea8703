import { describe, expect, it } from "vitest";
import { drawCoinChart } from "~/domain/chart/drawing";
import {
  changeBetween,
  comparedPoints,
  type Marks,
  markedPoints,
  markParameters,
  marksOf,
  parseMarks,
} from "~/domain/chart/marks";
import { HOUR_MS, jumpyPrice, START, series } from "./price-series";

const canonical = (query: string) =>
  String(new URLSearchParams(markParameters(parseMarks(new URLSearchParams(query))))).replaceAll("%3A", ":");

it.each<readonly [query: string, expected: string]>([
  ["from=2026-11-20&to=2026-11-22", "from=2026-11-20&to=2026-11-22"],
  ["from=2026-11-20T14:05Z", "from=2026-11-20T14:05Z"],
  ["from= 2026-11-20t14:05 &to=2026-11-21T00:00:12.5Z", "from=2026-11-20T14:05Z&to=2026-11-21"],
  ["from=2026-11-22&to=2026-11-20", "from=2026-11-20&to=2026-11-22"],
  ["from=2026-11-20T14:05:10Z&to=2026-11-20T14:04:50Z", "from=2026-11-20T14:05Z"],
  ["from=2026-11-20&to=soon", "from=2026-11-20"],
  ...[
    "to=2026-11-20",
    "from=2026-02-30",
    "from=2026-11-20T24:00Z",
    "from=20 Nov 2026",
    "from=1700000000",
  ].map((odd) => [odd, ""] as const),
])("reads %j as %j", (query, expected) => {
  expect(canonical(query)).toBe(expected);
  expect(canonical(expected)).toBe(expected);
});

describe("marks on a series of hours", () => {
  const points = series(48, HOUR_MS, (index) => 100 + index);
  const at = (hours: number) => START + hours * HOUR_MS;

  it.each<[string, Marks | null, readonly number[] | null]>([
    ["the nearest points", [at(2.4), at(5.6)], [2, 6]],
    ["an open end at the newest point", [at(2), null], [2, 47]],
    ["points just outside as the first and the last", [at(-0.9), at(47.9)], [0, 47]],
    ["nothing without marks", null, null],
    ["nothing before the series", [at(-1.1), at(5)], null],
    ["nothing after it", [at(5), at(48.1)], null],
    ["nothing between equal points", [at(2.1), at(2.2)], null],
    ["nothing from the newest point on", [at(47), null], null],
  ])("mean %s", (_, marks, expected) => {
    expect(markedPoints(points, marks, "7d")?.map(([time]) => (time - START) / HOUR_MS) ?? null).toEqual(
      expected,
    );
  });

  it("mean the nearer side of a gap", () => {
    const broken = points.filter((_, hour) => hour < 10 || hour > 30);
    expect(markedPoints(broken, [at(18), at(22)], "7d")).toEqual([points[9], points[31]]);
  });

  it("mean nothing without points", () => {
    expect(markedPoints([], [at(0), null], "7d")).toBe(null);
  });

  it("tell the change up to the point that is pointed at while the second is missing", () => {
    const pair = [points[10] ?? [0, 0], points[47] ?? [0, 0]] as const;
    const compared = (isOpen: boolean, hour: number) =>
      comparedPoints(pair, isOpen, points[hour])?.map(([time]) => (time - START) / HOUR_MS);
    expect([compared(true, 20), compared(true, 3), compared(true, 10), compared(true, 99)]).toEqual([
      [10, 20],
      [3, 10],
      [10, 47],
      [10, 47],
    ]);
    expect([compared(false, 20), compared(false, 47)]).toEqual([undefined, [10, 47]]);
  });
});

it.each([
  [1, 1.1, { percent: 10, amount: 0.1 }],
  [2e-12, 1e-12, { percent: -50, amount: -1e-12 }],
  [5, 5, { percent: 0, amount: 0 }],
  [0, 5, { percent: null, amount: 5 }],
])("from %d to %d it is a change of %o", (from, to, { percent, amount }) => {
  const change = changeBetween([0, from], [1, to]);
  expect(change.amount).toBe(amount);
  expect(change.percent).toEqual(percent === null ? null : expect.closeTo(percent));
});

it("marked points of a long history are drawn", () => {
  const history = series(2000, HOUR_MS, jumpyPrice);
  const view = { metric: "price", style: "line", scale: "linear" } as const;
  const marks = marksOf(START + 1001 * HOUR_MS, START + 501 * HOUR_MS);
  const { points } = drawCoinChart(history, "usd", "max", view, 400, marks).drawing;
  expect(points.length).toBeLessThanOrEqual(400);
  expect(markedPoints(points, marks, "max")).toEqual([501, 1001].map((hour) => history[hour]?.slice(0, 2)));
});
