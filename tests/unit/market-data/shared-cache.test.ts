import { describe, expect, it, onTestFinished, vi } from "vitest";
import { TIME } from "~/domain/time";
import {
  type AnswerStore,
  EMPTY_STORE,
  type RawAnswer,
} from "~/services/market-data/store/answer-store.server";
import { createSharedCache, parseRecord } from "~/services/market-data/store/shared-cache.server";
import { startFakeRedis } from "../../support/fake-redis";
import { eventually, failureOf, fakeTimers, marketInTime, marketWithFunction } from "./market-under-test";

/** A market whose shared cache has the same record for every path. */
function marketAmongReplicas() {
  const other: { answer: RawAnswer | null } = { answer: null };
  const read = async () => ({ ...other, pauseMs: 0 });
  const write = vi.fn<AnswerStore["write"]>();
  return { ...marketWithFunction({ store: { ...EMPTY_STORE, read, write } }), other, write };
}

describe("the answer of another replica", () => {
  it.each([
    ["a body of another shape", '{"coins":[]}'],
    ["a body of too many values", `[${"[],".repeat(50_000)}[]]`],
    ["a body that is too long", `[${" ".repeat(2_000_000)}]`],
  ])("that contains %s is counted and replaced by a call", async (_what, body) => {
    const { market, clock, calls, other, registry } = marketAmongReplicas();
    other.answer = { body, fetchedAt: clock.now() };
    expect((await market.common.exchanges.read()).value[0]?.id).toBe("kraken");
    expect(calls).toEqual(["/exchanges"]);
    expect(await registry.metrics()).toMatch(/market_data_unreadable_total\{kind="exchanges"\} [1-9]/);
  });

  // Redis drops it by then; a file keeps it.
  it("is not served beyond its maximum age", async () => {
    const { market, clock, other } = marketAmongReplicas();
    other.answer = { body: '[{"id":"binance"}]', fetchedAt: clock.now() - TIME.DAY - 1 };
    expect((await market.common.exchanges.read()).value[0]?.id).toBe("kraken");
  });

  it("is what the service sent, and never a failure or a body of another shape", async () => {
    const { market, clock, service, write } = marketAmongReplicas();
    const body = { id: "bitcoin", localization: { de: "which nobody reads" } };
    service.answer = (path) => (path === "/coins/bitcoin" ? body : { unexpected: "shape" });
    await market.coin("bitcoin");
    await failureOf(market.coins("usd", 1));
    const answer = { body: JSON.stringify(body), fetchedAt: clock.now() };
    expect(write.mock.calls).toEqual([["/coins/bitcoin", answer, TIME.HOUR]]);
  });
});

it("a visitor who waits for another replica's call gets its answer within a tenth of a second", async () => {
  onTestFinished(fakeTimers());
  const other: { answer: RawAnswer | null } = { answer: null };
  const store = { ...EMPTY_STORE, lock: async () => null, read: async () => ({ ...other, pauseMs: 0 }) };
  const { market, clock, calls, wait } = marketInTime({ store });
  const reading = market.common.exchanges.read();
  await wait(1550);
  other.answer = { body: '[{"id":"binance"}]', fetchedAt: clock.now() };
  await wait(100);
  const { value } = await Promise.race([reading, Promise.reject(new Error("still waiting"))]);
  expect(value).toMatchObject([{ id: "binance" }]);
  expect(calls).toEqual([]);
});

describe("a record in Redis", () => {
  const NOW = Date.UTC(2026, 10, 20);

  it("is the time of the answer, up to five seconds ahead of our clock, a line break and the body", () => {
    expect(parseRecord(`${NOW - 9}\n[\n]`, NOW)).toEqual({ fetchedAt: NOW - 9, body: "[\n]" });
    expect(parseRecord(`${NOW + 5000}\n[]`, NOW)).toEqual({ fetchedAt: NOW, body: "[]" });
  });

  const ODD = ["", "[]", "\n[]", "soon\n[]", "-1\n[]", "Infinity\n[]", `${NOW}`, `${NOW + 5001}\n[]`];

  it.each(ODD)("is not %j", (record) => expect(parseRecord(record, NOW)).toBeNull());
});

