import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { MarketDataFailure } from "../failure.server";
import type { AnswerStore } from "../kept/answer-store.server";
import { createLearntRate } from "./learnt-rate.server";
import type { MonthBudget } from "./month-budget.server";
import { overloaded } from "./request-budget.server";

/** A call's priority: those that a visitor waits for go first, and among them prices and lists. */
export interface Urgency {
  /** Whether it is for prices or a list, which many visitors look at. */
  readonly isShared: boolean;
  /** Whether a visitor is waiting. Checked whenever a call can start: visitors come and leave. */
  readonly isWaitedFor: () => boolean;
}

export interface CallRequest extends Urgency {
  /** Removes the call from the queue, rejecting it with the signal's reason. Calls that have started go on. */
  readonly signal: AbortSignal;
  /** Called when the call joins the queue, with a function that returns the milliseconds until it can start, if known. */
  readonly onQueued: (waitMs: () => number) => void;
  /** Called when the call starts. */
  readonly onStart: () => void;
}

export type CallQueue = ReturnType<typeof createCallQueue>;

interface CallQueueOptions {
  /** The service's limit; 0: none. */
  readonly callsPerMinute: number;
  readonly countCall: AnswerStore["countCall"];
  readonly month: MonthBudget;
  /** The failure that currently forbids all calls, with its end as `retryAfterMs`; or null. */
  readonly pausing: () => MarketDataFailure | null;
  readonly clock: Clock;
}

/** Times in milliseconds. */
const LIMITS = {
  /** Maximum number of concurrent calls. */
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

/** More calls per minute than can ever be made. */
const UNLIMITED = 1e9;

interface WaitingCall extends Urgency {
  readonly start: () => void;
  readonly reject: (failure: MarketDataFailure) => void;
}

/**
 * Runs at most four calls at a time and, if the service has a limit, no more per minute than that: a token bucket allows
 * bursts. Refusals lower the assumed limit.
 */
export function createCallQueue({ callsPerMinute, countCall, month, pausing, clock }: CallQueueOptions) {
  const isLimited = callsPerMinute > 0;
  const rate = createLearntRate(clock, callsPerMinute || UNLIMITED);
  /** In order of arrival. */
  const waiting = new Set<WaitingCall>();
  let running = 0;
  /** Until this time other replicas have used up the limit, on the monotonic clock. */
  let usedUpUntil = 0;
  let isDispatching = false;
  let timer: NodeJS.Timeout | undefined;

  /** Milliseconds until that many calls may start. */
  function untilCalls(calls: number): number {
    const pauseMs = pausing()?.retryAfterMs ?? 0;
    return Math.max(pauseMs, usedUpUntil - clock.monotonic(), rate.waitMs(calls), month.waitMs(calls));
  }

  /** Milliseconds until a call may start; infinite if none waits, or if all have to wait for another one to end. */
  function untilNext(): number {
    return running >= LIMITS.concurrency || waiting.size === 0 ? Number.POSITIVE_INFINITY : untilCalls(1);
  }

  async function dispatch(): Promise<void> {
    if (isDispatching) return;
    isDispatching = true;
    while (untilNext() <= 0) {
      const usedUpMs = isLimited ? await countCall(rate.callsPerMinute()) : 0;
      usedUpUntil = Math.max(usedUpUntil, clock.monotonic() + usedUpMs);
      // The call that is first when the slot frees up gets it.
      if (usedUpMs === 0) startNext();
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
    next.start();
  }

  /** Minimum milliseconds until a waiting or joining call can start; how long the others take is unknown. */
  function waitMs(call: Urgency): number {
    let calls = 1;
    let isBehind = false;
    for (const other of waiting) {
      isBehind ||= other === call;
      if (rankOf(other) < rankOf(call) + (isBehind ? 0 : 1)) calls += 1;
    }
    return Math.max(running + calls <= LIMITS.concurrency ? 0 : 1, untilCalls(calls));
  }

  /** The failure of a call not worth waiting for: in a long pause, a full queue, or with too little left of the month. */
  function refusal(urgency: Urgency): MarketDataFailure | null {
    const paused = pausing();
    if ((paused?.retryAfterMs ?? 0) > LIMITS.maxPauseWaitMs) return paused;
    const monthMs = month.waitMs(1, urgency.isShared ? 0 : LIMITS.reservedOfMonth);
    if (monthMs > 0) return overloaded("the month's calls are left to prices and lists", monthMs);
    const ms = waitMs(urgency);
    return ms > LIMITS.maxWaitMs ? overloaded("too many calls wait for a slot", ms) : null;
  }

  /** Waits for a slot. @returns a function that frees it */
  function slot({ isShared, isWaitedFor, signal, onQueued, onStart }: CallRequest): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(call);
        reject(signal.reason);
      };
      function start() {
        signal.removeEventListener("abort", leave);
        onStart();
        const slotTimer = setTimeout(release, LIMITS.maxSlotMs).unref();
        let isReleased = false;
        function release() {
          clearTimeout(slotTimer);
          if (!isReleased) running -= 1;
          isReleased = true;
          void dispatch();
        }
        resolve(release);
      }
      const call: WaitingCall = { isShared, isWaitedFor, reject, start };
      signal.addEventListener("abort", leave, { once: true });
      waiting.add(call);
      onQueued(() => waitMs(call));
      void dispatch();
    });
  }

  return {
    /** Calls that wait for a slot. */
    length: () => waiting.size,
    /** The service's limit of calls per minute, as far as is known; 0: none. */
    callsPerMinute: () => (isLimited ? rate.callsPerMinute() : 0),
    refusal,
    /** Runs a call when it gets a slot. Rejects with the call's own error, or with the failure that keeps it from starting. */
    async run<Result>(request: CallRequest, makeCall: () => Promise<Result>): Promise<Result> {
      const refused = refusal(request);
      if (refused !== null) throw refused;
      request.signal.throwIfAborted();
      const release = await slot(request);
      return await makeCall().finally(release);
    },
    /** Halves the calls per minute, because the service has refused one of them. */
    slowDown: rate.halve,
    /** Rejects the waiting calls if a long pause has begun; calls under way go on. */
    rejectPaused(): void {
      const paused = pausing();
      if (paused === null || (paused.retryAfterMs ?? 0) <= LIMITS.maxPauseWaitMs) return void dispatch();
      for (const call of waiting) call.reject(paused);
      waiting.clear();
    },
  };
}

/** Lower values go first. */
function rankOf({ isShared, isWaitedFor }: Urgency): number {
  return (isWaitedFor() ? 0 : 2) + (isShared ? 0 : 1);
}
