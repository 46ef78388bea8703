import { setTimeout as pause } from "node:timers/promises";
import type { GenericSchema } from "valibot";
import type { Answer, Load } from "./answer-cache.server";
import type { GetJson } from "./client.server";
import type { CoolDown } from "./cool-down.server";
import { MarketDataFailure } from "./failure.server";
import { OTHER_COPIES } from "./lives.server";
import type { MarketMetrics } from "./metrics.server";
import type { Pace } from "./pace.server";
import type { Learn } from "./shared/learn.server";
import type { SharedMarketData } from "./shared/shared-market-data.server";

export interface CallsOptions {
  readonly getJson: GetJson;
  readonly pace: Pace;
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
  readonly kind: string;
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

/**
 * Makes calls to the service, each in its turn, measured and, if it fails, logged. Of several copies of the site one
 * calls; the others wait for what it gets. The cool-down hears of each outcome before the next call starts.
 */
export function createCalls({ getJson, pace, coolDown, shared, learn, metrics, now }: CallsOptions) {
  /** The answer if another copy has got a fresh one by now, or null; throws the failure that forbids a call. */
  async function settled<Value>({ path, kind, schema, freshMs }: Call<Value>): Promise<Answer<Value> | null> {
    const known = await learn(path, schema);
    if (known !== null && now() - known.fetchedAt <= freshMs) {
      coolDown.succeeded(path);
      metrics.takenOver(kind);
      return known;
    }
    throwIfBlocked(path);
    return null;
  }

  function throwIfBlocked(path: string): void {
    const blocked = coolDown.blocking(path);
    if (blocked !== null) throw blocked;
  }

  async function callNow<Value>({ endpoint, path, maxAgeMs, read }: Call<Value>): Promise<Answer<Value>> {
    const start = performance.now();
    try {
      const answer = { value: read(await getJson(path)), fetchedAt: now() };
      metrics.called(endpoint, "ok", performance.now() - start);
      coolDown.succeeded(path);
      shared.share(path, answer, maxAgeMs);
      return answer;
    } catch (error) {
      if (error instanceof MarketDataFailure) {
        shared.shareBlocks(path, coolDown.failed(path, error));
        const paused = coolDown.pausing();
        if (paused !== null) pace.refuseWaiting(paused);
        const ms = performance.now() - start;
        metrics.called(endpoint, error.reason, ms);
        console.warn(`market data: ${error.reason}: ${error.message} (${Math.round(ms)} ms)`);
      }
      throw error;
    }
  }

  async function untilUnlocked(path: string, end: number): Promise<void> {
    let waitMs: number = OTHER_COPIES.firstLookMs;
    do {
      await pause(waitMs);
      waitMs = Math.min(2 * waitMs, OTHER_COPIES.longestLookMs);
    } while (performance.now() < end && (await shared.isLocked(path)));
  }

  /** The answer to a call; null when another copy is at it and nobody waits for it here. */
  return function loadBy<Value>(call: Call<Value>): Load<Value> {
    return async (urgency) => {
      // A copy whose call does not come to an end is not waited for without end.
      const end = performance.now() + OTHER_COPIES.longestWaitMs;
      let lock = await shared.lock(call.path);
      while (lock === null && performance.now() < end) {
        if (urgency === "background") return null;
        await untilUnlocked(call.path, end);
        const answer = await settled(call);
        if (answer !== null) return answer;
        lock = await shared.lock(call.path);
      }
      try {
        // A pause may have come meanwhile, and who starts to wait after it would not be refused.
        throwIfBlocked(call.path);
        return await pace.run(urgency, async () => (await settled(call)) ?? callNow(call));
      } finally {
        lock?.release();
      }
    };
  };
}
