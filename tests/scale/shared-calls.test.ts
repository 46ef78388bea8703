import { expect, it, onTestFinished } from "vitest";
import { createRedisMarketData } from "~/services/market-data/shared/redis-market-data.server";
import { STORED_VALUES } from "~/services/market-data/shared/stored-values.server";
import { createGate, eventually, HOUR, MINUTE, SECOND } from "../unit/market-data/market-under-test";
import { answerWell, keysIn, PATIENT, replicasOfMarket } from "./replicas";

it("makes one call for ten replicas with ten visitors each on a cold page", async () => {
  const { upstream, replicas } = await replicasOfMarket();
  const markets = replicas(10);
  const readers = markets.flatMap((market) => Array.from({ length: 10 }, () => market.coins("usd", 1)));
  const answers = await Promise.all(readers);
  expect(upstream.calls).toHaveLength(1);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

it("makes one call for each of all kinds of data, and all replicas get the same of it", async () => {
  const { upstream, replicas } = await replicasOfMarket();
  const read = await Promise.all(
    replicas(5).map((market) =>
      Promise.all<unknown>([
        market.coins("inr", 2),
        market.coin("bitcoin"),
        market.priceHistory("bitcoin", "usd", "7d"),
        market.exchanges(),
      ]),
    ),
  );
  for (const answers of read) expect(answers).toEqual(read[0]);
  expect(upstream.calls.map((call) => call.path).sort()).toEqual([
    "/coins/bitcoin",
    "/coins/bitcoin/market_chart?vs_currency=usd&days=7d",
    "/coins/markets?vs_currency=inr&page=2",
    "/exchanges",
  ]);
});

it("makes one call a life, whichever replicas are visited", async () => {
  const { upstream, replicas, advance } = await replicasOfMarket();
  const markets = replicas(4);
  const readAll = () => Promise.all(markets.map((market) => market.coins("usd", 1)));
  await readAll();
  for (let life = 2; life <= 4; life++) {
    await advance(MINUTE + 1);
    const stale = (await readAll())[0]?.fetchedAt ?? 0;
    // Stale answers go out at once; what the one refresh brings reaches every replica.
    await eventually(async () => {
      await advance(1001);
      for (const answer of await readAll()) expect(answer.fetchedAt).toBeGreaterThan(stale);
    });
    expect(upstream.calls).toHaveLength(life);
  }
});

it("starts warm: a new replica serves what the others know, without a call and while the service is dead", async () => {
  const { upstream, replica, advance } = await replicasOfMarket();
  const known = await replica().coins("usd", 1);
  await upstream.refuse();
  await advance(30 * SECOND);
  const served = await replica().coins("usd", 1);
  expect(served.value).toEqual(known.value);
  expect(served.fetchedAt).toBe(known.fetchedAt);
  expect(served.freshForMs).toBe(30 * SECOND);
  expect(Object.isFrozen(served.value[0])).toBe(true);
});

it("serves a new replica's first visitor what is stale at once, and refreshes it behind its back", async () => {
  const { upstream, replica, advance, now } = await replicasOfMarket();
  const known = await replica().coins("usd", 1);
  await advance(10 * MINUTE);
  const gate = createGate();
  upstream.behave((call) => ({ kind: "slow", until: gate.opened, next: answerWell(call) }));
  const market = replica();
  expect((await market.coins("usd", 1)).fetchedAt).toBe(known.fetchedAt);
  gate.open();
  await eventually(async () => expect((await market.coins("usd", 1)).fetchedAt).toBe(now()));
  expect(upstream.calls).toHaveLength(2);
});

it("never serves what is beyond its greatest age, whoever kept it", async () => {
  const { upstream, replica, advance, now } = await replicasOfMarket();
  await replica().coins("usd", 1);
  await advance(HOUR + 1);
  expect((await replica().coins("usd", 1)).fetchedAt).toBe(now());
  expect(upstream.calls).toHaveLength(2);
});

it("does not ask Redis for what it has itself and is fresh", async () => {
  const { redis, replica } = await replicasOfMarket();
  const market = replica();
  await market.coins("usd", 1);
  const scripts = async () =>
    /cmdstat_eval:calls=(\d+)/.exec(String(await redis.command("INFO", "commandstats")))?.[1];
  // The lock is given back behind the reader's back.
  await eventually(async () =>
    expect((await keysIn(redis)).filter((key) => key.includes(":lock:"))).toEqual([]),
  );
  const before = await scripts();
  await Promise.all(Array.from({ length: 50 }, () => market.coins("usd", 1)));
  expect(await scripts()).toBe(before);
});

it("calls again when the replica that was calling dies", async () => {
  const { upstream, redis, replica } = await replicasOfMarket();
  // The lock of a replica that was killed in the middle of a call, which nobody extends.
  await replica().exchanges();
  const answerKey = (await keysIn(redis)).find((key) => key.includes(":answer:")) ?? "";
  const lockKey = answerKey.replace(":answer:exchanges", ":lock:coins/usd/1");
  await redis.command("SET", lockKey, "a replica that is no more", "PX", "300");
  await Promise.all([replica(), replica()].map((market) => market.coins("usd", 1)));
  expect(upstream.calls).toHaveLength(2);
});

it("keeps the lock for as long as a call takes", async () => {
  const { upstream, redis, replica } = await replicasOfMarket();
  const gate = createGate();
  upstream.behave((call) => ({ kind: "slow", until: gate.opened, next: answerWell(call) }));
  const lockMs = 1500;
  const first = replica({ lockMs }).coins("usd", 1);
  await eventually(() => expect(upstream.calls).toHaveLength(1));
  const second = replica({ lockMs }).coins("usd", 1);
  const lockKey = (await keysIn(redis)).find((key) => key.includes(":lock:")) ?? "";
  let leftMs = Number.POSITIVE_INFINITY;
  let extensions = 0;
  await eventually(async () => {
    const left = Number(await redis.command("PTTL", lockKey));
    if (left > leftMs) extensions += 1;
    leftMs = left;
    // Together they are longer than the lock's own life.
    expect(extensions).toBe(4);
  });
  expect(upstream.calls).toHaveLength(1);
  gate.open();
  expect(await second).toEqual(await first);
  expect(upstream.calls).toHaveLength(1);
});

it("gives replicas that call at once slots that are evenly apart", async () => {
  const { redis, upstream } = await replicasOfMarket();
  const interval = 10 * SECOND;
  const slots = await Promise.all(
    Array.from({ length: 5 }, () => {
      const shared = createRedisMarketData({ url: redis.url, serviceUrl: upstream.url, timeouts: PATIENT });
      onTestFinished(() => shared.close());
      return shared.takeSlot(interval);
    }),
  );
  expect(slots.map((ms) => Math.round(ms / interval)).sort()).toEqual([0, 1, 2, 3, 4]);
});

it("shares nothing between replicas that ask different services", async () => {
  const { redis, replica } = await replicasOfMarket();
  await replica().exchanges();
  const other = createRedisMarketData({
    url: redis.url,
    serviceUrl: "https://other.test",
    timeouts: PATIENT,
  });
  onTestFinished(() => other.close());
  expect((await other.read("exchanges", STORED_VALUES.exchanges)).answer).toBeNull();
});
