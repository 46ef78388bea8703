import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";
import type { ReportedLimit } from "../provider/client.server";
import type { MonthBudget } from "./month-budget.server";
import { overloaded } from "./request-budget.server";
import { createTokenBucket } from "./token-bucket.server";

/**
 * Who waits for a call, the most urgent first.
 * - `visitor`: a visitor, for something that is not known yet
 * - `returning`: nobody any more, but visitors have been told when to come back for it
 * - `refresh`: nobody, because something stale is shown meanwhile
 * - `unverified`: a visitor who asks for an id that the service has not named yet, which anyone can make up
 * - `background`: nobody; the site completes what it knows
 */
export type Lane = (typeof LANES)[number];

const LANES = ["visitor", "returning", "refresh", "unverified", "background"] as const;

const NEVER = Number.POSITIVE_INFINITY;

interface LanePolicy {
  /** A call that waits while so many others start before those of its lane goes first, so that no lane starves. */
  readonly patience: number;
  /** Share of a burst, and of a month's reserve where there is a budget, that the lane leaves to those that are more urgent. */
  readonly leaves: number;
  /** Calls that wait in the lane; more are rejected at once. */
  readonly maxWaiting: number;
}

const POLICIES: Readonly<Record<Lane, LanePolicy>> = {
  visitor: { patience: NEVER, leaves: 0, maxWaiting: 2000 },
  returning: { patience: 9, leaves: 0, maxWaiting: 2000 },
  refresh: { patience: 9, leaves: 1 / 4, maxWaiting: 2000 },
  unverified: { patience: 9, leaves: 1 / 4, maxWaiting: 100 },
  background: { patience: 19, leaves: 1 / 2, maxWaiting: 100 },
};

/** A call's place in the queue. */
export interface Place {
  /** Milliseconds until the call can start, if it waits in this lane or a more urgent one: at least these, because how
   * long the calls before it take is not known. */
  waitMs(lane: Lane): number;
  /** Moves the call to a lane, unless it waits in a more urgent one. */
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
  /** A visitor rather waits so long than reads that the service limits us. */
  maxPauseWaitMs: 3000,
} as const;

/** A call that waits for its slot. */
interface Waiting {
  lane: Lane;
  /** Makes the call. @returns whether it was for an id that does not exist; never rejects */
  readonly start: () => Promise<boolean>;
  readonly reject: (failure: MarketDataFailure) => void;
}

/**
 * Starts at most four calls at a time and, if the service has a limit, no more in any minute than that: a bucket of tokens
 * allows bursts. What a refusal says about the limit is learnt.
 */
