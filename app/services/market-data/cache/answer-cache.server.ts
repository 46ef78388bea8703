import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";
import type { CacheLimits, CachePolicy } from "./cache-policy.server";
import type { CoolDowns } from "./cool-downs.server";
import { createFlights, type Visit } from "./flights.server";
import type { MarketMetrics } from "./metrics.server";
import type { CallRequest, Lane } from "./rate-limiter.server";

/** Answer of the service, with its time. */
export interface Answer<Value> {
  readonly value: Value;
  /** In milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** The same moment on this process' monotonic clock, by which its age is counted. */
  readonly receivedAt: number;
}

/** Answer as a reader gets it. */
export interface ServedAnswer<Value> {
  readonly value: Value;
  /** In milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Milliseconds for which it is still fresh; 0 once it is stale. */
  readonly freshForMs: number;
  /** Older than twice its ttl because it cannot be refreshed: the page has to say so. */
  readonly isOutOfDate: boolean;
}

/** One read of a key. */
export interface Read<Value> {
  readonly key: string;
  readonly policy: CachePolicy;
  /** For a visitor who waits: `visitor` or `unseen`. */
  readonly lane: Exclude<Lane, "refresh">;
  readonly visit: Visit;
  /** Gets a fresh answer; null for a refresh where another replica is at it. Rejects with a MarketDataFailure. */
  readonly load: (request: CallRequest) => Promise<Answer<Value> | null>;
}

interface AnswerCacheOptions<Value> {
  readonly kind: string;
  readonly limits: CacheLimits;
  readonly coolDowns: CoolDowns;
  /** Reads the answer that other replicas have for a key; null: none. */
  readonly readShared: (key: string) => Promise<Answer<Value> | null>;
  readonly metrics: MarketMetrics;
  readonly clock: Clock;
  /** Milliseconds for which a reader waits for a slot. */
  readonly maxWaitMs: number;
  /** Told why a reader was turned away who is still there. */
  readonly onTurnedAway: (why: string) => void;
  /** Told of each value that is kept. */
  readonly onKept?: (value: Value) => void;
}

/** All times in milliseconds. */
const REFRESH = {
  /** A refresh that takes longer than this is late: the page says that its data are old, once they are. */
  lateMs: 10_000,
  /** While another replica refreshes a key, this one looks for the result so often. */
  pollMs: 1000,
} as const;

/**
 * Keeps answers of the service.
 *
 * | answer | call allowed | served |
 * |---|---|---|
 * | fresh | | it, without a call |
 * | stale | yes | it at once, while one refresh runs |
 * | stale | no: the last call failed, or the service asked for a pause | it at once |
 * | expired or none | yes | what the call brings; all who wait share it |
 * | expired or none | no | the failure that forbids the call |
 *
 * A reader never aborts a call that others may wait for: who leaves, or has waited for a slot for too long, goes alone, and
 * only a call that has not started and that nobody waits for any more is taken back.
 */
