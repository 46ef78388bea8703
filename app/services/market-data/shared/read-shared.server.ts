import type { GenericSchema } from "valibot";
import type { CoolDowns } from "../cache/cool-downs.server";
import type { Answer } from "../cache/freshness.server";
import type { RateLimiter } from "../cache/rate-limiter.server";
import type { SharedMarketData } from "./shared-market-data.server";

/** Reads what other replicas know of a key: takes over what forbids calls, and gives their answer or null. */
export type ReadShared = <Value>(
  key: string,
  schema: GenericSchema<unknown, Value>,
) => Promise<Answer<Value> | null>;

export function createReadShared(
  shared: SharedMarketData,
  coolDowns: CoolDowns,
  rateLimiter: RateLimiter,
): ReadShared {
  return async function readShared(key, schema) {
    const { answer, blocks } = await shared.read(key, schema);
    coolDowns.adopt(key, blocks);
    const paused = blocks.length === 0 ? null : coolDowns.pausing();
    if (paused !== null) rateLimiter.rejectWaiting(paused);
    return answer;
  };
}
