import { beforeEach, describe, expect, it, vi } from "vitest";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { MarketDataFailure } from "~/services/market-data/failure.server";
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

/** A service that knows only the coins of its list. Timers and the clock move together. */
function marketWithCoins(callsPerMinute: number) {
  const setting = marketWithFunction({ callsPerMinute });
  const { clock, service } = setting;
  const isMadeUp = (path: string) => path.startsWith("/coins/made-up");
  service.answer = (path) => {
    if (isMadeUp(path)) throw new MarketDataFailure("bad-response", `${path}: HTTP 404`, { status: 404 });
    return listed(path);
  };
  return {
    ...setting,
    isMadeUp,
    async wait(ms: number) {
      clock.advance(ms);
      await vi.advanceTimersByTimeAsync(ms);
      await promisesSettled();
    },
  };
}

function listed(path: string): unknown {
  const page = /^\/coins\/markets\?.*page=(\d+)/.exec(path)?.[1];
  return page === undefined ? bodyFor(path) : [1, 2, 3].map((n) => ({ id: `real-${page}-${n}` }));
}

/** The outcome of a promise so far. */
function watch(promise: Promise<unknown>) {
  const state = { outcome: "waits" as "waits" | "served" | "failed" };
  promise.then(
    () => {
      state.outcome = "served";
    },
    () => {
      state.outcome = "failed";
    },
  );
  return state;
}

describe("under fifty made-up ids a second and thirty calls a minute", () => {
  it("warm pages stay younger than twice their ttl, and nine in ten cold pages of real coins are served", async () => {
    const { market, clock, calls, isMadeUp, wait } = marketWithCoins(30);
    const warm = [
      { read: () => market.coins("usd", 1), ttlMs: MINUTE },
      { read: () => market.coins("inr", 1), ttlMs: MINUTE },
      { read: () => market.coin("real-1-1"), ttlMs: MINUTE },
      { read: () => market.priceHistory("real-1-1", "usd", "24h"), ttlMs: 5 * MINUTE },
    ];
    for (const { read } of warm) {
      const reading = watch(read());
      while (reading.outcome === "waits") await wait(100);
    }
    const cold: { outcome: string }[] = [];
    let oldestTtls = 0;
    const end = clock.now() + 5 * MINUTE;
    for (let tick = 0; clock.now() < end; tick++) {
      for (let visitor = 0; visitor < 10; visitor++) {
        market.coin(`made-up-${tick}-${visitor}`).catch(() => {});
      }
      if (tick % 5 === 0) {
        for (const { read, ttlMs } of warm)
          oldestTtls = Math.max(oldestTtls, (clock.now() - (await read()).fetchedAt) / ttlMs);
      }
      // A cold page of a real coin, every ten seconds.
      if (tick % 50 === 25) cold.push(watch(market.coins("eur", cold.length + 1)));
      await wait(200);
    }
    await wait(10 * SECOND);
    expect(oldestTtls).toBeLessThan(2);
    expect(cold.filter(({ outcome }) => outcome === "served").length).toBeGreaterThanOrEqual(
      0.9 * cold.length,
    );
    expect(cold.length).toBe(30);
    // A bucket of five, and a tenth of the calls.
    expect(calls.filter(isMadeUp).length).toBeLessThanOrEqual(5 + 5 * 3 + 1);
    // A busy machine needs some seconds to simulate five minutes.
  }, 60_000);

  it("every visitor is answered within eight seconds, most of them at once", async () => {
    const { market, wait } = marketWithCoins(30);
    const visitors = Array.from({ length: 500 }, (_, index) => failureOf(market.coin(`made-up-${index}`)));
    let answered = 0;
    for (const visitor of visitors) visitor.then(() => (answered += 1));
    await wait(0);
    expect(answered).toBeGreaterThanOrEqual(400);
    await wait(8 * SECOND);
    const failures = await Promise.all(visitors);
    expect(new Set(failures.map(({ reason }) => reason))).toEqual(new Set(["not-found", "overloaded"]));
    // The next token of the quota comes twenty seconds after the last.
    for (const { reason, retryAfterMs = 0 } of failures) {
      if (reason === "overloaded") expect(Math.round(retryAfterMs)).toBeGreaterThan(5 * SECOND);
      expect(retryAfterMs).toBeLessThanOrEqual(600 * SECOND);
    }
  });

  it("the log says so in one line every ten seconds", async () => {
    const { market, wait } = marketWithCoins(30);
    for (let second = 0; second < 20; second++) {
      for (let visitor = 0; visitor < 200; visitor++) {
        market.coin(`made-up-${second}-${visitor}`).catch(() => {});
      }
      await wait(SECOND);
    }
    const lines = vi.mocked(console.warn).mock.calls.map(([line]) => String(line));
    const overloaded = lines.filter((line) => line.includes("overloaded"));
    expect(overloaded).toHaveLength(2);
    expect(overloaded[1]).toMatch(/^market data: overloaded: readers rejected: \d{3,}; the last: .+/);
  });
});

