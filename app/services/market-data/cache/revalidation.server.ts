import type { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.server";
import { createSingleFlight } from "../../single-flight.server";
import { MarketDataFailure } from "../failure.server";
import type { CachePolicy } from "./cache-policy.server";
import type { CoolDowns } from "./cool-downs.server";
import { type Answer, freshnessOf } from "./freshness.server";
import type { Lane } from "./lanes.server";
import type { MarketMetrics } from "./metrics.server";
import type { CallRequest } from "./rate-limiter.server";
import { joinAsVisitor, type Visit } from "./visit.server";

/** Read of one key. */
export interface Read<Value> {
  readonly key: string;
  readonly policy: CachePolicy;
  /** Lane of a visitor who waits; that of refreshes where nobody does. */
  readonly lane: Lane;
  readonly visit: Visit;
  /** Gets a fresh answer; null for a refresh where another replica is at it. Rejects with a MarketDataFailure. */
  readonly load: (request: CallRequest) => Promise<Answer<Value> | null>;
  /** Called with each new answer. */
  readonly onNew?: ((answer: Answer<Value>) => void) | undefined;
}

export interface RevalidationOptions<Value> {
  readonly kind: string;
  readonly coolDowns: CoolDowns;
  /** Reads the answer that other replicas have for a key; null: none. */
  readonly readShared: (key: string) => Promise<Answer<Value> | null>;
  readonly metrics: MarketMetrics;
  readonly clock: Clock;
  /** Milliseconds for which a reader waits for a slot. */
  readonly maxWaitMs: number;
}

/** Times in milliseconds. */
const REFRESH = {
  /** A refresh that takes longer than this is late: the page says that its data are old, once they are. */
  lateMs: 10_000,
  /** While another replica refreshes a key, this one reads whether it is there so often. */
  pollMs: 1000,
} as const;

/** Creates what brings new answers into a cache: one call a key at a time, which all readers share. */
export function createRevalidation<Value extends object>(
  kept: LRUCache<string, Answer<Value>>,
  options: RevalidationOptions<Value>,
) {
  const { coolDowns, clock, maxWaitMs } = options;
  const flights = createSingleFlight<Answer<Value>>(clock);
  /** Time of the next refresh of an answer that another replica refreshes, on the monotonic clock. */
  const pollAt = new WeakMap<Answer<Value>, number>();

  function begin(read: Read<Value>, lane: Lane): Promise<Answer<Value>> {
    const { promise } = flights.begin(read.key, async (signal, onStart) => {
      const own = kept.peek(read.key);
      const answer = await revalidate(read, own, { lane, signal, onStart }, options);
      if (answer === own) return answer;
      kept.set(read.key, answer);
      read.onNew?.(answer);
      return answer;
    });
    return promise;
  }

  function refresh(read: Read<Value>, answer: Answer<Value>): void {
    const { key } = read;
    if (flights.get(key) !== undefined || coolDowns.blocking(key) !== null) return;
    if ((pollAt.get(answer) ?? 0) > clock.monotonic()) return;
    begin(read, "refresh").then(
      (newest) => void (newest === answer && pollAt.set(answer, clock.monotonic() + REFRESH.pollMs)),
      (error: unknown) => {
        if (!(error instanceof MarketDataFailure)) console.error(error);
        else if (error.reason === "not-found") kept.delete(key);
      },
    );
  }

  /** Waits for a call; for one that was a refresh of something that expired meanwhile, no longer than for its end. */
  async function waitFor(read: Read<Value>): Promise<Answer<Value>> {
    const { key, visit, policy, lane } = read;
    if (flights.get(key) !== undefined) {
      const joined = await joinAsVisitor(flights, key, visit, clock, maxWaitMs);
      if (freshnessOf(joined, policy, clock) !== "expired") return joined;
    }
    // Its failure is for those who join.
    if (flights.get(key) === undefined) begin(read, lane).catch(() => {});
    return joinAsVisitor(flights, key, visit, clock, maxWaitMs);
  }

  /** Tells whether a stale answer is one that cannot be refreshed. */
  function isTroubled(key: string): boolean {
    const begunAt = flights.get(key)?.begunAt ?? Number.POSITIVE_INFINITY;
    const isLate = clock.monotonic() - begunAt > REFRESH.lateMs;
    return isLate || coolDowns.latest(key) !== null || coolDowns.pausing() !== null;
  }

  return { refresh, waitFor, isTroubled };
}

/**
 * Finds out what to serve where there is nothing fresh: what other replicas know, or what a call brings.
 * @returns the answer that was there already where another replica is at it
 */
async function revalidate<Value extends object>(
  { key, policy, load }: Read<Value>,
  own: Answer<Value> | undefined,
  request: CallRequest,
  { kind, coolDowns, readShared, metrics, clock }: RevalidationOptions<Value>,
): Promise<Answer<Value>> {
  const isOwnServable = freshnessOf(own, policy, clock) !== "expired";
  // Whoever asks for what is not there, again and again, costs not even a read of what other replicas know.
  if (!isOwnServable) throwIfNotNull(coolDowns.blockingKey(key));
  const theirs = (await readShared(key)) ?? undefined;
  const isNewer = theirs !== undefined && !(own && isOwnServable && own.receivedAt >= theirs.receivedAt);
  if (isNewer && freshnessOf(theirs, policy, clock) === "fresh") {
    coolDowns.succeeded(key);
    metrics.takenOver(kind);
    return theirs;
  }
  const blocked = coolDowns.blocking(key);
  if (blocked?.reason === "not-found") throw blocked;
  if (isNewer && freshnessOf(theirs, policy, clock) === "stale") return theirs;
  throwIfNotNull(blocked);
  const answer = (await load(request)) ?? own;
  if (answer === undefined) throw new MarketDataFailure("unreachable", `${key}: no answer for a visitor`);
  return answer;
}

function throwIfNotNull(failure: MarketDataFailure | null): void {
  if (failure !== null) throw failure;
}
