import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { WorkEvents } from "../../single-flight.server";
import { type MarketDataFailure, overloaded } from "../policy/failure.server";
import type { AnswerStore, TokenBucket } from "../store/answer-store.server";
import type { MonthlyLimit } from "./monthly-limit.server";

/** A call for a slot. Aborting its signal removes it from the queue, but does not end it once it has started. */
export interface QueuedCall extends WorkEvents {
  /** Whether it is for prices or a list, which many visitors look at. */
  readonly isShared: boolean;
  /** Whether a visitor is waiting. Checked whenever a call can start: visitors come and leave. */
  readonly isWaitedFor: () => boolean;
}

export type CallQueue = ReturnType<typeof createCallQueue>;

const LIMITS = {
  concurrency: 4,
  /** A call that takes longer frees its slot for others; it goes on until the client times out. */
  maxSlotMs: 30_000,
  /** A call that would wait longer is rejected at once: most visitors would leave before. */
  maxWaitMs: 2 * TIME.MINUTE,
  /** Share of a month's reserve that only prices and lists may use. */
  reservedOfMonth: 1 / 10,
  /** A visitor waits this long for the end of a pause; a longer pause is reported at once. */
  maxPauseWaitMs: 3000,
} as const;

interface WaitingCall extends QueuedCall {
  readonly start: () => void;
  readonly reject: (failure: MarketDataFailure) => void;
}

/**
 * Runs at most four calls at a time and, if the service has a limit, no more per minute than that.
 * @param limit calls a minute of the service's limit; 0: none @param first of them, with which the site begins
 */
export function createCallQueue(
  limit: number,
  first: number | undefined,
  store: AnswerStore,
  month: MonthlyLimit,
  clock: Clock,
) {
  const rate = createLearntRate(clock, limit || Number.MAX_SAFE_INTEGER, first || undefined);
  const waiting = new Set<WaitingCall>();
  let running = 0;
  let pause: { readonly failure: MarketDataFailure; readonly until: number } | null = null;
  let isDispatching = false;
  let timer: NodeJS.Timeout | undefined;

  /** The failure that currently forbids all calls, with the remaining time as `retryAfterMs`; or null. */
  function pausing(): MarketDataFailure | null {
    const leftMs = (pause?.until ?? 0) - clock.monotonic();
    return pause !== null && leftMs > 0 ? pause.failure.remembered(leftMs) : null;
  }

  function longPause(): MarketDataFailure | null {
    const paused = pausing();
    return (paused?.retryAfterMs ?? 0) > LIMITS.maxPauseWaitMs ? paused : null;
  }

  /** Milliseconds until that many calls may start. */
  function untilCalls(calls: number): number {
    const pauseMs = pausing()?.retryAfterMs ?? 0;
    return Math.max(pauseMs, rate.waitMs(calls), month.waitMs(calls));
  }

  /** Milliseconds until a call may start; infinite if none waits, or if all have to wait for another one to end. */
  function untilNext(): number {
    return running >= LIMITS.concurrency || waiting.size === 0 ? Number.POSITIVE_INFINITY : untilCalls(1);
  }

  async function dispatch(): Promise<void> {
    if (isDispatching) return;
    isDispatching = true;
    while (untilNext() <= 0) {
      const usedUpMs = limit > 0 ? await store.countCall(rate.bucket()) : 0;
      // The call that is first when the slot frees up gets it.
      if (usedUpMs === 0) startNext();
      else rate.exhaust(usedUpMs);
    }
    isDispatching = false;
    clearTimeout(timer);
    const waitMs = untilNext();
    // A timer cannot be as long as the rest of a month.
    const delayMs = Math.max(1, Math.min(Math.ceil(waitMs), TIME.DAY));
    if (Number.isFinite(waitMs)) timer = setTimeout(dispatch, delayMs).unref();
  }

  /** Starts the call that has waited longest among those of the highest priority. */
  function startNext(): void {
    const [next] = [...waiting].sort((one, other) => rankOf(one) - rankOf(other));
    if (next === undefined) return;
    waiting.delete(next);
    running += 1;
    rate.take();
    void month.count();
    next.onStart();
    next.start();
  }

  /** Minimum milliseconds until a waiting or joining call can start. */
  function waitMs(call: QueuedCall): number {
    let calls = 1;
    let isBehind = false;
    for (const other of waiting) {
      isBehind ||= other === call;
      if (rankOf(other) < rankOf(call) + (isBehind ? 0 : 1)) calls += 1;
    }
    return Math.max(running + calls <= LIMITS.concurrency ? 0 : 1, untilCalls(calls));
  }

  /** The failure of a call not worth waiting for: in a long pause, a full queue, or with too little left of the month. */
  function refusal(call: QueuedCall): MarketDataFailure | null {
    const paused = longPause();
    if (paused !== null) return paused;
    const monthMs = month.waitMs(1, call.isShared ? 0 : LIMITS.reservedOfMonth);
    if (monthMs > 0) return overloaded("the month's calls are left to prices and lists", monthMs);
    const ms = waitMs(call);
    return ms > LIMITS.maxWaitMs ? overloaded("too many calls wait for a slot", ms) : null;
  }

  function turnOf(queued: QueuedCall): Promise<void> {
    return new Promise((start, reject) => {
      const call = { ...queued, start, reject };
      const leave = () => waiting.delete(call) && reject(queued.signal.reason);
      queued.signal.addEventListener("abort", leave, { once: true });
      waiting.add(call);
      queued.onQueued(() => waitMs(call));
      void dispatch();
    });
  }

  return {
    length: () => waiting.size,
    /** The service's limit, as far as is known; 0: none. */
    callsPerMinute: () => (limit > 0 ? rate.callsPerMinute() : 0),
    refusal,
    /** Makes a call when it gets a slot. Rejects with the call's own error, or with the failure that keeps it from starting. */
    async run<Result>(call: QueuedCall, makeCall: () => Promise<Result>): Promise<Result> {
      const refused = refusal(call);
      if (refused !== null) throw refused;
      call.signal.throwIfAborted();
      await turnOf(call);
      let hasSlot = true;
      function release() {
        if (hasSlot) running -= 1;
        hasSlot = false;
        void dispatch();
      }
      const slotTimer = setTimeout(release, LIMITS.maxSlotMs).unref();
      try {
        return await makeCall();
      } finally {
        clearTimeout(slotTimer);
        release();
      }
    },
    pausing,
    /**
     * Makes no calls for some milliseconds; of two pauses the longer one counts. Calls under way go on; waiting ones end, if it is long.
     * @param isRefusal whether the calls per minute were too many: they are halved, once for those that are refused together
     */
    pauseFor(failure: MarketDataFailure, ms: number, isRefusal: boolean): void {
      if (isRefusal && pausing() === null) rate.halve();
      const until = clock.monotonic() + ms;
      if (pause === null || pause.until < until) pause = { failure, until };
      const long = longPause();
      if (long === null) return void dispatch();
      for (const call of waiting) call.reject(long);
      waiting.clear();
    },
  };
}

