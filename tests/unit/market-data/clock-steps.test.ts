import { beforeEach, expect, it } from "vitest";
import { limited } from "../../support/faulty-upstream";
import {
  answerNormally,
  DAY,
  failUnreachable,
  failureOf,
  failuresAtDeadline,
  fakeTimers,
  HOUR,
  MINUTE,
  marketWithFunction,
  marketWithServer,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(() => void watchWarnings());
beforeEach(fakeTimers);

const STEPS = [
  { step: "two hours back", ms: -2 * HOUR },
  { step: "a day back", ms: -DAY },
  { step: "two hours forward", ms: 2 * HOUR },
  { step: "a year forward", ms: 365 * DAY },
];

it.each(STEPS)("data stay fresh for a minute when the clock is set $step", async ({ ms }) => {
  const { market, clock, calls } = marketWithFunction();
  await market.coins("usd", 1);
  clock.step(ms);
  clock.advance(MINUTE);
  expect((await market.coins("usd", 1)).freshForMs).toBe(0);
  expect(calls).toHaveLength(1);
  clock.advance(1);
  await market.coins("usd", 1);
  await promisesSettled();
  expect(calls).toHaveLength(2);
  expect((await market.coins("usd", 1)).fetchedAt).toBe(clock.now());
});

it.each(STEPS)("stale data are shown for exactly an hour when the clock is set $step", async ({ ms }) => {
  const { market, clock, service } = marketWithFunction();
  const known = await market.coins("usd", 1);
  service.answer = failUnreachable;
  clock.step(ms);
  clock.advance(HOUR);
  expect((await market.coins("usd", 1)).value).toBe(known.value);
  await promisesSettled();
  clock.advance(1);
  expect((await failureOf(market.coins("usd", 1))).reason).toBe("unreachable");
});

it.each(STEPS)("a cool-down lasts 5 s when the clock is set $step", async ({ ms }) => {
  const { market, clock, service, calls } = marketWithFunction();
  service.answer = failUnreachable;
  await failureOf(market.coins("usd", 1));
  clock.step(ms);
  service.answer = bodyFor;
  clock.advance(5 * SECOND - 1);
  await failureOf(market.coins("usd", 1));
  expect(calls).toHaveLength(1);
  clock.advance(1);
  expect((await market.coins("usd", 1)).value).toHaveLength(1);
});

it.each(STEPS)("a pause lasts as long as the service said when the clock is set $step", async ({ ms }) => {
  const { market, clock, upstream } = await marketWithServer(() => limited("60"));
  await failureOf(market.coins("usd", 1));
  upstream.behave(answerNormally);
  clock.step(ms);
  clock.advance(MINUTE - 1);
  await failuresAtDeadline([market.exchanges()]);
  clock.advance(1);
  expect((await market.exchanges()).value).toHaveLength(1);
});
