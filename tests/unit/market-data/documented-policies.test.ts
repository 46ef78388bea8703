import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RANGES } from "~/domain/market/range";
import { TIME } from "~/domain/time";
import type { BodyLimits } from "~/services/market-data/body.server";
import { CACHE_POLICIES, historyPolicy } from "~/services/market-data/cache/cache-policy.server";
import { coinEndpoint, historyEndpoint } from "~/services/market-data/provider/coin.server";
import {
  categoryEndpoint,
  coinRowsEndpoint,
  coinsEndpoint,
  coinTableEndpoint,
  rankedCoinsEndpoint,
  TRENDING_ENDPOINT,
} from "~/services/market-data/provider/coin-lists.server";
import { COIN_NAMES_ENDPOINT } from "~/services/market-data/provider/coin-names.server";
import { EXCHANGES_ENDPOINT } from "~/services/market-data/provider/exchanges.server";
import { GLOBAL_ENDPOINT } from "~/services/market-data/provider/global.server";

/** The name of each kind of data in docs/market-data.md. */
const POLICIES = {
  coins: CACHE_POLICIES.coins,
  "coin table": CACHE_POLICIES.coinTable,
  category: CACHE_POLICIES.category,
  "record of a coin": CACHE_POLICIES.records,
  coin: CACHE_POLICIES.coin,
  exchanges: CACHE_POLICIES.exchanges,
  trending: CACHE_POLICIES.trending,
  "whole market": CACHE_POLICIES.glance,
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

const LIMITS: Readonly<Record<string, BodyLimits>> = {
  coins: coinsEndpoint("usd", 1).limits,
  "coin table": coinTableEndpoint("usd", 1, "market_cap_desc").limits,
  category: categoryEndpoint("layer-1", "usd", 1, null).limits,
  "row of a coin": coinRowsEndpoint("usd", ["bitcoin"]).limits,
  ranks: rankedCoinsEndpoint(1).limits,
  coin: coinEndpoint("bitcoin").limits,
  history: historyEndpoint("bitcoin", "usd", "max").limits,
  exchanges: EXCHANGES_ENDPOINT.limits,
  trending: TRENDING_ENDPOINT.limits,
  "whole market": GLOBAL_ENDPOINT.limits,
  names: COIN_NAMES_ENDPOINT.limits,
};

it("docs/market-data.md states the cache policies of the code", () => {
  const expected = Object.entries(POLICIES).map(([kind, { ttlMs, maxAgeMs }]) => [kind, { ttlMs, maxAgeMs }]);
  const documented = readTable("data", (fresh, maxAge) => ({ ttlMs: toMs(fresh), maxAgeMs: toMs(maxAge) }));
  expect(documented).toEqual(Object.fromEntries(expected));
});

it("docs/market-data.md states the limits of bodies in the code", () => {
  const documented = readTable("body", (bytes, values) => ({
    maxBytes: toCount(bytes),
    maxValues: toCount(values),
  }));
  expect(documented).toEqual(LIMITS);
});

/**
 * Reads the table whose first column has this title. A row names several kinds: `coins, coin, history of 7d, 14d`.
 * @param read reads the second and the third cell of a row
 */
function readTable<Facts>(title: string, read: (second: string, third: string) => Facts) {
  const text = readFileSync("docs/market-data.md", "utf8");
  const [table = ""] = new RegExp(`(?<=^\\| ${title} \\|.*\n.*\n)(?:\\|.*\n)+`, "m").exec(text) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, kinds = "", second = "", third = ""] = line.split("|");
      const facts = read(second, third);
      return kinds.split(",").map((kind) => [kindName(kind.trim()), facts] as const);
    });
  return Object.fromEntries(rows);
}

function toCount(text: string): number {
  return Number(text.replaceAll(",", ""));
}

/** Completes a range that follows another one: `14d` is `history of 14d`. */
function kindName(name: string): string {
  return RANGES.some((range) => range === name) ? `history of ${name}` : name;
}

function toMs(text: string): number {
  const [, count = "", unit = ""] = /^\s*(\d+) (\w+)\s*$/.exec(text) ?? [];
  return Number(count) * (UNITS.get(unit) ?? Number.NaN);
}
