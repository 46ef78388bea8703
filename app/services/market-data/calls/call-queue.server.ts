import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { MarketDataFailure } from "../failure.server";
import { createLearntRate } from "./learnt-rate.server";
import type { MonthBudget } from "./month-budget.server";
import { overloaded } from "./request-budget.server";

/** What decides which calls go first: those that a visitor waits for, and among them prices and lists. */
export interface Urgency {
  /** Whether it is for prices or a list, which many visitors look at. */
  readonly isShared: boolean;
  /** Whether a visitor waits. Asked whenever a call can start: visitors come and leave. */
  readonly isWaitedFor: () => boolean;
}

export interface CallRequest extends Urgency {
  /** Takes the call out of the queue, with its reason as the failure. Calls that have started go on. */
  readonly signal: AbortSignal;
  /** Called when the call joins the queue, with what returns the milliseconds until it can start, as far as is known. */
  readonly onQueued: (waitMs: () => number) => void;
  /** Called when the call starts. */
  readonly onStart: () => void;
}

export type CallQueue = ReturnType<typeof createCallQueue>;

interface CallQueueOptions {
  /** The service's limit; 0: none. */
  readonly callsPerMinute: number;
  /**
   * Counts a call among those of all replicas, of which so many may start in a minute.
   * @returns milliseconds after which to ask again; 0: the call may start
   */
  readonly countCall: (callsPerMinute: number) => Promise<number>;
  readonly month: MonthBudget;
  /** The failure that forbids all calls at the moment, with its end as `retryAfterMs`; or null. */
  readonly pausing: () => MarketDataFailure | null;
  readonly clock: Clock;
}

/** Times in milliseconds. */
const LIMITS = {
  /** Calls under way at the same time. */
  concurrency: 4,
  /** A call that takes longer frees its slot for others; it goes on until the client gives it up. */
  maxSlotMs: 30_000,
  /** A call that would wait longer is rejected at once: most who asked for it will have left. */
  maxWaitMs: 2 * TIME.MINUTE,
  /** Each call in so many is the one that has waited longest, whatever its rank, so that none starves. */
  oldestEvery: 10,
  /** Share of a month's reserve that is left to prices and lists. */
  reservedOfMonth: 1 / 10,
  /** A visitor waits for the end of a pause for this long; a longer one is reported at once. */
  maxPauseWaitMs: 3000,
} as const;

/** More calls a minute than can ever be made. */
const UNLIMITED = 1e9;

/** A call that waits for its slot. */
interface WaitingCall extends Urgency {
  readonly start: () => void;
  readonly reject: (failure: MarketDataFailure) => void;
}

/**
 * Starts at most four calls at a time and, if the service has a limit, no more in any minute than that: a bucket of tokens
 * allows bursts. What a refusal says about the limit is learnt.
 */
