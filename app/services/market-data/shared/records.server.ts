import * as v from "valibot";
import type { Answer } from "../answer-cache.server";
import type { Block, BlockScope } from "../cool-down.server";
import { MarketDataFailure } from "../failure.server";

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
  reason: v.picklist(["unknown", "limited", "timed-out", "unreachable", "bad-answer"]),
  message: v.pipe(v.string(), v.maxLength(1000)),
  status: optionalNumber,
  code: optionalNumber,
});

/** By so much the clocks of two copies may differ, in milliseconds. */
const CLOCKS_MS = 5000;

export function writeAnswer<Value>({ fetchedAt, value }: Answer<Value>): string {
  return JSON.stringify({ version: RECORDS_VERSION, fetchedAt, value });
}

/**
 * The answer in a record; null when it is none, not of this version, or from the future.
 * @param now in milliseconds since the epoch
 */
export function readAnswer<Value>(
  text: string,
  schema: v.GenericSchema<unknown, Value>,
  now: number,
): Answer<Value> | null {
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), answerRecord), text);
  if (!record.success || record.output.fetchedAt > now + CLOCKS_MS) return null;
  const value = v.safeParse(schema, record.output.value);
  if (!value.success) return null;
  return { value: deepFrozen(value.output), fetchedAt: Math.min(record.output.fetchedAt, now) };
}

export function writeBlock({ failure, failures }: Block): string {
  const { reason, message, status, code } = failure;
  return JSON.stringify({ version: RECORDS_VERSION, failures, reason, message, status, code });
}

/**
 * The block in a record; null when it is none, or not of this version.
 * @param until in milliseconds since the epoch, by the time that the record still has: no clock of another copy is needed,
 * and whatever stands there, it ends
 */
export function readBlock(text: string, scope: BlockScope, until: number): Block | null {
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), blockRecord), text);
  if (!record.success) return null;
  const { failures, reason, message, status, code } = record.output;
  return { scope, failures, until, failure: new MarketDataFailure(reason, message, { status, code }) };
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFrozen(part);
  }
  return value;
}
