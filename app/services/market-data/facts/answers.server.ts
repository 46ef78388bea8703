import { LRUCache } from "lru-cache";
import { createSingleFlight } from "../../single-flight.server";
import { type Answer, type GetAnswer, keyOf } from "../calls/calls.server";
import type { CoolDowns } from "../calls/cool-downs.server";
import type { MarketMetrics } from "../calls/metrics.server";
import type { NetworkShares } from "../calls/network-shares.server";
import { createRequestBudget, overloaded, type RequestBudget } from "../calls/request-budget.server";
import { MarketDataFailure } from "../failure.server";
import type { Endpoint } from "../provider/client.server";
import { type CachePolicy, type Freshness, KINDS, type Kind } from "./cache-policy.server";

/** An answer as a reader gets it. */
export interface ServedAnswer<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Milliseconds for which it is still fresh; 0 once it is stale. */
  readonly freshForMs: number;
  /** Older than twice its ttl because it cannot be refreshed: the page has to say so. */
  readonly isOutOfDate: boolean;
}

/** What the readers of all kinds of data have in common. */
export interface Shared {
  readonly getAnswer: GetAnswer;
  readonly coolDowns: CoolDowns;
  readonly shares: NetworkShares;
  readonly metrics: MarketMetrics;
  readonly freshness: Freshness;
  readonly policyNow: (kind: Kind) => CachePolicy;
}

export interface AnswersOptions<Value> {
  /** Whether its calls go before others that are as urgent, because many visitors look at them. */
  readonly isShared?: boolean;
  /** Whether its calls count as those of the visitor's network, because anyone can ask for any number of them. */
  readonly isCharged?: boolean;
  /** Whether whoever reads counts what pages get by itself: one page may need several calls, or none. */
  readonly isCountedElsewhere?: boolean;
  /** What has a cool-down when a call fails; the address, unless given. */
  readonly coolDownKeys?: (endpoint: Endpoint<Value>) => readonly string[];
  /** Called with each new answer, before anyone gets it. */
  readonly onNew?: (answer: Answer<Value>, endpoint: Endpoint<Value>) => unknown;
}

interface ReadOptions<Value> {
  readonly budget?: RequestBudget | undefined;
  /** That of the kind, unless given. */
  readonly policy?: CachePolicy;
  /** Whether no visitor waits for it. */
  readonly isBackground?: boolean;
  /** Whether there has to be a call, whatever is kept. */
  readonly isNew?: boolean;
  /** Whether an answer that was stored, or that another replica has fetched, will do; any, unless given. */
  readonly accepts?: (answer: Answer<Value>) => boolean;
}

export type Answers<Value extends object> = ReturnType<typeof createAnswers<Value>>;

/** Milliseconds after which a refresh that is under way counts as failing: pages with old data then say so. */
const LATE_MS = 10_000;

/** Milliseconds after which a call that has not started ends when nobody waits for it any more: time enough to come back. */
const LINGER_MS = 30_000;

/** Milliseconds for a call to join the queue, before which other replicas may be asked for the answer. */
const MAX_TIME_TO_QUEUE_MS = 1000;

/**
 * Keeps the answers of one kind of data.
 *
 * | answer | call allowed | served |
 * |---|---|---|
 * | fresh | | it, without a call |
 * | stale | yes | it at once, while one refresh runs |
 * | stale | no: the last call failed, the service asked for a pause, or the network has used up its share | it at once |
 * | expired or none | yes | what the call returns; all readers share it |
 * | expired or none | no | the failure that forbids the call |
 *
 * A reader never aborts a call that others may wait for: one that disconnects, or for whom its slot comes too late, stops
 * waiting alone. Each promise of a read rejects with a MarketDataFailure and nothing else.
 */
