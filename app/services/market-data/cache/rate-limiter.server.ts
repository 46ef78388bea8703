import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";
import type { ReportedLimit } from "../provider/client.server";
import { createLearntRate } from "./learnt-rate.server";
import type { MonthBudget } from "./month-budget.server";
import { overloaded } from "./request-budget.server";
import { createTokenBucket } from "./token-bucket.server";

/**
 * Who waits for a call, the most urgent first.
 * - `visitor`: a visitor, for something that is not known yet
 * - `unverified`: a visitor who asks for an id that the service has not named yet, which anyone can make up
 * - `background`: nobody: something stale is shown meanwhile, or visitors have been told when to come back
 */
export type Lane = (typeof LANES)[number];

const LANES = ["visitor", "unverified", "background"] as const;

/** A call's place in the queue. */
export interface Place {
  /** Milliseconds until the call can start, if it waits in this lane or a more urgent one: at least these, because it is not
   * known how long others take. */
  waitMs(lane: Lane): number;
  /** Moves the call to the end of a lane, unless it waits in one that is as urgent. */
  moveUpTo(lane: Lane): void;
  /** Makes room for visitors who wait, because nobody waits for this call any more. */
  moveBack(): void;
}

export interface CallRequest {
  readonly lane: Lane;
  /** Takes the call out of the queue, with its reason as the failure. Calls that have started go on. */
  readonly signal: AbortSignal;
  /** Called when the call joins the queue. */
  readonly onQueued: (place: Place) => void;
  /** Called in the moment in which the call starts. */
  readonly onStart: () => void;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

interface RateLimiterOptions {
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
  /** A call that takes longer frees its place for others; it goes on until the client gives it up. */
  maxPlaceMs: 30_000,
  /** A call whose slot would come later is rejected at once: most who asked for it will have left. */
  maxQueueMs: 2 * TIME.MINUTE,
  /** Calls that wait in a lane. */
  maxWaiting: 2000,
  /** A lane that waits while so many calls of others start goes first, so that none starves. */
  patience: 9,
  /** Share of a month's reserve that is left to visitors who ask for what exists. */
  reservedOfMonth: 1 / 4,
  /** A visitor rather waits so long than reads that the service limits us. */
  maxPauseWaitMs: 3000,
} as const;

/** More calls a minute than can ever be made. */
const UNLIMITED = 1e9;

/** Unverified ids have a bucket of tokens, of which each that does not exist costs one. */
const UNVERIFIED = {
  concurrency: 2,
  maxWaiting: 100,
  tokens: 5,
  /** Share of the calls per minute. */
  share: 0.1,
  /** Milliseconds for a token where calls have no limit. */
  refillMs: 10_000,
} as const;

/** A call that waits for its slot, or is under way. */
interface Call {
  lane: Lane;
  readonly start: () => void;
  readonly reject: (failure: MarketDataFailure) => void;
}

/**
 * Starts at most four calls at a time and, if the service has a limit, no more in any minute than that: a bucket of tokens
 * allows bursts. What a refusal says about the limit is learnt.
 */
export function createRateLimiter(options: RateLimiterOptions) {
  const { countCall, month, pausing, clock } = options;
  const isLimited = options.callsPerMinute > 0;
  const limit = options.callsPerMinute || UNLIMITED;
  const rate = createLearntRate(clock, limit);
  const unverified = createTokenBucket(clock.monotonic, () => ({
    capacity: UNVERIFIED.tokens,
    msPerToken: isLimited ? TIME.MINUTE / limit / UNVERIFIED.share : UNVERIFIED.refillMs,
  }));
  const queue: Readonly<Record<Lane, Set<Call>>> = {
    visitor: new Set(),
    unverified: new Set(),
    background: new Set(),
  };
  /** For each lane, the calls of others that have started while it waited, since its latest one. */
  const passed: Record<Lane, number> = { visitor: 0, unverified: 0, background: 0 };
  const running = new Set<Call>();
  /** Time before which the limit is used up by other replicas, or as the service says, on the monotonic clock. */
  let usedUpUntil = 0;
  let isDispatching = false;
  let timer: NodeJS.Timeout | undefined;

  const waiting = (lanes: readonly Lane[] = LANES) => lanes.reduce((sum, lane) => sum + queue[lane].size, 0);
  const runningUnverified = () => [...running].filter(({ lane }) => lane === "unverified").length;

  /** The lane whose turn it is: the most urgent one in which a call may start, or one that has been passed over too often. */
  function nextLane(): Lane | undefined {
    const isQuotaLeft = runningUnverified() < UNVERIFIED.concurrency && unverified.waitMs(1) === 0;
    const ready = LANES.filter((lane) => queue[lane].size > 0 && (lane !== "unverified" || isQuotaLeft));
    return ready.find((lane) => passed[lane] >= LIMITS.patience) ?? ready[0];
  }

  /** Milliseconds until so many calls may start; at least these. */
  function untilCalls(calls: number): number {
    const pauseMs = pausing()?.retryAfterMs ?? 0;
    return Math.max(pauseMs, usedUpUntil - clock.monotonic(), rate.waitMs(calls), month.waitMs(calls));
  }

  /** Milliseconds until a call may start; infinite where none waits, or none can start before one has ended. */
  function untilNext(): number {
    if (running.size >= LIMITS.concurrency || waiting() === 0) return Number.POSITIVE_INFINITY;
    const quotaMs = nextLane() !== undefined ? 0 : unverified.waitMs(1) || Number.POSITIVE_INFINITY;
    return Math.max(quotaMs, untilCalls(1));
  }

  async function dispatch(): Promise<void> {
    if (isDispatching) return;
    isDispatching = true;
    while (untilNext() <= 0) {
      const usedUpMs = isLimited ? await countCall(rate.callsPerMinute()) : 0;
      holdFor(usedUpMs);
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

  function holdFor(ms: number): void {
    usedUpUntil = Math.max(usedUpUntil, clock.monotonic() + ms);
  }

  function spend(): void {
    rate.take();
    month.count();
  }

  function startNext(): void {
    const next = nextLane();
    const [call] = next === undefined ? [] : queue[next];
    if (call === undefined) return;
    for (const lane of LANES) passed[lane] = lane === next ? 0 : passed[lane] + Math.min(1, queue[lane].size);
    queue[call.lane].delete(call);
    running.add(call);
    spend();
    if (call.lane === "unverified") unverified.take();
    call.start();
  }

  function release(call: Call): void {
    if (running.delete(call)) void dispatch();
  }

  /** Milliseconds until a call can start that so many others precede in its lane; at least these. */
  function waitMsOf(lane: Lane, others: number): number {
    const moreUrgent = waiting(LANES.slice(0, LANES.indexOf(lane)));
    const before = others + Math.min(moreUrgent, (others + 1) * LIMITS.patience);
    const isPlaceFree = running.size + before < LIMITS.concurrency;
    // One that is under way may give its token back.
    const quotaMs = lane === "unverified" && runningUnverified() === 0 ? unverified.waitMs(1) : 0;
    return Math.max(isPlaceFree ? 0 : 1, quotaMs, untilCalls(before + 1));
  }

  function placeOf(call: Call): Place {
    const isUp = (lane: Lane) => LANES.indexOf(lane) < LANES.indexOf(call.lane);
    function move(lane: Lane): void {
      if (!queue[call.lane].delete(call)) return;
      call.lane = lane;
      queue[lane].add(call);
      void dispatch();
    }
    return {
      waitMs: (lane) =>
        isUp(lane)
          ? waitMsOf(lane, queue[lane].size)
          : waitMsOf(call.lane, [...queue[call.lane]].indexOf(call)),
      moveUpTo: (lane) => void (isUp(lane) && move(lane)),
      moveBack: () => void (call.lane === "visitor" && move("background")),
    };
  }

  /** The failure of a call that had better not wait for a pause to end; or null. */
  function longPause(): MarketDataFailure | null {
    const paused = pausing();
    return (paused?.retryAfterMs ?? 0) <= LIMITS.maxPauseWaitMs ? null : paused;
  }

  /** The failure of a call for which there is no room in the queue, or too little left of the month; or null. */
  function full(lane: Lane): MarketDataFailure | null {
    const monthMs = lane === "visitor" ? 0 : month.waitMs(1, LIMITS.reservedOfMonth);
    if (monthMs > 0) return overloaded("the month's calls are left to visitors who wait", monthMs);
    const others = queue[lane].size;
    const waitMs = waitMsOf(lane, others);
    const isRoom =
      lane === "unverified"
        ? others < UNVERIFIED.maxWaiting
        : others < LIMITS.maxWaiting && waitMs <= LIMITS.maxQueueMs;
    return isRoom ? null : overloaded("too many calls wait for a slot", waitMs > 1 ? waitMs : undefined);
  }

  /** Resolves when the call has its slot. */
  function slot(request: CallRequest): Promise<Call> {
    const { lane, signal, onQueued, onStart } = request;
    return new Promise((resolve, reject) => {
      const abort = () => {
        queue[call.lane].delete(call);
        reject(signal.reason);
      };
      const call: Call = {
        lane,
        reject,
        start() {
          signal.removeEventListener("abort", abort);
          onStart();
          resolve(call);
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      queue[lane].add(call);
      onQueued(placeOf(call));
      void dispatch();
    });
  }

  return {
    /** Calls that wait for a slot. */
    waiting: () => waiting(),
    /** Calls a minute that the service allows, as far as is known; 0: any number. */
    callsPerMinute: () => (isLimited ? rate.callsPerMinute() : 0),
    /**
     * Runs a call when there is a slot for it. Rejects with what it rejects with, with `overloaded` where its slot is too far
     * away, or with the failure that forbids all calls.
     */
    async run<Result>(request: CallRequest, makeCall: () => Promise<Result>): Promise<Result> {
      const refusal = longPause() ?? full(request.lane);
      if (refusal !== null) throw refusal;
      request.signal.throwIfAborted();
      const call = await slot(request);
      const placeTimer = setTimeout(() => release(call), LIMITS.maxPlaceMs).unref();
      let isWasted = false;
      try {
        return await makeCall();
      } catch (error) {
        isWasted = error instanceof MarketDataFailure && error.reason === "not-found";
        throw error;
      } finally {
        clearTimeout(placeTimer);
        if (call.lane === "unverified" && !isWasted) unverified.take(-1);
        release(call);
      }
    },
    /** Throws the failure of a pause that nobody should wait for. */
    throwIfPaused(): void {
      const paused = longPause();
      if (paused !== null) throw paused;
    },
    /** Counts a call that is sent once more, at once and in its place. */
    countSecondTry(): void {
      spend();
      if (isLimited) void countCall(rate.callsPerMinute());
    },
    /** Adapts to what the service says about its limit. It can slow the site down, but neither stop it nor speed it up. */
    heed({ limit: reported, usedUpMs }: ReportedLimit): void {
      holdFor(usedUpMs);
      rate.lowerTo(reported);
    },
    /** Halves the calls a minute, because the service has refused one of them. */
    slowDown: rate.halve,
    /** Rejects the calls that had better not wait for the end of the pause that has begun; calls under way go on. */
    rejectPaused(): void {
      const paused = longPause();
      if (paused === null) return void dispatch();
      for (const lane of LANES) {
        for (const call of queue[lane]) call.reject(paused);
        queue[lane].clear();
      }
    },
  };
}
