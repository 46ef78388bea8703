import { beforeEach, describe, expect, it, vi } from "vitest";
import { createPatience } from "~/services/market-data/gate/patience.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import { EMPTY_STORE } from "~/services/market-data/store/answer-store.server";
import {
  failureOf,
  fakeTimers,
  HOUR,
  hurried,
  MINUTE,
  marketInTime,
  metricOf,
  promisesSettled,
  refuseFor,
  SECOND,
  times,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(fakeTimers);

/** The patience of a visitor who waits for any call to start. */
const patient = (signal?: AbortSignal) => createPatience(signal, HOUR);

type Read = (market: MarketData) => Promise<unknown>;

/**
 * A market with four calls under way, which end when the test says so.
 * @param stale what is known but stale, and has its refresh in the queue
 */
async function busyMarket(...stale: readonly Read[]) {
  const setting = marketInTime();
  const { market, clock, calls, hold } = setting;
  for (const read of stale) await read(market);
  clock.advance(10 * MINUTE);
  const release = hold();
  const underWay = times(4, (page) => market.coins("usd", page));
  await promisesSettled();
  for (const read of stale) await read(market);
  calls.length = 0;
  /** Ends them, and waits for those that follow. */
  async function open(waiting: readonly Promise<unknown>[] = []) {
    release();
    await Promise.all([...underWay, ...waiting]);
    await promisesSettled();
  }
  return { ...setting, open };
}

const list = (currency: string, page: number) => `/coins/markets?vs_currency=${currency}&page=${page}`;

describe("first go", () => {
  it("lists and names that visitors wait for, then other data they wait for, then what has no waiting visitor", async () => {
    const { market, calls, open } = await busyMarket(
      (market) => market.coin("bitcoin"),
      (market) => market.coins("inr", 1),
    );
    await open([market.coin("ethereum"), market.coins("eur", 1), market.common.coinNames.read()]);
    const shared = [list("eur", 1), "/coins/list"];
    expect(calls).toEqual([...shared, "/coins/ethereum", list("inr", 1), "/coins/bitcoin"]);
  });

  it("data that visitors wait for, before stale rows, the whole market and ranks", async () => {
    const { market, calls, open } = await busyMarket((market) => market.coinRows(["bitcoin"], "usd"));
    void market.common.glance.read(null);
    const ranks = market.rankedCoins(1);
    await promisesSettled();
    await open([ranks, market.coin("late")]);
    const [rows, page] = ["&ids=bitcoin&", "&per_page=250&"].map((part) => expect.stringContaining(part));
    expect(calls).toEqual(["/coins/late", rows, "/global", page]);
  });

  it("the calls of waiting visitors, before those of visitors who were told to come back", async () => {
    const { market, calls, open } = await busyMarket();
    for (const page of [1, 2]) await failureOf(market.coins("eur", page, null, hurried()));
    await open([market.coins("inr", 1), market.coins("eur", 2)]);
    expect(calls).toEqual([list("eur", 2), list("inr", 1), list("eur", 1)]);
  });
});

describe("calls a minute", () => {
  it.each([
    { callsPerMinute: 1, burst: 1, atLeast: 2 },
    { callsPerMinute: 5, burst: 1, atLeast: 12 },
    { callsPerMinute: 29, burst: 4, atLeast: 70 },
    { callsPerMinute: 30, burst: 5, atLeast: 75 },
    { callsPerMinute: 120, burst: 20, atLeast: 300 },
  ])("start $burst at once, and $callsPerMinute at the most in any minute", async (expected) => {
    const { callsPerMinute, burst, atLeast } = expected;
    const { market, starts, wait } = marketInTime({ callsPerMinute });
    for (let second = 0; second < 180; second++) {
      for (const visitor of times(second === 0 ? 25 : 5, (number) => number))
        market.coins("usd", 25 * second + visitor).catch(() => {});
      await promisesSettled();
      await wait(SECOND, 250);
      if (second === 0) expect(starts.filter((start) => start === 0)).toHaveLength(burst);
    }
    for (const start of starts) {
      const inMinute = starts.filter((other) => other >= start && other < start + MINUTE);
      expect(inMinute.length).toBeLessThanOrEqual(callsPerMinute);
    }
    expect(starts.length).toBeGreaterThanOrEqual(atLeast);
  });

  it("save up no more than a burst while the site is idle", async () => {
    const { market, starts, wait } = marketInTime({ callsPerMinute: 60 });
    await wait(10 * MINUTE, MINUTE);
    const readers = times(13, (page) => market.coins("usd", page));
    await promisesSettled();
    expect(starts).toHaveLength(10);
    await wait(6 * SECOND);
    await Promise.all(readers);
    expect(starts).toHaveLength(13);
  });

  it("wait while other replicas use up the limit, and are rejected if the wait would be too long", async () => {
    const waits = [3 * SECOND, 0, 0, 30 * SECOND];
    const countCall = async () => waits.shift() ?? 0;
    const { market, starts, wait } = marketInTime({
      callsPerMinute: 30,
      store: { ...EMPTY_STORE, countCall },
    });
    const reads = [1, 2].map((page) => market.coins("usd", page));
    await promisesSettled();
    await wait(3 * SECOND - 1);
    expect(starts).toEqual([]);
    await wait(1);
    await wait(2400);
    await Promise.all(reads);
    // The bucket that others have emptied refills for all.
    expect(starts).toEqual([3 * SECOND, 3 * SECOND + 2400]);
    await wait(2400);
    const late = failureOf(market.coins("usd", 3));
    await promisesSettled();
    // The call would start later than who is told so may come back.
    expect((await failureOf(market.coins("usd", 4))).retryAfterMs).toBe(25 * SECOND);
    await wait(6 * SECOND);
    expect((await late).retryAfterMs).toBe(24 * SECOND);
  });
});

describe("a visitor", () => {
  it("whose call would start too late is told the time of its slot at once, and the call is made then", async () => {
    const { market, calls, wait } = marketInTime({ callsPerMinute: 30 });
    const inTime = Promise.allSettled(times(7, (page) => market.coins("usd", page)));
    const late = await failureOf(market.coins("usd", 8));
    // Five at once, then one every 2.4 s.
    expect(late).toMatchObject({ reason: "overloaded", retryAfterMs: expect.closeTo(3 * 2400, 1) });
    await wait(3 * 2400);
    expect((await inTime).map(({ status }) => status)).toEqual(Array(7).fill("fulfilled"));
    expect(calls).toHaveLength(8);
    expect((await market.coins("usd", 8)).value).toHaveLength(1);
    expect(calls).toHaveLength(8);
  });

  it("with no time to wait gets only a call that can start now", async () => {
    const { market, calls } = marketInTime({ callsPerMinute: 6 });
    expect((await market.coins("usd", 1, null, hurried())).value).toHaveLength(1);
    const failure = await failureOf(market.coins("usd", 2, null, hurried()));
    expect(failure).toMatchObject({ reason: "overloaded", retryAfterMs: expect.closeTo(12 * SECOND, 1) });
    expect(calls).toHaveLength(1);
  });

  it("who joins a call waits for its slot, whatever is queued behind it", async () => {
    const { market, wait } = marketInTime({ callsPerMinute: 30 });
    await Promise.all(times(5, (page) => market.coins("usd", page)));
    const readers = [market.coins("usd", 6), market.coins("usd", 7)];
    await promisesSettled();
    // The sixth call starts after 2.4 s, the seventh after 4.8 s.
    readers.push(market.coins("usd", 6, null, createPatience(undefined, 3 * SECOND)));
    const outcomes = Promise.allSettled(readers);
    await wait(5 * SECOND);
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
  });

  it("waits for six seconds, over all calls of a page together", async () => {
    const { market, wait } = marketInTime({ callsPerMinute: 30 });
    await Promise.all(times(5, (page) => market.coins("usd", page)));
    const patience = createPatience();
    const sixth = market.coins("usd", 6, null, patience);
    await wait(2400);
    await sixth;
    const seventh = market.coins("usd", 7);
    await promisesSettled();
    // It starts after 4.8 s, of which 3.6 s are left.
    expect((await failureOf(market.coins("usd", 8, null, patience))).retryAfterMs).toBeCloseTo(4800, 1);
    const inTime = market.coins("usd", 8);
    await wait(4800);
    await Promise.all([seventh, inTime]);
  });

  it("counts what calls wait for in parallel once", async () => {
    const { market, wait } = marketInTime({ callsPerMinute: 30 });
    await Promise.all(times(5, (page) => market.coins("usd", page)));
    const patience = createPatience(undefined, 8 * SECOND);
    const parallel = Promise.all([6, 7].map((page) => market.coins("usd", page, null, patience)));
    await wait(4800);
    await parallel;
    // It starts after another 2.4 s, and 3.2 s are left.
    const last = Promise.allSettled([market.coins("usd", 8, null, patience)]);
    await wait(2400);
    expect(await last).toMatchObject([{ status: "fulfilled" }]);
  });

  it("waits no longer for a call that another replica has locked", async () => {
    const lock = () => new Promise<never>(() => {});
    const { market, wait } = marketInTime({ store: { ...EMPTY_STORE, lock } });
    const told = vi.fn();
    market.coins("usd", 1).catch(told);
    await wait(6 * SECOND - 1, SECOND);
    expect(told).not.toHaveBeenCalled();
    await wait(1);
    expect(told).toHaveBeenCalledWith(expect.objectContaining({ reason: "overloaded" }));
  });

  it("is refused a call that would not start within two minutes", async () => {
    const { market, registry } = marketInTime({ callsPerMinute: 30 });
    const refused: unknown[] = [];
    for (const reader of times(100, (page) => market.coins("usd", page, null, patient())))
      reader.catch((failure: unknown) => refused.push(failure));
    await promisesSettled();
    // Five have started.
    expect(await metricOf(registry, "market_data_queue_length")).toBe(50);
    const expected = { reason: "overloaded", retryAfterMs: expect.closeTo(51 * 2400, 1) };
    expect(refused).toEqual(Array(45).fill(expect.objectContaining(expected)));
  });
});

describe("a call that has not started, and whose visitor has left or was told to come back,", () => {
  /** A site whose next call starts in two minutes, and a visitor who does not wait for it any more. */
  async function withAbandonedCall(how: string) {
    const setting = marketInTime({ callsPerMinute: 1 });
    const { market, calls, registry } = setting;
    await market.common.exchanges.read();
    calls.length = 0;
    const leaving = new AbortController();
    if (how === "had left before") leaving.abort();
    const patience = how === "was told" ? hurried() : patient(leaving.signal);
    const gone = failureOf(market.coins("eur", 1, null, patience));
    await promisesSettled();
    leaving.abort();
    expect((await gone).reason).toBe("overloaded");
    return { ...setting, queueLength: () => metricOf(registry, "market_data_queue_length") };
  }

  const WAYS = ["left", "had left before", "was told"];

  it.each(WAYS)("ends after 30 s, and begins anew later (%s)", async (how) => {
    const { market, calls, queueLength, wait } = await withAbandonedCall(how);
    await wait(30 * SECOND - 1, SECOND);
    expect(await queueLength()).toBe(1);
    await wait(1);
    expect(await queueLength()).toBe(0);
    await wait(2 * MINUTE, SECOND);
    expect(calls).toEqual([]);
    await market.coins("eur", 1);
    expect(calls).toEqual([list("eur", 1)]);
  });

  it.each(["left", "was told"])("keeps its place for a visitor who returns within 30 s (%s)", async (how) => {
    const { market, calls, wait } = await withAbandonedCall(how);
    void market.coins("inr", 1, null, patient());
    await wait(29 * SECOND, SECOND);
    const returning = market.coins("eur", 1, null, patient());
    await wait(91 * SECOND, SECOND);
    await returning;
    expect(calls).toEqual([list("eur", 1)]);
  });

  it("lasts another 30 s for each visitor who has come and left again", async () => {
    const { market, queueLength, wait } = await withAbandonedCall("left");
    await wait(20 * SECOND, SECOND);
    await failureOf(market.coins("eur", 1, null, hurried()));
    await wait(30 * SECOND - 1, SECOND);
    expect(await queueLength()).toBe(1);
  });

  it("does not prevent a later refresh of the same row", async () => {
    const { market, clock, calls, open } = await busyMarket();
    await failureOf(market.coinRows(["bitcoin"], "usd", hurried()));
    await open();
    clock.advance(10 * MINUTE);
    await market.coinRows(["bitcoin"], "usd");
    await promisesSettled();
    expect(calls).toHaveLength(2);
  });

  it("goes on once it has started, even if nobody waits", async () => {
    const { market, calls, hold, wait } = marketInTime();
    const open = hold();
    const leaving = new AbortController();
    const left = failureOf(market.coins("usd", 1, null, createPatience(leaving.signal)));
    await promisesSettled();
    leaving.abort();
    await left;
    await wait(31 * SECOND, SECOND);
    open();
    await promisesSettled();
    await market.coins("usd", 1);
    expect(calls).toHaveLength(1);
  });
});

it("a call without an end frees its slot after 30 s, and its answer still counts when it comes", async () => {
  const { market, calls, open, wait } = await busyMarket();
  await wait(29 * SECOND, SECOND);
  const waits = market.coins("eur", 1);
  await promisesSettled();
  expect(calls).toEqual([]);
  await wait(SECOND);
  expect(calls).toEqual([list("eur", 1)]);
  await wait(2 * MINUTE, SECOND);
  await open([waits]);
  expect((await market.coins("usd", 1)).freshForMs).toBe(MINUTE);
  expect(calls).toHaveLength(1);
});

describe("the limit of a service", () => {
  /** A market in front of a service that allows so many calls a minute, and visitors who ask for more than that. */
  function marketWithLimit(limit: number, firstCallsPerMinute = 30) {
    const setting = marketInTime({ callsPerMinute: 30, firstCallsPerMinute });
    const { market, clock, registry, service, wait } = setting;
    const allowed: number[] = [];
    const inLastMinute = () => allowed.filter((time) => time > clock.monotonic() - MINUTE).length;
    const allow = (calls: number) => {
      service.answer = (path) => {
        if (inLastMinute() >= calls) return refuseFor(MINUTE);
        allowed.push(clock.monotonic());
        return bodyFor(path);
      };
    };
    allow(limit);
    let page = 0;
    const crowd = async (ms: number) => {
      for (const end = clock.monotonic() + ms; clock.monotonic() < end; await wait(SECOND, SECOND))
        for (let visitor = 0; visitor < 2; visitor++) market.coins("usd", ++page).catch(() => {});
    };
    const rate = () => metricOf(registry, "market_data_calls_per_minute");
    return { ...setting, allow, allowed, inLastMinute, crowd, rate };
  }

  it("is learnt upwards where it is not known, until the service refuses a call", async () => {
    const { allow, starts, crowd, rate, wait } = marketWithLimit(30, 10);
    await crowd(MINUTE);
    expect(starts.length).toBeLessThanOrEqual(10);
    await wait(4 * MINUTE, SECOND);
    expect(await rate()).toBeGreaterThan(11);
    await wait(12 * MINUTE, SECOND);
    expect(await rate()).toBe(30);
    allow(5);
    await crowd(2 * MINUTE);
    expect(await rate()).toBeLessThan(20);
  });

  it("is halved once for the calls that are refused together, and rises slowly at first", async () => {
    const { market, clock, calls, service, hold, rate } = marketWithLimit(30);
    service.answer = () => refuseFor(4 * SECOND);
    const open = hold();
    const readers = Promise.all(times(4, (page) => failureOf(market.coins("usd", page))));
    await promisesSettled();
    expect(calls).toHaveLength(4);
    open();
    await readers;
    expect(await rate()).toBe(15);
    // Nothing is left of the burst.
    clock.advance(4 * SECOND);
    expect((await failureOf(market.coins("usd", 5, null, hurried()))).reason).toBe("overloaded");
    const rates: number[] = [];
    for (const seconds of [56, 300, 240, 3600]) {
      clock.advance(seconds * SECOND);
      rates.push(Math.round(10 * (await rate())) / 10);
    }
    expect(rates).toEqual([15.1, 17.7, 22.5, 30]);
  });

  it("is found with few refusals where it is lower than expected", async () => {
    const { calls, allowed, allow, crowd, inLastMinute } = marketWithLimit(8);
    await crowd(10 * MINUTE);
    expect(allowed.length).toBeGreaterThan(40);
    expect(calls.length - allowed.length).toBeLessThanOrEqual(8);
    allow(30);
    await crowd(20 * MINUTE);
    expect(inLastMinute()).toBeGreaterThanOrEqual(20);
  });

  it("is never taken for less than a tenth: calls go on after a quarter of an hour of refusals", async () => {
    const { allowed, allow, crowd, rate } = marketWithLimit(0);
    await crowd(15 * MINUTE);
    expect(await rate()).toBeGreaterThanOrEqual(3);
    allow(30);
    await crowd(2 * MINUTE);
    expect(allowed.length).toBeGreaterThanOrEqual(3);
  });
});
