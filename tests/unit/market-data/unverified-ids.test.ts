import { beforeEach, expect, it } from "vitest";
import { createMonthBudget } from "~/services/market-data/cache/month-budget.server";
import { createRateLimiter, type Lane } from "~/services/market-data/cache/rate-limiter.server";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import { NOT_SHARED } from "~/services/market-data/shared/shared-cache.server";
import {
  createClock,
  createGate,
  failureOf,
  fakeTimers,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(fakeTimers);

/** A rate limiter without a limit per minute, whose calls all wait for one gate. */
function limiterWithGate() {
  const clock = createClock();
  const limiter = createRateLimiter({
    callsPerMinute: 0,
    countCall: async () => 0,
    month: createMonthBudget({ callsPerMonth: 0, countInMonth: async () => null, clock }),
    pausing: () => null,
    clock,
  });
  const gate = createGate();
  const started: Lane[] = [];
  const run = (lane: Lane) =>
    limiter.run(
      {
        lane,
        signal: new AbortController().signal,
        onQueued: () => {},
        onStart: () => void started.push(lane),
      },
      () => gate.opened.then(() => {}),
    );
  return { run, started, open: gate.open };
}

it("gives every tenth call to an unverified id while visitors wait", async () => {
  const { run, started, open } = limiterWithGate();
  const underWay = Array.from({ length: 4 }, () => run("visitor"));
  const waiting = Array.from({ length: 18 }, () => run("visitor"));
  waiting.push(run("unverified"), run("unverified"));
  open();
  await Promise.all([...underWay, ...waiting]);
  const places = started.slice(4).flatMap((lane, index) => (lane === "unverified" ? [index + 1] : []));
  expect(places).toEqual([10, 20]);
});

it("has at most two calls for unverified ids under way", async () => {
  const { run, started, open } = limiterWithGate();
  const calls = [1, 2, 3].map(() => run("unverified"));
  await promisesSettled();
  expect(started).toHaveLength(2);
  open();
  await Promise.all(calls);
  expect(started).toHaveLength(3);
});

it("rejects a visitor at once when the service asks for a pause while another replica has the lock", async () => {
  watchWarnings();
  const lock = createGate<{ release: () => void }>();
  const { market, calls, service } = marketWithFunction({
    callsPerMinute: 1,
    shared: {
      ...NOT_SHARED,
      lock: async (path) => (path.endsWith("page=2") ? lock.opened : NOT_SHARED.lock(path)),
    },
  });
  const waiting = failureOf(market.coins("usd", 2));
  service.answer = () => {
    throw new MarketDataFailure("rate-limited", "HTTP 429", { status: 429, retryAfterMs: MINUTE });
  };
  await failureOf(market.coins("usd", 1));
  service.answer = bodyFor;
  lock.open({ release: () => {} });
  // The next slot of the rate limiter would come after a minute, which does not pass here.
  expect((await waiting).reason).toBe("rate-limited");
  expect(calls).toHaveLength(1);
});
