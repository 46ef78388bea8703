import { beforeEach, describe, expect, it } from "vitest";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import { FAULTS, limited } from "../../support/faulty-upstream";
import {
  answerNormally,
  createGate,
  failureOf,
  failuresAtDeadline,
  fakeTimers,
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

function readOthers(market: MarketData): Promise<unknown>[] {
  return [
    market.coins("usd", 2),
    market.coin("bitcoin"),
    market.priceHistory("bitcoin", "usd", "24h"),
    market.exchanges(),
  ];
}

/** The service's own clock, which its dates are counted from: how long the test takes does not matter. */
const SERVICE_TIME = Date.UTC(2026, 10, 20);

function inSeconds(seconds: number): string {
  return new Date(SERVICE_TIME + seconds * SECOND).toUTCString();
}

const PAUSES = [
  { status: 429, text: "seconds", header: () => "60", pauseSeconds: 60 },
  { status: 503, text: "seconds", header: () => "60", pauseSeconds: 60 },
  { status: 429, text: "an HTTP date", header: () => inSeconds(60), pauseSeconds: 60 },
  { status: 503, text: "an HTTP date", header: () => inSeconds(60), pauseSeconds: 60 },
  { status: 429, text: "an hour in seconds, of which 10 min count", header: () => "3600", pauseSeconds: 600 },
  {
    status: 429,
    text: "a far date, of which 10 min count",
    header: () => inSeconds(86_400),
    pauseSeconds: 600,
  },
] as const;

describe.each(PAUSES)("after $status with Retry-After in $text", ({ status, header, pauseSeconds }) => {
  it("makes no calls until then, and all of them after it", async () => {
    const refusal = limited(header(), status);
    const headers = { ...refusal.headers, date: inSeconds(0) };
    const { market, clock, upstream } = await marketWithServer(() => ({ ...refusal, headers }));
    await failureOf(market.coins("usd", 1));
    upstream.behave(answerNormally);
    // Visitors wait for the end in the last three seconds.
    for (let second = 0; second < pauseSeconds - 4; second += 2) {
      const failures = await Promise.all([market.coins("usd", 1), ...readOthers(market)].map(failureOf));
      expect(new Set(failures.map((failure) => failure.reason))).toEqual(new Set(["rate-limited"]));
      expect(failures.every((failure) => (failure.retryAfterMs ?? 0) > 0)).toBe(true);
      clock.advance(2 * SECOND);
    }
    expect(upstream.calls).toHaveLength(1);
    clock.advance(4 * SECOND);
    await Promise.all([market.coins("usd", 1), ...readOthers(market)]);
    expect(upstream.calls).toHaveLength(6);
  });
});

it("serves stale pages during the pause, and one refresh each after it", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  await Promise.all<unknown>([market.coins("usd", 1), ...readOthers(market)]);
  service.answer = () => {
    throw new MarketDataFailure("rate-limited", "HTTP 429", { status: 429, retryAfterMs: MINUTE });
  };
  clock.advance(20 * MINUTE);
  await failureOf(market.coins("inr", 9));
  calls.length = 0;
  service.answer = bodyFor;
  for (let second = 0; second < 60; second++) {
    await Promise.all<unknown>([market.coins("usd", 1), ...readOthers(market)]);
    await promisesSettled();
    expect(calls).toHaveLength(0);
    clock.advance(SECOND);
  }
  clock.advance(1);
  await Promise.all<unknown>([market.coins("usd", 1), ...readOthers(market)]);
  await promisesSettled();
  expect(calls).toHaveLength(5);
  expect((await market.exchanges()).fetchedAt).toBe(clock.now());
});

it("drops the calls that were queued when the service asked for a pause", async () => {
  const { market, calls, service } = marketWithFunction();
  const limitedNow = createGate();
  const othersNow = createGate();
  service.answer = async (path) => {
    if (!path.endsWith("page=1")) return othersNow.opened.then(() => bodyFor(path));
    await limitedNow.opened;
    throw new MarketDataFailure("rate-limited", "HTTP 429", { status: 429, retryAfterMs: MINUTE });
  };
  const readers = Array.from({ length: 20 }, (_, index) => market.coins("usd", index + 1));
  const outcomes = Promise.allSettled(readers);
  limitedNow.open();
  await promisesSettled();
  othersNow.open();
  expect((await outcomes).filter((outcome) => outcome.status === "fulfilled")).toHaveLength(3);
  expect(calls).toHaveLength(4);
});