export function createAnswers<Value extends object>(
  kind: Kind,
  shared: Shared,
  options: AnswersOptions<Value> = {},
) {
  const { getAnswer, coolDowns, shares, metrics, freshness } = shared;
  const { isShared = false, isCharged = false, isCountedElsewhere = false, onNew } = options;
  const { maxEntries, maxBytes } = KINDS[kind];
  const kept = new LRUCache<string, Answer<Value>>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => Buffer.byteLength(JSON.stringify(value)) + 1,
  });
  const flights = createSingleFlight<Answer<Value>>(freshness.clock, LINGER_MS);

  const urgencyOf = (key: string) => ({ isShared, isWaitedFor: () => (flights.get(key)?.waiting ?? 0) > 0 });

  /** @throws {MarketDataFailure} where the network has used up its share */
  function begin(endpoint: Endpoint<Value>, network: string | null, read: ReadOptions<Value>): void {
    const { policy = shared.policyNow(kind), accepts } = read;
    const key = keyOf(endpoint);
    const coolDownKeys = options.coolDownKeys?.(endpoint) ?? [key];
    const takeBack = isCharged ? shares.take(network) : () => {};
    const { promise } = flights.begin(key, async (events) => {
      let hasStarted = false;
      const onStart = () => {
        hasStarted = true;
        events.onStart();
      };
      try {
        const own = kept.peek(key);
        const isNeeded = read.isNew || freshness.of(own, policy) === "expired";
        if (isNeeded && coolDowns.blockingKey(key) !== null) throw coolDowns.blocking(key);
        const call = { kind, endpoint, policy, coolDownKeys, accepts };
        const request = { ...events, onStart, ...urgencyOf(key) };
        const answer = (await getAnswer(call, request)) ?? own;
        if (answer === undefined) throw new MarketDataFailure("unreachable", `${key}: no answer`);
        if (answer !== own) await keep(endpoint, answer);
        return answer;
      } finally {
        if (!hasStarted) takeBack();
      }
    });
    // Its failure is for those who join.
    promise.catch((error: unknown) => {
      if (!(error instanceof MarketDataFailure)) console.error(error);
      else if (error.reason === "not-found") kept.delete(key);
    });
  }

  async function keep(endpoint: Endpoint<Value>, answer: Answer<Value>): Promise<void> {
    const key = keyOf(endpoint);
    kept.set(key, answer);
    if (freshness.of(answer, shared.policyNow(kind)) === "fresh") coolDowns.succeeded(key);
    await onNew?.(answer, endpoint);
  }

  /**
   * Waits for the call that is under way for a key. Stops waiting with `overloaded` as soon as it is known that the call does not
   * start in time, or when the visitor disconnects; the call goes on for others.
   */
  async function join(key: string, budget: RequestBudget): Promise<Answer<Value>> {
    const { clock } = freshness;
    const flight = flights.get(key);
    const joinedAt = clock.monotonic();
    const leftMs = Math.max(0, budget.maxWaitMs - budget.waitedMs);
    const leaving = new AbortController();
    let waitMs = () => 0;
    const leaveIfTooLate = (isDeadline: boolean) => {
      if (flight?.startedAt !== null) return;
      const ms = waitMs();
      if (isDeadline || ms > leftMs - (clock.monotonic() - joinedAt))
        leaving.abort(overloaded(`${key}: no slot within ${budget.maxWaitMs} ms`, comeBackAfterMs(ms)));
    };
    const onDisconnect = () => leaving.abort(overloaded(`${key}: the visitor has disconnected`));
    void flight?.queued.then((ofCall) => {
      waitMs = ofCall;
      leaveIfTooLate(false);
    });
    const timer = setTimeout(() => leaveIfTooLate(true), Math.max(leftMs, MAX_TIME_TO_QUEUE_MS));
    budget.signal?.addEventListener("abort", onDisconnect);
    if (budget.signal?.aborted) onDisconnect();
    try {
      return await flights.join(key, leaving.signal);
    } finally {
      clearTimeout(timer);
      budget.signal?.removeEventListener("abort", onDisconnect);
      budget.waitedMs += Math.max(0, (flight?.startedAt ?? clock.monotonic()) - joinedAt);
    }
  }

  /** Waits for a call. If it was a refresh of an answer that has expired meanwhile, waits for another call after it. */
  async function waitFor(endpoint: Endpoint<Value>, budget: RequestBudget, read: ReadOptions<Value>) {
    const key = keyOf(endpoint);
    const { policy = shared.policyNow(kind), isBackground, isNew } = read;
    // Who only begins a call does not count as waiting for it.
    const wait = () => (isBackground && flights.get(key)?.promise) || join(key, budget);
    if (flights.get(key) !== undefined) {
      const joined = await wait();
      if (isNew || freshness.of(joined, policy) !== "expired") return joined;
    }
    if (flights.get(key) === undefined) begin(endpoint, budget.network, read);
    return wait();
  }

  /** Returns whether a stale answer cannot be refreshed at the moment. */
  function isFailing(key: string): boolean {
    const begunAt = flights.get(key)?.begunAt ?? Number.POSITIVE_INFINITY;
    const isLate = freshness.clock.monotonic() - begunAt > LATE_MS;
    return isLate || coolDowns.latest(key) !== null || coolDowns.pausing() !== null;
  }

  async function read(endpoint: Endpoint<Value>, options: ReadOptions<Value>): Promise<ServedAnswer<Value>> {
    const { policy = shared.policyNow(kind), budget = createRequestBudget() } = options;
    const key = keyOf(endpoint);
    const known = kept.get(key);
    const isServable = !options.isNew && freshness.of(known, policy) !== "expired";
    const answer = known !== undefined && isServable ? known : await waitFor(endpoint, budget, options);
    const isStale = freshness.of(answer, policy) === "stale";
    const isRefreshable = flights.get(key) === undefined && coolDowns.blocking(key) === null;
    if (isStale && isRefreshable && (!isCharged || shares.waitMs(budget.network) === 0))
      begin(endpoint, budget.network, options);
    const ageMs = freshness.ageOf(answer);
    if (!isCountedElsewhere) metrics.served(kind, isStale ? "stale" : isServable ? "hit" : "miss", ageMs);
    return {
      value: answer.value,
      fetchedAt: answer.fetchedAt,
      freshForMs: freshness.leftMs(answer, policy),
      isOutOfDate: ageMs > 2 * policy.ttlMs && isFailing(key),
    };
  }

  return {
    read: (endpoint: Endpoint<Value>, options: ReadOptions<Value> = {}) =>
      isCountedElsewhere
        ? read(endpoint, options)
        : metrics.counted(kind, options.budget, read(endpoint, options)),
    /** Returns the answer of an address that is not older than so many milliseconds, without a call; null where there is none. */
    known(endpoint: Endpoint<Value>, maxAgeMs: number): Answer<Value> | null {
      const answer = kept.get(keyOf(endpoint));
      const state = freshness.of(answer, { ...shared.policyNow(kind), maxAgeMs });
      return state === "expired" ? null : (answer ?? null);
    },
    /** Keeps an answer that came with another one. */
    keep,
    isFailing,
    /** Whether a call is under way for a key. */
    isCalling: (key: string) => flights.get(key) !== undefined,
  };
}

/** Milliseconds after which a visitor is told to come back: before the call ends because nobody waits for it. */
function comeBackAfterMs(waitMs: number): number | undefined {
  return Math.min(waitMs, LINGER_MS - 5000) || undefined;
}
