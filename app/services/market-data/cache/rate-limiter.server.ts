import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../clock.server";
import { MarketDataFailure } from "../failure.server";
import { createLanes, type Lane, type Lanes } from "./lanes.server";
import { overloaded } from "./visit.server";

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

/** Times in milliseconds. */
const LIMITS = {
  /** Calls under way at the same time. */
  concurrency: 4,
  /** A call that takes longer no longer holds a place for others; it goes on, and is given up by the client. */
  maxPlaceMs: 30_000,
  /** Readers wait for this time, or somewhat longer than a slot takes to come, but never beyond what proxies wait. */
  maxWaitMs: 8000,
  maxWaitForSlowSlotsMs: 25_000,
} as const;

/** A call that waits for its slot. */
interface Waiting {
  readonly lane: Lane;
  /** Makes the call. @returns whether it was for an id that does not exist; never rejects */
  readonly start: () => Promise<boolean>;
  readonly reject: (failure: MarketDataFailure) => void;
}

/** Starts at most four calls at a time and, if a limit is given, so many a minute, evenly spaced: an unused slot is lost. */
export function createRateLimiter({
  callsPerMinute,
  takeSharedSlot,
  clock,
}: RateLimiterOptions): RateLimiter {
  // Whole milliseconds, as timers count them: rounded down, a minute would hold one call too many.
  const intervalMs = callsPerMinute === 0 ? 0 : Math.ceil(60_000 / callsPerMinute);
  const lanes = createLanes<Waiting>(clock, intervalMs);
  const running = new Set<Waiting>();
  const slots = createSlots(intervalMs, takeSharedSlot, () => void dispatch());
  let isDispatching = false;

  async function dispatch(): Promise<void> {
    if (isDispatching) return;
    isDispatching = true;
    while (running.size < LIMITS.concurrency && slots.isFree() && lanes.hasNext()) {
      if (intervalMs > 0) await slots.take();
      // Whoever is the first when the slot comes has it.
      const next = lanes.takeNext();
      if (next !== undefined) void start(next);
    }
    isDispatching = false;
    lanes.onToken(() => void dispatch());
  }

  /** Starts a call in one of the places, which is free again when the call ends, or lasts too long. */
  async function start(call: Waiting): Promise<void> {
    running.add(call);
    const timer = setTimeout(() => release(call), LIMITS.maxPlaceMs);
    timer.unref();
    const isWasted = await call.start();
    clearTimeout(timer);
    if (!isWasted) lanes.putTokenBack(call);
    release(call);
  }

  function release(call: Waiting): void {
    if (!running.delete(call)) return;
    lanes.release(call);
    void dispatch();
  }

  return {
    waiting: lanes.size,
    maxWaitMs: Math.max(LIMITS.maxWaitMs, Math.min(1.5 * intervalMs, LIMITS.maxWaitForSlowSlotsMs)),
    run(request, call) {
      if (lanes.isFull(request.lane)) return Promise.reject(overloaded("too many calls wait for a slot"));
      const result = enqueue(lanes, request, call);
      void dispatch();
      return result;
    },
    rejectWaiting(failure) {
      for (const { reject } of lanes.takeAll()) reject(failure);
    },
  };
}

/** Creates the slots in which calls start, so many milliseconds apart. @param onFree called when there may be another one */
function createSlots(
  intervalMs: number,
  takeSharedSlot: RateLimiterOptions["takeSharedSlot"],
  onFree: () => void,
) {
  let isFree = true;
  return {
    isFree: () => isFree,
    async take() {
      const waitMs = await takeSharedSlot(intervalMs);
      if (waitMs > 0) await pause(waitMs);
      isFree = false;
      const timer = setTimeout(() => {
        isFree = true;
        onFree();
      }, intervalMs);
      timer.unref();
    },
  };
}

/** Adds a call to its lane, until it starts or is taken back. */
function enqueue<Result>(
  lanes: Lanes<Waiting>,
  { lane, signal, onStart }: CallRequest,
  call: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      lanes.remove(waiting);
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
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    lanes.add(waiting);
  });
}