it("drops the queued calls when a real server answers everything with 429", async () => {
  const { market, upstream } = await marketWithServer(() => limited("60"));
  const readers = Array.from({ length: 50 }, (_, index) => market.coins("usd", index + 1));
  const failures = await Promise.all(readers.map(failureOf));
  expect(new Set(failures.map((failure) => failure.reason))).toEqual(new Set(["rate-limited"]));
  // The four that were under way together.
  expect(upstream.calls.length).toBeLessThanOrEqual(4);
});

it.each([
  { what: "without Retry-After", behaviour: limited(null) },
  { what: "as an HTML page", behaviour: FAULTS.limitedAsHtml },
  { what: "with a Retry-After that makes no sense", behaviour: limited("soon") },
])("makes no calls at all for a cool-down after a 429 $what", async ({ behaviour }) => {
  const { market, clock, upstream } = await marketWithServer(() => behaviour);
  expect((await failureOf(market.coins("usd", 1))).reason).toBe("rate-limited");
  clock.advance(5 * SECOND - 1);
  await failuresAtDeadline(readOthers(market));
  expect(upstream.calls).toHaveLength(1);
  clock.advance(1);
  await failureOf(market.coins("usd", 2));
  expect(upstream.calls).toHaveLength(2);
});

it.each(["-5", "1.5", "7, 9", "2020-01-01", "Sun, 06 Nov 1994 08:49:37 GMT", "1e3", "0"])(
  "ignores a Retry-After of %s",
  async (header) => {
    const { market, clock, upstream } = await marketWithServer(() => limited(header));
    expect((await failureOf(market.coins("usd", 1))).retryAfterMs).toBe(5 * SECOND);
    clock.advance(5 * SECOND);
    await failureOf(market.coins("usd", 1));
    expect(upstream.calls).toHaveLength(2);
  },
);

it("treats a 503 with an invalid Retry-After as a failure of that page alone", async () => {
  const { market, upstream } = await marketWithServer(() => limited("-5", 503));
  await failureOf(market.coins("usd", 1));
  upstream.behave(answerNormally);
  expect((await market.coins("usd", 2)).value).toHaveLength(1);
});

it("measures a date against the service's own clock, which may differ from ours", async () => {
  const [now, later] = ["Mon, 01 Jan 2035 00:00:00 GMT", "Mon, 01 Jan 2035 00:01:00 GMT"];
  const { market } = await marketWithServer(() => {
    const behaviour = limited(later);
    return behaviour.kind === "answer"
      ? { ...behaviour, headers: { ...behaviour.headers, date: now } }
      : behaviour;
  });
  expect((await failureOf(market.coins("usd", 1))).retryAfterMs).toBe(MINUTE);
});

it("pauses for as long as a 429 says even when its body is cut off", async () => {
  const { market, clock, upstream } = await marketWithServer(() => ({
    kind: "cut",
    status: 429,
    headers: { "retry-after": "60" },
  }));
  expect((await failureOf(market.coins("usd", 1))).reason).toBe("rate-limited");
  clock.advance(59 * SECOND);
  await failuresAtDeadline(readOthers(market));
  expect(upstream.calls).toHaveLength(1);
});

it("keeps the longer pause when a second answer asks for a shorter one", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  service.answer = async (path) => {
    const seconds = path.endsWith("page=1") ? 60 : 10;
    throw new MarketDataFailure("rate-limited", "HTTP 429", { status: 429, retryAfterMs: seconds * SECOND });
  };
  await Promise.all([market.coins("usd", 1), market.coins("usd", 2)].map(failureOf));
  clock.advance(59 * SECOND);
  await failuresAtDeadline([market.exchanges()]);
  expect(calls).toHaveLength(2);
});
