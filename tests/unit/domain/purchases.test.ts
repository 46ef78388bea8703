import Big from "big.js";
import { describe, expect, it, test } from "vitest";
import type { PricePoint } from "~/domain/chart/price-history";
import type { Every } from "~/domain/past/past-query";
import {
  buy,
  dailyCloses,
  followWorth,
  formatDayIso,
  outcomeOf,
  parseDay,
  purchaseDays,
} from "~/domain/past/purchases";
import { dayAt, TIME } from "~/domain/time";

const dayOf = (date: string) => parseDay(date) ?? expect.fail();

/** The point of midnight at the end of a day. */
const closing = (date: string, price: number): PricePoint => [(dayOf(date) + 1) * TIME.DAY, price];

const closesOf = (points: readonly PricePoint[], today = "2027-01-01") =>
  dailyCloses(points, dayOf(today)).map(({ day, price }) => [formatDayIso(day), price]);

describe("the close of a day", () => {
  it("is the price of the midnight that ends it, also where the service is late", () => {
    expect(closesOf([closing("2026-01-14", 1), [Date.parse("2026-01-16T00:07Z"), 2]])).toEqual([
      ["2026-01-14", 1],
      ["2026-01-15", 2],
    ]);
  });

  it("is the last price of a day without one of that midnight, and none without any", () => {
    const points = ["T03:00Z", "T21:30Z"].map(
      (time, index): PricePoint => [Date.parse(`2026-01-15${time}`), index + 1],
    );
    expect(closesOf([...points, closing("2026-01-18", 9)])).toEqual([
      ["2026-01-15", 2],
      ["2026-01-18", 9],
    ]);
  });

  it("is not there before the day has ended, nor at a price of zero", () => {
    const points = [closing("2026-01-13", 0), closing("2026-01-14", 3), closing("2026-01-15", 4)];
    expect(closesOf(points, "2026-01-15")).toEqual([["2026-01-14", 3]]);
  });
});

test.each<[string, string, Every, readonly string[]]>([
  ["2026-01-15", "2026-12-31", "once", ["2026-01-15"]],
  ["2024-01-31", "2024-05-30", "month", ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"]],
  ["2024-02-29", "2024-05-01", "month", ["2024-02-29", "2024-03-29", "2024-04-29"]],
  ["2022-12-30", "2023-03-30", "month", ["2022-12-30", "2023-01-30", "2023-02-28", "2023-03-30"]],
  // Clocks of Europe change on the 29th.
  ["2026-03-23", "2026-04-06", "week", ["2026-03-23", "2026-03-30", "2026-04-06"]],
  ["2026-01-15", "2026-01-14", "week", []],
])("from %s to %s, %s, buys on %j", (first, last, every, days) => {
  expect(purchaseDays(dayOf(first), dayOf(last), every).map(formatDayIso)).toEqual(days);
});

test("the 29th of February is every fourth year's", () => {
  const days = purchaseDays(dayOf("2024-02-29"), dayOf("2028-03-01"), "month").map(formatDayIso);
  const inFebruary = days.filter((day) => day.includes("-02-")).join(" ");
  expect(inFebruary).toBe("2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29");
});

test.each([
  "",
  ..."2026-02-30 2025-02-29 2026-1-15 15.01.2026 yesterday 2026-13-01 ９０２６-01-15".split(" "),
])("%j is no day", (text) => expect(parseDay(text)).toBe(null));

/** A fraction of whole numbers, without any rounding. */
type Fraction = readonly [bigint, bigint];

function fraction(decimal: string): Fraction {
  const [mantissa = "", power = "0"] = decimal.toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.split(".");
  const shift = Number(power) - decimals.length;
  const digits = BigInt(whole + decimals);
  return shift < 0 ? [digits, 10n ** BigInt(-shift)] : [digits * 10n ** BigInt(shift), 1n];
}

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const over = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d, b * c];

/** Rounds half up to so many decimals, as a whole number of them. */
function units([a, b]: Fraction, decimals: number): bigint {
  return (2n * a * 10n ** BigInt(decimals) + b) / (2n * b);
}

