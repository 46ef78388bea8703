import { setTimeout as pause } from "node:timers/promises";
import type { GenericSchema } from "valibot";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";
import type { ReadShared } from "../shared/read-shared.server";
import type { SharedMarketData } from "../shared/shared-market-data.server";
import type { CoolDowns } from "./cool-downs.server";
import { type Answer, ageOf } from "./freshness.server";
import type { MarketMetrics } from "./metrics.server";
import type { CallRequest, RateLimiter } from "./rate-limiter.server";

interface CallsOptions {
  readonly rateLimiter: RateLimiter;
  readonly coolDowns: CoolDowns;
  readonly shared: SharedMarketData;
  readonly readShared: ReadShared;
  readonly metrics: MarketMetrics;
  readonly clock: Clock;
}

/** Call to the service, and for how long its answer is of use. */
interface Call<Value> {
  readonly key: string;
  /** Label of the figures, like `endpoint`. */
  readonly kind: string;
  readonly endpoint: string;
  /** Milliseconds for which an answer that another replica got is as good as a call. */
  readonly ttlMs: number;
  /** Milliseconds after which an answer is of no use to any replica. */
  readonly maxAgeMs: number;
  /** Schema of the value, for an answer that comes from another replica. */
  readonly schema: GenericSchema<unknown, Value>;
  readonly call: () => Promise<Value>;
}

/** Milliseconds for which, and in which steps, a replica waits for the call of another one. */
const OTHER_REPLICA = {
  /** Polls for the end of the call: after this time, then after twice as long each time, up to `maxPollMs`. */
  firstPollMs: 25,
  maxPollMs: 400,
  /** Calls by itself after this time: the other call may never end. */
  maxWaitMs: 30_000,
} as const;

/** Gets a fresh answer; null for a refresh where another replica is at it. Rejects with a MarketDataFailure. */
export type MakeCall = <Value>(call: Call<Value>, request: CallRequest) => Promise<Answer<Value> | null>;

/**
 * Makes calls to the service, each in its slot, measured and, if it fails, logged. Of several replicas one calls; the others
 * wait for what it gets. Cool-downs hear of each outcome before the next call starts.
 */
export function createCalls(options: CallsOptions): MakeCall {
  const { rateLimiter, coolDowns, shared, readShared, metrics, clock } = options;
  const callService = createServiceCalls(options);

  function throwIfBlocked(key: string): void {
    const blocked = coolDowns.blocking(key);
    if (blocked !== null) throw blocked;
  }

  /** Reads the answer that another replica has got meanwhile, or null; throws the failure that forbids a call. */
  async function takeOver<Value>({ key, kind, schema, ttlMs }: Call<Value>): Promise<Answer<Value> | null> {
    const known = await readShared(key, schema);
    if (known !== null && ageOf(known, clock) <= ttlMs) {
      coolDowns.succeeded(key);
      metrics.takenOver(kind);
      return known;
    }
    throwIfBlocked(key);
    return null;
  }

  return async function makeCall(call, request) {
    const isRefresh = request.lane === "refresh";
    const end = performance.now() + OTHER_REPLICA.maxWaitMs;
    let lock = await shared.lock(call.key);
    while (lock === null && performance.now() < end) {
      if (isRefresh) return null;
      await untilUnlocked(shared, call.key, end, request.signal);
      const answer = await takeOver(call);
      if (answer !== null) return answer;
      lock = await shared.lock(call.key);
    }
    try {
      // A pause may have come meanwhile, and who starts to wait after it would not be rejected.
      throwIfBlocked(call.key);
      return await rateLimiter.run(
        request,
        async () => (await takeOver(call)) ?? callService(call, isRefresh),
      );
    } finally {
      lock?.release();
    }
  };
}

async function untilUnlocked(
  shared: SharedMarketData,
  key: string,
  end: number,
  signal: AbortSignal,
): Promise<void> {
  let waitMs: number = OTHER_REPLICA.firstPollMs;
  do {
    await pause(waitMs);
    signal.throwIfAborted();
    waitMs = Math.min(2 * waitMs, OTHER_REPLICA.maxPollMs);
  } while (performance.now() < end && (await shared.isLocked(key)));
}

/** Creates the call itself; whoever has to know of its outcome is told. */
function createServiceCalls({ rateLimiter, coolDowns, shared, metrics, clock }: CallsOptions) {
  const logFault = createFaultLog();

  /** Takes a fault of our own, in a reader of bodies for example, for a bad response: the page before it stays. */
  function toFailure(error: unknown, key: string): MarketDataFailure {
    if (error instanceof MarketDataFailure) return error;
    logFault(error);
    return new MarketDataFailure("bad-response", `${key}: a fault while reading the response`, {
      cause: error,
    });
  }

  /** A coin that was there a minute ago and is not found counts as gone the second time: services err. */
  function forgiveFirstNotFound(key: string, failure: MarketDataFailure): MarketDataFailure {
    if (failure.reason !== "not-found" || coolDowns.latest(key)?.status === 404) return failure;
    return new MarketDataFailure("bad-response", `${failure.message}, but it was there before`, {
      status: 404,
      cause: failure,
    });
  }

  return async function callService<Value>(call: Call<Value>, isRefresh: boolean): Promise<Answer<Value>> {
    const { key, endpoint, maxAgeMs } = call;
    const start = performance.now();
    try {
      const answer = { value: await call.call(), fetchedAt: clock.now(), receivedAt: clock.monotonic() };
      metrics.called(endpoint, "ok", performance.now() - start);
      coolDowns.succeeded(key);
      shared.share(key, answer, maxAgeMs);
      return answer;
    } catch (error) {
      const failure = isRefresh ? forgiveFirstNotFound(key, toFailure(error, key)) : toFailure(error, key);
      shared.shareBlocks(key, coolDowns.failed(key, failure));
      const paused = coolDowns.pausing();
      if (paused !== null) rateLimiter.rejectWaiting(paused);
      const ms = performance.now() - start;
      metrics.called(endpoint, failure.reason, ms);
      console.warn(`market data: ${failure.reason}: ${failure.message} (${Math.round(ms)} ms)`);
      // This one has the time after which a call makes sense again.
      throw coolDowns.blocking(key) ?? failure;
    }
  };
}

/** Logged faults that are remembered, so that one that comes with every call is logged once. */
const MAX_FAULTS = 100;

function createFaultLog(): (error: unknown) => void {
  const logged = new Set<string>();
  return (error) => {
    const name = String(error);
    if (logged.has(name) || logged.size >= MAX_FAULTS) return;
    logged.add(name);
    console.error(error);
  };
}
