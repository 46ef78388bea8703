import { expect, it } from "vitest";
import { createGate, eventually, HOUR, MINUTE, SECOND } from "../unit/market-data/market-under-test";
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
  const gate = createGate();
  upstream.behave((call) => ({ kind: "slow", until: gate.opened, next: answerNormally(call) }));
  const killed = replica();
  const lost = killed.coins("usd", 1);
  const lockKeys = async () => (await keysIn(redis)).filter((key) => key.includes(":lock:"));
  await eventually(async () => {
    expect(await lockKeys()).toHaveLength(1);
    expect(upstream.calls).toHaveLength(1);
  });
  // Its lock stays, and is renewed no more.
  await killed.close();
  for (const key of await lockKeys()) await redis.command("PEXPIRE", key, "300");
  upstream.behave(answerNormally);
  await Promise.all([replica(), replica()].map((market) => market.coins("usd", 1)));
  expect(upstream.calls).toHaveLength(2);
  gate.open();
  await lost;
});

/** Of 30 calls a minute. */
const BUCKET = { capacity: 5, msPerToken: 2 * SECOND + 400 };

it("starts no more calls than one replica would, on five that ask at once, across minutes of the clock", async () => {
  const { redis, advance } = await replicasOfMarket();
  const stores = Array.from({ length: 5 }, () => sharedCacheOf(redis.url));
  await Promise.all(stores.map((store) => store.read("")));
  const begin = performance.now();
  let started = 0;
  for (let passedMs = 0; passedMs <= 2 * MINUTE; passedMs += 10 * SECOND) {
    const waits = await Promise.all([...stores, ...stores].map((store) => store.countCall(BUCKET)));
    started += waits.filter((ms) => ms === 0).length;
    expect(Math.max(...waits)).toBeLessThanOrEqual(BUCKET.msPerToken);
    // Redis has its own clock, which runs during the test.
    const realMs = performance.now() - begin;
    const tokens = (ms: number) => BUCKET.capacity + Math.floor(ms / BUCKET.msPerToken);
    expect(started).toBeLessThanOrEqual(tokens(passedMs + realMs));
    expect(started).toBeGreaterThanOrEqual(tokens(passedMs) - 1);
    await advance(10 * SECOND);
  }
});

it.each([
  ["text without an end", ["SET", "KEY", "rubbish"]],
  ["a list", ["RPUSH", "KEY", "rubbish"]],
  ["a longer time than any bucket takes to fill", ["SET", "KEY", "", "PX", String(20 * MINUTE + 9 * SECOND)]],
])("counts calls anew where Redis has %s in place of the bucket", async (_, command) => {
  const { redis } = await replicasOfMarket();
  const store = sharedCacheOf(redis.url);
  expect(await store.countCall(BUCKET)).toBe(0);
  const [key] = await keysIn(redis);
  if (key === undefined) throw new Error("Nothing was counted.");
  await redis.command("DEL", key);
  await redis.command(...command.map((word) => (word === "KEY" ? key : word)));
  expect(await store.countCall(BUCKET)).toBe(0);
  await redis.command("SET", key, "", "PX", String(MINUTE));
  expect(await store.countCall(BUCKET)).toBeGreaterThan(45 * SECOND);
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
  const key = (await keysIn(redis)).find((name) => name.endsWith(":month:2026-11"));
  if (key === undefined) throw new Error("The month is not counted.");
  expect(Number(await redis.command("PTTL", key))).toBeGreaterThan(31 * 24 * HOUR);
  for (const theirs of ["1000", "1000000000000000", "-7", "rubbish"]) {
    await redis.command("SET", key, theirs);
    expect(await second?.countInMonth("2026-11", 10, 1000)).toBe(10);
    expect(await first?.countInMonth("2026-11", 9, 1000)).toBe(11);
  }
});

it("counts the first calls of a month that replicas make at once", async () => {
  const { redis } = await replicasOfMarket();
  const stores = Array.from({ length: 5 }, () => sharedCacheOf(redis.url));
  await Promise.all(stores.map((store) => store.read("")));
  const counts = await Promise.all(stores.map((store) => store.countInMonth("2026-11", 7, 1000)));
  expect(counts.toSorted()).toEqual([10, 11, 7, 8, 9]);
});

it("shares nothing between replicas with different services", async () => {
  const { redis, upstream, replica } = await replicasOfMarket();
  await replica().common.exchanges.read();
  await eventually(async () => {
    const same = sharedCacheOf(redis.url, { serviceUrl: upstream.url });
    expect((await same.read("/exchanges")).answer).not.toBeNull();
  });
  expect((await sharedCacheOf(redis.url).read("/exchanges")).answer).toBeNull();
});
