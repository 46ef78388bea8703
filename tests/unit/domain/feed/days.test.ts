import { expect, it } from "vitest";
import type { PricePoint } from "~/domain/chart/price-history";
import { type Day, daysOf, isPassed, joinDays } from "~/domain/feed/days";
import { dayAt, TIME } from "~/domain/time";

const { MINUTE, HOUR, DAY } = TIME;
const TODAY = dayAt(Date.UTC(2028, 2, 2));
const MIDNIGHT = TODAY * DAY;

/** A price of whole cents at any moment, which crosses 100 several times a day. */
const priceAt = (time: number) =>
  10_000 + Math.round(900 * Math.sin(time / 5e6) + 700 * Math.sin(time / 3e7));

/** What the service sends: points an hour apart, some seconds late, and the price of the fetch. */
function historyAt(fetchedAt: number, stepMs: number = HOUR): PricePoint[] {
  const points: PricePoint[] = [];
  for (let time = fetchedAt - (fetchedAt % stepMs) - 60 * DAY; time + 40_000 < fetchedAt; time += stepMs)
    points.push([time + 40_000, priceAt(time)]);
  return [...points, [fetchedAt, priceAt(fetchedAt)]];
}

const figuresOf = (days: readonly Day[], day: number) =>
  days.find((each) => each.day === day)?.figures ?? null;

it("figures of a day are those of its full hours, and the same whenever the history is fetched", () => {
  for (const minutes of [0, 12, 59, 60, 61, 122, 800, 1439, 1440, 1501, 4000]) {
    const fetchedAt = MIDNIGHT + minutes * MINUTE;
    const days = daysOf(historyAt(fetchedAt));
    for (let day = TODAY - 31; day < dayAt(fetchedAt - HOUR - MINUTE); day += 1) {
      const hours = Array.from({ length: 25 }, (_, hour) => priceAt(day * DAY + hour * HOUR));
      const sorted = [...hours].sort((one, other) => one - other);
      expect(figuresOf(days, day)).toEqual([hours[24], sorted[0], sorted[24]]);
    }
    // The hour after it is not known yet.
    expect(figuresOf(days, dayAt(fetchedAt))).toBeNull();
    if (minutes <= 60) expect(figuresOf(days, TODAY - 1)).toBeNull();
  }
});

it.each([
  ["its last midnight", (hour: number) => hour === 24, null],
  ["half an hour around it", (hour: number) => hour >= 24 && hour < 25, null],
  ["twelve hours", (hour: number) => hour > 5 && hour < 18, [24, 0, 24]],
  ["thirteen hours", (hour: number) => hour > 5 && hour < 19, [24, null, null]],
  ["nothing", () => false, [24, 0, 24]],
])("without %s a day has the figures that are known", (_, isMissing, figures) => {
  const points = Array.from({ length: 30 }, (_, hour) => [MIDNIGHT + hour * HOUR, hour] as const);
  expect(figuresOf(daysOf(points.filter(([, hour]) => !isMissing(hour))), TODAY)).toEqual(figures);
});

it.each([0, 1, 2])("of a history of %d points no day is told", (count) => {
  const points = Array.from({ length: count }, (_, hour) => [MIDNIGHT + hour * HOUR, 5] as const);
  expect(daysOf(points).filter(({ figures }) => figures !== null)).toEqual([]);
});

it("the nearest of several points is the price of an hour", () => {
  const around = [-20, -4, 5, 29].map((minutes) => [MIDNIGHT + DAY + minutes * MINUTE, minutes] as const);
  const later = [1, 2, 3].map((hours) => [MIDNIGHT + DAY + hours * HOUR, 0] as const);
  expect(figuresOf(daysOf([...around, ...later]), TODAY)).toEqual([-4, null, null]);
});

/** Whether a path passes a value: two neighbours are on either side of it. */
const passes = (path: readonly number[], value: number) =>
  path.some((price, index) => index > 0 && (path[index - 1] ?? 0) < value && price >= value);

