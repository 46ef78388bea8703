import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { type Answer, type CachePolicy, fetchedAtTime } from "../facts/cache-policy.server";
import { MarketDataFailure } from "../failure.server";
import type { AnswerStore, RawAnswer } from "../kept/answer-store.server";
import { type Endpoint, type GetBody, readAnswer } from "../provider/client.server";
import type { CallQueue, CallRequest } from "./call-queue.server";
import type { CoolDowns } from "./cool-downs.server";
import type { MarketMetrics } from "./metrics.server";

/** A request to the service. */
export interface ServiceCall<Value> {
  /** Label of the kind of data in /metrics. */
  readonly kind: string;
  readonly endpoint: Endpoint<Value>;
  readonly policy: CachePolicy;
  /** Whether a stored answer will do; by default any. */
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

/** While another replica calls: milliseconds between two looks for its answer, and until this one calls itself. */
const OTHER_REPLICA = { pollMs: 100, maxWaitMs: 30_000 } as const;

/** Gets an answer, or rejects with a MarketDataFailure. */
export type GetAnswer = <Value>(call: ServiceCall<Value>, request: CallRequest) => Promise<Answer<Value>>;

/**
 * Creates what gets the answer of an address: from the store, where it survived a restart or another replica has written it, or by
 * a call in its slot. Only one replica calls an address at a time; the others wait for its answer. Every body is read by the
 * endpoint's own reader, whoever fetched it. Calls are measured, failures are logged, and each outcome is recorded before the next
 * call starts.
 */
export function createCalls({ getBody, queue, coolDowns, store, metrics, clock }: CallsOptions): GetAnswer {
  /** Reads the stored answer up to an age; without one, throws during a pause that is too long to wait for. */
  async function takeOver<Value>(
    call: ServiceCall<Value>,
    maxAgeMs: number,
    request: CallRequest,
  ): Promise<Answer<Value> | null> {
    const { answer: raw, pauseMs } = await store.read(keyOf(call.endpoint));
    if (pauseMs > 0) {
      // Our own pause comes back from the store.
      if (coolDowns.pausing() === null && pauseMs > TIME.SECOND) queue.slowDown();
      const failure = new MarketDataFailure("rate-limited", "another replica", { status: 429 });
      coolDowns.pauseFor(failure, pauseMs);
      queue.rejectPaused();
    }
    const isYoung = raw !== null && clock.now() - raw.fetchedAt <= maxAgeMs;
    const answer = isYoung ? await readStored(call, raw) : null;
    if (answer !== null && call.accepts?.(answer) !== false) return answer;
    const refused = coolDowns.pausing() && queue.refusal(request);
    if (refused) throw refused;
    return null;
  }

  /** An unreadable answer counts as none, and is forgotten. */
  async function readStored<Value>(
    { kind, endpoint }: ServiceCall<Value>,
    { body, fetchedAt }: RawAnswer,
  ): Promise<Answer<Value> | null> {
    try {
      const value = await readAnswer(body, endpoint);
      metrics.takenOver(kind);
      return { value, ...fetchedAtTime(clock, fetchedAt) };
    } catch (error) {
      console.warn(`market data: a stored answer cannot be read: ${error}`);
      metrics.unreadable(kind);
      store.write(keyOf(endpoint), { body: "", fetchedAt: 1 }, 1);
      return null;
    }
  }

  async function callService<Value>(call: ServiceCall<Value>, wasKnown: boolean): Promise<Answer<Value>> {
    const { endpoint, policy } = call;
    const start = performance.now();
    try {
      const body = await getBody(endpoint.path, endpoint.limits.maxBytes);
      const at = fetchedAtTime(clock, clock.now());
      const value = await readAnswer(body, endpoint);
      metrics.called(endpoint.name, "ok", performance.now() - start);
      store.write(keyOf(endpoint), { body, fetchedAt: at.fetchedAt }, policy.maxAgeMs);
      return { value, ...at };
    } catch (error) {
      // Concurrent calls are refused together.
      const wasPaused = coolDowns.pausing() !== null;
      const failure = coolDowns.failed(keyOf(endpoint), failureOf(error, endpoint), wasKnown);
      const paused = coolDowns.pausing();
      if (paused !== null) {
        if (failure.status === 429 && !wasPaused) queue.slowDown();
        queue.rejectPaused();
        await store.pause(paused.retryAfterMs ?? 0);
      }
      const ms = performance.now() - start;
      metrics.called(endpoint.name, failure.reason, ms);
      console.warn(`market data: ${failure.reason}: ${failure.message} (${Math.round(ms)} ms)`);
      // The recorded failure has the time after which a call makes sense again.
      throw coolDowns.blocking(keyOf(endpoint)) ?? failure;
    }
  }

  return async function getAnswer(call, request) {
    const { ttlMs, maxAgeMs } = call.policy;
    const key = keyOf(call.endpoint);
    const isBackground = () => !request.isWaitedFor();
    // A visitor gets even a stale answer at once, and it is refreshed afterwards.
    const known = await takeOver(call, isBackground() ? ttlMs : maxAgeMs, request);
    if (known !== null) return known;
    const end = performance.now() + OTHER_REPLICA.maxWaitMs;
    let lock = await store.lock(key);
    try {
      while (lock === null && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, OTHER_REPLICA.pollMs));
        request.signal.throwIfAborted();
        lock = await store.lock(key);
        // Whoever releases the lock has written its answer before.
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

/** The key of an address: a new answer under it replaces the previous one. */
export function keyOf({ path, storedAs = path }: Endpoint<unknown>): string {
  return storedAs;
}

/** Maps an error to its failure. A fault of our own, in a reader for example, counts as a bad response: the previous answer stays. */
function failureOf(error: unknown, { path, failureOf }: Endpoint<unknown>): MarketDataFailure {
  if (error instanceof MarketDataFailure) return failureOf?.(error) ?? error;
  console.error(error);
  return new MarketDataFailure("bad-response", `${path}: a fault while reading the response`, {
    cause: error,
  });
}
