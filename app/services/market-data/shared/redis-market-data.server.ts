import { randomUUID } from "node:crypto";
import { type Clock, SYSTEM_CLOCK } from "../../clock.server";
import { encodeAnswer, encodeBlock } from "./records.server";
import { createRedisConnection, type RedisTimeouts } from "./redis-connection.server";
import { MAX_RECORD_LENGTH, maxBlockMs, memoryMs, redisKeys } from "./redis-keys.server";
import { createRecordReader } from "./redis-reader.server";
import {
  EXTEND_LOCK,
  RELEASE_LOCK,
  type RunScript,
  SET_UNLESS_SHORTER,
  TAKE_LOCK,
  TAKE_SLOT,
} from "./redis-scripts.server";
import type { Lock, SharedMarketData } from "./shared-market-data.server";

interface RedisMarketDataOptions {
  /** `redis://[user:password@]host[:port][/database]`, or `rediss://` over TLS. */
  readonly url: string;
  /** The base address of the service: replicas with another one share nothing with these. */
  readonly serviceUrl: string;
  /** Replicas have to agree on the time of day, to five seconds, as NTP makes them. */
  readonly clock?: Clock;
  /** Milliseconds after which the lock of a replica that died is free; a living one extends it. */
  readonly lockMs?: number;
  readonly timeouts: RedisTimeouts;
}

const LOCK_MS = 5000;

/** Shares market data through a single Redis 6 or newer, or Valkey. */
export function createRedisMarketData({
  url,
  serviceUrl,
  clock = SYSTEM_CLOCK,
  lockMs = LOCK_MS,
  timeouts,
}: RedisMarketDataOptions): SharedMarketData {
  const connection = createRedisConnection(url, timeouts);
  const keys = redisKeys(serviceUrl);

  /** Runs a script; null when it cannot be run. */
  const run: RunScript = (script, keys, ...words) =>
    connection.run((client) => client.eval(script, { keys, arguments: words.map(String) }));

  return {
    read: createRecordReader(run, keys, connection.warnOnceAnHour, clock),
    lock: (key) => takeLock(run, keys.lock(key), lockMs),
    async isLocked(key) {
      return ((await connection.run((client) => client.pTTL(keys.lock(key)))) ?? 0) > 0;
    },
    async takeSlot(intervalMs) {
      const waitMs = await run(TAKE_SLOT, [keys.slot], Math.ceil(intervalMs));
      return typeof waitMs === "number" ? waitMs : 0;
    },
    share(key, answer, usefulForMs) {
      const text = encodeAnswer(answer);
      if (text.length > MAX_RECORD_LENGTH) return;
      void connection.run((client) =>
        Promise.all([
          client.set(keys.answer(key), text, { expiration: { type: "PX", value: usefulForMs } }),
          client.del(keys.block("key", key)),
        ]),
      );
    },
    shareBlocks(key, blocks) {
      for (const block of blocks) {
        const { scope, until } = block;
        const leftMs = Math.min(until - clock.monotonic(), maxBlockMs(scope)) + memoryMs(scope);
        void run(
          SET_UNLESS_SHORTER,
          [keys.block(scope, key)],
          encodeBlock(block),
          Math.max(1, Math.ceil(leftMs)),
        );
      }
    },
    close: connection.close,
  };
}

/** Takes a lock that a living replica extends, and that is free soon after one has died. */
async function takeLock(run: RunScript, key: string, lockMs: number): Promise<Lock | null> {
  const token = randomUUID();
  // Without Redis every replica calls for itself.
  if ((await run(TAKE_LOCK, [key], token, lockMs)) === 0) return null;
  const extending = setInterval(() => void run(EXTEND_LOCK, [key], token, lockMs), lockMs / 3);
  extending.unref();
  return {
    release() {
      clearInterval(extending);
      void run(RELEASE_LOCK, [key], token);
    },
  };
}
