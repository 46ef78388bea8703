import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RANGES } from "~/domain/market/range";
import { TIME } from "~/domain/time";
import { CACHE_POLICIES, historyPolicy } from "~/services/market-data/cache/cache-policy.server";

/** The name of each kind of data in docs/market-data.md. */
const POLICIES = {
  coins: CACHE_POLICIES.coins,
  "coin table": CACHE_POLICIES.coinTable,
  "row of a coin": CACHE_POLICIES.coinRows,
  coin: CACHE_POLICIES.coin,
  exchanges: CACHE_POLICIES.exchanges,
  trending: CACHE_POLICIES.trending,
  ranks: CACHE_POLICIES.ranks,
  names: CACHE_POLICIES.names,
  ...Object.fromEntries(RANGES.map((range) => [`history of ${range}`, historyPolicy(range)])),
};

const UNITS = new Map([
  ["s", TIME.SECOND],
  ["min", TIME.MINUTE],
  ["h", TIME.HOUR],
  ["d", TIME.DAY],
]);

it("docs/market-data.md states the cache policies of the code", () => {
  const expected = Object.entries(POLICIES).map(([kind, { ttlMs, maxAgeMs }]) => [kind, { ttlMs, maxAgeMs }]);
  expect(readTable()).toEqual(Object.fromEntries(expected));
});

/** Reads the rows below `| data | fresh for |`. A row names several kinds: `coins, coin, history of 7d, 14d`. */
function readTable() {
  const text = readFileSync("docs/market-data.md", "utf8");
  const [table = ""] = /(?<=^\| data \| fresh for \|.*\n.*\n)(?:\|.*\n)+/m.exec(text) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, kinds = "", fresh = "", maxAge = ""] = line.split("|");
      const policy = { ttlMs: toMs(fresh), maxAgeMs: toMs(maxAge) };
      return kinds.split(",").map((kind) => [kindName(kind.trim()), policy] as const);
    });
  return Object.fromEntries(rows);
}

/** Completes a range that follows another one: `14d` is `history of 14d`. */
function kindName(name: string): string {
  return RANGES.some((range) => range === name) ? `history of ${name}` : name;
}

function toMs(text: string): number {
  const [, count = "", unit = ""] = /^\s*(\d+) (\w+)\s*$/.exec(text) ?? [];
  return Number(count) * (UNITS.get(unit) ?? Number.NaN);
}
