import * as v from "valibot";
import type { Answer } from "../answer-cache.server";
import type { Block, BlockScope } from "../cool-down.server";
import { MarketDataFailure } from "../failure.server";
import { COOL_DOWN } from "../lives.server";

/** Changed whenever a record or a value in it changes its shape; records of other versions are left alone. */
export const RECORDS_VERSION = 1;

const answerRecord = v.strictObject({
  version: v.literal(RECORDS_VERSION),
  fetchedAt: v.number(),
  value: v.unknown(),
});

const optionalNumber = v.optional(v.number());
const blockRecord = v.strictObject({
  version: v.literal(RECORDS_VERSION),
  failures: v.pipe(v.number(), v.integer(), v.minValue(1)),
  until: v.nullable(v.number()),
  reason: v.picklist(["unknown", "limited", "timed-out", "unreachable", "bad-answer"]),
  message: v.string(),
  status: optionalNumber,
  code: optionalNumber,
});

export function writeAnswer<Value>({ fetchedAt, value }: Answer<Value>): string {
  return JSON.stringify({ version: RECORDS_VERSION, fetchedAt, value });
}

/**
 * The answer in a record; null when it is none, or not of this version.
 * @param now in milliseconds since the epoch: the copy that fetched it may have a clock that is ahead
 */
export function readAnswer<Value>(
  text: string,
  schema: v.GenericSchema<unknown, Value>,
  now: number,
): Answer<Value> | null {
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), answerRecord), text);
  if (!record.success) return null;
  const value = v.safeParse(schema, record.output.value);
  if (!value.success) return null;
  return { value: deepFrozen(value.output), fetchedAt: Math.min(record.output.fetchedAt, now) };
}

export function writeBlock({ failure, failures, until }: Block): string {
  const { reason, message, status, code } = failure;
  return JSON.stringify({
    version: RECORDS_VERSION,
    failures,
    until: until === Infinity ? null : until,
    reason,
    message,
    status,
    code,
  });
}

/**
 * The block in a record; null when it is none, or not of this version. Whatever stands there, calls are forbidden no
 * longer than a failure of our own could forbid them.
 */
export function readBlock(text: string, scope: BlockScope, now: number): Block | null {
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), blockRecord), text);
  if (!record.success) return null;
  const { failures, until, reason, message, status, code } = record.output;
  if (until === null && scope !== "plan") return null;
  const facts = {
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    isRemembered: true,
  };
  return {
    scope,
    failures,
    until: scope === "plan" ? Infinity : Math.min(until ?? 0, now + COOL_DOWN.longestRetryAfterMs),
    failure: new MarketDataFailure(reason, message, facts),
  };
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFrozen(part);
  }
  return value;
}
