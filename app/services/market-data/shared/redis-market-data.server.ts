import { createHash, randomUUID } from "node:crypto";
import * as v from "valibot";
import { TIME } from "~/domain/time";
import { type Clock, SYSTEM_CLOCK } from "../../clock.server";
import { type BlockScope, COOL_DOWN } from "../cache/cool-downs.server";
import { MAX_RETRY_AFTER_MS } from "../provider/client.server";
import { decodeAnswer, decodeBlock, encodeAnswer, encodeBlock, RECORDS_VERSION } from "./records.server";
import { createRedisConnection, type RedisTimeouts } from "./redis-connection.server";
import {
  EXTEND_LOCK,
  READ,
  RELEASE_LOCK,
  SET_UNLESS_SHORTER,
  TAKE_LOCK,
  TAKE_SLOT,
} from "./redis-scripts.server";
import { type Lock, NOT_SHARED, type SharedMarketData } from "./shared-market-data.server";

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

/** Records are no longer; of whatever else stands in their place no more than this is read. */
const MAX_RECORD_LENGTH = 2_000_000;

/** A replica that starts after so long asks the service again whether its plan includes more. */
const PLAN_MS = TIME.DAY;

const SCOPES: readonly BlockScope[] = ["key", "service", "plan"];

/** Of a record its text, and the milliseconds that it still has; what is not there has -2 of them, what is not ours -1. */
const foundRecords = v.array(v.strictTuple([v.string(), v.number()]));

/** Shares market data through a single Redis 6 or newer, or Valkey. */
export function createRedisMarketData({
  url,
  serviceUrl,
  clock = SYSTEM_CLOCK,
  lockMs = LOCK_MS,
  timeouts,
}: RedisMarketDataOptions): SharedMarketData {
  const connection = createRedisConnection(url, timeouts);
  const service = createHash("sha256").update(serviceUrl).digest("base64url").slice(0, 12);
  const prefix = `cypto-on-the-go:${RECORDS_VERSION}:${service}`;
  const answerKey = (key: string) => `${prefix}:answer:${key}`;
  const lockKey = (key: string) => `${prefix}:lock:${key}`;
  const slotKey = `${prefix}:slot`;

  function blockKey(scope: BlockScope, key: string): string {
    return scope === "key" ? `${prefix}:block:${key}` : `${prefix}:block-of-${scope}`;
  }

  /** Runs a script; null when it cannot be run. */
  function run(script: string, keys: string[], ...words: (string | number)[]): Promise<unknown> {
    return connection.run((client) => client.eval(script, { keys, arguments: words.map(String) }));
  }

  /** Reads a record, and complains when there is one that makes no sense. */
  function parsed<Result>(
    key: string,
    [text, leftMs]: readonly [string, number],
    read: (text: string) => Result | null,
  ): Result | null {
    if (leftMs === -2) return null;
    const result = leftMs > 0 ? read(text) : null;
    if (result === null) connection.warnOnceAnHour("unreadable", `${key} holds what cannot be read`);
    return result;
  }

  function lockOf(key: string, token: string): Lock {
    const extending = setInterval(() => void run(EXTEND_LOCK, [lockKey(key)], token, lockMs), lockMs / 3);
    extending.unref();
    return {
      release() {
        clearInterval(extending);
        void run(RELEASE_LOCK, [lockKey(key)], token);
      },
    };
  }

  return {
    async read(key, schema) {
      const blockKeys = SCOPES.map((scope) => blockKey(scope, key));
      const found = v.safeParse(
        foundRecords,
        await run(READ, [answerKey(key), ...blockKeys], MAX_RECORD_LENGTH),
      );
      const [answerRecord, ...blockRecords] = found.success ? found.output : [];
      if (answerRecord === undefined) return NOT_SHARED.read(key, schema);
      const blocks = blockRecords.flatMap((record, index) => {
        const scope = SCOPES[index] ?? "key";
        const leftMs = record[1] - memoryMs(scope);
        const read = (text: string) =>
          leftMs > maxMs(scope) ? null : decodeBlock(text, scope, clock.monotonic() + leftMs);
        return parsed(blockKey(scope, key), record, read) ?? [];
      });
      const answer = parsed(answerKey(key), answerRecord, (text) => decodeAnswer(text, schema, clock));
      return { answer, blocks };
    },

    async lock(key) {
      const token = randomUUID();
      // Without Redis every replica calls for itself.
      if ((await run(TAKE_LOCK, [lockKey(key)], token, lockMs)) === 0) return null;
      return lockOf(key, token);
    },

    async isLocked(key) {
      return ((await connection.run((client) => client.pTTL(lockKey(key)))) ?? 0) > 0;
    },

    async takeSlot(intervalMs) {
      const waitMs = await run(TAKE_SLOT, [slotKey], Math.ceil(intervalMs));
      return typeof waitMs === "number" ? waitMs : 0;
    },

    share(key, answer, usefulForMs) {
      const text = encodeAnswer(answer);
      if (text.length > MAX_RECORD_LENGTH) return;
      void connection.run((client) =>
        Promise.all([
          client.set(answerKey(key), text, { expiration: { type: "PX", value: usefulForMs } }),
          client.del(blockKey("key", key)),
        ]),
      );
    },

    shareBlocks(key, blocks) {
      for (const block of blocks) {
        const { scope, until } = block;
        const leftMs = Math.min(until - clock.monotonic(), maxMs(scope)) + memoryMs(scope);
        const words = [encodeBlock(block), Math.max(1, Math.ceil(leftMs))] as const;
        void run(SET_UNLESS_SHORTER, [blockKey(scope, key)], ...words);
      }
    },

    close: connection.close,
  };
}

/** Longest time in milliseconds that a block of a scope can last; one that lasts longer is none of ours. */
function maxMs(scope: BlockScope): number {
  return scope === "plan" ? PLAN_MS : MAX_RETRY_AFTER_MS;
}

/** A record outlives its block by so much: that an address failed has to be known for its next failure to cost double. */
function memoryMs(scope: BlockScope): number {
  return scope === "key" ? COOL_DOWN.maxMs : 0;
}
