import { Registry } from "prom-client";
import { TIME } from "~/domain/time";
import { type Clock, SYSTEM_CLOCK } from "../../clock.server";
import { createSingleFlight, type Flight } from "../../single-flight.server";
import { currentNetwork } from "../../visitor-network.server";
import { type Answer, createFreshness, fetchedAtTime, KINDS } from "../policy/cache-policy.server";
import { MarketDataFailure, overloaded } from "../policy/failure.server";
import { type Endpoint, type GetBody, keyOf, readAnswer, USUAL_LIMITS } from "../source/client.server";
import { type AnswerStore, EMPTY_STORE } from "../store/answer-store.server";
import { createCallQueue, type QueuedCall } from "./call-queue.server";
import { createCoolDowns } from "./cool-downs.server";
import { createMarketMetrics } from "./metrics.server";
import { createMonthlyLimit } from "./monthly-limit.server";
import { createNetworkShares } from "./network-shares.server";
import type { Patience } from "./patience.server";

export interface GateOptions {
  readonly getBody: GetBody;
  readonly callsPerMinute?: number;
  /** Those with which it begins; by default all of them. */
  readonly firstCallsPerMinute?: number;
  readonly callsPerMonth?: number;
  /** Where answers are stored beyond this process; by default nowhere. */
  readonly store?: AnswerStore;
  readonly registry?: Registry;
  readonly clock?: Clock;
}

export type Gate = ReturnType<typeof createGate>;

/** Milliseconds after which a call under way counts as failing: pages with stale data then say so. */
const LATE_MS = 10_000;

/** Milliseconds that an unstarted call stays queued after the last waiting visitor has left: time enough to come back. */
const LINGER_MS = 30_000;

/** Milliseconds for a call to join the queue, in which other replicas may be asked for the answer. */
const MAX_TIME_TO_QUEUE_MS = 1000;

/** While another replica calls: milliseconds between two looks for its answer, and until this one calls itself. */
const OTHER_REPLICA = { pollMs: 100, maxWaitMs: 30_000 } as const;

/**
 * Creates what decides whether and when the service is called: one call per address at a time, of all replicas together, shared by all
 * who wait for it. A visitor who disconnects, or whose slot comes too late, stops waiting without affecting the others. All its promises
 * reject with a MarketDataFailure and nothing else.
 */
