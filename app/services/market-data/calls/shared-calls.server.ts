import { createSingleFlight } from "../../single-flight.server";
import type { Answer, CachePolicy, Freshness } from "../facts/cache-policy.server";
import { MarketDataFailure } from "../failure.server";
import type { Endpoint } from "../provider/client.server";
import { type GetAnswer, keyOf } from "./calls.server";
import type { CoolDowns } from "./cool-downs.server";
import type { MarketMetrics } from "./metrics.server";
import type { Plan } from "./month-budget.server";
import type { NetworkShares } from "./network-shares.server";
import { overloaded, type RequestBudget } from "./request-budget.server";

/** Dependencies shared by the readers of all kinds of data. */
export interface Shared {
  readonly getAnswer: GetAnswer;
  readonly coolDowns: CoolDowns;
  readonly shares: NetworkShares;
  readonly metrics: MarketMetrics;
  readonly freshness: Freshness;
  /** Null: no monthly limit of calls. */
  readonly planNow: () => Plan | null;
}

export interface SharedCallsOptions<Value> {
  /** Whether its calls go before equally urgent ones, because many visitors need them. */
  readonly isShared?: boolean;
  /** Called with each new answer, before anyone gets it. */
  readonly onAnswer: (answer: Answer<Value>, endpoint: Endpoint<Value>) => unknown;
}

export interface CallOptions<Value> {
  readonly policy: CachePolicy;
  readonly budget: RequestBudget;
  /** Whether it counts as a call of the visitor's network, because anyone can request any number of these. */
  readonly isCharged?: boolean | undefined;
  /** Whether a stored answer, or another replica's, will do; by default any. */
  readonly accepts?: ((answer: Answer<Value>) => boolean) | undefined;
}

/** Milliseconds after which a call under way counts as failing: pages with stale data then say so. */
const LATE_MS = 10_000;

/** Milliseconds that an unstarted call stays queued after the last waiting visitor has left: time enough to come back. */
const LINGER_MS = 30_000;

/** Milliseconds for a call to join the queue, in which other replicas may be asked for the answer. */
const MAX_TIME_TO_QUEUE_MS = 1000;

/**
 * Creates what calls the addresses of one kind of data: one call per address at a time, shared by all who wait for it. A
 * visitor who disconnects, or whose slot comes too late, stops waiting without affecting the others. All its promises reject
 * with a MarketDataFailure and nothing else.
 * @param kind label of the metrics
 */
export function createSharedCalls<Value>(kind: string, shared: Shared, options: SharedCallsOptions<Value>) {
  const { getAnswer, coolDowns, shares, freshness } = shared;
  const { isShared = false } = options;
  const { clock } = freshness;
  const flights = createSingleFlight<Answer<Value>>(clock, LINGER_MS);

  /** @throws {MarketDataFailure} if the network has used up its share */
  function begin(endpoint: Endpoint<Value>, call: CallOptions<Value>): void {
    const key = keyOf(endpoint);
    const { policy, accepts } = call;
    const takeBack = call.isCharged ? shares.take(call.budget.network) : () => {};
    const flight = flights.begin(key, async (events) => {
      try {
        const request = { ...events, isShared, isWaitedFor: () => flight.waiting > 0 };
        const answer = await getAnswer({ kind, endpoint, policy, accepts }, request);
        if (freshness.of(answer, policy) === "fresh") coolDowns.succeeded(key);
        await options.onAnswer(answer, endpoint);
        return answer;
      } finally {
        if (flight.startedAt === null) takeBack();
      }
    });
    // Its failure is reported to those who join.
    flight.promise.catch((error: unknown) => {
      if (!(error instanceof MarketDataFailure)) console.error(error);
    });
  }

  /**
   * Waits for the call under way for a key. Stops waiting with `overloaded` once the call is known to start too late, or when the
   * visitor disconnects; the call goes on for others.
   */
  async function join(key: string, budget: RequestBudget): Promise<Answer<Value>> {
    const flight = flights.get(key);
    const joinedAt = clock.monotonic();
    const leftMs = Math.max(0, budget.maxWaitMs - budget.waitedMs);
    const leaving = new AbortController();
    const leave = (why: string, ms?: number) => leaving.abort(overloaded(`${key}: ${why}`, ms));
    let waitMs = () => 0;
    const leaveIfTooLate = (isDeadline: boolean) => {
      const ms = waitMs();
      const isTooLate = isDeadline || ms > leftMs - (clock.monotonic() - joinedAt);
      // The visitor is told to come back before the unneeded call is removed.
      if (isTooLate && flight?.startedAt === null)
        leave(`no slot within ${budget.maxWaitMs} ms`, Math.min(ms, LINGER_MS - 5000) || undefined);
    };
    const onDisconnect = () => leave("the visitor has disconnected");
    void flight?.queued.then((ofCall) => {
      waitMs = ofCall;
      leaveIfTooLate(false);
    });
    const timer = setTimeout(leaveIfTooLate, Math.max(leftMs, MAX_TIME_TO_QUEUE_MS), true);
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

  return {
    /** Makes the call, unless it is under way, and waits for its answer. */
    async call(endpoint: Endpoint<Value>, call: CallOptions<Value>): Promise<Answer<Value>> {
      const key = keyOf(endpoint);
      if (flights.get(key) === undefined) {
        if (coolDowns.blockingKey(key) !== null) throw coolDowns.blocking(key);
        begin(endpoint, call);
      }
      return await join(key, call.budget);
    },
    /** Makes the call in the background, unless one is under way or calls are currently forbidden. Never throws. */
    refresh(endpoint: Endpoint<Value>, call: CallOptions<Value>): void {
      const key = keyOf(endpoint);
      const isAffordable = !call.isCharged || shares.waitMs(call.budget.network) === 0;
      if (flights.get(key) === undefined && coolDowns.blocking(key) === null && isAffordable)
        begin(endpoint, call);
    },
    /** The answer of the call under way for a key, without counting as waiting; null if there is none. */
    underWay: (key: string): Promise<Answer<Value>> | null => flights.get(key)?.promise ?? null,
    /** Whether the data of a key cannot be refreshed at the moment. */
    isFailing(key: string): boolean {
      const begunAt = flights.get(key)?.begunAt ?? Number.POSITIVE_INFINITY;
      const isLate = clock.monotonic() - begunAt > LATE_MS;
      return isLate || coolDowns.latest(key) !== null || coolDowns.pausing() !== null;
    },
  };
}
