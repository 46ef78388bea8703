import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";
import { overloaded } from "./request-budget.server";

/**
 * Who waits for a call: a visitor; nobody, because something stale is shown meanwhile; or a visitor who asks for an id that
 * the service has not named yet, which anyone can make up.
 */
export type Lane = "visitor" | "refresh" | "unverified";

export interface CallRequest {
  readonly lane: Lane;
  /** Takes the call out of the queue, with its reason as the failure. Calls that have started go on. */
  readonly signal: AbortSignal;
  /** Called in the moment in which the call starts. */
  readonly onStart: () => void;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

interface RateLimiterOptions {
  /** 0: no limit. */
  readonly callsPerMinute: number;
  /**
   * Counts a call among those of all replicas, of which one may start per interval (in milliseconds).
   * @returns milliseconds after which to ask again; 0: the call may start
   */
  readonly countCall: (intervalMs: number) => Promise<number>;
  readonly clock: Clock;
}

/** Times in milliseconds. */
const LIMITS = {
  /** Calls under way at the same time. */
  concurrency: 4,
  /** A call that takes longer frees its place for others; it goes on until the client gives it up. */
  maxPlaceMs: 30_000,
  /** Readers wait for this time, or somewhat longer than a slot takes to come, but never longer than proxies wait. */
  maxWaitMs: 8000,
  maxWaitForSlowSlotsMs: 25_000,
  /** Calls that wait in each lane; more are rejected at once. */
  maxWaiting: { visitor: 2000, refresh: 2000, unverified: 100 },
  /** While others wait as well, every tenth call is for an unverified id. */
  unverifiedEvery: 10,
} as const;

/** A call that waits for its slot. */
interface Waiting {
  readonly lane: Lane;
  /** Makes the call. @returns whether it was for an id that does not exist; never rejects */
  readonly start: () => Promise<boolean>;
  readonly reject: (failure: MarketDataFailure) => void;
}

/** Starts at most four calls at a time and, if a limit is given, so many per minute, evenly spaced: an unused slot is lost. */
export function createRateLimiter({ callsPerMinute, countCall, clock }: RateLimiterOptions) {
  // Whole milliseconds, as timers count them: rounded down, a minute would have one call too many.
  const intervalMs = callsPerMinute === 0 ? 0 : Math.ceil(60_000 / callsPerMinute);
  const quota = createUnverifiedQuota(clock, intervalMs);
  const queue = createQueue(quota);
  const running = new Set<Waiting>();
  let isSlotFree = true;
  /** Slots to come that second tries have used up. */
  let owedSlots = 0;
  let isDispatching = false;

  async function dispatch(): Promise<void> {
    if (isDispatching) return;
    isDispatching = true;
    while (running.size < LIMITS.concurrency && isSlotFree && queue.hasNext()) {
      if (intervalMs > 0) await takeSlot();
      // The call that is first when the slot comes gets it.
      const next = queue.takeNext();
      if (next !== undefined) void start(next);
    }
    isDispatching = false;
    if (queue.isUnverifiedWaiting()) quota.onToken(() => void dispatch());
  }

  async function takeSlot(): Promise<void> {
    await takeSharedSlot(queue.hasNext);
    spendSlot();
  }

  /** Waits for a slot among those of all replicas, for as long as it is wanted. */
  async function takeSharedSlot(isWanted: () => boolean): Promise<void> {
    let waitMs = await countCall(intervalMs);
    while (waitMs > 0) {
      await pause(waitMs, undefined, { ref: false });
      waitMs = isWanted() ? await countCall(intervalMs) : 0;
    }
  }

  function spendSlot(): void {
    if (!isSlotFree) {
      owedSlots += 1;
      return;
    }
    isSlotFree = false;
    const timer = setTimeout(() => {
      isSlotFree = true;
      if (owedSlots === 0) return void dispatch();
      owedSlots -= 1;
      spendSlot();
    }, intervalMs);
    timer.unref();
  }

  /** Starts a call in one of the places, which is free again when the call ends or takes too long. */
  async function start(call: Waiting): Promise<void> {
    running.add(call);
    if (call.lane === "unverified") quota.start();
    const timer = setTimeout(() => release(call), LIMITS.maxPlaceMs);
    timer.unref();
    const isWasted = await call.start();
    clearTimeout(timer);
    if (call.lane === "unverified" && !isWasted) quota.returnToken();
    release(call);
  }

  function release(call: Waiting): void {
    if (!running.delete(call)) return;
    if (call.lane === "unverified") quota.release();
    void dispatch();
  }

  return {
    /** Calls that wait for a slot. */
    waiting: queue.size,
    /** Milliseconds for which a reader may wait for calls to start, over all calls of a page. */
    maxWaitMs: Math.max(LIMITS.maxWaitMs, Math.min(1.5 * intervalMs, LIMITS.maxWaitForSlowSlotsMs)),
    /** Runs a call when there is a slot for it. Rejects with what it rejects with, or `overloaded` where too many wait. */
    run<Result>({ lane, signal, onStart }: CallRequest, call: () => Promise<Result>): Promise<Result> {
      if (queue.isFull(lane)) return Promise.reject(overloaded("too many calls wait for a slot"));
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
        void dispatch();
      });
    },
    /** Counts a call that is sent once more, at once and in its place: it spends the next slot in advance. */
    countSecondTry(): void {
      if (intervalMs === 0) return;
      spendSlot();
      void takeSharedSlot(() => true);
    },
    /** Rejects all calls that wait for a slot with this failure, at once; calls under way go on. */
    rejectWaiting(failure: MarketDataFailure): void {
      for (const { reject } of queue.takeAll()) reject(failure);
    },
  };
}

