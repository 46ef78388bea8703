import { describe, expect, it } from "vitest";
import { LINE_HEIGHT, MAX_LINE_POINTS, weekHeights, weekLinePath } from "~/domain/chart/week-line";

const hours = (count: number, price: (hour: number) => number) =>
  Array.from({ length: count }, (_, hour) => price(hour));

describe("the small line of a week", () => {
  it("downsamples at most 168 points to 15, from the first price to the last", () => {
    const heights = weekHeights(hours(168, (hour) => hour));
    expect(heights).toHaveLength(MAX_LINE_POINTS);
    expect(heights[0]).toBe(0);
    expect(heights.at(-1)).toBe(LINE_HEIGHT);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  });

  it.each([0, 1, 5, 6, 83, 84, 85, 166, 167])("keeps a peak and a low side by side at hour %i", (at) => {
    const heights = weekHeights(hours(168, (hour) => (hour === at ? 9 : hour === (at + 1) % 168 ? 1 : 5)));
    expect(Math.max(...heights)).toBe(LINE_HEIGHT);
    expect(Math.min(...heights)).toBe(0);
    expect(heights).toHaveLength(MAX_LINE_POINTS);
  });

  it("is level at half the height when the price did not move", () => {
    expect(new Set(weekHeights(hours(168, () => 1)))).toEqual(new Set([LINE_HEIGHT / 2]));
  });

  it.each([
    [0, 0],
    [1, 0],
    [16, 0],
    [17, 2],
    [84, 8],
    [169, 15],
    [500, 15],
  ])("of %i hours has %i points", (count, points) => {
    expect(weekHeights(hours(count, (hour) => hour % 7))).toHaveLength(points);
  });

  it("is finite for the smallest and the largest prices", () => {
    for (const size of [7e-12, 1e14, 1e300]) {
      const heights = weekHeights(hours(168, (hour) => size * (1 + hour / 168)));
      expect(heights.at(-1)).toBe(LINE_HEIGHT);
      expect(heights.every((height) => Number.isInteger(height) && height >= 0)).toBe(true);
    }
  });

  it("is drawn from the left edge, and a shorter one from where its week begins", () => {
    expect([weekLinePath([]), weekLinePath([0, 12, 11, 11])]).toEqual(["", "M11 12l1-12 1 1 1 0"]);
    expect(weekLinePath(weekHeights(hours(168, (hour) => hour)))).toMatch(/^M0 12l1-/);
  });
});
