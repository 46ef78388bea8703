import { Registry } from "prom-client";
import { beforeEach, expect, it, vi } from "vitest";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import { createMarketData } from "~/services/market-data/market-data.server";
import { NOT_SHARED } from "~/services/market-data/shared/shared-cache.server";
import { createClock, failureOf, fakeTimers, SECOND, watchWarnings } from "./market-under-test";
import { bodyFor } from "./small-bodies";

// Vitest cannot fake the promise-based timers, so they are built from those that it can.
vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise((resolve) => globalThis.setTimeout(resolve, ms)),
}));

beforeEach(fakeTimers);

/** A market that records when its calls start, in milliseconds from now. */
function marketOnTimers(
  callsPerMinute: number,
  countCall = NOT_SHARED.countCall,
  sentTwice: ReadonlySet<string> = new Set(),
) {
  const begin = Date.now();
  const starts: number[] = [];
  const market = createMarketData({
    getBody: async (path, _, onSecondTry) => {
      starts.push(Date.now() - begin);
      if (sentTwice.has(path)) onSecondTry?.();
      return JSON.stringify(bodyFor(path));
    },
    shared: { ...NOT_SHARED, countCall },
    callsPerMinute,
    clock: createClock(),
    registry: new Registry(),
  });
  return { market, starts };
}

it("a visitor's call waits out a pause of two seconds; during a longer one it fails at once", async () => {
  watchWarnings();
  const clock = createClock();
  let refusal: MarketDataFailure | null = null;
  const market = createMarketData({
    getBody: async (path) => {
      if (refusal !== null) throw refusal;
      return JSON.stringify(bodyFor(path));
    },
    shared: NOT_SHARED,
    callsPerMinute: 0,
    clock,
    registry: new Registry(),
  });
  const pauseFor = async (ms: number, pageNumber: number) => {
    refusal = new MarketDataFailure("rate-limited", "limited", { status: 429, retryAfterMs: ms });
    await failureOf(market.coins("usd", pageNumber));
    refusal = null;
  };
  await pauseFor(2 * SECOND, 1);
  const waiting = market.coins("usd", 2);
  await vi.advanceTimersByTimeAsync(SECOND);
  clock.advance(2 * SECOND);
  await vi.advanceTimersByTimeAsync(SECOND);
  expect((await waiting).value).not.toHaveLength(0);
  await pauseFor(4 * SECOND, 3);
  expect((await failureOf(market.coins("usd", 4))).retryAfterMs).toBe(4 * SECOND);
});

it.each([7, 11, 13, 29])(
  "starts at most %i calls in a minute, although 60 s cannot be divided evenly by it",
  async (limit) => {
    const { market, starts } = marketOnTimers(limit);
    const reads = [market.coins("usd", 1), market.coins("usd", 2)];
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    await Promise.all(reads);
    const [first = 0, second = 0] = starts;
    expect((second - first) * limit).toBeGreaterThanOrEqual(60 * SECOND);
  },
);

it("waits while other replicas use up the slots, then leaves the usual interval after its call", async () => {
  const waits = [5 * SECOND, 0, 1];
  const { market, starts } = marketOnTimers(30, async () => waits.shift() ?? 0);
  const reads = [1, 2].map((page) => market.coins("usd", page));
  await vi.advanceTimersByTimeAsync(5 * SECOND - 1);
  expect(starts).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * SECOND + 2);
  await Promise.all(reads);
  expect(starts).toEqual([5000, 7001]);
});

it("leaves out the slot that a call has spent because it was sent twice, among all replicas", async () => {
  let counted = 0;
  const countCall = async () => {
    counted += 1;
    return 0;
  };
  const twice = new Set(["/coins/markets?vs_currency=usd&page=1"]);
  const { market, starts } = marketOnTimers(30, countCall, twice);
  const reads = [1, 2, 3].map((page) => market.coins("usd", page));
  await vi.advanceTimersByTimeAsync(6 * SECOND);
  await Promise.all(reads);
  expect(starts).toEqual([0, 4000, 6000]);
  expect(counted).toBe(4);
});
