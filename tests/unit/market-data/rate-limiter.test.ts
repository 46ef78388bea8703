import { beforeEach, expect, it, vi } from "vitest";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import {
  createGate,
  failureOf,
  fakeTimers,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(fakeTimers);

it("makes a visitor's call before a background refresh that has waited longer", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  await market.exchanges();
  // Names the coin, whose call would otherwise come last.
  await market.coins("eur", 1);
  clock.advance(10 * MINUTE + 1);
  calls.length = 0;
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  const readers = [1, 2, 3, 4].map((page) => market.coins("usd", page));
  await market.exchanges();
  const cold = market.coin("bitcoin");
  gate.open();
  await Promise.all<unknown>([...readers, cold]);
  await promisesSettled();
  expect(calls.slice(4)).toEqual(["/coins/bitcoin", "/exchanges"]);
});

it("lets a refresh go after every nine visitors' calls while both wait", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  const known = [1, 2].map((page) => () => market.coins("eur", page));
  for (const read of known) await read();
  clock.advance(MINUTE + 1);
  calls.length = 0;
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  const first = [1, 2, 3, 4].map((page) => market.coins("usd", page));
  for (const read of known) await read();
  const visitors = Array.from({ length: 18 }, (_, index) => market.coins("inr", index + 1));
  await promisesSettled();
  gate.open();
  await Promise.all([...first, ...visitors]);
  await promisesSettled();
  const currencies = calls.slice(4).map((path) => /vs_currency=(\w+)/.exec(path)?.[1]);
  expect(currencies).toEqual([..."iiiiiiiiieiiiiiiiiie"].map((letter) => (letter === "i" ? "inr" : "eur")));
});

/** A market whose timers and clock move together, and which records when its calls start, in milliseconds from now. */
function marketInTime(setting: Parameters<typeof marketWithFunction>[0]) {
  const market = marketWithFunction(setting);
  const begin = market.clock.monotonic();
  const starts: number[] = [];
  market.service.answer = (path) => {
    starts.push(market.clock.monotonic() - begin);
    return bodyFor(path);
  };
  return {
    ...market,
    starts,
    async wait(ms: number) {
      for (let passed = 0; passed < ms; passed += 50) {
        market.clock.advance(50);
        await vi.advanceTimersByTimeAsync(50);
        await promisesSettled();
      }
    },
  };
}

it.each([
  { callsPerMinute: 1, burst: 1, atLeast: 2 },
  { callsPerMinute: 5, burst: 1, atLeast: 12 },
  { callsPerMinute: 29, burst: 4, atLeast: 70 },
  { callsPerMinute: 30, burst: 5, atLeast: 75 },
  { callsPerMinute: 120, burst: 20, atLeast: 300 },
])(
  "starts $burst calls at once and never more than $callsPerMinute in any minute, when so many are allowed",
  async ({ callsPerMinute, burst, atLeast }) => {
    watchWarnings();
    const { market, starts, wait } = marketInTime({ callsPerMinute });
    await promisesSettled();
    for (let second = 0; second < 180; second++) {
      for (let page = 0; page < 5; page++) market.coins("usd", 5 * second + page).catch(() => {});
      await wait(SECOND);
      if (second === 0) expect(starts.filter((start) => start < 100)).toHaveLength(Math.min(burst, 5));
    }
    for (const start of starts) {
      const inMinute = starts.filter((other) => other >= start && other < start + MINUTE);
      expect(inMinute.length).toBeLessThanOrEqual(callsPerMinute);
    }
    expect(starts.length).toBeGreaterThanOrEqual(atLeast);
  },
);

it("saves up no more than a burst while it is idle", async () => {
  const { market, starts, wait } = marketInTime({ callsPerMinute: 60 });
  await wait(10 * MINUTE);
  const readers = Array.from({ length: 13 }, (_, index) => market.coins("usd", index + 1));
  await promisesSettled();
  expect(starts).toHaveLength(10);
  await wait(6 * SECOND);
  await Promise.all(readers);
  expect(starts).toHaveLength(13);
});

it("rejects a visitor at once whose call would start too late, with the time of its slot, and makes the call then", async () => {
  watchWarnings();
  const { market, calls, wait } = marketInTime({ callsPerMinute: 30 });
  const inTime = Array.from({ length: 7 }, (_, index) => market.coins("usd", index + 1));
  const late = await failureOf(market.coins("usd", 8));
  expect(late.reason).toBe("overloaded");
  // Five at once, then one every 2.4 s.
  expect(late.retryAfterMs).toBeCloseTo(3 * 2400, 1);
  await wait(late.retryAfterMs ?? 0);
  await Promise.all(inTime);
  expect(calls).toHaveLength(8);
  expect((await market.coins("usd", 8)).value).toHaveLength(1);
  expect(calls).toHaveLength(8);
});

it("makes the calls of visitors who wait before those of visitors who were told to come back", async () => {
  watchWarnings();
  const { market, calls, wait } = marketInTime({ callsPerMinute: 30 });
  await Promise.all(Array.from({ length: 5 }, (_, index) => market.coins("usd", index + 1)));
  await failureOf(market.coins("usd", 6, createRequestBudget(undefined, 0)));
  const waiting = [market.coins("eur", 1), market.coins("eur", 2)];
  await wait(10 * SECOND);
  await Promise.all(waiting);
  const order = ["vs_currency=eur&page=1", "vs_currency=eur&page=2", "vs_currency=usd&page=6"];
  expect(calls.slice(5)).toEqual(order.map((query) => `/coins/markets?${query}`));
});

it("without time to wait makes a call that can start now, and no other", async () => {
  watchWarnings();
  const { market, calls } = marketWithFunction({ callsPerMinute: 6 });
  const budget = createRequestBudget(undefined, 0);
  expect((await market.coins("usd", 1, budget)).value).toHaveLength(1);
  const failure = await failureOf(market.coins("usd", 2, budget));
  expect(failure).toMatchObject({ reason: "overloaded" });
  expect(failure.retryAfterMs).toBeCloseTo(12 * SECOND, 1);
  expect(calls).toHaveLength(1);
});

it("has no limit per minute when none is given", async () => {
  const { market, calls } = marketWithFunction({ callsPerMinute: 0 });
  await Promise.all(Array.from({ length: 100 }, (_, index) => market.coins("usd", index + 1)));
  expect(calls).toHaveLength(100);
});

it("rejects cold pages at once when thousands are waiting, and serves those that wait", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { market, calls, service } = marketWithFunction();
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  const readers = Array.from({ length: 2100 }, (_, index) => market.coins("usd", index + 1));
  gate.open();
  const outcomes = await Promise.allSettled(readers);
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason.reason] : [],
  );
  expect(new Set(refused)).toEqual(new Set(["overloaded"]));
  expect(calls.length + refused.length).toBe(2100);
  expect(calls).toHaveLength(2004);
});
