import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { createSingleFlight } from "../../single-flight.server";
import { MarketDataFailure } from "../failure.server";
import type { CacheLimits, CachePolicy } from "./cache-policy.server";
import type { CoolDowns } from "./cool-downs.server";
import type { ServedState } from "./metrics.server";
import type { CallRequest, Lane, Place } from "./rate-limiter.server";
import { joinWithinBudget, type RequestBudget } from "./request-budget.server";

/** An answer of the service, with its time. */
export interface Answer<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** The same moment on this process' monotonic clock, from which its age is counted. */
  readonly receivedAt: number;
}

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

/** The outcome of a read, for the metrics. */
export interface Reading<Served> {
  readonly answer: Served;
  readonly state: ServedState;
}

/** A read of one key. */
export interface ReadRequest<Value> {
  readonly key: string;
  readonly policy: CachePolicy;
  /** Lane of its call, where there is no answer; stale ones are refreshed in a lane of their own. */
  readonly lane: Lane;
  readonly budget: RequestBudget;
  /** Gets a new answer; null for a refresh that another replica is making. Rejects with a MarketDataFailure. */
  readonly load: (request: CallRequest) => Promise<Answer<Value> | null>;
  /** Called with each new answer. */
  readonly onNew?: ((answer: Answer<Value>) => void) | undefined;
}

interface AnswerCacheOptions {
  readonly limits: CacheLimits;
  readonly coolDowns: CoolDowns;
  readonly clock: Clock;
}

/** Times in milliseconds. */
export const REFRESH = {
  /** A refresh that takes longer than this counts as failing: pages with old data then say so. */
  lateMs: 10_000,
} as const;

/**
 * Keeps answers of the service.
 *
 * | answer | call allowed | served |
 * |---|---|---|
 * | fresh | | it, without a call |
 * | stale | yes | it at once, while one refresh runs |
 * | stale | no: the last call failed, or the service asked for a pause | it at once |
 * | expired or none | yes | what the call returns; all readers share it |
 * | expired or none | no | the failure that forbids the call |
 *
 * A reader never aborts a call that others may wait for: one that disconnects, or for whom its slot comes too late, stops
 * waiting alone. Only a call that has not started, and that nobody waits for or has been told to come back for, is given up.
 */
export function createAnswerCache<Value extends object>(options: AnswerCacheOptions) {
  const { limits, coolDowns, clock } = options;
  const kept = new LRUCache<string, Answer<Value>>({
    max: limits.maxEntries,
    maxSize: limits.maxBytes,
    sizeCalculation: ({ value }) => Buffer.byteLength(JSON.stringify(value)),
  });
  const loads = createSingleFlight<Answer<Value>, Place>(clock);

  function begin(request: ReadRequest<Value>, lane: Lane): Promise<Answer<Value>> {
    const { key, policy, load, onNew } = request;
    const { promise } = loads.begin(key, async (signal, onStart, onQueued) => {
      const own = kept.peek(key);
      const blocked = coolDowns.blockingKey(key);
      if (blocked !== null && freshnessOf(own, policy, clock) === "expired") throw blocked;
      const answer = (await load({ lane, signal, onStart, onQueued })) ?? own;
      if (answer === undefined) throw new MarketDataFailure("unreachable", `${key}: no answer`);
      if (answer === own) return answer;
      kept.set(key, answer);
      if (freshnessOf(answer, policy, clock) === "fresh") coolDowns.succeeded(key);
      onNew?.(answer);
      return answer;
    });
    return promise;
  }

  function refresh(request: ReadRequest<Value>): void {
    const { key } = request;
    if (loads.get(key) !== undefined || coolDowns.blocking(key) !== null) return;
    begin(request, "background").catch((error: unknown) => {
      if (!(error instanceof MarketDataFailure)) console.error(error);
      else if (error.reason === "not-found") kept.delete(key);
    });
  }

  /** Waits for a call. If it was a refresh of an answer that has expired meanwhile, waits for another call after it. */
  async function waitFor(request: ReadRequest<Value>): Promise<Answer<Value>> {
    const { key, budget, policy, lane } = request;
    if (loads.get(key) !== undefined) {
      const joined = await joinWithinBudget(loads, key, budget, clock, lane);
      if (freshnessOf(joined, policy, clock) !== "expired") return joined;
    }
    // Its failure is for those who join.
    if (loads.get(key) === undefined) begin(request, lane).catch(() => {});
    return joinWithinBudget(loads, key, budget, clock, lane);
  }

  return {
    async read(request: ReadRequest<Value>): Promise<Reading<ServedAnswer<Value>>> {
      const { key, policy } = request;
      const known = kept.get(key);
      const isServable = freshnessOf(known, policy, clock) !== "expired";
      const answer = known !== undefined && isServable ? known : await waitFor(request);
      const isStale = freshnessOf(answer, policy, clock) === "stale";
      if (isStale) refresh(request);
      return {
        state: isStale ? "stale" : isServable ? "hit" : "miss",
        answer: {
          value: answer.value,
          fetchedAt: answer.fetchedAt,
          freshForMs: freshForMs(answer, policy, clock),
          isOutOfDate:
            ageOf(answer, clock) > 2 * policy.ttlMs &&
            isRefreshFailing(key, loads.get(key)?.begunAt, coolDowns, clock),
        },
      };
    },
    /** Returns the answer of a key if it is fresh; null otherwise. */
    fresh(key: string, policy: CachePolicy): Answer<Value> | null {
      const answer = kept.get(key);
      return answer !== undefined && freshnessOf(answer, policy, clock) === "fresh" ? answer : null;
    },
    /** Keeps a fresh answer that was fetched with another one. */
    keep(key: string, answer: Answer<Value>): void {
      kept.set(key, answer);
      coolDowns.succeeded(key);
    },
  };
}

/**
 * Returns whether a stale answer cannot be refreshed at the moment.
 * @param begunAt time at which the call for it began, on the monotonic clock, if there is one
 */
export function isRefreshFailing(
  key: string,
  begunAt = Number.POSITIVE_INFINITY,
  coolDowns: CoolDowns,
  clock: Clock,
): boolean {
  const isLate = clock.monotonic() - begunAt > REFRESH.lateMs;
  return isLate || coolDowns.latest(key) !== null || coolDowns.pausing() !== null;
}

/** Returns the milliseconds since the service gave an answer. */
export function ageOf(answer: Answer<unknown>, clock: Clock): number {
  return clock.monotonic() - answer.receivedAt;
}

/** Returns the state of an answer under a policy; no answer counts as expired. */
export function freshnessOf(
  answer: Answer<unknown> | undefined,
  policy: CachePolicy,
  clock: Clock,
): "fresh" | "stale" | "expired" {
  if (answer === undefined || ageOf(answer, clock) > policy.maxAgeMs) return "expired";
  if (policy.endsWithMinute && minuteOf(answer.fetchedAt) !== minuteOf(clock.now())) return "expired";
  return ageOf(answer, clock) <= policy.ttlMs ? "fresh" : "stale";
}

/** Returns the milliseconds for which an answer is still fresh; 0 once it is stale. */
export function freshForMs(answer: Answer<unknown>, policy: CachePolicy, clock: Clock): number {
  const leftMs = policy.ttlMs - ageOf(answer, clock);
  const minuteMs = TIME.MINUTE - (clock.now() % TIME.MINUTE);
  return Math.max(0, policy.endsWithMinute ? Math.min(leftMs, minuteMs) : leftMs);
}

function minuteOf(time: number): number {
  return Math.floor(time / TIME.MINUTE);
}
