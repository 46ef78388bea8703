import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";
import { type Endpoint, type GetBody, readAnswer } from "../provider/client.server";
import type { RawAnswer, SharedCache } from "../shared/shared-cache.server";
import type { Answer } from "./answer-cache.server";
import type { CachePolicy } from "./cache-policy.server";
import type { CoolDowns } from "./cool-downs.server";
import type { MarketMetrics } from "./metrics.server";
import type { CallRequest, RateLimiter } from "./rate-limiter.server";

interface CallsOptions {
  readonly getBody: GetBody;
  readonly rateLimiter: RateLimiter;
  readonly coolDowns: CoolDowns;
  readonly shared: SharedCache;
  readonly metrics: MarketMetrics;
  readonly clock: Clock;
}

interface Call<Value> {
  /** Label of the kind of data in /metrics. */
  readonly kind: string;
  readonly endpoint: Endpoint<Value>;
  readonly policy: CachePolicy;
  /** The keys of the answer cache that wait for it: if the call fails, each has a cool-down. */
  readonly keys: readonly string[];
}

/** Times in milliseconds while another replica calls. */
const OTHER_REPLICA = {
  /** Its answer is looked for this often while somebody waits. */
  pollMs: 100,
  /** Calls by itself after this time: the other call may never end. */
  maxWaitMs: 30_000,
  /** Where nobody waits, its answer is looked for once, after this time. */
  backgroundMs: 1000,
} as const;

/** Gets an answer; null where nobody waits for it and another replica is fetching it. Rejects with a MarketDataFailure. */
export type GetAnswer = <Value>(call: Call<Value>, request: CallRequest) => Promise<Answer<Value> | null>;

/**
 * Creates what gets the answer of an address: from the shared cache, where another replica has fetched it, or by a call in
 * its slot. One replica calls an address at a time; the others wait for what it gets. Every body is read by the endpoint's
 * own reader, no matter which replica fetched it.
 */
export function createCalls(options: CallsOptions): GetAnswer {
  const { rateLimiter, coolDowns, shared, metrics, clock } = options;
  const callService = createServiceCalls(options);

  /** Reads the answer of another replica up to an age; without one, throws where nobody should wait for the end of a pause. */
  async function takeOver<Value>(call: Call<Value>, maxAgeMs: number): Promise<Answer<Value> | null> {
    const { answer: raw, pauseMs } = await shared.read(call.endpoint.path);
    if (pauseMs > 0) adoptPause(pauseMs);
    const isUsable = raw !== null && clock.now() - raw.fetchedAt <= maxAgeMs;
    const answer = isUsable ? await readRaw(call, raw) : null;
    if (answer === null) rateLimiter.throwIfPaused();
    return answer;
  }

  function adoptPause(ms: number): void {
    // What is left of a pause of our own is no news.
    if (coolDowns.pausing() === null && ms > TIME.SECOND) rateLimiter.slowDown();
    coolDowns.pauseFor(new MarketDataFailure("rate-limited", "another replica", { status: 429 }), ms);
    rateLimiter.rejectPaused();
  }

  /** A record that cannot be read counts as none. */
  async function readRaw<Value>(call: Call<Value>, raw: RawAnswer): Promise<Answer<Value> | null> {
    const { endpoint, kind } = call;
    const receivedAt = clock.monotonic() - (clock.now() - raw.fetchedAt);
    try {
      const value = await readAnswer(raw.body, endpoint);
      metrics.takenOver(kind);
      return { value, fetchedAt: raw.fetchedAt, receivedAt };
    } catch {
      shared.reportUnreadable(endpoint.path);
      metrics.unreadable(kind);
      return null;
    }
  }

  return async function getAnswer(call, request) {
    const { path } = call.endpoint;
    const { ttlMs, maxAgeMs } = call.policy;
    const isBackground = request.lane === "background";
    // A visitor gets even a stale answer at once, and it is refreshed afterwards.
    const known = await takeOver(call, isBackground ? ttlMs : maxAgeMs);
    if (known !== null) return known;
    const end = performance.now() + OTHER_REPLICA.maxWaitMs;
    let lock = await shared.lock(path);
    try {
      while (lock === null && performance.now() < end) {
        if (isBackground) return await pause(OTHER_REPLICA.backgroundMs, null, { ref: false });
        await pause(OTHER_REPLICA.pollMs);
        request.signal.throwIfAborted();
        lock = await shared.lock(path);
        // Whoever has given the lock back has written its answer before.
        const answer = await takeOver(call, ttlMs);
        if (answer !== null) return answer;
      }
      return await rateLimiter.run(request, async () => {
        const answer = await takeOver(call, ttlMs);
        // Not even a short pause may have begun when the call starts.
        const paused = coolDowns.pausing();
        if (answer === null && paused !== null) throw paused;
        return answer ?? (await callService(call, isBackground));
      });
    } finally {
      lock?.release();
    }
  };
}

/** Faults that are remembered, so that one that comes with every call is logged once. */
const MAX_FAULTS = 100;

/** Creates the calls themselves: measured, logged if they fail, their outcome known to all before the next call starts. */
function createServiceCalls({ getBody, rateLimiter, coolDowns, shared, metrics, clock }: CallsOptions) {
  const loggedFaults = new LRUCache<string, true>({ max: MAX_FAULTS });

  /** Treats a fault of our own, in a reader for example, as a bad response: the page before it stays. */
  function toFailure<Value>(error: unknown, { path, failureOf }: Endpoint<Value>): MarketDataFailure {
    if (error instanceof MarketDataFailure) return failureOf?.(error) ?? error;
    if (!loggedFaults.has(String(error))) console.error(error);
    loggedFaults.set(String(error), true);
    return new MarketDataFailure("bad-response", `${path}: a fault while reading the response`, {
      cause: error,
    });
  }

  return async function callService<Value>(
    { endpoint, policy, keys }: Call<Value>,
    isBackground: boolean,
  ): Promise<Answer<Value>> {
    const start = performance.now();
    try {
      const body = await getBody(endpoint.path, endpoint.limits.maxBytes, {
        onSecondTry() {
          metrics.called(endpoint.name, "unreachable", performance.now() - start);
          rateLimiter.countSecondTry();
        },
        onLimit: rateLimiter.heed,
      });
      const [fetchedAt, receivedAt] = [clock.now(), clock.monotonic()];
      const value = await readAnswer(body, endpoint);
      metrics.called(endpoint.name, "ok", performance.now() - start);
      const sharedBody = endpoint.sharedBodyOf?.(value) ?? body;
      shared.write(endpoint.path, { body: sharedBody, fetchedAt }, policy.maxAgeMs);
      return { value, fetchedAt, receivedAt };
    } catch (error) {
      // Calls that were under way together are refused together.
      const wasPaused = coolDowns.pausing() !== null;
      const failure = coolDowns.failed(keys, toFailure(error, endpoint), isBackground);
      const paused = coolDowns.pausing();
      if (paused !== null) {
        if (failure.status === 429 && !wasPaused) rateLimiter.slowDown();
        rateLimiter.rejectPaused();
        await shared.pause(paused.retryAfterMs ?? 0);
      }
      const ms = performance.now() - start;
      metrics.called(endpoint.name, failure.reason, ms);
      console.warn(`market data: ${failure.reason}: ${failure.message} (${Math.round(ms)} ms)`);
      // The remembered failure has the time after which a call makes sense again.
      throw coolDowns.blocking(keys[0] ?? "") ?? failure;
    }
  };
}