export function createRateLimiter(options: RateLimiterOptions) {
  const { callsPerMinute, countCall, month, pausing, clock } = options;
  const rate = createLearntRate(clock, callsPerMinute);
  const quota = createUnverifiedQuota(clock, callsPerMinute);
  const queue = createQueue(quota.mayStart);
  const running = new Set<Waiting>();
  /** Time before which the limit is used up by other replicas, or as the service says, on the monotonic clock. */
  let usedUpUntil = 0;
  let isDispatching = false;
  let timer: NodeJS.Timeout | undefined;

  /** Milliseconds until so many tokens are there and calls are allowed; at least these. */
  function untilTokens(tokens: number): number {
    const pauseMs = pausing()?.retryAfterMs ?? 0;
    const limitMs = Math.max(rate.bucket().waitMs(tokens), month.waitMs(tokens, 0));
    return Math.max(pauseMs, usedUpUntil - clock.monotonic(), limitMs);
  }

  /** Milliseconds until the call that is next may start; infinite where none may. */
  function untilNext(): number {
    const next = queue.next();
    if (next === null || running.size >= LIMITS.concurrency) return NEVER;
    if (next.isDue || callsPerMinute === 0) return untilTokens(1);
    const capacity = rate.bucket().capacity();
    return untilTokens(Math.min(capacity, 1 + capacity * POLICIES[next.lane].leaves));
  }

  async function dispatch(): Promise<void> {
    if (isDispatching) return;
    isDispatching = true;
    while (untilNext() <= 0) {
      const usedUpMs = callsPerMinute === 0 ? 0 : await countCall(rate.callsPerMinute());
      holdFor(usedUpMs);
      // The call that is first when the slot comes gets it.
      const next = usedUpMs > 0 ? undefined : queue.takeNext();
      if (next !== undefined) void start(next);
    }
    isDispatching = false;
    clearTimeout(timer);
    const waitMs = Math.min(untilNext(), queue.size("unverified") > 0 ? quota.untilToken() || NEVER : NEVER);
    // A timer cannot wait for the rest of a month.
    const delayMs = Math.max(1, Math.min(Math.ceil(waitMs), TIME.DAY));
    if (waitMs < NEVER) timer = setTimeout(dispatch, delayMs).unref();
  }

  function holdFor(ms: number): void {
    usedUpUntil = Math.max(usedUpUntil, clock.monotonic() + ms);
  }

  function spend(): void {
    rate.bucket().take();
    month.count();
  }

  /** Starts a call in one of the places, which is free again when the call ends or takes too long. */
  async function start(call: Waiting): Promise<void> {
    running.add(call);
    spend();
    if (call.lane === "unverified") quota.start();
    const placeTimer = setTimeout(() => release(call), LIMITS.maxPlaceMs).unref();
    const isWasted = await call.start();
    clearTimeout(placeTimer);
    if (call.lane === "unverified" && !isWasted) quota.returnToken();
    release(call);
  }

  function release(call: Waiting): void {
    if (!running.delete(call)) return;
    if (call.lane === "unverified") quota.release();
    void dispatch();
  }

  /** Milliseconds until a call starts before which so many others wait in its lane. */
  function waitMsOf(lane: Lane, others: number): number {
    const before = queue.callsBefore(lane, others);
    const isPlaceFree = running.size + before < LIMITS.concurrency;
    const quotaMs = lane === "unverified" ? quota.waitMs() : 0;
    return Math.max(isPlaceFree ? 0 : 1, quotaMs, untilTokens(before + 1));
  }

  function placeOf(call: Waiting): Place {
    const move = (lane: Lane) => {
      if (!queue.remove(call)) return;
      call.lane = lane;
      queue.add(call);
      void dispatch();
    };
    const isMoreUrgent = (lane: Lane) => LANES.indexOf(lane) < LANES.indexOf(call.lane);
    return {
      waitMs: (lane) =>
        isMoreUrgent(lane) ? waitMsOf(lane, queue.size(lane)) : waitMsOf(call.lane, queue.placeOf(call)),
      moveUpTo: (lane) => void (isMoreUrgent(lane) && move(lane)),
      moveBack: () => void (call.lane === "visitor" && move("returning")),
    };
  }

  /** The failure of a call that had better not wait for a pause to end; or null. */
  function pauseFor(lane: Lane): MarketDataFailure | null {
    const paused = pausing();
    const isShort = lane === "visitor" && (paused?.retryAfterMs ?? 0) <= LIMITS.maxPauseWaitMs;
    return isShort ? null : paused;
  }

  /** The failure of a call for which there is no room in the queue, or too little left of the month; or null. */
  function fullFor(lane: Lane): MarketDataFailure | null {
    const { leaves } = POLICIES[lane];
    const monthMs = leaves > 0 ? month.waitMs(1, leaves) : 0;
    if (monthMs > 0) return overloaded("the month's calls are left to visitors who wait", monthMs);
    const others = queue.size(lane);
    const waitMs = waitMsOf(lane, others);
    if (others < POLICIES[lane].maxWaiting && (waitMs <= LIMITS.maxQueueMs || lane === "unverified"))
      return null;
    return overloaded("too many calls wait for a slot", waitMs > 1 ? waitMs : undefined);
  }

  return {
    /** Calls that wait for a slot. */
    waiting: () => queue.size(),
    /** Calls a minute that the service allows, as far as is known; 0: any number. */
    callsPerMinute: () => (callsPerMinute === 0 ? 0 : rate.callsPerMinute()),
    /**
     * Runs a call when there is a slot for it. Rejects with what it rejects with, with `overloaded` where its slot is too far
     * away, or with the failure that forbids all calls.
     */
    run<Result>(
      { lane, signal, onQueued, onStart }: CallRequest,
      call: () => Promise<Result>,
    ): Promise<Result> {
      const refusal = pauseFor(lane) ?? fullFor(lane);
      if (refusal !== null) return Promise.reject(refusal);
      if (signal.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const abort = () => {
          queue.remove(waiting);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          lane,
          reject,
          async start() {
            signal.removeEventListener("abort", abort);
            onStart();
            try {
              resolve(await call());
              return false;
            } catch (error) {
              reject(error);
              return error instanceof MarketDataFailure && error.reason === "not-found";
            }
          },
        };
        signal.addEventListener("abort", abort, { once: true });
        queue.add(waiting);
        onQueued(placeOf(waiting));
        void dispatch();
      });
    },
    /** Throws the failure of a call that had better not wait for the end of a pause. */
    throwIfPaused(lane: Lane): void {
      const paused = pauseFor(lane);
      if (paused !== null) throw paused;
    },
    /** Counts a call that is sent once more, at once and in its place. */
    countSecondTry(): void {
      spend();
      if (callsPerMinute > 0) void countCall(rate.callsPerMinute());
    },
    /** Adapts to what the service says about its limit. It can slow the site down, but neither stop it nor speed it up. */
    heed({ limit, remaining, resetMs }: ReportedLimit): void {
      if (remaining === 0 && resetMs !== null) holdFor(resetMs);
      if (callsPerMinute > 0) rate.lower(limit, remaining);
    },
    /** Halves the calls a minute, because the service has refused one of them. */
    slowDown: rate.halve,
    /** Rejects the calls that had better not wait for the end of the pause that has begun; calls under way go on. */
    rejectPaused(): void {
      for (const call of queue.all()) {
        const paused = pauseFor(call.lane);
        if (paused !== null && queue.remove(call)) call.reject(paused);
      }
      void dispatch();
    },
  };
}