// Prices as the service writes them, from a pseudo-random walk.
function walk(start: number, days: number, isMissing: (day: number) => boolean): PricePoint[] {
  let [price, seed] = [start, 12345];
  return Array.from({ length: days }, (_, index): PricePoint => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    price *= 0.97 + (seed / 2147483648) * 0.061;
    return [(dayOf("2019-12-31") + 1 + index) * TIME.DAY, price];
  }).filter((_, index) => !isMissing(index));
}

test.each<[string, number, string, Every, (day: number) => boolean]>([
  ["a usual price", 43210.987654321, "500", "month", () => false],
  ["a tiny price", 7.7e-12, "0.01", "week", () => false],
  ["a huge price in rupees", 1e9, "999999999.99", "week", () => false],
  ["gaps", 0.123456789, "33.33", "week", (day) => day % 9 < 4 || (day > 400 && day < 520)],
  ["one point", 12.5, "100", "once", (day) => day !== 2],
])("with %s, purchases come to what fractions of whole numbers do", (_, start, amount, every, isMissing) => {
  const points = walk(start, 2000, isMissing);
  const closes = dailyCloses(points, dayOf("2027-01-01"));
  const first = closes[0]?.day ?? expect.fail();
  const last = closes.at(-1)?.day ?? expect.fail();
  const { purchases, unpriced } = buy(new Big(amount), purchaseDays(first, last, every), closes);
  expect(unpriced).toBe(0);
  let [coins, paid]: [Fraction, Fraction] = [fraction("0"), fraction("0")];
  for (let day = first, index = 0; index < purchases.length; index += 1) {
    day = purchases[index]?.day ?? expect.fail();
    const price = points.find(([time]) => time >= (day + 1) * TIME.DAY)?.[1] ?? expect.fail();
    coins = add(coins, over(fraction(amount), fraction(String(price))));
    paid = add(paid, fraction(amount));
  }
  const now = points.at(-1)?.[1] ?? expect.fail();
  const worth = times(coins, fraction(String(now)));
  const whole = purchases.at(-1) ?? expect.fail();
  const outcome = outcomeOf(whole, now);
  expect(BigInt(whole.paidInAll.times(1e20).toFixed(0))).toBe(units(paid, 20));
  expect(BigInt(whole.coinsInAll.times(1e20).toFixed(0))).toBe(units(coins, 20));
  expect(BigInt(outcome.worth.times(1e20).toFixed(0))).toBe(units(worth, 20));
  const percent = Number(units(times(over(worth, paid), [100n, 1n]), 9)) / 1e9 - 100;
  expect(outcome.percent).toBeCloseTo(percent, 6);
});

test("what is bought on a day without a price is bought at the next one, and what never has one is left out", () => {
  const closes = dailyCloses([closing("2026-01-14", 2), closing("2026-01-20", 4)], dayOf("2026-03-01"));
  const days = purchaseDays(dayOf("2026-01-14"), dayOf("2026-02-28"), "week");
  const { purchases, unpriced } = buy(new Big(8), days, closes);
  expect(purchases.map(({ day, close, coins }) => [day, close.day, coins.toFixed()].join())).toEqual([
    [dayOf("2026-01-14"), dayOf("2026-01-14"), "4"].join(),
  ]);
  expect(unpriced).toBe(days.length - 1);
});

test("purchases are followed over all closes up to now, from the first one", () => {
  const points = [closing("2026-01-13", 1), closing("2026-01-14", 2), closing("2026-01-15", 4)];
  const closes = dailyCloses(points, dayOf("2026-01-17"));
  const { purchases } = buy(new Big(8), [dayOf("2026-01-14"), dayOf("2026-01-15")], closes);
  const now: PricePoint = [Date.parse("2026-01-17T12:00Z"), 5];
  const followed = followWorth(purchases, closes, now).map(({ time, price, purchase }) => [
    formatDayIso(dayAt(time)),
    purchase.paidInAll.toFixed(),
    outcomeOf(purchase, price).worth.toFixed(),
  ]);
  expect(followed).toEqual([
    ["2026-01-15", "8", "8"],
    ["2026-01-16", "16", "24"],
    ["2026-01-17", "16", "30"],
  ]);
});
