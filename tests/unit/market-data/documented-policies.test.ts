import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RANGES } from "~/domain/market/range";
import { TIME } from "~/domain/time";
import type { FreshTimes } from "~/services/market-data/policy/cache-policy.server";
import { historyKind, type Kind, policyOf } from "~/services/market-data/policy/cache-policy.server";

/** The names of the kinds of data in the document. */
const NAMED: Readonly<Record<string, Kind>> = {
  coins: "coins",
  "coin table": "coins",
  category: "coins",
  coin: "coin",
  exchanges: "exchanges",
  exchange: "exchange",
  categories: "categories",
  trending: "trending",
  "whole market": "glance",
  ranks: "ranks",
  names: "names",
  ...Object.fromEntries(RANGES.map((range) => [`history of ${range}`, historyKind(range)])),
};

const UNITS: Record<string, number> = { s: TIME.SECOND, min: TIME.MINUTE, h: TIME.HOUR, d: TIME.DAY };

it.each([
  ["without a limited plan", null],
  ["while lists are fresh for ten minutes", { pricesMs: TIME.MINUTE, factsMs: 10 * TIME.MINUTE }],
  ["while lists are fresh for six hours", { pricesMs: 7 * TIME.MINUTE, factsMs: 6 * TIME.HOUR }],
  ["while lists are fresh for a day", { pricesMs: TIME.HOUR, factsMs: TIME.DAY }],
])("docs/market-data.md states for how long data are used: %s", (_when, times: FreshTimes | null) => {
  const documented = readTable(([fresh = "", maxAge = "", onPlan = ""]) => {
    const [ttlMs, maxAgeMs, factor] = [toMs(fresh), toMs(maxAge), toFactor(onPlan)];
    if (times === null || factor === null) return { ttlMs, maxAgeMs };
    if (factor === "month") return { ttlMs: times.pricesMs, maxAgeMs: TIME.DAY };
    const followingMs = Math.min(factor * times.factsMs, 3.5 * TIME.DAY);
    return { ttlMs: Math.max(ttlMs, followingMs), maxAgeMs: 7 * TIME.DAY };
  });
  const policies = Object.entries(NAMED).map(([name, kind]) => [name, policyOf(kind, times)]);
  expect(documented).toEqual({ prices: policyOf("prices", times), ...Object.fromEntries(policies) });
});

/** Reads the table of the cache by its first cells, each of which names several kinds: `coins, coin, history of 7d, 14d`. */
function readTable<Facts>(read: (cells: readonly string[]) => Facts) {
  const text = readFileSync("docs/market-data.md", "utf8");
  const [table = ""] = /(?<=^\| data \|.*\n.*\n)(?:\|.*\n)+/m.exec(text) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [names = "", ...cells] = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      // `14d` after another range is `history of 14d`.
      return names.split(", ").map((name) => [name.replace(/^(?=\d|max$)/, "history of "), read(cells)]);
    });
  return Object.fromEntries(rows);
}

/** Reads how many times as long as lists something is fresh; null where it does not follow the calls of the month. */
function toFactor(text: string): number | "month" | null {
  if (text === "the same") return null;
  if (text === "as the calls of the month allow, served up to 24 h") return "month";
  return Number(text);
}

function toMs(text: string): number {
  const [count = "", unit = ""] = text.split(" ");
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}
