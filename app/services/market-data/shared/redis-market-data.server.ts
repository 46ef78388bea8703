import { createHash, randomUUID } from "node:crypto";
import type { Block, BlockScope } from "../cool-down.server";
import { COOL_DOWN } from "../lives.server";
import { RECORDS_VERSION, readAnswer, readBlock, writeAnswer, writeBlock } from "./records.server";
import { createRedisConnection, type Patience } from "./redis-connection.server";
import { EXTEND_LOCK, RELEASE_LOCK, TAKE_LOCK, TAKE_TURN } from "./redis-scripts.server";
import { type Lock, NOT_SHARED, type SharedMarketData } from "./shared-market-data.server";

export interface RedisMarketDataOptions {
  /** `redis://[user:password@]host[:port][/database]`, or `rediss://` over TLS. */
  readonly url: string;
  /** The base address of the service: copies with another one share nothing with these. */
  readonly serviceUrl: string;
  /** The clock, in milliseconds since the epoch. Copies are expected to agree on the time, as NTP makes them. */
  readonly now?: () => number;
  /** Milliseconds after which the lock of a copy that died is free; a living one extends it. */
  readonly lockMs?: number;
  readonly patience: Patience;
}

const LOCK_MS = 5000;

/** No record is longer; of whatever else stands in its place no more than this is read. */
const LONGEST_RECORD = 2_000_000;

/** The service is asked again after so long whether it has become more generous. */
const PLAN_MS = 24 * 3_600_000;

const SCOPES: readonly BlockScope[] = ["address", "service", "plan"];

/** Shares market data through Redis or Valkey. */
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

  /** Reads a record, and complains when there is one that makes no sense. */
  function parsed<Result>(
    key: string,
    text: string | null,
    read: (text: string) => Result | null,
  ): Result | null {
    if (text === null) return null;
    const result = read(text);
    if (result === null) connection.complain(`${key} holds what cannot be read`);
    return result;
  }

  function lockOf(path: string, token: string): Lock {
    const keys = { keys: [lockKey(path)] };
    const extending = setInterval(() => {
      void connection.run((client) =>
        client.eval(EXTEND_LOCK, { ...keys, arguments: [token, String(lockMs)] }),
      );
    }, lockMs / 3);
    extending.unref();
    return {
      async release() {
        clearInterval(extending);
        await connection.run((client) => client.eval(RELEASE_LOCK, { ...keys, arguments: [token] }));
      },
    };
  }

  return {
    async look(path, schema) {
      const keys = [answerKey(path), ...SCOPES.map((scope) => blockKey(scope, path))];
      const texts = await connection.run((client, unlessRefused) =>
        // One round trip: the client sends together what is asked for together.
        Promise.all(keys.map((key) => unlessRefused(client.getRange(key, 0, LONGEST_RECORD)))),
      );
      const [answerText = null, ...blockTexts] = (texts ?? []).map((text) => text || null);
      const answer = parsed(answerKey(path), answerText, (text) => readAnswer(text, schema, now()));
      const blocks = SCOPES.flatMap((scope, index) => {
        const text = blockTexts[index] ?? null;
        return parsed(blockKey(scope, path), text, (record) => readBlock(record, scope, now())) ?? [];
      });
      return { answer, blocks };
    },

    async lock(path) {
      const token = randomUUID();
      const taken = await connection.run((client) =>
        client.eval(TAKE_LOCK, { keys: [lockKey(path)], arguments: [token, String(lockMs)] }),
      );
      if (taken === 0) return null;
      // Without Redis every copy calls for itself.
      return taken === 1 ? lockOf(path, token) : NOT_SHARED.lock(path);
    },

    async turn(intervalMs) {
      const waitMs = await connection.run((client) =>
        client.eval(TAKE_TURN, { keys: [turnKey], arguments: [String(Math.ceil(intervalMs))] }),
      );
      return typeof waitMs === "number" ? waitMs : 0;
    },

    async share(path, answer, usefulForMs) {
      await connection.run((client) =>
        Promise.all([
          client.set(answerKey(path), writeAnswer(answer), expiry(usefulForMs)),
          client.del(blockKey("address", path)),
        ]),
      );
    },

    async shareBlocks(path, blocks) {
      await connection.run((client) =>
        Promise.all(
          blocks.map((block) => {
            return client.set(
              blockKey(block.scope, path),
              writeBlock(block),
              expiry(usefulForMs(block, now())),
            );
          }),
        ),
      );
    },

    close: connection.close,
  };
}

/** How long a block is worth knowing: that an address failed, until the next failure of it could double its cool-down. */
function usefulForMs({ scope, until }: Block, now: number): number {
  if (scope === "plan") return PLAN_MS;
  return until - now + (scope === "address" ? COOL_DOWN.longestMs : 0);
}

function expiry(ms: number) {
  return { expiration: { type: "PX", value: Math.max(1, Math.ceil(ms)) } } as const;
}
