import { Registry } from "prom-client";
import { beforeEach, expect, it, vi } from "vitest";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import { createMarketData } from "~/services/market-data/market-data.server";
import { NOT_SHARED } from "~/services/market-data/shared/shared-cache.server";
import { createClock, failureOf, fakeTimers, SECOND, watchWarnings } from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(fakeTimers);

/** A market that records when its calls start, in milliseconds from now. */
function marketOnTimers(
  callsPerMinute: number,
  countCall = NOT_SHARED.countCall,
  sentTwice: ReadonlySet<string> = new Set(),
) {
  const clock = createClock();
  const begin = clock.now();
  const starts: number[] = [];
  const market = createMarketData({
    getBody: async (path, _, events) => {
      starts.push(clock.now() - begin);
      if (sentTwice.has(path)) events?.onSecondTry();
      return JSON.stringify(bodyFor(path));
    },
    shared: { ...NOT_SHARED, countCall },
    callsPerMinute,
    clock,
    registry: new Registry(),
  });
  const wait = async (ms: number) => {
    clock.advance(ms);
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { market, starts, wait };
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

it("waits while other replicas use up the limit", async () => {
  const waits = [5 * SECOND, 0];
  const { market, starts, wait } = marketOnTimers(30, async () => waits.shift() ?? 0);
  const reads = [1, 2].map((page) => market.coins("usd", page));
  await wait(0);
  await wait(5 * SECOND - 1);
  expect(starts).toEqual([]);
  await wait(1);
  await Promise.all(reads);
  expect(starts).toEqual([5000, 5000]);
});

it("rejects at once whom other replicas leave no call in time", async () => {
  watchWarnings();
  const { market, wait } = marketOnTimers(30, async () => 30 * SECOND);
  const first = failureOf(market.coins("usd", 1));
  await wait(0);
  expect((await failureOf(market.coins("usd", 2))).retryAfterMs).toBe(30 * SECOND);
  await wait(8 * SECOND);
  expect((await first).retryAfterMs).toBe(22 * SECOND);
});

it("counts a call that was sent twice as two, among all replicas", async () => {
  let counted = 0;
  const countCall = async () => {
    counted += 1;
    return 0;
  };
  const twice = new Set(["/coins/markets?vs_currency=usd&page=1"]);
  const { market, starts, wait } = marketOnTimers(6, countCall, twice);
  await market.coins("usd", 1);
  const second = failureOf(market.coins("usd", 2));
  // A call every twelve seconds, of which the first has taken two.
  expect((await second).retryAfterMs).toBeCloseTo(24 * SECOND, 1);
  await wait(24 * SECOND);
  expect(starts).toEqual([0, 24_000]);
  expect(counted).toBe(3);
});
