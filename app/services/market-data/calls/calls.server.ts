import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { CachePolicy } from "../facts/cache-policy.server";
import { MarketDataFailure } from "../failure.server";
import type { AnswerStore, RawAnswer } from "../kept/answer-store.server";
import { type Endpoint, type GetBody, readAnswer } from "../provider/client.server";
import type { CallQueue, CallRequest } from "./call-queue.server";
import type { CoolDowns } from "./cool-downs.server";
import type { MarketMetrics } from "./metrics.server";

/** An answer of the service, with its time. */
export interface Answer<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** The same moment on this process' monotonic clock, from which its age is counted. */
  readonly receivedAt: number;
}

/** What is asked of the service. */
export interface ServiceCall<Value> {
  /** Label of the kind of data in /metrics. */
  readonly kind: string;
  readonly endpoint: Endpoint<Value>;
  readonly policy: CachePolicy;
  /** What has a cool-down if the call fails. */
  readonly coolDownKeys: readonly string[];
  /** Whether a stored answer will do; any, unless given. */
  readonly accepts?: ((answer: Answer<Value>) => boolean) | undefined;
}

interface CallsOptions {
  readonly getBody: GetBody;
  readonly queue: CallQueue;
  readonly coolDowns: CoolDowns;
  readonly store: AnswerStore;
  readonly metrics: MarketMetrics;
  readonly clock: Clock;
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
export type GetAnswer = <Value>(
  call: ServiceCall<Value>,
  request: CallRequest,
) => Promise<Answer<Value> | null>;

/**
 * Creates what gets the answer of an address: from the store, where it survived a restart or another replica has fetched it, or by
 * a call in its slot. One replica calls an address at a time; the others wait for what it gets. Every body is read by the
 * endpoint's own reader, no matter who fetched it.
 */
export function createCalls(options: CallsOptions): GetAnswer {
  const { queue, coolDowns, store, metrics, clock } = options;
  const callService = createServiceCalls(options);

  /** Reads the stored answer up to an age; without one, throws where nobody should wait for the end of a pause. */
  async function takeOver<Value>(
    call: ServiceCall<Value>,
    maxAgeMs: number,
    request: CallRequest,
  ): Promise<Answer<Value> | null> {
    const { answer: raw, pauseMs } = await store.read(keyOf(call.endpoint));
    if (pauseMs > 0) adoptPause(pauseMs);
    const isYoung = raw !== null && clock.now() - raw.fetchedAt <= maxAgeMs;
    const answer = isYoung ? await readRaw(call, raw) : null;
    if (answer !== null && call.accepts?.(answer) !== false) return answer;
    const refused = coolDowns.pausing() && queue.refusal(request);
    if (refused) throw refused;
    return null;
  }

  function adoptPause(ms: number): void {
    // A pause of our own comes back from the store.
    if (coolDowns.pausing() === null && ms > TIME.SECOND) queue.slowDown();
    coolDowns.pauseFor(new MarketDataFailure("rate-limited", "another replica", { status: 429 }), ms);
    queue.rejectPaused();
  }

  /** An answer that cannot be read counts as none. */
  async function readRaw<Value>(call: ServiceCall<Value>, raw: RawAnswer): Promise<Answer<Value> | null> {
    try {
      const value = await readAnswer(raw.body, call.endpoint);
      metrics.takenOver(call.kind);
      return {
        value,
        fetchedAt: raw.fetchedAt,
        receivedAt: clock.monotonic() - (clock.now() - raw.fetchedAt),
      };
    } catch {
      store.reportUnreadable(call.endpoint.path);
      metrics.unreadable(call.kind);
      return null;
    }
  }

  return async function getAnswer(call, request) {
    const { ttlMs, maxAgeMs } = call.policy;
    const isBackground = () => !request.isWaitedFor();
    // A visitor gets even a stale answer at once, and it is refreshed afterwards.
    const known = await takeOver(call, isBackground() ? ttlMs : maxAgeMs, request);
    if (known !== null) return known;
    const end = performance.now() + OTHER_REPLICA.maxWaitMs;
    let lock = await store.lock(keyOf(call.endpoint));
    try {
      while (lock === null && performance.now() < end) {
        if (isBackground()) return await pause(OTHER_REPLICA.backgroundMs, null, { ref: false });
        await pause(OTHER_REPLICA.pollMs);
        request.signal.throwIfAborted();
        lock = await store.lock(keyOf(call.endpoint));
        // Whoever has given the lock back has written its answer before.
        const answer = await takeOver(call, ttlMs, request);
        if (answer !== null) return answer;
      }
      return await queue.run(request, async () => {
        const answer = await takeOver(call, ttlMs, request);
        if (answer !== null) return answer;
        // Not even a short pause may have begun when the call starts.
        const paused = coolDowns.pausing();
        if (paused !== null) throw paused;
        return await callService(call, isBackground());
      });
    } finally {
      lock?.release();
    }
  };
}

/** The key of an address: what answers under it takes the place of what did before. */
export function keyOf({ path, storedAs = path }: Endpoint<unknown>): string {
  return storedAs;
}

/** Faults that are remembered, so that one that comes with every call is logged once. */
const MAX_FAULTS = 100;

/** Creates the calls themselves: measured, logged if they fail, their outcome known to all before the next call starts. */
function createServiceCalls({ getBody, queue, coolDowns, store, metrics, clock }: CallsOptions) {
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
    { endpoint, policy, coolDownKeys }: ServiceCall<Value>,
    wasKnown: boolean,
  ): Promise<Answer<Value>> {
    const start = performance.now();
    try {
      const body = await getBody(endpoint.path, endpoint.limits.maxBytes, () => {
        metrics.called(endpoint.name, "unreachable", performance.now() - start);
        queue.countSecondTry();
      });
      const [fetchedAt, receivedAt] = [clock.now(), clock.monotonic()];
      const value = await readAnswer(body, endpoint);
      metrics.called(endpoint.name, "ok", performance.now() - start);
      store.write(keyOf(endpoint), { body, fetchedAt }, policy.maxAgeMs);
      return { value, fetchedAt, receivedAt };
    } catch (error) {
      // Calls that were under way together are refused together.
      const wasPaused = coolDowns.pausing() !== null;
      const failures = coolDownKeys.map((key) => coolDowns.failed(key, toFailure(error, endpoint), wasKnown));
      const failure = failures[0] ?? toFailure(error, endpoint);
      const paused = coolDowns.pausing();
      if (paused !== null) {
        if (failure.status === 429 && !wasPaused) queue.slowDown();
        queue.rejectPaused();
        await store.pause(paused.retryAfterMs ?? 0);
      }
      const ms = performance.now() - start;
      metrics.called(endpoint.name, failure.reason, ms);
      console.warn(`market data: ${failure.reason}: ${failure.message} (${Math.round(ms)} ms)`);
      // The remembered failure has the time after which a call makes sense again.
      throw coolDowns.blocking(coolDownKeys[0] ?? "") ?? failure;
    }
  };
}