/** Lower values go first. */
function rankOf({ isShared, isWaitedFor }: QueuedCall): number {
  return (isWaitedFor() ? 0 : 2) + (isShared ? 0 : 1);
}

/** Share of a minute's calls that can start at once. The rest refills the bucket, so that no minute sees more than the limit. */
const BURST = 1 / 6;

/** Milliseconds without a refusal after which the rate has grown by as much as the whole limit. */
const RECOVERY_MS = 20 * TIME.MINUTE;

/** The minimum rate, as a share of the limit: refusals never stop the site for good. */
const MIN_SHARE = 1 / 10;

/**
 * Creates the token bucket of a service's limit, initially full. The rate is halved when the service refuses a call, and rises with the
 * square of the time since then: slowly at first, because a service that has refused calls soon refuses them again.
 */
function createLearntRate({ monotonic }: Clock, limit: number, first = limit) {
  let [lowered, loweredAt] = [first, monotonic()];
  let fullAt = monotonic();

  const callsPerMinute = () =>
    Math.min(limit, lowered + limit * ((monotonic() - loweredAt) / RECOVERY_MS) ** 2);
  const capacity = () => Math.max(1, callsPerMinute() * BURST);
  const msPerToken = () => TIME.MINUTE / Math.max(callsPerMinute() - capacity(), callsPerMinute() / 2);

  return {
    callsPerMinute,
    bucket: (): TokenBucket => ({ capacity: capacity(), msPerToken: msPerToken() }),
    waitMs(calls: number): number {
      const ms = Math.max(0, fullAt - monotonic()) + (calls - capacity()) * msPerToken();
      // Fractions add up to slightly more than they should.
      return ms < 1e-6 ? 0 : ms;
    },
    take(): void {
      fullAt = Math.max(fullAt, monotonic()) + msPerToken();
    },
    /** Empties the bucket so far that no call can start for some milliseconds, because other replicas have used it. */
    exhaust(ms: number): void {
      fullAt = Math.max(fullAt, monotonic() + ms + (capacity() - 1) * msPerToken());
    },
    /** Halves the rate and empties the bucket, because the service has refused a call. */
    halve(): void {
      [lowered, loweredAt] = [Math.max(callsPerMinute() / 2, limit * MIN_SHARE), monotonic()];
      fullAt = Math.max(fullAt, monotonic() + capacity() * msPerToken());
    },
  };
}
