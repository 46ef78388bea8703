import { setTimeout as pause } from "node:timers/promises";
import type { GenericSchema } from "valibot";
import type { Answer, Load } from "./answer-cache.server";
import type { GetJson } from "./client.server";
import type { CoolDown } from "./cool-down.server";
import { MarketDataFailure } from "./failure.server";
import type { MarketMetrics } from "./metrics.server";
import type { Pace } from "./pace.server";
import type { Learn } from "./shared/learn.server";
import type { SharedMarketData } from "./shared/shared-market-data.server";

export interface CallsOptions {
  readonly getJson: GetJson;
  readonly pace: Pace;
  /** 0: no limit. */
  readonly callsPerMinute: number;
  readonly coolDown: CoolDown;
  readonly shared: SharedMarketData;
  readonly learn: Learn;
  readonly metrics: MarketMetrics;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** One address of the service and what is to be made of its answer. */
export interface Call<Value> {
  /** For the figures. */
  readonly endpoint: string;
  readonly path: string;
  /** Milliseconds for which an answer that another copy of the site got is as good as a call. */
  readonly freshMs: number;
  /** Milliseconds after which an answer is of no use to any copy. */
  readonly maxAgeMs: number;
  /** Of the value, for an answer that comes from another copy. */
  readonly schema: GenericSchema<unknown, Value>;
  /** Makes the value of a body; throws a MarketDataFailure for one that makes no sense. */
  readonly read: (body: unknown) => Value;
}

/** How often a copy asks whether the one that calls has an answer. In milliseconds, doubling from the first. */
const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 400;

/**
 * Makes calls to the service, each in its turn, measured and, if it fails, logged. Of several copies of the site one
 * calls; the others wait for what it gets. The cool-down hears of each outcome before the next call starts.
 */
export function createCalls(options: CallsOptions) {
  const { getJson, pace, callsPerMinute, coolDown, shared, learn, metrics, now } = options;

  /** The answer if there is a fresh one by now, or null; throws the failure that forbids a call. */
  async function settled<Value>({ path, schema, freshMs }: Call<Value>): Promise<Answer<Value> | null> {
    const known = await learn(path, schema);
    if (known !== null && now() - known.fetchedAt <= freshMs) return known;
    const blocked = coolDown.blocking(path);
    if (blocked === null) return null;
    refuseWaitingIfPaused();
    throw blocked;
  }

  function refuseWaitingIfPaused(): void {
    const paused = coolDown.pausing();
    if (paused !== null) pace.refuseWaiting(paused);
  }

  async function callInTurn<Value>(call: Call<Value>): Promise<Answer<Value>> {
    // The pace holds for this copy, the turn for all of them.
    const waitMs = callsPerMinute === 0 ? 0 : await shared.turn(60_000 / callsPerMinute);
    if (waitMs > 0) await pause(waitMs);
    return (await settled(call)) ?? callNow(call);
  }

  async function callNow<Value>({ endpoint, path, maxAgeMs, read }: Call<Value>): Promise<Answer<Value>> {
    const start = performance.now();
    try {
      const answer = { value: read(await getJson(path)), fetchedAt: now() };
      metrics.called(endpoint, "ok", performance.now() - start);
      coolDown.succeeded(path);
      await shared.share(path, answer, maxAgeMs);
      return answer;
    } catch (error) {
      if (error instanceof MarketDataFailure) {
        const blocks = coolDown.failed(path, error);
        refuseWaitingIfPaused();
        const ms = performance.now() - start;
        metrics.called(endpoint, error.reason, ms);
        console.warn(`market data: ${error.reason}: ${error.message} (${Math.round(ms)} ms)`);
        await shared.shareBlocks(path, blocks);
      }
      throw error;
    }
  }

  return function loadBy<Value>(call: Call<Value>): Load<Value> {
    return async (urgency) => {
      for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
        const lock = await shared.lock(call.path);
        if (lock !== null) {
          try {
            return await pace.run(urgency, () => callInTurn(call));
          } finally {
            await lock.release();
          }
        }
        await pause(waitMs);
        const answer = await settled(call);
        if (answer !== null) return answer;
      }
    };
  };
}
