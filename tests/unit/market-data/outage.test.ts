import { beforeEach, expect, it } from "vitest";
import {
  answerNormally,
  eventually,
  failUnreachable,
  failureOf,
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

/** 5, 10, 20, 40, 80 and 160 s take five and a quarter minutes; 5 min fit eleven times into the rest of the hour. */
const MAX_CALLS_AN_HOUR = 6 + 11 + 1;

it("serves warm pages for an hour of outage under constant load, and fails after that", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  const readAll = () => [
    market.coins("usd", 1),
    market.coins("eur", 2),
    market.coin("bitcoin"),
    market.priceHistory("bitcoin", "usd", "24h"),
    market.priceHistory("bitcoin", "usd", "7d"),
    market.exchanges(),
  ];
  await Promise.all<unknown>(readAll());
  const end = clock.now() + HOUR;
  calls.length = 0;
  service.answer = failUnreachable;
  while (clock.now() < end) {
    clock.advance(SECOND);
    await Promise.all<unknown>([...readAll(), ...readAll()]);
    await promisesSettled();
  }
  for (const path of new Set(calls)) {
    expect(calls.filter((call) => call === path).length, path).toBeLessThanOrEqual(MAX_CALLS_AN_HOUR);
  }
  clock.advance(SECOND);
  const outcomes = await Promise.allSettled<unknown>(readAll());
  // A week's history and the exchanges may be a day old.
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    ...Array.from({ length: 4 }, () => "rejected"),
    "fulfilled",
    "fulfilled",
  ]);
});

it("recovers within one cool-down after an hour of outage", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  await market.coins("usd", 1);
  service.answer = failUnreachable;
  for (let second = 0; second < 3600; second++) {
    clock.advance(SECOND);
    await market.coins("usd", 1);
    await promisesSettled();
  }
  service.answer = bodyFor;
  calls.length = 0;
  for (let second = 0; second < 301; second++) {
    clock.advance(SECOND);
    await market.coins("usd", 1).catch(() => {});
    await promisesSettled();
  }
  const answer = await market.coins("usd", 1);
  expect(answer.isOutOfDate).toBe(false);
  expect(clock.now() - answer.fetchedAt).toBeLessThan(2 * MINUTE);
});

it("serves stale pages while a real server refuses connections, and new ones once it is back", async () => {
  const { market, clock, upstream } = await marketWithServer();
  const first = await market.coins("usd", 1);
  await upstream.refuse();
  clock.advance(MINUTE + 1);
  expect((await market.coins("usd", 1)).value).toBe(first.value);
  expect((await failureOf(market.coins("usd", 2))).reason).toBe("unreachable");
  await upstream.accept();
  clock.advance(5 * SECOND + 1);
  await eventually(async () => {
    expect((await market.coins("usd", 1)).value).not.toBe(first.value);
  });
  expect((await market.coins("usd", 2)).fetchedAt).toBe(clock.now());
});

it.each([
  { fault: "resets", behaviour: { kind: "reset" }, requests: 2 },
  { fault: "cuts its answers", behaviour: { kind: "cut" }, requests: 1 },
  { fault: "answers 500", behaviour: { kind: "answer", status: 500, body: {} }, requests: 1 },
] as const)(
  "serves stale pages while a real server $fault, with requests per cool-down: $requests",
  async ({ behaviour, requests }) => {
    const warnings = watchWarnings();
    const { market, clock, upstream } = await marketWithServer();
    const first = await market.coins("usd", 1);
    upstream.behave(() => behaviour);
    clock.advance(MINUTE + 1);
    for (let failures = 1; failures <= 3; failures++) {
      await market.coins("usd", 1);
      await eventually(() => expect(warnings).toHaveBeenCalledTimes(failures));
      await promisesSettled();
      for (let reader = 0; reader < 10; reader++)
        expect((await market.coins("usd", 1)).value).toBe(first.value);
      expect(upstream.calls).toHaveLength(1 + failures * requests);
      clock.advance(5 * SECOND * 2 ** (failures - 1) + 1);
    }
    upstream.behave(answerNormally);
    await eventually(async () => {
      expect((await market.coins("usd", 1)).value).not.toBe(first.value);
    });
  },
);