function replicaAt(url: string, commandMs = 20_000, quietMs = 60_000, connectMs = 5000) {
  const clock = { now: Date.now, monotonic: Date.now };
  const timeouts = { commandMs, connectMs, quietMs, upMs: 0 };
  const store = createSharedCache({ url, clock, serviceUrl: "https://service.test", timeouts });
  onTestFinished(() => store.close());
  return store;
}

/** Lets time pass, in which replicas get the replies to what they have sent. */
async function pass(ms: number, replicas: readonly AnswerStore[]) {
  for (let passed = 0; passed < ms; passed += 500) {
    await vi.advanceTimersByTimeAsync(500);
    for (const replica of replicas) await replica.read("");
  }
}

it("a lock stays while it is held, and is free once it is released, or four seconds after its holder was killed", async () => {
  onTestFinished(fakeTimers());
  const { url } = await startFakeRedis();
  const [first, second] = [replicaAt(url), replicaAt(url)];
  const isFree = async () => (await second.lock("/exchanges")) !== null;
  const lock = await first.lock("/exchanges");
  await pass(20 * TIME.SECOND, [first, second]);
  expect(await isFree()).toBe(false);
  first.close();
  await pass(1500, [second]);
  expect(await isFree()).toBe(false);
  await pass(2500, [second]);
  const next = await second.lock("/exchanges");
  lock?.release();
  expect(await isFree()).toBe(false);
  next?.release();
  expect(await isFree()).toBe(true);
});

it("a lock that has expired is not renewed, because another replica may hold it by now", async () => {
  onTestFinished(fakeTimers());
  const { url } = await startFakeRedis();
  const [first, second, third] = [replicaAt(url), replicaAt(url), replicaAt(url)];
  await first.lock("/exchanges");
  // As after a long computation, in which no timer runs.
  vi.setSystemTime(Date.now() + 4 * TIME.SECOND);
  expect(await second.lock("/exchanges")).not.toBeNull();
  second.close();
  await pass(4000, [third]);
  expect(await third.lock("/exchanges")).not.toBeNull();
});

describe("a Redis whose reply does not end", () => {
  const NOTHING = { answer: null, pauseMs: 0 };

  it("loses its connection when the command times out, and gets no other one for a while", async () => {
    const { url, connections } = await startFakeRedis("GETRANGE");
    const store = replicaAt(url, 200);
    expect(await store.read("/exchanges")).toEqual(NOTHING);
    await eventually(() => expect(connections[0]?.closed).toBe(true));
    expect(await store.read("/exchanges")).toEqual(NOTHING);
    expect(connections).toHaveLength(1);
    expect(connections[0]?.bytesWritten).toBeLessThan(100_000_000);
    expect(console.warn).toHaveBeenCalledTimes(1);
  });

  it("gets one new connection afterwards, however many commands have failed", async () => {
    const { url, connections } = await startFakeRedis("GETRANGE");
    const store = replicaAt(url, 200, 50);
    await Promise.all(["/exchanges", "/global"].map(store.read));
    await eventually(() => expect(connections.map(({ closed }) => closed)).toEqual([true, false]));
    await store.read("/exchanges");
    expect(connections).toHaveLength(2);
  });

  it.each(["redis", "rediss"])("is tried again where that is its first reply to %s:", async (protocol) => {
    const { url, connections } = await startFakeRedis("HELLO");
    const store = replicaAt(url.replace("redis", protocol), 200, 50, 200);
    expect(await store.read("/exchanges")).toEqual(NOTHING);
    await eventually(() => expect(connections[0]?.closed).toBe(true));
    await eventually(() => expect(connections.length).toBeGreaterThan(1));
  });
});