const RATE = {
  /**
   * Share of a minute's calls that can start at once. The bucket fills with the others: a service that counts minutes never
   * sees more calls than it allows in any of them.
   */
  burst: 1 / 6,
  /** Share of the limit by which a halved rate is raised each minute. */
  step: 1 / 20,
  /** The smallest rate, as a share of the limit: no refusal stops the site for good. */
  min: 1 / 10,
} as const;

/** Creates the bucket of calls of a service's limit. */
function createLearntRate({ monotonic }: Clock, limit: number) {
  const isUnlimited = limit === 0;
  const bucket = createTokenBucket(monotonic);
  let current = isUnlimited ? NEVER : limit;
  let changedAt = monotonic();
  set(current);
  bucket.fill();

  function set(callsPerMinute: number): void {
    current = callsPerMinute;
    changedAt = monotonic();
    const burst = Math.max(1, current * RATE.burst);
    const perMinute = Math.max(current - burst, current / 2);
    bucket.resize(burst, TIME.MINUTE / perMinute);
  }

  function raise(): void {
    const minutes = Math.floor((monotonic() - changedAt) / TIME.MINUTE);
    if (current < limit && minutes > 0) set(Math.min(limit, current + minutes * RATE.step * limit));
  }

  return {
    callsPerMinute(): number {
      raise();
      return current;
    },
    bucket() {
      raise();
      return bucket;
    },
    /** Halves the rate and empties the bucket. */
    halve(): void {
      if (isUnlimited) return;
      set(Math.max(current / 2, limit * RATE.min));
      bucket.lower(0);
    },
    /** Lowers the rate to a limit, and the tokens to those that remain. */
    lower(reported: number | null, remaining: number | null): void {
      if (reported !== null && reported < current) set(Math.max(reported, limit * RATE.min));
      if (remaining !== null) bucket.lower(remaining);
    },
  };
}

