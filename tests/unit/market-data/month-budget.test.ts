import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMonthBudget } from "~/services/market-data/cache/month-budget.server";
import { NOT_SHARED } from "~/services/market-data/shared/shared-cache.server";
import {
  createClock,
  DAY,
  failureOf,
  HOUR,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  watchWarnings,
} from "./market-under-test";

/** November has thirty days: 300 calls are ten a day, of which the first day's are the reserve. */
const START = Date.UTC(2026, 10, 1);
const CALLS = 300;
const CALL_MS = (30 * DAY) / 290;

beforeEach(() => {
  watchWarnings();
  vi.spyOn(console, "info").mockImplementation(() => {});
});

function budgetFrom(start: number, countInMonth = NOT_SHARED.countInMonth) {
  const clock = createClock(start);
  const month = createMonthBudget({ callsPerMonth: CALLS, countInMonth, clock });
  const use = (calls: number) => {
    for (let call = 0; call < calls; call++) month.count();
  };
  return { clock, month, use };
}

describe("the calls of a month", () => {
  it("are spread evenly: a day's calls may be used at once, and the others one after the other", () => {
    const { clock, month, use } = budgetFrom(START);
    use(10);
    expect(month.waitMs(1, 0)).toBe(Math.round(CALL_MS));
    clock.advance(10 * CALL_MS + MINUTE);
    expect(month.waitMs(10, 0)).toBe(0);
    expect(month.waitMs(11, 0)).toBeCloseTo(CALL_MS - MINUTE, -1);
  });

  it("are as many on the last day as on any other, however busy the month was", () => {
    const { clock, month, use } = budgetFrom(START);
    const perDay: number[] = [];
    for (let hour = 0; hour < 30 * 24; hour++) {
      if (hour % 24 === 0) perDay.push(0);
      while (month.waitMs(1, 0) === 0) {
        use(1);
        perDay.push((perDay.pop() ?? 0) + 1);
      }
      clock.advance(HOUR);
    }
    const [first, ...others] = perDay;
    expect(first).toBeGreaterThanOrEqual(19);
    expect(Math.min(...others)).toBeGreaterThanOrEqual(9);
  });

  it("that were not used are left for later", () => {
    const { clock, month, use } = budgetFrom(START);
    use(5);
    clock.advance(20 * DAY);
    expect(month.waitMs(198, 0)).toBe(0);
    expect(month.waitMs(199, 0)).toBeGreaterThan(0);
  });

  it("are never more than the budget, even on its last day", () => {
    const { clock, month, use } = budgetFrom(START);
    use(10);
    clock.advance(29.5 * DAY);
    use(290);
    expect(month.waitMs(1, 0)).toBe(DAY / 2);
    clock.advance(DAY / 2);
    expect(month.used()).toBe(0);
    expect(month.waitMs(9, 0)).toBe(0);
  });

  it("are estimated at the start as used evenly, and half of the reserve", () => {
    const { month } = budgetFrom(START + 10 * DAY);
    expect(month.used()).toBe(103);
    expect(month.waitMs(3, 0)).toBe(0);
    expect(month.waitMs(4, 0)).toBeGreaterThan(0);
  });

  it("are those of all replicas where they are counted together", async () => {
    const { month, use } = budgetFrom(START + 10 * DAY, async () => 42);
    use(1);
    await promisesSettled();
    expect(month.used()).toBe(42);
  });

  it.each([CALLS * 3, Number.POSITIVE_INFINITY])(
    "are not %d, whatever the shared count says",
    async (count) => {
      const { month, use } = budgetFrom(START + 10 * DAY, async () => count);
      use(1);
      await promisesSettled();
      expect(month.used()).toBe(104);
    },
  );

  it.each([
    { step: "two days back", ms: -2 * DAY },
    { step: "five days forward", ms: 5 * DAY },
    { step: "a year forward", ms: 365 * DAY },
  ])("are estimated anew when the clock is set $step", ({ ms }) => {
    const { clock, month, use } = budgetFrom(START + 10 * DAY);
    use(3);
    clock.step(ms);
    expect(month.waitMs(2, 0)).toBe(0);
    expect(month.waitMs(4, 0)).toBeGreaterThan(0);
  });

  it("are logged once a day", async () => {
    const { clock, use } = budgetFrom(START);
    for (let hour = 0; hour < 48; hour++) {
      use(1);
      await promisesSettled();
      clock.advance(HOUR);
    }
    expect(vi.mocked(console.info).mock.calls.map(([line]) => line)).toEqual([
      "market data: 1 of 300 calls used in 2026-11, 299 left; data stay fresh 1 times as long as usual",
      "market data: 25 of 300 calls used in 2026-11, 275 left; data stay fresh 15 times as long as usual",
    ]);
  });
});

it("data stay fresh twice, five and fifteen times as long as a day's calls run out, and are kept for longer", () => {
  const { clock, month, use } = budgetFrom(START);
  const prices = () => month.stretched({ ttlMs: MINUTE, maxAgeMs: HOUR });
  const names = month.stretched({ ttlMs: DAY, maxAgeMs: 7 * DAY });
  const seen: number[] = [];
  for (let call = 0; call < 10; call++) {
    seen.push(prices().ttlMs / MINUTE);
    use(1);
  }
  expect(seen).toEqual([1, 1, 1, 2, 2, 5, 5, 15, 15, 15]);
  expect(prices().maxAgeMs).toBe(15 * HOUR);
  expect(names).toMatchObject({ ttlMs: DAY, maxAgeMs: 7 * DAY });
  clock.advance(DAY);
  expect(prices()).toMatchObject({ ttlMs: MINUTE, maxAgeMs: HOUR });
});

describe("a site with a budget", () => {
  it("gives its last calls to visitors who wait, and shows what it knows meanwhile", async () => {
    const { market, clock, calls } = marketWithFunction({ callsPerMonth: 30 * 20 });
    clock.advance(Date.UTC(2026, 11, 1) - clock.now());
    const known = await market.coins("usd", 1);
    for (let page = 2; page <= 16; page++) await market.coins("usd", page);
    clock.advance(20 * MINUTE);
    // Four calls are left of the day, less than a quarter.
    expect((await market.coins("usd", 1)).value).toBe(known.value);
    await promisesSettled();
    expect(calls).toHaveLength(16);
    await market.coins("usd", 17);
    expect(calls).toHaveLength(17);
    clock.advance(3 * HOUR);
    expect((await market.coins("usd", 1)).value).toBe(known.value);
  });

  it("says when there is a call again once there is none", async () => {
    const { market, clock, calls } = marketWithFunction({ callsPerMonth: 31 * 20 });
    clock.advance(Date.UTC(2026, 11, 1) - clock.now());
    const call = () => market.coins("usd", calls.length + 1);
    while (calls.length < 20) await call();
    expect((await failureOf(call())).retryAfterMs).toBe(10 * MINUTE);
    clock.advance(DAY / 19);
    expect((await call()).value).toHaveLength(1);
  });
});
