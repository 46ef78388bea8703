import * as v from "valibot";
import type { Clock } from "../../clock.server";
import type { Block, BlockScope } from "../cache/cool-downs.server";
import type { Answer } from "../cache/freshness.server";
import { FAILURE_REASONS, MarketDataFailure } from "../failure.server";
import { parseBoundedJson } from "../provider/body.server";

/** Changed whenever a record or a value in it changes its shape; records of other versions are ignored. */
export const RECORDS_VERSION = 4;

const answerRecord = v.strictObject({
  version: v.literal(RECORDS_VERSION),
  fetchedAt: v.number(),
  value: v.unknown(),
});

/** Characters of a failure's message; it is for the log, and may name an address of any length. */
const MAX_MESSAGE_LENGTH = 1000;

const optionalNumber = v.optional(v.number());
const blockRecord = v.strictObject({
  version: v.literal(RECORDS_VERSION),
  failures: v.pipe(v.number(), v.integer(), v.minValue(1)),
  reason: v.picklist(FAILURE_REASONS),
  message: v.pipe(v.string(), v.maxLength(MAX_MESSAGE_LENGTH)),
  status: optionalNumber,
  code: optionalNumber,
});

/** Milliseconds by which the clocks of two replicas may differ. */
const MAX_CLOCK_SKEW_MS = 5000;

export function encodeAnswer<Value>({ fetchedAt, value }: Answer<Value>): string {
  return JSON.stringify({ version: RECORDS_VERSION, fetchedAt, value });
}

/** Decodes the answer in a record; null when it is none, not of this version, or from the future. */
export function decodeAnswer<Value>(
  text: string,
  schema: v.GenericSchema<unknown, Value>,
  clock: Clock,
): Answer<Value> | null {
  const record = decode(text, answerRecord);
  if (record === null || record.fetchedAt > clock.now() + MAX_CLOCK_SKEW_MS) return null;
  const value = v.safeParse(schema, record.value);
  if (!value.success) return null;
  const fetchedAt = Math.min(record.fetchedAt, clock.now());
  return {
    value: deepFrozen(value.output),
    fetchedAt,
    receivedAt: clock.monotonic() - (clock.now() - fetchedAt),
  };
}

export function encodeBlock({ failure, failures }: Block): string {
  const { reason, message, status, code } = failure;
  const text = message.slice(0, MAX_MESSAGE_LENGTH);
  return JSON.stringify({ version: RECORDS_VERSION, failures, reason, message: text, status, code });
}

/**
 * Decodes the block in a record; null when it is none, or not of this version.
 * @param until on the monotonic clock, by the time that the record still has: no clock of another replica is needed, and
 * whatever stands there, it ends
 */
export function decodeBlock(text: string, scope: BlockScope, until: number): Block | null {
  const record = decode(text, blockRecord);
  if (record === null) return null;
  const { failures, reason, message, status, code } = record;
  return { scope, failures, until, failure: new MarketDataFailure(reason, message, { status, code }) };
}

function decode<Output>(text: string, schema: v.GenericSchema<unknown, Output>): Output | null {
  try {
    const record = v.safeParse(schema, parseBoundedJson(text));
    return record.success ? record.output : null;
  } catch {
    return null;
  }
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFrozen(part);
  }
  return value;
}
