import * as v from "valibot";
import type { Clock } from "../../clock.server";
import type { Block, BlockScope } from "../cache/cool-downs.server";
import { decodeAnswer, decodeBlock } from "./records.server";
import { MAX_RECORD_LENGTH, maxBlockMs, memoryMs, type RedisKeys } from "./redis-keys.server";
import { READ, type RunScript } from "./redis-scripts.server";
import { NOT_SHARED, type SharedMarketData } from "./shared-market-data.server";

const SCOPES: readonly BlockScope[] = ["key", "service", "plan"];

/** Text of a record, and the milliseconds that it still has; what is not there has -2 of them, what is not ours -1. */
type FoundRecord = v.InferOutput<typeof foundRecord>;
const foundRecord = v.strictTuple([v.string(), v.number()]);
const foundRecords = v.array(foundRecord);

/** Creates what reads all that is known of a key, in one step. @param warn told of records that make no sense */
export function createRecordReader(
  run: RunScript,
  keys: RedisKeys,
  warn: (kind: string, warning: string) => void,
  clock: Clock,
): SharedMarketData["read"] {
  function decoded<Result>(
    key: string,
    [text, leftMs]: FoundRecord,
    decode: (text: string) => Result | null,
  ): Result | null {
    if (leftMs === -2) return null;
    const result = leftMs > 0 ? decode(text) : null;
    if (result === null) warn("unreadable", `${key} holds what cannot be read`);
    return result;
  }

  function decodedBlock(scope: BlockScope, key: string, record: FoundRecord): Block | null {
    const leftMs = record[1] - memoryMs(scope);
    return decoded(keys.block(scope, key), record, (text) =>
      leftMs > maxBlockMs(scope) ? null : decodeBlock(text, scope, clock.monotonic() + leftMs),
    );
  }

  return async function read(key, schema) {
    const recordKeys = [keys.answer(key), ...SCOPES.map((scope) => keys.block(scope, key))];
    const found = v.safeParse(foundRecords, await run(READ, recordKeys, MAX_RECORD_LENGTH));
    const [answerRecord, ...blockRecords] = found.success ? found.output : [];
    if (answerRecord === undefined) return NOT_SHARED.read(key, schema);
    const blocks = blockRecords.flatMap(
      (record, index) => decodedBlock(SCOPES[index] ?? "key", key, record) ?? [],
    );
    const answer = decoded(keys.answer(key), answerRecord, (text) => decodeAnswer(text, schema, clock));
    return { answer, blocks };
  };
}
