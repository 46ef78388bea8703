import { expect, it } from "vitest";
import {
  createClock,
  createGate,
  eventually,
  HOUR,
  MINUTE,
  SECOND,
} from "../unit/market-data/market-under-test";
import { answerNormally, keysIn, replicasOfMarket, sharedCacheOf } from "./replicas";

it("makes one call for ten replicas with ten visitors each of a cold page", async () => {
  const { upstream, replicas } = await replicasOfMarket();
  const markets = replicas(10);
  const readers = markets.flatMap((market) => Array.from({ length: 10 }, () => market.coins("usd", 1)));
  const answers = await Promise.all(readers);
  expect(upstream.calls).toHaveLength(1);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

it("makes one call per ttl, whichever replicas are visited", async () => {
  const { upstream, replicas, advance } = await replicasOfMarket();
  const markets = replicas(4);
  const readAll = () => Promise.all(markets.map((market) => market.coins("usd", 1)));
  await readAll();
  for (let calls = 2; calls <= 4; calls++) {
    await advance(MINUTE + 1);
    const stale = (await readAll())[0]?.fetchedAt ?? 0;
    // Stale answers are served at once; the result of the one refresh reaches every replica.
    await eventually(async () => {
      for (const answer of await readAll()) expect(answer.fetchedAt).toBeGreaterThan(stale);
    });
    expect(upstream.calls).toHaveLength(calls);
  }
});

it("starts warm: a new replica serves what others have fetched, also while the service is down", async () => {
  const { upstream, replica, advance } = await replicasOfMarket();
  const known = await replica().coins("usd", 1);
  await upstream.refuse();
  await advance(30 * SECOND);
  const served = await replica().coins("usd", 1);
  expect(served.value).toEqual(known.value);
  expect(served.fetchedAt).toBe(known.fetchedAt);
  expect(served.freshForMs).toBe(30 * SECOND);
});

it("serves a stale answer at once to a new replica's first visitor, and refreshes it", async () => {
  const { upstream, replica, advance, now } = await replicasOfMarket();
  const known = await replica().coins("usd", 1);
  await advance(10 * MINUTE);
  const gate = createGate();
  upstream.behave((call) => ({ kind: "slow", until: gate.opened, next: answerNormally(call) }));
  const market = replica();
  expect((await market.coins("usd", 1)).fetchedAt).toBe(known.fetchedAt);
  gate.open();
  await eventually(async () => expect((await market.coins("usd", 1)).fetchedAt).toBe(now()));
  expect(upstream.calls).toHaveLength(2);
});

it("does not ask Redis for an answer that it has and that is fresh", async () => {
  const { redis, replica } = await replicasOfMarket();
  const market = replica();
  await market.coins("usd", 1);
  const reads = async () =>
    /cmdstat_getrange:calls=(\d+)/.exec(String(await redis.command("INFO", "commandstats")))?.[1];
  const before = await reads();
  await Promise.all(Array.from({ length: 50 }, () => market.coins("usd", 1)));
  expect(await reads()).toBe(before);
});

it("calls again when the replica that was calling dies", async () => {
  const { upstream, redis, replica } = await replicasOfMarket();
  // The lock of a replica that was killed in the middle of a call.
  await replica().exchanges();
  const answerKey = (await keysIn(redis)).find((key) => key.includes(":answer:")) ?? "";
  const lockKey = answerKey.replace(":answer:/exchanges", ":lock:/coins/markets?vs_currency=usd&page=1");
  await redis.command("SET", lockKey, "a replica that has died", "PX", "300");
  await Promise.all([replica(), replica()].map((market) => market.coins("usd", 1)));
  expect(upstream.calls).toHaveLength(2);
});

it("lets no more calls start within a minute than the limit, over all replicas", async () => {
  const { redis } = await replicasOfMarket();
  const clock = createClock();
  const replicas = Array.from({ length: 5 }, () => sharedCacheOf(redis.url, { clock }));
  /** Asks for a call on each replica in turn until one has to wait. */
  async function callUntilFull() {
    let started = 0;
    for (let waitMs = 0; waitMs === 0; started++) {
      waitMs = (await replicas[started % 5]?.countCall(30)) ?? 0;
      if (waitMs > 0) return { started, waitMs };
    }
    throw new Error("never full");
  }
  clock.advance(30 * SECOND);
  expect(await callUntilFull()).toEqual({ started: 30, waitMs: 30 * SECOND });
  clock.advance(30 * SECOND);
  expect(await callUntilFull()).toEqual({ started: 0, waitMs: 2 * SECOND });
  clock.advance(20 * SECOND);
  expect((await callUntilFull()).started).toBe(10);
  clock.advance(2 * MINUTE);
  expect((await callUntilFull()).started).toBe(30);
});

it("counts the calls of a month for all replicas, and through restarts", async () => {
  const { redis } = await replicasOfMarket();
  const [first, second] = [1, 2].map(() => sharedCacheOf(redis.url));
  // A new count begins with what the replica knows.
  expect(await first?.countInMonth("2026-11", 7, 1000)).toBe(7);
  expect(await second?.countInMonth("2026-11", 500, 1000)).toBe(8);
  expect(await first?.countInMonth("2026-12", 1, 1000)).toBe(1);
  const restarted = sharedCacheOf(redis.url);
  expect(await restarted.countInMonth("2026-11", 400, 1000)).toBe(9);
  const key = (await keysIn(redis)).find((name) => name.endsWith(":month:2026-11")) ?? "";
  expect(Number(await redis.command("PTTL", key))).toBeGreaterThan(31 * 24 * HOUR);
  await redis.command("SET", key, "1000");
  // Not a count of ours.
  expect(await second?.countInMonth("2026-11", 10, 1000)).toBe(10);
  await redis.command("SET", key, "rubbish");
  expect(await first?.countInMonth("2026-11", 10, 1000)).toBeNull();
});

it("shares nothing between replicas with different services", async () => {
  const { redis, upstream, replica } = await replicasOfMarket();
  await replica().exchanges();
  await eventually(async () => {
    const same = sharedCacheOf(redis.url, { serviceUrl: upstream.url });
    expect((await same.read("/exchanges")).answer).not.toBeNull();
  });
  expect((await sharedCacheOf(redis.url).read("/exchanges")).answer).toBeNull();
});
