import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";
import { overloaded } from "./flights.server";
import { createTokenBucket } from "./token-bucket.server";

/**
 * Kind of reader that waits for a call: a visitor; nobody, because something stale is shown meanwhile; or a visitor who asks for an id
 * that has never been seen, which anyone can make up.
 */
export type Lane = "visitor" | "refresh" | "unseen";

export interface CallRequest {
  readonly lane: Lane;
  /** Takes the call out of the queue, with its reason as the failure. Calls that have started go on. */
  readonly signal: AbortSignal;
  /** Called in the moment in which the call starts. */
  readonly onStart: () => void;
}

export interface RateLimiter {
  /** Runs a call when there is a slot for it. Rejects with what it rejects with, or `overloaded` where too many wait. */
  run<Result>(request: CallRequest, call: () => Promise<Result>): Promise<Result>;
  /** Rejects all calls that wait for a slot with this failure, at once; calls under way go on. */
  rejectWaiting(failure: MarketDataFailure): void;
  /** Calls that wait for a slot. */
  readonly waiting: () => number;
  /** Milliseconds for which a reader may wait for calls to start, over all calls of a page. */
  readonly maxWaitMs: number;
}

interface RateLimiterOptions {
  /** 0: no limit. */
  readonly callsPerMinute: number;
  /** Takes the next slot that all replicas share, when calls are to be so many milliseconds apart. @returns ms to wait for it */
  readonly takeSharedSlot: (intervalMs: number) => Promise<number>;
  readonly clock: Clock;
}

/** All times in milliseconds. */
const LIMITS = {
  /** Calls under way at the same time. */
  concurrency: 4,
  /** A call that takes longer no longer holds a place for others; it goes on, and is given up by the client. */
  maxPlaceMs: 30_000,
  /** Calls that wait; more are refused at once. */
  maxWaiting: { visitor: 2000, refresh: 2000, unseen: 100 },
  /** A reader waits for so long, or somewhat longer than a slot takes to come, but never beyond what proxies wait. */
  maxWaitMs: 8000,
  maxWaitForSlowSlotsMs: 25_000,
} as const;

/** The share of ids that were never seen: a bucket of tokens, of which each id that was not found costs one. */
const UNSEEN = {
  concurrency: 2,
  tokens: 5,
  /** Of the calls a minute. */
  share: 0.1,
  /** Milliseconds for a token where calls have no limit. */
  refillMs: 10_000,
  /** While others wait as well, every tenth call is of this lane. */
  every: 10,
} as const;

