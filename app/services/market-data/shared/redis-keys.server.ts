import { createHash } from "node:crypto";
import { TIME } from "~/domain/time";
import { type BlockScope, COOL_DOWN } from "../cache/cool-downs.server";
import { MAX_RETRY_AFTER_MS } from "../provider/client.server";
import { RECORDS_VERSION } from "./records.server";

/** Characters of a record; of whatever else stands in its place no more than this is read. */
export const MAX_RECORD_LENGTH = 2_000_000;

/** A replica that starts after so many milliseconds asks the service again whether its plan includes more. */
const PLAN_MS = TIME.DAY;

export type RedisKeys = ReturnType<typeof redisKeys>;

/** Names the keys of one service, all with the version of the records. */
export function redisKeys(serviceUrl: string) {
  const service = createHash("sha256").update(serviceUrl).digest("base64url").slice(0, 12);
  const prefix = `cypto-on-the-go:${RECORDS_VERSION}:${service}`;
  return {
    answer: (key: string) => `${prefix}:answer:${key}`,
    lock: (key: string) => `${prefix}:lock:${key}`,
    block: (scope: BlockScope, key: string) =>
      scope === "key" ? `${prefix}:block:${key}` : `${prefix}:block-of-${scope}`,
    slot: `${prefix}:slot`,
  };
}

/** Milliseconds that a block of a scope can last at the most; one that lasts longer is none of ours. */
export function maxBlockMs(scope: BlockScope): number {
  return scope === "plan" ? PLAN_MS : MAX_RETRY_AFTER_MS;
}

/** A record outlives its block by so much: that a key failed has to be known for its next failure to cost double. */
export function memoryMs(scope: BlockScope): number {
  return scope === "key" ? COOL_DOWN.maxMs : 0;
}
