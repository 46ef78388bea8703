import { expect, it, onTestFinished } from "vitest";
import { type Redis, startRedis } from "../support/redis";
import { startWire } from "../support/wire";
import { eventually, failureOf, MINUTE } from "../unit/market-data/market-under-test";
import { cacheLines, HASTY, keysIn, PATIENT, replicasOfMarket, sharedCacheOf, watchLog } from "./replicas";

it("goes on without Redis when it dies, says so once, and uses it again when it is back", async () => {
  const { log, upstream, redis, replicas, advance } = await replicasOfMarket();
  const [first, second] = replicas(2);
  await first?.coins("usd", 1);
  await redis.kill();
  for (let page = 2; page <= 6; page++) expect((await first?.coins("usd", page))?.value).toHaveLength(1);
  expect((await second?.coins("usd", 2))?.value).toHaveLength(1);
  expect(upstream.calls).toHaveLength(7);
  // One line for each replica.
  expect(cacheLines(log)).toHaveLength(2);
  expect(cacheLines(log)[0]).toMatch(/^market data cache: out of use \(.+\); going on without it$/);

  await redis.start();
  await eventually(async () => {
    await advance(MINUTE + 1);
    await Promise.all([first?.coins("usd", 1), second?.coins("usd", 1)]);
    expect(cacheLines(log).slice(2)).toEqual(Array(2).fill("market data cache: in use again"));
  });
  await first?.coins("eur", 1);
  expect((await second?.coins("eur", 1))?.value).toHaveLength(1);
  // Stale answers in dollars may still be under renewal.
  expect(upstream.calls.filter(({ path }) => path.includes("vs_currency=eur"))).toHaveLength(1);
});

it("starts without Redis when there is none yet, and finds it later", async () => {
  const { log, upstream, redis, replica, advance } = await replicasOfMarket();
  await redis.kill();
  const market = replica({ timeouts: HASTY });
  expect((await market.coins("usd", 1)).value).toHaveLength(1);
  expect(upstream.calls).toHaveLength(1);
  expect(cacheLines(log)).toHaveLength(1);
  await redis.start();
  await eventually(async () => {
    await advance(MINUTE + 1);
    await market.coins("usd", 1);
    expect(await keysIn(redis)).not.toEqual([]);
  });
});

it("goes on without a Redis that does not reply, and says so once", async () => {
  const { log, upstream, redis, replica } = await replicasOfMarket();
  // A busy machine gets time to connect: a replica that is not connected logs nothing when Redis stops replying.
  const market = replica({ timeouts: { ...HASTY, connectMs: 5000 } });
  await market.coins("usd", 1);
  redis.freeze();
  for (let page = 2; page <= 20; page++) expect((await market.coins("usd", page)).value).toHaveLength(1);
  expect(upstream.calls).toHaveLength(20);
  expect(cacheLines(log)).toHaveLength(1);
  redis.thaw();
  await eventually(async () => {
    await market.coins("eur", upstream.calls.length);
    expect(cacheLines(log)).toContain("market data cache: in use again");
  });
});

it("does not flood the log when Redis comes and goes", async () => {
  const { log, redis, replica } = await replicasOfMarket();
  const market = replica({ timeouts: { ...HASTY, connectMs: 5000, upMs: 60_000 } });
  await market.coins("usd", 1);
  let page = 1;
  for (let time = 1; time <= 3; time++) {
    redis.freeze();
    page += 1;
    await market.coins("usd", page);
    redis.thaw();
    await eventually(async () => {
      page += 1;
      await market.coins("usd", page);
      expect(
        (await keysIn(redis)).some((key) =>
          key.endsWith(`answer:/coins/markets?vs_currency=usd&page=${page}`),
        ),
      ).toBe(true);
    });
  }
  expect(cacheLines(log)).toHaveLength(1);
});

