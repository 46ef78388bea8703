import { describe, expect, it, vi } from "vitest";
import { labelledBoxes, timeAxis, timeTicks } from "~/domain/chart/time-axis";
import { TIME } from "~/domain/time";
import { START } from "./price-series";

const { MINUTE, HOUR, DAY } = TIME;
const axisOf = (from: number, to: number, range: "24h" | "7d" | "max") =>
  timeAxis([START + from, START + to], range, "utc");

describe("a time axis", () => {
  it.each([
    ["from midnight to midnight", 0, DAY],
    ["from 13:37, a full day", 13 * HOUR + 37 * MINUTE, DAY],
    ["from one minute past midnight, a day less five minutes", MINUTE, DAY - 5 * MINUTE],
  ])("of 24 hours has about eleven ticks with the time of day (%s)", (_, shift, length) => {
    const ticks = axisOf(shift, shift + length, "24h");
    expect(ticks.length).toBeGreaterThanOrEqual(8);
    expect(ticks.length).toBeLessThanOrEqual(13);
    for (const { label } of ticks) expect(label).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
  });

  it("puts a tick where its time is", () => {
    for (const { x, label } of axisOf(0, DAY, "24h")) {
      const [hours = 0, minutes = 0] = label.split(":").map(Number);
      const time = x === 1000 && hours === 0 ? 24 : hours + minutes / 60;
      expect(x).toBeCloseTo((time / 24) * 1000, 0);
    }
  });

  it.each([
    ["7d", 2],
    ["7d", 3],
    ["7d", 7],
    ["max", 12],
    ["max", 30],
    ["max", 200],
    ["max", 365],
    ["max", 1500],
    ["max", 5000],
  ] as const)("of %s has dates, each of them once (%d days)", (range, days) => {
    for (const shift of [0, MINUTE, 7 * HOUR, 23 * HOUR]) {
      const labels = axisOf(shift - days * DAY, shift, range).map(({ label }) => label);
      expect(labels.length).toBeGreaterThanOrEqual(Math.min(5, days));
      expect(labels.length).toBeLessThanOrEqual(16);
      for (const label of labels) expect(label).toMatch(/^(\d{1,2} [A-Z][a-z]{2}|[A-Z][a-z]{2} \d{4})$/);
      expect([...new Set(labels)]).toEqual(labels);
    }
  });

  it("whose only tick would lose its label at an edge has one in the middle", () => {
    expect(timeTicks(START - 14 * HOUR, START + 2 * HOUR, "7d", "utc")).toEqual([START - 6 * HOUR]);
    expect(timeTicks(START - 2 * HOUR, START + 14 * HOUR, "7d", "utc")).toEqual([START + 6 * HOUR]);
    expect(timeTicks(START - 8 * HOUR, START + 8 * HOUR, "7d", "utc")).toEqual([START]);
  });
});

describe.each([
  ["Europe/Berlin", Date.UTC(2026, 9, 25, 1), "02:00 UTC+2", "02:00 UTC+1"],
  ["America/St_Johns", Date.UTC(2026, 10, 1, 4, 30), null, null],
  ["Asia/Kolkata", Date.UTC(2026, 9, 25, 1), null, null],
])("a time axis in the visitor's zone, %s", (zone, change, before, after) => {
  it("says no time twice on the day on which clocks change, and labels do not touch", () => {
    vi.stubEnv("TZ", zone);
    for (let hours = 1; hours < 24; hours++) {
      const from = change - hours * HOUR;
      for (const length of [DAY, 4 * HOUR]) {
        const ticks = timeAxis([from, from + length], "24h", "local");
        const labels = ticks.map(({ label }) => label);
        expect(new Set(labels.slice(0, -1)).size).toBe(labels.length - 1);
        const isSeen = length === DAY && hours > 2 && hours < 22;
        if (before && isSeen) expect(labels).toEqual(expect.arrayContaining([before, after]));
        for (const [box, plotPx] of [["narrow", 150] as const, ["wide", 610] as const]) {
          const places = ticks
            .filter(({ boxes }) => boxes.includes(box))
            .map(({ x, label }) => ({ middle: (x / 1000) * plotPx, half: label.length * 3.3 }));
          for (const [index, { middle, half }] of places.slice(1).entries()) {
            const left = places[index];
            expect(middle - half).toBeGreaterThan((left?.middle ?? 0) + (left?.half ?? 0));
          }
        }
      }
    }
  });
});

describe("the labels of a time axis", () => {
  const ticks = (places: readonly number[], label: string) => places.map((x) => ({ x, label }));

  // A label of ten characters takes 66 px, so it needs 33 px beside its tick: 220 thousandths of the narrowest plot.
  it.each([
    ["narrow", [219, 221], [779, 781]],
    ["middle", [88, 90], [910, 912]],
    ["wide", [53, 55], [945, 947]],
  ] as const)("in a %s box end before its edges", (box, left, right) => {
    const isShown = (x: number) => labelledBoxes(ticks([x], "0123456789"))[0]?.includes(box);
    expect([...left, ...right].map(isShown)).toEqual([false, true, true, false]);
  });

  it.each(["1y", "max"] as const)("on a phone are at least two, over %s", (range) => {
    const days = range === "1y" ? 365 : 4700;
    for (let shift = 0; shift < 400; shift += 3) {
      const ticks = timeAxis([START + (shift - days) * DAY, START + shift * DAY], range, "utc");
      const labelled = ticks.filter(({ boxes }) => boxes.includes("narrow"));
      expect(labelled.length, `shifted by ${shift} days`).toBeGreaterThanOrEqual(2);
    }
  });

  it.each([
    ["narrow", 150],
    ["middle", 370],
    ["wide", 610],
  ] as const)("never touch in a %s box", (box, plotPx) => {
    const eleven = Array.from({ length: 11 }, (_, index) => index * 90);
    const boxes = labelledBoxes(ticks(eleven, "21 Nov"));
    const shown = eleven.filter((_, index) => boxes[index]?.includes(box));
    expect(shown.length).toBeGreaterThan(1);
    for (const [index, x] of shown.slice(1).entries())
      expect(((x - (shown[index] ?? 0)) / 1000) * plotPx).toBeGreaterThanOrEqual(6 * 6.6);
  });
});