it("limits unverified ids to a bucket of five where calls have no limit", async () => {
  const { market, calls, wait } = marketWithCoins(0);
  for (let id = 0; id < 300; id++) market.coin(`made-up-${id}`).catch(() => {});
  await wait(SECOND);
  expect(calls).toHaveLength(5);
  await wait(10 * SECOND);
  for (let id = 300; id < 600; id++) market.coin(`made-up-${id}`).catch(() => {});
  await wait(0);
  expect(calls).toHaveLength(6);
});

it("does not charge that bucket for new ids that turn out to exist", async () => {
  const { market, calls } = marketWithCoins(0);
  await Promise.all(Array.from({ length: 50 }, (_, index) => market.coin(`rare-${index}`)));
  expect(calls).toHaveLength(50);
});

it("fetches coins of a list as usual during a flood of made-up ids", async () => {
  const { market, wait } = marketWithCoins(0);
  await market.coins("usd", 7);
  for (let id = 0; id < 300; id++) market.coin(`made-up-${id}`).catch(() => {});
  const coin = watch(market.coin("real-7-2"));
  await wait(0);
  expect(coin.outcome).toBe("served");
});

it("gives up a queued call that nobody waits for any more, and keeps one that somebody waits for", async () => {
  const { market, calls, service, wait } = marketWithCoins(0);
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => listed(path));
  const first = [1, 2, 3, 4].map((page) => market.coins("usd", page));
  const leaving = new AbortController();
  const left = [5, 6].map((page) =>
    failureOf(market.coins("usd", page, createRequestBudget(leaving.signal))),
  );
  const stays = market.coins("usd", 6);
  await wait(0);
  leaving.abort();
  await wait(0);
  expect((await Promise.all(left)).map(({ reason }) => reason)).toEqual(["overloaded", "overloaded"]);
  gate.open();
  await Promise.all([...first, stays]);
  await wait(0);
  expect(calls.map((path) => path.at(-1))).toEqual(["1", "2", "3", "4", "6"]);
});

it("does not abort a call that has started when its visitor leaves", async () => {
  const { market, calls, service, wait } = marketWithCoins(0);
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => listed(path));
  const leaving = new AbortController();
  const left = failureOf(market.coins("usd", 1, createRequestBudget(leaving.signal)));
  await wait(0);
  leaving.abort();
  await left;
  gate.open();
  await wait(0);
  await market.coins("usd", 1);
  expect(calls).toHaveLength(1);
});

it("rejects a visitor who has waited six seconds for slots, over both calls of a page", async () => {
  const { market, service, wait } = marketWithCoins(0);
  const [usd, eur] = [createGate(), createGate()];
  service.answer = async (path) => {
    if (path.includes("usd")) await usd.opened;
    else if (!path.endsWith("page=1")) await eur.opened;
    return listed(path);
  };
  for (const page of [1, 2, 3, 4]) market.coins("usd", page).catch(() => {});
  const budget = createRequestBudget();
  const first = watch(market.coins("eur", 1, budget));
  await wait(4 * SECOND);
  for (const page of [2, 3, 4, 5, 6]) market.coins("eur", page).catch(() => {});
  usd.open();
  await wait(0);
  expect(first.outcome).toBe("served");
  const second = watch(market.coins("eur", 7, budget));
  await wait(2 * SECOND - 1);
  expect(second.outcome).toBe("waits");
  await wait(1);
  expect(second.outcome).toBe("failed");
});
