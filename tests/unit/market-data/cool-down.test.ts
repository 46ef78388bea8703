import { beforeEach, expect, it } from "vitest";
import {
  failUnreachable,
  failureOf,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(() => void watchWarnings());

const COOL_DOWNS = [5, 10, 20, 40, 80, 160, 300, 300, 300];

it.each([
  { chance: 0, share: 1 },
  { chance: 1, share: 0.8 },
])(
  "calls once per cool-down, which doubles from 5 s to 5 min ($chance of the jitter)",
  async ({ chance, share }) => {
    const { market, clock, calls, service } = marketWithFunction({ random: chance });
    const known = await market.coins("usd", 1);
    service.answer = failUnreachable;
    clock.advance(MINUTE + 1);
    for (const [index, seconds] of COOL_DOWNS.entries()) {
      // This reader starts the refresh that fails; none of the later ones may call until the cool-down is over.
      expect((await market.coins("usd", 1)).value).toBe(known.value);
      await promisesSettled();
      expect(calls).toHaveLength(index + 2);
      const coolDown = seconds * share * SECOND;
      for (const part of [0, 0.5, 0.5 - 1 / coolDown]) {
        clock.advance(Math.floor(coolDown * part));
        expect((await market.coins("usd", 1)).value).toBe(known.value);
        await promisesSettled();
      }
      expect(calls).toHaveLength(index + 2);
      clock.advance(2);
    }
  },
);

it("fails a cold page at once during its cool-down, without a call", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  service.answer = failUnreachable;
  await failureOf(market.coins("usd", 1));
  clock.advance(4 * SECOND);
  const failure = await failureOf(market.coins("usd", 1));
  expect(failure.reason).toBe("unreachable");
  expect(failure.retryAfterMs).toBe(SECOND);
  expect(calls).toHaveLength(1);
  clock.advance(SECOND);
  await failureOf(market.coins("usd", 1));
  expect(calls).toHaveLength(2);
});

it("tells even the first visitor when to come back", async () => {
  const { market, service } = marketWithFunction();
  service.answer = failUnreachable;
  expect((await failureOf(market.coins("usd", 1))).retryAfterMs).toBe(5 * SECOND);
});

it("doubles the cool-down of a cold page as well", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  service.answer = failUnreachable;
  for (const [index, seconds] of COOL_DOWNS.entries()) {
    await failureOf(market.coins("usd", 1));
    clock.advance(seconds * SECOND - 1);
    await failureOf(market.coins("usd", 1));
    expect(calls).toHaveLength(index + 1);
    clock.advance(1);
  }
});

it("does not affect other pages when one fails", async () => {
  const { market, calls, service } = marketWithFunction();
  service.answer = (path) => (path.includes("page=1") ? failUnreachable() : bodyFor(path));
  await failureOf(market.coins("usd", 1));
  expect((await market.coins("usd", 2)).value).toHaveLength(1);
  expect(calls).toHaveLength(2);
});

it("recovers with the first call after the cool-down, and starts again from 5 s at the next failure", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  await market.coins("usd", 1);
  service.answer = failUnreachable;
  for (const ms of [MINUTE + 1, 5 * SECOND + 1, 10 * SECOND + 1]) {
    clock.advance(ms);
    await market.coins("usd", 1);
    await promisesSettled();
  }
  service.answer = bodyFor;
  clock.advance(20 * SECOND + 1);
  await market.coins("usd", 1);
  await promisesSettled();
  expect((await market.coins("usd", 1)).fetchedAt).toBe(clock.now());
  service.answer = failUnreachable;
  clock.advance(MINUTE + 1);
  await market.coins("usd", 1);
  await promisesSettled();
  expect(calls).toHaveLength(6);
  clock.advance(5 * SECOND + 1);
  await market.coins("usd", 1);
  await promisesSettled();
  expect(calls).toHaveLength(7);
});

it("fails with the parser's error when an answer cannot be read, and cools down", async () => {
  const { market, calls, service } = marketWithFunction();
  service.answer = () => ({ unexpected: "shape" });
  expect((await failureOf(market.exchanges())).reason).toBe("bad-response");
  expect((await failureOf(market.exchanges())).reason).toBe("bad-response");
  expect(calls).toHaveLength(1);
});
