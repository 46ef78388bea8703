import { expect, it } from "vitest";
import { parseRange, RANGE_DETAILS, RANGES } from "~/domain/market/range";
import { TIME } from "~/domain/time";

it.each(RANGES)("the range %s is read as itself, in any case and with space around it", (range) => {
  for (const text of [range, ` ${range.toUpperCase()} `]) expect(parseRange(text)).toBe(range);
});

it.each([null, "", " ", "1d", "24", "24 h", "7days", "-7d", "year", "undefined", "toString"])(
  "the range of an address is 24 hours for %j, which is not supported",
  (value) => expect(parseRange(value)).toBe("24h"),
);

it.each([
  ["24h", 1, "24 hours"],
  ["7d", 7, "7 days"],
  ["14d", 14, "14 days"],
  ["30d", 30, "30 days"],
  ["60d", 60, "60 days"],
  ["200d", 200, "200 days"],
  ["1y", 365, "1 year"],
  ["max", Number.POSITIVE_INFINITY, "all time"],
] as const)("the window of the range %s reaches back %d days and reads as %s", (range, days, spoken) => {
  expect(RANGE_DETAILS[range].windowMs).toBe(days * TIME.DAY);
  expect(RANGE_DETAILS[range].words).toBe(spoken);
});