/**
 * Creates the queue of calls that wait, a lane for each kind, and decides which call is next.
 *
 * Visitors and refreshes take turns while both wait, so that a flood of visitors cannot keep known pages from being
 * refreshed. Unverified ids come last, and those that turn out not to exist use up a small quota. (A queue with one order of
 * priorities, such as p-queue's, would let one of them starve the others.)
 */
function createQueue(quota: { readonly mayStart: () => boolean }) {
  const visitors = new Set<Waiting>();
  const refreshes = new Set<Waiting>();
  const unverified = new Set<Waiting>();
  const lanes: Readonly<Record<Lane, Set<Waiting>>> = { visitor: visitors, refresh: refreshes, unverified };
  /** Whether the latest call was a visitor's, among those for which visitors and refreshes both waited. */
  let wasVisitor = false;
  let sinceUnverified = 0;

  const areBothWaiting = () => visitors.size > 0 && refreshes.size > 0;

  function nextLane(): Lane | null {
    const isUnverifiedReady = unverified.size > 0 && quota.mayStart();
    if (isUnverifiedReady && sinceUnverified >= LIMITS.unverifiedEvery - 1) return "unverified";
    if (areBothWaiting()) return wasVisitor ? "refresh" : "visitor";
    if (visitors.size > 0) return "visitor";
    if (refreshes.size > 0) return "refresh";
    return isUnverifiedReady ? "unverified" : null;
  }

  return {
    size: () => visitors.size + refreshes.size + unverified.size,
    isUnverifiedWaiting: () => unverified.size > 0,
    isFull: (lane: Lane) => lanes[lane].size >= LIMITS.maxWaiting[lane],
    add: (call: Waiting) => void lanes[call.lane].add(call),
    remove: (call: Waiting) => void lanes[call.lane].delete(call),
    /** Returns whether a call waits that may start now. */
    hasNext: () => nextLane() !== null,
    takeNext(): Waiting | undefined {
      const lane = nextLane();
      const [next] = lane === null ? [] : lanes[lane];
      if (next === undefined) return undefined;
      if (areBothWaiting()) wasVisitor = lane === "visitor";
      sinceUnverified = lane === "unverified" ? 0 : sinceUnverified + 1;
      lanes[next.lane].delete(next);
      return next;
    },
    takeAll(): readonly Waiting[] {
      const calls = [...visitors, ...refreshes, ...unverified];
      for (const lane of Object.values(lanes)) lane.clear();
      return calls;
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
function createUnverifiedQuota({ monotonic }: Clock, intervalMs: number) {
  const refillMs = intervalMs === 0 ? QUOTA.refillMs : intervalMs / QUOTA.share;
  let running = 0;
  let tokens: number = QUOTA.tokens;
  let countedAt = monotonic();
  let isWaiting = false;

  function hasToken(): boolean {
    const now = monotonic();
    tokens = Math.min(QUOTA.tokens, tokens + (now - countedAt) / refillMs);
    countedAt = now;
    return tokens >= 1;
  }

  return {
    mayStart: () => running < QUOTA.concurrency && hasToken(),
    /** Takes a place and a token; ask `mayStart` first. */
    start() {
      running += 1;
      tokens -= 1;
    },
    release() {
      running -= 1;
    },
    /** Returns the token of an id that turned out to exist. */
    returnToken() {
      tokens = Math.min(QUOTA.tokens, tokens + 1);
    },
    /** Calls back once, when the next token comes; not at all where there is one already. */
    onToken(callback: () => void) {
      if (isWaiting || hasToken()) return;
      isWaiting = true;
      const timer = setTimeout(
        () => {
          isWaiting = false;
          callback();
        },
        (1 - tokens) * refillMs,
      );
      timer.unref();
    },
  };
}
