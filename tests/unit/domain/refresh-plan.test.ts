import { describe, expect, test } from "vitest";
import { EXCHANGES_FRESH_MS, PRICES_FRESH_MS, refreshAfterMs, retryAfterMs } from "~/domain/refresh-plan";
import { CACHE_POLICIES } from "~/services/market-data/cache/cache-policy.server";

const SECOND = 1000;

describe("a page is refreshed", () => {
  for (const [what, ageMs, isFirst, earliest, latest] of [
    ["a minute after new prices came, and a few seconds", 0, true, 62, 68],
    ["sooner when they were not new", 40 * SECOND, true, 22, 28],
    ["at once when they came old with the page", 600 * SECOND, true, 2, 8],
    ["not at once when a refresh brought old ones: the service may be down", 600 * SECOND, false, 62, 68],
    ["as if they were new when the visitor's clock is behind", -600 * SECOND, true, 62, 68],
  ] as const) {
    test(what, () => {
      const delay = (chance: number) =>
        refreshAfterMs({ ageMs, freshMs: PRICES_FRESH_MS, isFirst, chance }) / SECOND;
      expect(delay(0)).toBe(earliest);
      expect(delay(1)).toBe(latest);
    });
  }
});

test("a failed refresh is retried within about a minute, whatever the page shows", () => {
  expect(retryAfterMs(PRICES_FRESH_MS, 0)).toBe(62 * SECOND);
  expect(retryAfterMs(EXCHANGES_FRESH_MS, 1)).toBe(68 * SECOND);
});

test("browser and site agree on how long a page is fresh", () => {
  expect(PRICES_FRESH_MS).toBe(CACHE_POLICIES.coins.ttlMs);
  expect(PRICES_FRESH_MS).toBe(CACHE_POLICIES.coin.ttlMs);
  expect(EXCHANGES_FRESH_MS).toBe(CACHE_POLICIES.exchanges.ttlMs);
});