it("looks for the new primary when its Redis has become a replica", async () => {
  const { log, redis, replica } = await replicasOfMarket();
  const market = replica({ timeouts: { ...PATIENT, upMs: 60_000 } });
  await market.coins("usd", 1);
  const connections = () => redis.command("CLIENT", "LIST").then(String);
  const [before] = /id=\d+/.exec(lineOf(await connections())) ?? [];
  await redis.command("REPLICAOF", "127.0.0.1", "1");
  expect((await market.coins("usd", 2)).value).toHaveLength(1);
  await eventually(() => expect(cacheLines(log).join()).toMatch(/out of use \(READONLY/));
  await eventually(async () => {
    const [after] = /id=\d+/.exec(lineOf(await connections())) ?? [];
    expect([undefined, before]).not.toContain(after);
  });
});

/** The line of a list of connections that is of a replica of the site. */
function lineOf(clients: string): string {
  return clients.split("\n").find((line) => line.includes("name=cypto-on-the-go")) ?? "";
}

/** The replicas' clock at the start of each test, in milliseconds. */
const NOW = Date.UTC(2026, 10, 20);

it.each([
  ["text that is not a record", ["SET", "KEY", "rubbish"]],
  ["a record without a time", ["SET", "KEY", "\n[]"]],
  ["half a body", ["SET", "KEY", `${NOW}\n[{"id":`]],
  ["a body of another shape", ["SET", "KEY", `${NOW}\n{"coins":[]}`]],
  ["a refusal of the service", ["SET", "KEY", `${NOW}\n{"status":{"error_code":10012}}`]],
  ["a body nested a million deep", ["SET", "KEY", `${NOW}\n${"[".repeat(1_000_000)}`]],
  ["a list", ["RPUSH", "KEY", "rubbish"]],
  ["more than any record has", ["SETRANGE", "KEY", "5000000", "x"]],
  ["bytes that are not text", ["SET", "KEY", "\u0000\ufffd\u0001"]],
])("ignores %s in Redis, says so once, and replaces it with an answer", async (_, command) => {
  const { log, upstream, redis, replica, advance } = await replicasOfMarket();
  const known = await replica().coins("usd", 1);
  const [answerKey, prefix] = await waitForAnswerKey(redis);
  // The answer itself and all records beside it.
  for (const key of [answerKey, answerKey.replace(":answer:", ":lock:"), `${prefix}:pause`]) {
    await redis.command("DEL", key);
    await redis.command(...command.map((word) => (word === "KEY" ? key : word)));
  }
  const served = await replica({ callsPerMinute: 6000 }).coins("usd", 1);
  expect(served.value).toEqual(known.value);
  expect(upstream.calls).toHaveLength(2);
  const lines = log.filter((line) => /as if it were not there$|a stored answer cannot be read/.test(line));
  expect(lines).toHaveLength(1);
  await advance(1000);
  expect(await replica().coins("usd", 1)).toMatchObject({ fetchedAt: served.fetchedAt });
  expect(upstream.calls).toHaveLength(2);
});

it("reads a body from Redis as strictly as one from the service", async () => {
  const { redis, replica, upstream } = await replicasOfMarket();
  await replica().coins("usd", 1);
  const [answerKey] = await waitForAnswerKey(redis);
  const body = JSON.stringify([
    { id: "x", name: "\u202eX", image: "javascript:alert(1)", current_price: "much" },
    { id: "../admin" },
  ]);
  await redis.command("SET", answerKey, `${NOW}\n${body}`, "PX", "3600000");
  expect((await replica().coins("usd", 1)).value).toMatchObject([
    { id: "x", symbol: "", name: "X", image: null, price: null, rank: null, change24h: null },
  ]);
  expect(upstream.calls).toHaveLength(1);
});

it.each([
  ["for ever", []],
  ["for an hour", ["PX", "3600000"]],
])("ignores a pause %s, which no replica would set", async (_, expiry) => {
  const { redis, replica } = await replicasOfMarket();
  await replica().common.exchanges.read();
  const [, prefix] = await waitForAnswerKey(redis);
  await redis.command("SET", `${prefix}:pause`, "", ...expiry);
  expect((await replica().coins("usd", 1)).value).toHaveLength(1);
  await redis.command("SET", `${prefix}:pause`, "", "PX", "5000");
  expect((await failureOf(replica().coins("usd", 2))).reason).toBe("rate-limited");
});

it("goes on when Redis accepts no writes, and says so once", async () => {
  const { log, redis, upstream, replica } = await replicasOfMarket();
  const market = replica();
  await market.common.exchanges.read();
  await redis.command("CONFIG", "SET", "maxmemory", "1");
  for (let page = 1; page <= 5; page++) expect((await market.coins("usd", page)).value).toHaveLength(1);
  expect(upstream.calls).toHaveLength(6);
  expect(cacheLines(log)).toHaveLength(1);
  expect(cacheLines(log)[0]).toContain("OOM");
});

it("goes on when Redis rejects the password, and never logs it", async () => {
  const log = watchLog();
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const shared = sharedCacheOf(redis.url.replace("redis://", "redis://visitor:hush@"), { timeouts: HASTY });
  expect(await shared.read("/exchanges")).toEqual({ answer: null, pauseMs: 0 });
  expect(await shared.lock("/exchanges")).not.toBeNull();
  await eventually(() => expect(cacheLines(log)).toHaveLength(1));
  expect(log.join("\n")).toContain("WRONGPASS");
  expect(log.join("\n")).not.toContain("hush");
});

it("replaces a connection that died silently while commands are still sent", async () => {
  const { log, redis, replicaAt } = await replicasOfMarket();
  const wire = await startWire(redis.port);
  onTestFinished(() => wire.stop());
  const market = replicaAt(`redis://127.0.0.1:${wire.port}`, { timeouts: HASTY });
  await market.coins("usd", 1);
  wire.silence();
  let page = 1;
  await eventually(async () => {
    page += 1;
    await market.coins("usd", page);
    expect(cacheLines(log)).toContain("market data cache: in use again");
  });
  expect(wire.connections()).toBeGreaterThan(1);
});

/** Waits for the first answer in Redis. @returns its key, and the beginning of all keys */
async function waitForAnswerKey(redis: Redis): Promise<readonly [key: string, prefix: string]> {
  let key = "";
  await eventually(async () => {
    const keys = await keysIn(redis);
    key = keys.find((name) => name.includes(":answer:")) ?? "";
    // The lock is released after the answer was written.
    expect(keys).toEqual([key]);
  });
  return [key, key.slice(0, key.indexOf(":answer:"))];
}
