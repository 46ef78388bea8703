import { describe, expect, test } from "vitest";
import {
  attemptAfterMs,
  EXCHANGES_FRESH_MS,
  openPageAttemptMs,
  PRICES_FRESH_MS,
  refreshAfterMs,
  retryAfterMs,
} from "~/domain/refresh-schedule";
import { KINDS } from "~/services/market-data/policy/cache-policy.server";

const SECOND = 1000;

describe("a page is refreshed", () => {
  for (const [what, ageMs, isFirst, earliest, latest] of [
    ["a minute after new prices came, and a few seconds", 0, true, 62, 68],
    ["sooner when they were not new", 40 * SECOND, true, 22, 28],
    ["at once when they came old with the page", 600 * SECOND, true, 2, 8],
    ["not at once when a refresh brought old ones: the service may be down", 600 * SECOND, false, 62, 68],
    ["as if they were new when the visitor's clock is behind", -600 * SECOND, true, 62, 68],
  ] as const)
    test(what, () => {
      const delay = (chance: number) =>
        refreshAfterMs({ ageMs, freshMs: PRICES_FRESH_MS, isFirst, chance }) / SECOND;
      expect(delay(0)).toBe(earliest);
      expect(delay(1)).toBe(latest);
    });
});

test("a failed refresh is retried within about a minute, whatever the page shows", () => {
  expect(retryAfterMs(PRICES_FRESH_MS, 0)).toBe(62 * SECOND);
  expect(retryAfterMs(EXCHANGES_FRESH_MS, 1)).toBe(68 * SECOND);
});

describe("a page that lacks a part", () => {
  test("asks for it when its call can have been made, within reason", () => {
    expect([0, 12_000, 86_400_000, undefined].map(attemptAfterMs)).toEqual([2000, 12_000, 600_000, 5000]);
  });

  test("asks for it ten times in a row, within a second of all others, and then no more than for prices", () => {
    expect([0, 1].map((chance) => openPageAttemptMs(12_000, 1, chance))).toEqual([12_000, 13_000]);
    expect(openPageAttemptMs(12_000, 10, 0)).toBe(12_000);
    expect(openPageAttemptMs(12_000, 11, 0)).toBeNull();
  });
});

test("browser and site agree on how long a page is fresh", () => {
  expect(PRICES_FRESH_MS).toBe(KINDS.coins.ttlMs);
  expect(PRICES_FRESH_MS).toBe(KINDS.coin.ttlMs);
  expect(EXCHANGES_FRESH_MS).toBe(KINDS.exchanges.ttlMs);
});