/** Creates the queue of calls that wait, a lane for each kind, and decides which call is next. */
function createQueue(mayUnverifiedStart: () => boolean) {
  const lanes: Readonly<Record<Lane, Set<Waiting>>> = {
    visitor: new Set(),
    returning: new Set(),
    refresh: new Set(),
    unverified: new Set(),
    background: new Set(),
  };
  /** For each lane, the calls of others that have started while it waited, since its latest one. */
  const passed: Record<Lane, number> = { visitor: 0, returning: 0, refresh: 0, unverified: 0, background: 0 };
  const sizeOf = (some: readonly Lane[]) => some.reduce((sum, lane) => sum + lanes[lane].size, 0);

  /** The most urgent lane in which calls wait, or one that is due because it has been passed over too often. */
  function next(): { readonly lane: Lane; readonly isDue: boolean } | null {
    const ready = LANES.filter(
      (lane) => lanes[lane].size > 0 && (lane !== "unverified" || mayUnverifiedStart()),
    );
    const due = ready.find((lane) => passed[lane] >= POLICIES[lane].patience);
    const lane = due ?? ready[0];
    return lane === undefined ? null : { lane, isDue: due !== undefined };
  }

  return {
    size: (lane?: Lane) => sizeOf(lane === undefined ? LANES : [lane]),
    add: (call: Waiting) => void lanes[call.lane].add(call),
    /** Returns whether the call was waiting. */
    remove: (call: Waiting) => lanes[call.lane].delete(call),
    all: (): readonly Waiting[] => LANES.flatMap((lane) => [...lanes[lane]]),
    /** The calls before one in its lane. */
    placeOf: (call: Waiting) => [...lanes[call.lane]].indexOf(call),
    next,
    takeNext(): Waiting | undefined {
      const taken = next()?.lane;
      const [call] = taken === undefined ? [] : lanes[taken];
      if (call === undefined) return undefined;
      for (const lane of LANES)
        passed[lane] = lane === taken ? 0 : passed[lane] + Math.min(1, lanes[lane].size);
      lanes[call.lane].delete(call);
      return call;
    },
    /** Estimates how many calls start before one that has so many others before it in its lane, if no more come. */
    callsBefore(lane: Lane, others: number): number {
      const rank = LANES.indexOf(lane);
      const untilDue = Math.max(0, (others + 1) * POLICIES[lane].patience - passed[lane]);
      const before = others + Math.min(sizeOf(LANES.slice(0, rank)), untilDue);
      // Less urgent calls that are due in between.
      const turnsOf = (each: Lane) => Math.floor((before + passed[each]) / POLICIES[each].patience);
      const lessUrgent = LANES.slice(rank + 1);
      return lessUrgent.reduce((sum, each) => sum + Math.min(lanes[each].size, turnsOf(each)), before);
    },
  };
}

const QUOTA = {
  concurrency: 2,
  /** Size of the bucket, which is full at first. */
  tokens: 5,
  /** Share of the calls per minute. */
  share: 0.1,
  /** Milliseconds for a token where calls have no limit. */
  refillMs: 10_000,
} as const;

/** Creates the quota of unverified ids: a bucket of tokens, of which each id that does not exist costs one. */
function createUnverifiedQuota({ monotonic }: Clock, callsPerMinute: number) {
  const refillMs = callsPerMinute === 0 ? QUOTA.refillMs : TIME.MINUTE / callsPerMinute / QUOTA.share;
  const bucket = createTokenBucket(monotonic);
  bucket.resize(QUOTA.tokens, refillMs);
  bucket.fill();
  let running = 0;
  return {
    mayStart: () => running < QUOTA.concurrency && bucket.waitMs(1) === 0,
    untilToken: () => bucket.waitMs(1),
    /** Milliseconds until a call may start; at least these, because one that is under way may return its token. */
    waitMs: () => (running > 0 ? 0 : bucket.waitMs(1)),
    /** Takes a place and a token; ask `mayStart` first. */
    start() {
      running += 1;
      bucket.take();
    },
    release() {
      running -= 1;
    },
    /** Returns the token of an id that turned out to exist. */
    returnToken: () => bucket.take(-1),
  };
}
