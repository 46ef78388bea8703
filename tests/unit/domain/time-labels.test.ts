import { describe, expect, it } from "vitest";
import { timeTicks } from "~/domain/chart/time-axis";
import { labelledBoxes } from "~/domain/chart/time-labels";

const ticks = (places: readonly number[], label: string) => places.map((x) => ({ x, label }));

describe("the labels of a time axis", () => {
  it("are left out where the right edge would cut them off", () => {
    // A label of ten characters takes 66 px, so it needs 33 px beside its tick: 220 thousandths of the narrowest plot.
    const [fits, isCut, isLast] = labelledBoxes(ticks([770, 790, 1000], "0123456789"));
    expect(fits).toContain("narrow");
    expect(isCut).not.toContain("narrow");
    expect(isLast).toEqual([]);
  });

  it.each([
    ["narrow", 780, 779],
    ["middle", 911, 910],
    ["wide", 946, 945],
  ] as const)("in a %s box end before the edge", (box, beyond, within) => {
    expect(labelledBoxes(ticks([within], "0123456789"))[0]).toContain(box);
    expect(labelledBoxes(ticks([beyond + 1], "0123456789"))[0]).not.toContain(box);
  });

  it("may extend to the left, below the price labels", () => {
    expect(labelledBoxes(ticks([0], "0123456789"))).toEqual([["narrow", "middle", "wide"]]);
  });

  it("never touch: the narrower the box, the fewer there are", () => {
    const eleven = Array.from({ length: 11 }, (_, index) => index * 90);
    const boxes = labelledBoxes(ticks(eleven, "21 Nov"));
    const places = (box: "narrow" | "middle" | "wide") =>
      eleven.filter((_, index) => boxes[index]?.includes(box));
    for (const [box, plotPx] of [
      ["narrow", 150],
      ["middle", 370],
      ["wide", 610],
    ] as const) {
      const shown = places(box);
      expect(shown.length).toBeGreaterThan(1);
      for (const [index, x] of shown.slice(1).entries())
        expect(((x - (shown[index] ?? 0)) / 1000) * plotPx).toBeGreaterThanOrEqual(6 * 6.6);
    }
    expect(places("narrow").length).toBeLessThan(places("wide").length);
  });
});

it("a series whose only tick would lose its label at the right edge has one in the middle", () => {
  const day = Date.UTC(2026, 10, 21);
  const hour = 3_600_000;
  expect(timeTicks(day - 14 * hour, day + 2 * hour, "7d", "utc")).toEqual([day - 6 * hour]);
  expect(timeTicks(day - 2 * hour, day + 14 * hour, "7d", "utc")).toEqual([day]);
});
