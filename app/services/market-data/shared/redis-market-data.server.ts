import { createHash, randomUUID } from "node:crypto";
import * as v from "valibot";
import type { BlockScope } from "../cool-down.server";
import { COOL_DOWN } from "../lives.server";
import { RECORDS_VERSION, readAnswer, readBlock, writeAnswer, writeBlock } from "./records.server";
import { createRedisConnection, type Patience } from "./redis-connection.server";
import {
  EXTEND_LOCK,
  LOOK,
  RELEASE_LOCK,
  SET_UNLESS_SHORTER,
  TAKE_LOCK,
  TAKE_TURN,
} from "./redis-scripts.server";
import { type Lock, NOT_SHARED, type SharedMarketData } from "./shared-market-data.server";

export interface RedisMarketDataOptions {
  /** `redis://[user:password@]host[:port][/database]`, or `rediss://` over TLS. */
  readonly url: string;
  /** The base address of the service: copies with another one share nothing with these. */
  readonly serviceUrl: string;
  /** The clock, in milliseconds since the epoch. Copies have to agree on the time, to five seconds, as NTP makes them. */
  readonly now?: () => number;
  /** Milliseconds after which the lock of a copy that died is free; a living one extends it. */
  readonly lockMs?: number;
  readonly patience: Patience;
}

const LOCK_MS = 5000;

/** Records are no longer; of whatever else stands in their place no more than this is read. */
const LONGEST_RECORD = 2_000_000;

/** A copy that starts after so long asks the service again whether it has become more generous. */
const PLAN_MS = 24 * 3_600_000;

const SCOPES: readonly BlockScope[] = ["address", "service", "plan"];

/** Of a record its text, and the milliseconds that it still has; what is not there has -2 of them, what is not ours -1. */
const foundRecords = v.array(v.strictTuple([v.string(), v.number()]));

/** Shares market data through a single Redis 6 or newer, or Valkey. */
export function createRedisMarketData({
  url,
  serviceUrl,
  now = Date.now,
  lockMs = LOCK_MS,
  patience,
}: RedisMarketDataOptions): SharedMarketData {
  const connection = createRedisConnection(url, patience);
  const service = createHash("sha256").update(serviceUrl).digest("base64url").slice(0, 12);
  const prefix = `cypto-on-the-go:${RECORDS_VERSION}:${service}`;
  const answerKey = (path: string) => `${prefix}:answer:${path}`;
  const lockKey = (path: string) => `${prefix}:lock:${path}`;
  const turnKey = `${prefix}:turn`;

  function blockKey(scope: BlockScope, path: string): string {
    return scope === "address" ? `${prefix}:block:${path}` : `${prefix}:block-of-${scope}`;
  }

  /** What a script answers; null when it cannot be run. */
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
    if (result === null) connection.complain("unreadable", `${key} holds what cannot be read`);
    return result;
  }

  function lockOf(path: string, token: string): Lock {
    const extending = setInterval(() => void run(EXTEND_LOCK, [lockKey(path)], token, lockMs), lockMs / 3);
    extending.unref();
    return {
      release() {
        clearInterval(extending);
        void run(RELEASE_LOCK, [lockKey(path)], token);
      },
    };
  }

  return {
    async look(path, schema) {
      const blockKeys = SCOPES.map((scope) => blockKey(scope, path));
      const found = v.safeParse(
        foundRecords,
        await run(LOOK, [answerKey(path), ...blockKeys], LONGEST_RECORD),
      );
      const [answerRecord, ...blockRecords] = found.success ? found.output : [];
      if (answerRecord === undefined) return NOT_SHARED.look(path, schema);
      const blocks = blockRecords.flatMap((record, index) => {
        const scope = SCOPES[index] ?? "address";
        const leftMs = record[1] - memoryMs(scope);
        const read = (text: string) =>
          leftMs > longestMs(scope) ? null : readBlock(text, scope, now() + leftMs);
        return parsed(blockKey(scope, path), record, read) ?? [];
      });
      const answer = parsed(answerKey(path), answerRecord, (text) => readAnswer(text, schema, now()));
      return { answer, blocks };
    },

    async lock(path) {
      const token = randomUUID();
      // Without Redis every copy calls for itself.
      if ((await run(TAKE_LOCK, [lockKey(path)], token, lockMs)) === 0) return null;
      return lockOf(path, token);
    },

    async isLocked(path) {
      return ((await connection.run((client) => client.pTTL(lockKey(path)))) ?? 0) > 0;
    },

    async turn(intervalMs) {
      const waitMs = await run(TAKE_TURN, [turnKey], Math.ceil(intervalMs));
      return typeof waitMs === "number" ? waitMs : 0;
    },

    share(path, answer, usefulForMs) {
      const text = writeAnswer(answer);
      if (text.length > LONGEST_RECORD) return;
      void connection.run((client) =>
        Promise.all([
          client.set(answerKey(path), text, { expiration: { type: "PX", value: usefulForMs } }),
          client.del(blockKey("address", path)),
        ]),
      );
    },

    shareBlocks(path, blocks) {
      for (const block of blocks) {
        const { scope, until } = block;
        const leftMs = Math.min(until - now(), longestMs(scope)) + memoryMs(scope);
        const words = [writeBlock(block), Math.max(1, Math.ceil(leftMs))] as const;
        void run(SET_UNLESS_SHORTER, [blockKey(scope, path)], ...words);
      }
    },

    close: connection.close,
  };
}

/** So long a block of a scope can last; what lasts longer is none of ours. */
function longestMs(scope: BlockScope): number {
  return scope === "plan" ? PLAN_MS : COOL_DOWN.longestRetryAfterMs;
}

/** A record outlives its block by so much: that an address failed has to be known for its next failure to cost double. */
function memoryMs(scope: BlockScope): number {
  return scope === "address" ? COOL_DOWN.longestMs : 0;
}