it("a value counts as passed on the days on which the price was below it, and then was not", () => {
  const fetchedAt = MIDNIGHT + 13 * HOUR + 7 * MINUTE;
  const days = daysOf(historyAt(fetchedAt));
  let count = 0;
  for (let day = TODAY - 30; day <= TODAY; day += 1) {
    const path: number[] = [];
    for (let time = day * DAY; time <= Math.min((day + 1) * DAY, fetchedAt); time += HOUR)
      path.push(priceAt(time));
    if (day === TODAY) path.push(priceAt(fetchedAt));
    const { rises = [], falls = [] } = days.find((each) => each.day === day) ?? {};
    for (let value = 8000; value < 12_000; value += 37) {
      expect(isPassed(value, rises)).toBe(passes(path, value));
      expect(isPassed(-value, falls)).toBe(
        passes(
          path.map((price) => -price),
          -value,
        ),
      );
      count += Number(isPassed(value, rises));
    }
  }
  expect(count).toBeGreaterThan(300);
});

it("finer prices only add to what was passed, and never move it to another day", () => {
  const fetchedAt = MIDNIGHT + 13 * HOUR;
  const coarse = daysOf(historyAt(fetchedAt));
  const fine = daysOf(historyAt(fetchedAt), historyAt(fetchedAt, 5 * MINUTE).slice(-2000));
  for (const [index, { day, rises, falls, figures }] of coarse.entries()) {
    expect(fine[index]).toMatchObject({ day, figures });
    for (let value = 8000; value < 12_000; value += 41) {
      if (isPassed(value, rises)) expect(isPassed(value, fine[index]?.rises ?? [])).toBe(true);
      if (isPassed(-value, falls)) expect(isPassed(-value, fine[index]?.falls ?? [])).toBe(true);
    }
  }
});

it.each([
  [100, 105, 5],
  [1e-9, 1.05e-9, 5],
  [7e13, 7.35e13, 5],
  [110, 104.5, -5],
  [3, 3.15, 5],
])("after %d, %d a day later has changed by exactly %d %%", (before, price, percent) => {
  const priceAfter = (hours: number) => (hours < 30 ? before : price);
  const points = Array.from({ length: 60 }, (_, hour) => [MIDNIGHT + hour * HOUR, priceAfter(hour)] as const);
  const [, next] = daysOf(points);
  expect(isPassed(Math.abs(percent), (percent > 0 ? next?.surges : next?.slumps) ?? [])).toBe(true);
  expect(isPassed(Math.abs(percent) + 1e-6, [...(next?.surges ?? []), ...(next?.slumps ?? [])])).toBe(false);
});

it("a change of 24 hours that is known of a moment counts beside those of the history", () => {
  const at = (hours: number, value: number) => [MIDNIGHT + hours * HOUR, value] as const;
  const [day] = daysOf([], [at(1, 1)], [at(1, 2), at(2, 7)]);
  expect(day).toMatchObject({ day: TODAY, figures: null, surges: [[2, 7]], slumps: [] });
});

it("what was told once stays: figures as they were, and all that was passed, for thirty days", () => {
  const before = (days: number, figures: Day["figures"], ...rises: Day["rises"]): Day => ({
    ...{ day: TODAY - days, figures, rises, falls: [], surges: [], slumps: [] },
  });
  const figures = [1, 1, 1] as const;
  const told = [before(32, figures), before(31, figures), before(1, [5, 4, 6], [3, 5], [8, 9])];
  const found = [before(0, [7, 7, 7]), before(1, [5.1, 3, 7], [4, 6])];
  expect(joinDays([...told, before(0, null, [1, 2])], found, TODAY)).toEqual([
    before(31, figures),
    before(1, [5, 4, 6], [3, 6], [8, 9]),
    before(0, [7, 7, 7], [1, 2]),
  ]);
});