export function createCallQueue({ countCall, month, pausing, clock, ...options }: CallQueueOptions) {
  const isLimited = options.callsPerMinute > 0;
  const rate = createLearntRate(clock, options.callsPerMinute || UNLIMITED);
  /** In the order in which they came. */
  const waiting = new Set<WaitingCall>();
  let running = 0;
  let started = 0;
  /** Time before which other replicas have used up the limit, on the monotonic clock. */
  let usedUpUntil = 0;
  let isDispatching = false;
  let timer: NodeJS.Timeout | undefined;

  /** Milliseconds until so many calls may start. */
  function untilCalls(calls: number): number {
    const pauseMs = pausing()?.retryAfterMs ?? 0;
    return Math.max(pauseMs, usedUpUntil - clock.monotonic(), rate.waitMs(calls), month.waitMs(calls));
  }

  /** Milliseconds until a call may start; infinite where none waits, or none can start before one has ended. */
  function untilNext(): number {
    return running >= LIMITS.concurrency || waiting.size === 0 ? Number.POSITIVE_INFINITY : untilCalls(1);
  }

  async function dispatch(): Promise<void> {
    if (isDispatching) return;
    isDispatching = true;
    while (untilNext() <= 0) {
      const usedUpMs = isLimited ? await countCall(rate.callsPerMinute()) : 0;
      usedUpUntil = Math.max(usedUpUntil, clock.monotonic() + usedUpMs);
      // The call that is first when the slot comes gets it.
      if (usedUpMs === 0) startNext();
    }
    isDispatching = false;
    clearTimeout(timer);
    const waitMs = untilNext();
    // A timer cannot wait for the rest of a month.
    const delayMs = Math.max(1, Math.min(Math.ceil(waitMs), TIME.DAY));
    if (Number.isFinite(waitMs)) timer = setTimeout(dispatch, delayMs).unref();
  }

  function startNext(): void {
    const [oldest] = waiting;
    if (oldest === undefined) return;
    started += 1;
    let next = oldest;
    if (started % LIMITS.oldestEvery !== 0)
      for (const call of waiting) if (rankOf(call) < rankOf(next)) next = call;
    waiting.delete(next);
    running += 1;
    spend();
    next.start();
  }

  function spend(): void {
    rate.take();
    month.count();
  }

  /**
   * Milliseconds until a call can start that waits, or that joins the queue now: at least these, because it is not known how long
   * others take.
   */
  function waitMs(call: Urgency): number {
    const others = [...waiting];
    const at = others.findIndex((other) => other === call);
    const isBefore = (other: Urgency, index: number) =>
      rankOf(other) < rankOf(call) || (rankOf(other) === rankOf(call) && (at === -1 || index < at));
    const calls = 1 + others.filter(isBefore).length;
    return Math.max(running + calls <= LIMITS.concurrency ? 0 : 1, untilCalls(calls));
  }

  /** The failure of a call that nobody should wait for: in a long pause, a full queue, or with too little left of the month. */
  function refusal(urgency: Urgency): MarketDataFailure | null {
    const paused = pausing();
    if ((paused?.retryAfterMs ?? 0) > LIMITS.maxPauseWaitMs) return paused;
    const monthMs = month.waitMs(1, urgency.isShared ? 0 : LIMITS.reservedOfMonth);
    if (monthMs > 0) return overloaded("the month's calls are left to prices and lists", monthMs);
    const ms = waitMs(urgency);
    return ms > LIMITS.maxWaitMs ? overloaded("too many calls wait for a slot", ms) : null;
  }

  /** Resolves when the call has its slot. */
  function slot({ isShared, isWaitedFor, signal, onQueued, onStart }: CallRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(call);
        reject(signal.reason);
      };
      const call: WaitingCall = {
        isShared,
        isWaitedFor,
        reject,
        start() {
          signal.removeEventListener("abort", leave);
          onStart();
          resolve();
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.add(call);
      onQueued(() => waitMs(call));
      void dispatch();
    });
  }

  return {
    /** Calls that wait for a slot. */
    length: () => waiting.size,
    /** Calls a minute that the service allows, as far as is known; 0: any number. */
    callsPerMinute: () => (isLimited ? rate.callsPerMinute() : 0),
    refusal,
    /** Runs a call when there is a slot for it. Rejects with what it rejects with, or with the failure that keeps it from starting. */
    async run<Result>(request: CallRequest, makeCall: () => Promise<Result>): Promise<Result> {
      const refused = refusal(request);
      if (refused !== null) throw refused;
      request.signal.throwIfAborted();
      await slot(request);
      let isReleased = false;
      const release = () => {
        if (isReleased) return;
        isReleased = true;
        running -= 1;
        void dispatch();
      };
      const slotTimer = setTimeout(release, LIMITS.maxSlotMs).unref();
      try {
        return await makeCall();
      } finally {
        clearTimeout(slotTimer);
        release();
      }
    },
    /** Counts a call that is sent once more, at once and in its slot. */
    countSecondTry(): void {
      spend();
      if (isLimited) void countCall(rate.callsPerMinute());
    },
    /** Halves the calls a minute, because the service has refused one of them. */
    slowDown: rate.halve,
    /** Rejects the calls that wait, if a pause has begun that nobody should wait for; calls under way go on. */
    rejectPaused(): void {
      const paused = pausing();
      if (paused === null || (paused.retryAfterMs ?? 0) <= LIMITS.maxPauseWaitMs) return void dispatch();
      for (const call of waiting) call.reject(paused);
      waiting.clear();
    },
  };
}

/** Calls of lower ranks go first. */
function rankOf({ isShared, isWaitedFor }: Urgency): number {
  return (isWaitedFor() ? 0 : 2) + (isShared ? 0 : 1);
}
