import { beforeEach, expect, it, vi } from "vitest";
import { createClient } from "~/services/market-data/provider/client.server";
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
beforeEach(() => void watchWarnings());

it("frees its slot for others after 30 seconds", async () => {
  const { market, service, calls } = marketWithFunction();
  const never = new Promise<never>(() => {});
  service.answer = (path) => (path.includes("usd") ? never : bodyFor(path));
  for (const page of [1, 2, 3, 4]) market.coins("usd", page).catch(() => {});
  await promisesSettled();
  await vi.advanceTimersByTimeAsync(29 * SECOND);
  const waits = market.coins("eur", 1);
  await promisesSettled();
  expect(calls).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(SECOND);
  expect((await waits).value).toHaveLength(1);
});

it("still returns an answer that comes later", async () => {
  const { market, service } = marketWithFunction();
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  const slow = market.coins("usd", 1);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  gate.open();
  expect((await slow).value).toHaveLength(1);
});

it("makes the data that it should refresh out of date once they are old", async () => {
  const { market, clock, service } = marketWithFunction();
  await market.coins("usd", 1);
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  clock.advance(2 * MINUTE + 1);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(false);
  clock.advance(10 * SECOND);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(false);
  clock.advance(1);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(true);
  gate.open();
  await promisesSettled();
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(false);
});

it.each([
  { timeoutMs: 0, limitMs: 300_000 },
  { timeoutMs: 600_000, limitMs: 300_000 },
  { timeoutMs: 10_000, limitMs: 10_000 },
])("is given up after $limitMs ms where $timeoutMs are configured", async ({ timeoutMs, limitMs }) => {
  const asked = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
    return AbortSignal.abort(reason);
  });
  const getBody = createClient({ baseUrl: "http://service.test", apiKey: null, timeoutMs, fetch });
  const failure = await failureOf(getBody("/exchanges", 1000));
  expect(asked).toHaveBeenCalledWith(limitMs);
  expect(failure.reason).toBe("timed-out");
  expect(failure.message).toBe(`/exchanges: no answer within ${limitMs} ms`);
});