interface Waiting {
  readonly request: CallRequest;
  readonly start: () => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * Starts at most four calls at a time and, if a limit is given, so many a minute, evenly spaced: an unused slot is lost.
 *
 * Visitors and refreshes take turns while both wait, so that a flood of visitors cannot keep known pages from being
 * refreshed. Ids that were never seen come last, and those that turn out not to exist use up a small share. (A queue with
 * one order of priorities, such as p-queue's, would let one of them starve the others.)
 */
export function createRateLimiter({
  callsPerMinute,
  takeSharedSlot,
  clock,
}: RateLimiterOptions): RateLimiter {
  // Whole milliseconds, as timers count them: rounded down, a minute would hold one call too many.
  const intervalMs = callsPerMinute === 0 ? 0 : Math.ceil(60_000 / callsPerMinute);
  const queues: Readonly<Record<Lane, Set<Waiting>>> = {
    visitor: new Set(),
    refresh: new Set(),
    unseen: new Set(),
  };
  const bucket = createTokenBucket({
    clock,
    size: UNSEEN.tokens,
    refillMs: intervalMs === 0 ? UNSEEN.refillMs : intervalMs / UNSEEN.share,
  });
  let running = 0;
  let runningUnseen = 0;
  let isSpacing = false;
  let isDispatching = false;
  /** Of the latest slot that visitors and refreshes both waited for. */
  let wasVisitor = false;
  let sinceUnseen = 0;

  const waiting = () => queues.visitor.size + queues.refresh.size + queues.unseen.size;

  /** Chooses the lane that the next slot belongs to; null when nobody waits who may start now. */
  function nextLane(): Lane | null {
    const isUnseenNext = queues.unseen.size > 0 && runningUnseen < UNSEEN.concurrency && bucket.hasToken();
    if (isUnseenNext && sinceUnseen >= UNSEEN.every - 1) return "unseen";
    if (queues.visitor.size > 0 && queues.refresh.size > 0) return wasVisitor ? "refresh" : "visitor";
    if (queues.visitor.size > 0) return "visitor";
    if (queues.refresh.size > 0) return "refresh";
    return isUnseenNext ? "unseen" : null;
  }

  async function dispatch(): Promise<void> {
    if (isDispatching) return;
    isDispatching = true;
    while (running < LIMITS.concurrency && !isSpacing && nextLane() !== null) {
      if (intervalMs > 0) {
        const waitMs = await takeSharedSlot(intervalMs);
        if (waitMs > 0) await pause(waitMs);
        space();
      }
      // Whoever is the first when the slot comes has it.
      const lane = nextLane();
      if (lane !== null) startNext(lane);
    }
    isDispatching = false;
    if (queues.unseen.size > 0 && !bucket.hasToken()) bucket.onToken(() => void dispatch());
  }

  function space(): void {
    isSpacing = true;
    const timer = setTimeout(() => {
      isSpacing = false;
      void dispatch();
    }, intervalMs);
    timer.unref();
  }

  function startNext(lane: Lane): void {
    const [next] = queues[lane];
    if (next === undefined) return;
    if (queues.visitor.size > 0 && queues.refresh.size > 0) wasVisitor = lane === "visitor";
    queues[lane].delete(next);
    sinceUnseen = lane === "unseen" ? 0 : sinceUnseen + 1;
    next.start();
  }

  async function runNow<Result>(
    { lane, onStart }: CallRequest,
    call: () => Promise<Result>,
  ): Promise<Result> {
    const leave = hold(lane);
    try {
      onStart();
      const result = await call();
      if (lane === "unseen") bucket.putBack();
      return result;
    } catch (error) {
      const isWasted = error instanceof MarketDataFailure && error.reason === "not-found";
      if (lane === "unseen" && !isWasted) bucket.putBack();
      throw error;
    } finally {
      leave();
    }
  }

  /** Takes one of the places; it is free again when the call ends, or lasts too long. */
  function hold(lane: Lane): () => void {
    let isHeld = true;
    running += 1;
    if (lane === "unseen") {
      runningUnseen += 1;
      bucket.take();
    }
    const leave = () => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      running -= 1;
      if (lane === "unseen") runningUnseen -= 1;
      void dispatch();
    };
    const timer = setTimeout(leave, LIMITS.maxPlaceMs);
    timer.unref();
    return leave;
  }

  return {
    waiting,
    maxWaitMs: Math.max(LIMITS.maxWaitMs, Math.min(1.5 * intervalMs, LIMITS.maxWaitForSlowSlotsMs)),
    run(request, call) {
      const queue = queues[request.lane];
      if (queue.size >= LIMITS.maxWaiting[request.lane]) {
        return Promise.reject(overloaded("too many calls wait for a slot"));
      }
      return new Promise((resolve, reject) => {
        const abort = () => {
          queue.delete(entry);
          reject(request.signal.reason);
        };
        const entry: Waiting = {
          request,
          start() {
            request.signal.removeEventListener("abort", abort);
            runNow(request, call).then(resolve, reject);
          },
          reject,
        };
        if (request.signal.aborted) return abort();
        request.signal.addEventListener("abort", abort, { once: true });
        queue.add(entry);
        void dispatch();
      });
    },
    rejectWaiting(failure) {
      for (const queue of Object.values(queues)) {
        for (const { reject } of queue) reject(failure);
        queue.clear();
      }
    },
  };
}