export function createGate(options: GateOptions) {
  const { getBody, callsPerMinute = 0, callsPerMonth = 0, store = EMPTY_STORE } = options;
  const { registry = new Registry(), clock = SYSTEM_CLOCK } = options;
  const coolDowns = createCoolDowns(clock);
  const month = createMonthlyLimit(callsPerMonth, store, clock);
  const freshness = createFreshness(clock, month.freshTimes);
  const queue = createCallQueue(callsPerMinute, options.firstCallsPerMinute, store, month, clock);
  const shares = createNetworkShares(callsPerMinute, queue, month, clock);
  const metrics = createMarketMetrics(registry, queue, month, clock);
  const flights = createSingleFlight<Answer<unknown>>(clock, LINGER_MS);

  /** The failure that currently forbids a call for this key, its own or that of all calls, whichever lasts longer; or null. */
  function blocking(key: string): MarketDataFailure | null {
    const [own, paused] = [coolDowns.blocking(key), queue.pausing()];
    return own === null || (paused?.retryAfterMs ?? 0) >= (own.retryAfterMs ?? 0) ? paused : own;
  }

  /** Reads the stored answer up to an age; without one, throws during a pause that is too long to wait for. */
  async function takeOver<Value>(endpoint: Endpoint<Value>, maxAgeMs: number, call: QueuedCall) {
    const { answer, pauseMs } = await store.read(keyOf(endpoint));
    if (pauseMs > 0) {
      const refusal = new MarketDataFailure("rate-limited", "another replica", { status: 429 });
      // A short one may be the end of our own, which comes back from the store.
      queue.pauseFor(refusal, pauseMs, pauseMs > TIME.SECOND);
    }
    if (answer !== null && clock.now() - answer.fetchedAt <= maxAgeMs) {
      try {
        const value = await readAnswer(answer.body, endpoint);
        metrics.takenOver(endpoint.kind);
        if (endpoint.accepts?.(value) !== false) return { value, ...fetchedAtTime(clock, answer.fetchedAt) };
      } catch (error) {
        console.warn(`market data: a stored answer cannot be read: ${error}`);
        metrics.unreadable(endpoint.kind);
        // Nobody takes over an answer of last year.
        store.write(keyOf(endpoint), { body: "", fetchedAt: clock.now() - 365 * TIME.DAY }, 1);
      }
    }
    const refused = queue.pausing() && queue.refusal(call);
    if (refused) throw refused;
    return null;
  }

  async function callService<Value>(endpoint: Endpoint<Value>, wasKnown: boolean) {
    const [key, start] = [keyOf(endpoint), performance.now()];
    try {
      const body = await getBody(endpoint.path, (endpoint.limits ?? USUAL_LIMITS).maxBytes);
      const at = fetchedAtTime(clock, clock.now());
      const value = await readAnswer(body, endpoint);
      metrics.called(endpoint.kind, null, performance.now() - start);
      store.write(key, { body, fetchedAt: at.fetchedAt }, freshness.policyOf(endpoint.kind).maxAgeMs);
      return { value, ...at };
    } catch (error) {
      const failure = coolDowns.failed(key, failureOf(error, endpoint.path, endpoint.failureOf), wasKnown);
      const { reason, status, retryAfterMs } = failure;
      if (reason === "rate-limited" && (status === 429 || retryAfterMs !== undefined)) {
        const pauseMs = retryAfterMs ?? coolDowns.blocking(key)?.retryAfterMs ?? 0;
        queue.pauseFor(failure, pauseMs, status === 429);
        await store.pause(queue.pausing()?.retryAfterMs ?? 0);
      }
      const ms = performance.now() - start;
      metrics.called(endpoint.kind, failure, ms);
      console.warn(`market data: ${reason}: ${failure.message} (${Math.round(ms)} ms)`);
      // The recorded failure has the time after which a call makes sense again.
      throw blocking(key) ?? failure;
    }
  }

  async function getAnswer<Value>(endpoint: Endpoint<Value>, call: QueuedCall) {
    const { ttlMs, maxAgeMs } = freshness.policyOf(endpoint.kind);
    // A visitor gets even a stale answer at once, and it is refreshed afterwards.
    const mayBeStale = call.isWaitedFor() && endpoint.accepts === undefined;
    const known = await takeOver(endpoint, mayBeStale ? maxAgeMs : ttlMs, call);
    if (known !== null) return known;
    const end = performance.now() + OTHER_REPLICA.maxWaitMs;
    let lock = await store.lock(keyOf(endpoint));
    try {
      while (lock === null && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, OTHER_REPLICA.pollMs));
        call.signal.throwIfAborted();
        lock = await store.lock(keyOf(endpoint));
        // Whoever releases the lock has written its answer before.
        const answer = await takeOver(endpoint, ttlMs, call);
        if (answer !== null) return answer;
      }
      return await queue.run(call, async () => {
        const answer = await takeOver(endpoint, ttlMs, call);
        if (answer !== null) return answer;
        // Not even a short pause may have begun when the call starts.
        const paused = queue.pausing();
        if (paused !== null) throw paused;
        return await callService(endpoint, !call.isWaitedFor());
      });
    } finally {
      lock?.release();
    }
  }

  /** @throws {MarketDataFailure} if the network has used up its share */
  function begin<Value>(endpoint: Endpoint<Value>, network: string | null) {
    const [key, isShared] = [keyOf(endpoint), KINDS[endpoint.kind].isFirst === true];
    const takeBack = shares.take(network);
    const flight = flights.begin(key, async (events) => {
      try {
        const call = { ...events, isShared, isWaitedFor: () => flight.waiting > 0 };
        const answer = await getAnswer(endpoint, call);
        if (freshness.of(answer, freshness.policyOf(endpoint.kind)) === "fresh") coolDowns.succeeded(key);
        await endpoint.onAnswer?.(answer);
        return answer;
      } finally {
        if (flight.startedAt === null) takeBack();
      }
    });
    // Its failure is reported to those who join.
    flight.promise.catch((error: unknown) => {
      if (!(error instanceof MarketDataFailure)) console.error(error);
    });
    return flight;
  }

  /**
   * Waits for the call under way for a key. Stops waiting with `overloaded` once the call is known to start too late, or when the
   * visitor disconnects; the call goes on for others.
   */
  async function join(key: string, flight: Readonly<Flight<Answer<unknown>>>, patience: Patience) {
    const joinedAt = clock.monotonic();
    const leftMs = Math.max(0, patience.maxWaitMs - patience.waitedMs);
    const leaving = new AbortController();
    const leave = (why: string, ms?: number) => leaving.abort(overloaded(`${key}: ${why}`, ms));
    let waitMs = () => 0;
    function leaveIfTooLate(isDeadline: boolean) {
      const ms = waitMs();
      const isTooLate = isDeadline || ms > leftMs - (clock.monotonic() - joinedAt);
      // The visitor is told to come back before the unneeded call is removed.
      if (isTooLate && flight.startedAt === null)
        leave(`no slot within ${patience.maxWaitMs} ms`, Math.min(ms, LINGER_MS - 5000) || undefined);
    }
    void flight.queued.then((ofCall) => {
      waitMs = ofCall;
      leaveIfTooLate(false);
    });
    const timer = setTimeout(leaveIfTooLate, Math.max(leftMs, MAX_TIME_TO_QUEUE_MS), true);
    const onDisconnect = () => leave("the visitor has disconnected");
    patience.signal?.addEventListener("abort", onDisconnect);
    if (patience.signal?.aborted) onDisconnect();
    try {
      return await flights.join(key, leaving.signal);
    } finally {
      clearTimeout(timer);
      patience.signal?.removeEventListener("abort", onDisconnect);
      const until = flight.startedAt ?? clock.monotonic();
      patience.waitedMs += Math.max(0, until - Math.max(joinedAt, patience.countedUntil));
      patience.countedUntil = Math.max(until, patience.countedUntil);
    }
  }

  return {
    ...{ store, freshness, coolDowns, shares, metrics },
    /**
     * Makes the call, unless it is under way, and waits for its answer.
     * @param patience null: no visitor waits
     * @param isCharged whether it counts as a call of the visitor's network
     */
    async call<Value>(
      endpoint: Endpoint<Value>,
      patience: Patience | null,
      isCharged = !KINDS[endpoint.kind].isCommon,
    ): Promise<Answer<Value>> {
      const key = keyOf(endpoint);
      const underWay = flights.get(key);
      if (underWay === undefined && coolDowns.blocking(key) !== null) throw blocking(key);
      const flight = underWay ?? begin(endpoint, isCharged && patience ? currentNetwork() : null);
      const answer = await (patience === null ? flight.promise : join(key, flight, patience));
      // An address has one reader, so its answers are all of one type.
      return answer as Answer<Value>;
    },
    /** Makes the call in the background, unless one is under way or calls are currently forbidden. Never throws. */
    refresh<Value>(endpoint: Endpoint<Value>, patience: Patience | null): void {
      const isCharged = patience !== null && !KINDS[endpoint.kind].isCommon;
      const [key, network] = [keyOf(endpoint), isCharged ? currentNetwork() : null];
      const isAllowed = blocking(key) === null && shares.waitMs(network) === 0;
      if (flights.get(key) === undefined && isAllowed) begin(endpoint, network);
    },
    blocking,
    /** Whether the data of a key cannot be refreshed at the moment. */
    isFailing(key: string): boolean {
      const begunAt = flights.get(key)?.begunAt ?? Number.POSITIVE_INFINITY;
      const isLate = clock.monotonic() - begunAt > LATE_MS;
      return isLate || coolDowns.latest(key) !== null || queue.pausing() !== null;
    },
  };
}

/** Maps an error to its failure. A fault of our own, in a reader for example, counts as a bad response: the previous answer stays. */
function failureOf(cause: unknown, path: string, meaningOf = (failure: MarketDataFailure) => failure) {
  if (cause instanceof MarketDataFailure) return meaningOf(cause);
  console.error(cause);
  return new MarketDataFailure("bad-response", `${path}: a fault while reading the response`, { cause });
}
