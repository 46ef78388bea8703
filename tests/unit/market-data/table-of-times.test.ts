import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RANGES } from "~/domain/market/range";
import { KINDS } from "./kinds-of-data";
import { HOUR, MINUTE, SECOND } from "./market-under-test";

const UNITS: Readonly<Record<string, number>> = { s: SECOND, min: MINUTE, h: HOUR, d: 24 * HOUR };

/** The table of times in README.md, a row for each kind of data: `coins`, `history of 7d`. */
const ROWS = readFileSync("README.md", "utf8")
  .split(/^\| data \| fresh for \|.*\n.*\n/m)[1]
  ?.split("\n\n")[0]
  ?.split("\n")
  .flatMap((line) => {
    const [names = "", fresh = "", maxAge = ""] = line.split("|").slice(1, -1);
    const [first = "", ...others] = names.split(",").map((name) => name.trim());
    // `history of 7d, 14d` is two of its kind.
    const kinds = first.startsWith("history")
      ? [first, ...others.map((range) => `history of ${range}`)]
      : [first, ...others];
    return kinds.map((kind) => ({ kind, freshMs: millisecondsOf(fresh), maxAgeMs: millisecondsOf(maxAge) }));
  });

it("README.md names the times of all data", () => {
  expect(KINDS.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(RANGES.map((range) => `history of ${range}`)),
  );
  const times = KINDS.map(({ kind, freshMs, maxAgeMs }) => ({ kind, freshMs, maxAgeMs }));
  expect(ROWS).toHaveLength(times.length);
  expect(ROWS).toEqual(expect.arrayContaining(times));
});

function millisecondsOf(text: string): number {
  const [, count = "", unit = ""] = /^\s*(\d+) (\w+)\s*$/.exec(text) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}
