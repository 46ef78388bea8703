import { expect, it, onTestFinished } from "vitest";
import { startRedis } from "../support/redis";
import { SECOND } from "../unit/market-data/market-under-test";
import { HASTY, keysIn, sharedCacheOf, watchLog } from "./replicas";

async function twoReplicas() {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  return { redis, first: sharedCacheOf(redis.url), second: sharedCacheOf(redis.url) };
}

it("a replica whose lock has expired does not release the lock that another has taken since", async () => {
  const { redis, first, second } = await twoReplicas();
  const late = await first.lock("exchanges");
  const [lockKey] = await keysIn(redis);
  if (lockKey === undefined) throw new Error("There is no lock.");
  expect(Number(await redis.command("PTTL", lockKey))).toBeLessThanOrEqual(3 * SECOND);
  // As when its call outlasts the lock; the replica does not notice, because Redis has its own clock.
  await redis.command("DEL", lockKey);
  expect(await second.lock("exchanges")).not.toBeNull();
  late?.release();
  expect(await first.lock("exchanges")).toBeNull();
  expect(await sharedCacheOf(redis.url).lock("exchanges")).toBeNull();
});

it("once a command has timed out, none is sent for the quiet time, although Redis replies again", async () => {
  watchLog();
  const { redis, first } = await twoReplicas();
  const hasty = sharedCacheOf(redis.url, {
    timeouts: { ...HASTY, commandMs: 1000, connectMs: 20_000, quietMs: 600_000 },
  });
  expect(await first.lock("exchanges")).not.toBeNull();
  expect(await hasty.lock("exchanges")).toBeNull();
  redis.freeze();
  expect(await hasty.lock("exchanges")).not.toBeNull();
  redis.thaw();
  expect(await first.lock("exchanges")).toBeNull();
  expect(await hasty.lock("exchanges")).not.toBeNull();
});