export function createAnswerCache<Value extends object>(options: AnswerCacheOptions<Value>) {
  const { kind, limits, coolDowns, readShared, metrics, clock, maxWaitMs, onTurnedAway, onKept } = options;
  const kept = new LRUCache<string, Answer<Value>>({
    max: limits.maxEntries,
    maxSize: limits.maxBytes,
    sizeCalculation: ({ value }) => Buffer.byteLength(JSON.stringify(value)),
  });
  const flights = createFlights<Answer<Value>>(clock, maxWaitMs);
  /** Time of the next look for an answer that another replica refreshes, on the monotonic clock. */
  const pollAt = new WeakMap<Answer<Value>, number>();

  const ageOf = (answer: Answer<Value>) => clock.monotonic() - answer.receivedAt;

  function stateOf(answer: Answer<Value> | undefined, policy: CachePolicy): "fresh" | "stale" | "expired" {
    if (answer === undefined || ageOf(answer) > policy.maxAgeMs) return "expired";
    if (policy.endsWithMinute && minuteOf(answer.fetchedAt) !== minuteOf(clock.now())) return "expired";
    return ageOf(answer) <= policy.ttlMs ? "fresh" : "stale";
  }

  function keep(key: string, answer: Answer<Value>): Answer<Value> {
    kept.set(key, answer);
    onKept?.(answer.value);
    return answer;
  }

  /** Finds out what to serve where there is nothing fresh: what other replicas know, or what a call brings. */
  async function revalidate(read: Read<Value>, request: CallRequest): Promise<Answer<Value>> {
    const { key, policy } = read;
    const own = kept.peek(key);
    const isOwnServable = stateOf(own, policy) !== "expired";
    // Whoever asks for what is not there, again and again, costs not even a look at what other replicas know.
    if (!isOwnServable) throwIfNotNull(coolDowns.blockingKey(key));
    const theirs = (await readShared(key)) ?? undefined;
    const isNewer = theirs !== undefined && !(own && isOwnServable && own.receivedAt >= theirs.receivedAt);
    if (isNewer && stateOf(theirs, policy) === "fresh") {
      coolDowns.succeeded(key);
      metrics.takenOver(kind);
      return keep(key, theirs);
    }
    const blocked = coolDowns.blocking(key);
    if (blocked?.reason === "not-found") throw blocked;
    if (isNewer && stateOf(theirs, policy) === "stale") return keep(key, theirs);
    throwIfNotNull(blocked);
    const loaded = await read.load(request);
    if (loaded !== null) return keep(key, loaded);
    if (own === undefined) throw new MarketDataFailure("unreachable", `${key}: no answer for a visitor`);
    pollAt.set(own, clock.monotonic() + REFRESH.pollMs);
    return own;
  }

  function start(read: Read<Value>, lane: Lane) {
    return flights.start(read.key, (signal, onStart) => revalidate(read, { lane, signal, onStart }));
  }

  function refresh(read: Read<Value>, answer: Answer<Value>): void {
    const { key } = read;
    if (flights.has(key) || coolDowns.blocking(key) !== null) return;
    if ((pollAt.get(answer) ?? 0) > clock.monotonic()) return;
    start(read, "refresh").catch((error: unknown) => {
      if (!(error instanceof MarketDataFailure)) console.error(error);
      else if (error.reason === "not-found") kept.delete(key);
    });
  }

  /** Waits for a flight; for one that was a refresh of something that expired meanwhile, no longer than for its end. */
  async function waitFor(read: Read<Value>): Promise<Answer<Value>> {
    if (flights.has(read.key)) {
      const joined = await flights.join(read.key, read.visit);
      if (stateOf(joined, read.policy) !== "expired") return joined;
    }
    // Its failure is for those who join.
    if (!flights.has(read.key)) start(read, read.lane).catch(() => {});
    return flights.join(read.key, read.visit);
  }

  function serve(read: Read<Value>, answer: Answer<Value>): ServedAnswer<Value> {
    const { key, policy } = read;
    const ageMs = ageOf(answer);
    const isTroubled =
      coolDowns.latest(key) !== null || coolDowns.pausing() !== null || flights.ageMs(key) > REFRESH.lateMs;
    return {
      value: answer.value,
      fetchedAt: answer.fetchedAt,
      freshForMs: freshForMs(answer, policy),
      isOutOfDate: ageMs > 2 * policy.ttlMs && isTroubled,
    };
  }

  function freshForMs(answer: Answer<Value>, policy: CachePolicy): number {
    const leftMs = policy.ttlMs - ageOf(answer);
    const minuteMs = TIME.MINUTE - (clock.now() % TIME.MINUTE);
    return Math.max(0, policy.endsWithMinute ? Math.min(leftMs, minuteMs) : leftMs);
  }

  return async function read(request: Read<Value>): Promise<ServedAnswer<Value>> {
    const known = kept.get(request.key);
    try {
      const isServable = stateOf(known, request.policy) !== "expired";
      const answer = known !== undefined && isServable ? known : await waitFor(request);
      const isStale = stateOf(answer, request.policy) === "stale";
      if (isStale) refresh(request, answer);
      metrics.served(kind, isStale ? "stale" : isServable ? "hit" : "miss", ageOf(answer));
      return serve(request, answer);
    } catch (error) {
      const isOverload = error instanceof MarketDataFailure && error.reason === "overloaded";
      metrics.served(kind, isOverload ? "turned-away" : "failed", 0);
      if (isOverload && !request.visit.signal?.aborted) onTurnedAway(error.message);
      throw error;
    }
  };
}

function throwIfNotNull(failure: MarketDataFailure | null): void {
  if (failure !== null) throw failure;
}

function minuteOf(time: number): number {
  return Math.floor(time / TIME.MINUTE);
}
