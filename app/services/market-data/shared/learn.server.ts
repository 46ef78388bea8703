import type { GenericSchema } from "valibot";
import type { Answer } from "../answer-cache.server";
import type { CoolDown } from "../cool-down.server";
import type { Pace } from "../pace.server";
import type { SharedMarketData } from "./shared-market-data.server";

/** Asks what other copies of the site know of an address: takes over what forbids calls, and gives their answer or null. */
export type Learn = <Value>(
  path: string,
  schema: GenericSchema<unknown, Value>,
) => Promise<Answer<Value> | null>;

export function createLearn(shared: SharedMarketData, coolDown: CoolDown, pace: Pace): Learn {
  return async function learn(path, schema) {
    const { answer, blocks } = await shared.look(path, schema);
    coolDown.adopt(path, blocks);
    const paused = blocks.length === 0 ? null : coolDown.pausing();
    if (paused !== null) pace.refuseWaiting(paused);
    return answer;
  };
}
