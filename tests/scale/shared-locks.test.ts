import { expect, it, onTestFinished } from "vitest";
import { startRedis } from "../support/redis";
import { createClock, SECOND } from "../unit/market-data/market-under-test";
import { HASTY, keysIn, sharedCacheOf, watchLog } from "./replicas";

async function twoReplicas() {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const clock = createClock();
  const [first, second] = [sharedCacheOf(redis.url, { clock }), sharedCacheOf(redis.url, { clock })];
  return { redis, clock, first, second };
}

it("a replica whose lock has expired does not release the lock that another has taken since", async () => {
  const { redis, clock, first, second } = await twoReplicas();
  const late = await first.lock("exchanges");
  const [lockKey = ""] = await keysIn(redis);
  expect(Number(await redis.command("PTTL", lockKey))).toBeLessThanOrEqual(3 * SECOND);
  // As when its call outlasts the lock. Redis has its own clock.
  clock.advance(3 * SECOND);
  await redis.command("DEL", lockKey);
  expect(await second.lock("exchanges")).not.toBeNull();
  late?.release();
  expect(await first.lock("exchanges")).toBeNull();
  expect(await sharedCacheOf(redis.url, { clock: createClock() }).lock("exchanges")).toBeNull();
});

it("once a command has timed out, none is sent for the quiet time, although Redis replies again", async () => {
  watchLog();
  const { redis, first } = await twoReplicas();
  const hasty = sharedCacheOf(redis.url, {
    timeouts: { ...HASTY, commandMs: 1000, connectMs: 20_000, quietMs: 600_000 },
    clock: createClock(),
  });
  expect(await first.lock("exchanges")).not.toBeNull();
  expect(await hasty.lock("exchanges")).toBeNull();
  redis.freeze();
  expect(await hasty.lock("exchanges")).not.toBeNull();
  redis.thaw();
  expect(await first.lock("exchanges")).toBeNull();
  expect(await hasty.lock("exchanges")).not.toBeNull();
});
