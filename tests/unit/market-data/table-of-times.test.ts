import { readFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { parseRange, RANGES } from "~/domain/market/range";
import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import {
  failUnreachable,
  failureOf,
  HOUR,
  MINUTE,
  marketBeforeFunction,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";

const UNITS: Readonly<Record<string, number>> = { s: SECOND, min: MINUTE, h: HOUR };

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

beforeEach(() => void watchWarnings());

it("README.md names the times of all data", () => {
  expect(ROWS?.map(({ kind }) => kind).sort()).toEqual(
    ["coins", "coin", "exchanges", ...RANGES.map((range) => `history of ${range}`)].sort(),
  );
});

it.each(ROWS ?? [])(
  "$kind: fresh and kept for as long as README.md says",
  async ({ kind, freshMs, maxAgeMs }) => {
    const { market, clock, service } = marketBeforeFunction();
    const served = await read(market, kind);
    expect(served.freshForMs).toBe(freshMs);
    service.answer = failUnreachable;
    clock.advance(maxAgeMs);
    expect((await read(market, kind)).value).toBe(served.value);
    await promisesSettled();
    clock.advance(1);
    expect((await failureOf(read(market, kind))).reason).toBe("unreachable");
  },
);

function read(market: MarketData, kind: string): Promise<ServedAnswer<object>> {
  if (kind === "coins") return market.coins("usd", 1);
  if (kind === "coin") return market.coin("bitcoin");
  if (kind === "exchanges") return market.exchanges();
  return market.priceHistory("bitcoin", "usd", parseRange(kind.replace("history of ", "")));
}

function millisecondsOf(text: string): number {
  const [, count = "", unit = ""] = /^\s*(\d+) (\w+)\s*$/.exec(text) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}
