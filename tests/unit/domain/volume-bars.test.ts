import { expect, it } from "vitest";
import { volumeAt, volumeBars, volumePath } from "~/domain/chart/volume-bars";
import { TIME } from "~/domain/time";
import { HOUR_MS, series } from "./price-series";

it("bars of volumes are the means of as many spans as a phone has room for", () => {
  // Each hour has its number as its volume.
  const week = series(169, HOUR_MS, () => 1).map(([time, price], hour) => [time, price, hour] as const);
  const bars = volumeBars(week);
  expect(bars).toHaveLength(60);
  // The first span has the hours 0, 1 and 2.
  expect(bars.slice(0, 3)).toEqual([1, 4, 7]);
  // A day of sums over 24 hours would be a wall.
  expect(volumeBars(week.slice(0, 25))).toEqual([]);
});

it.each([
  [
    "have three digits but for the newest volume",
    [123_456, 0.000_123_456, 123_456],
    [123_000, 0.000_123, 123_456],
  ],
  ["are missing where volumes are", [null, null, 8], [null, null, 8]],
  ["are none without a known volume", [null, null], []],
  ["are none where all volumes are zero", [0, 0], []],
  ["are none for a single point", [7], []],
  ["are none without points", [], []],
])("bars of volumes %s", (_, volumes, bars) => {
  expect(volumeBars(volumes.map((volume, day) => [day * TIME.DAY * 2, 1, volume] as const))).toEqual(bars);
});

it("bars stand at the bottom of the plot, in a strip below the line", () => {
  const plot = { width: 600, height: 200 };
  expect(volumePath([1, null, 2], plot)).toBe("M30,200V185h140V200M430,200V170h140V200");
  expect(volumePath([], plot)).toBe("");
});

it("bars belong to the moments that they stand at", () => {
  expect([0, 49, 50, 100].map((time) => volumeAt([1, 2], time, 0, 100))).toEqual([1, 1, 2, 2]);
  expect(volumeAt([1, null], 99, 0, 100)).toBeNull();
  expect(volumeAt([], 5, 0, 100)).toBeNull();
});
