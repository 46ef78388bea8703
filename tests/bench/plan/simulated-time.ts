import { AsyncResource } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import zlib from "node:zlib";

interface Timer {
  readonly atMs: number;
  /** Timers of the same moment run in the order in which they were set. */
  readonly number: number;
  readonly run: () => void;
}

export interface SimulatedTime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many simulated milliseconds. */
  pause(ms: number): Promise<void>;
  /** Lets time pass, from timer to timer, until a moment in milliseconds since the epoch. */
  runUntil(endMs: number): Promise<void>;
}

/**
 * Replaces the clocks and timers of this process (`Date.now`, `performance.now`, `setTimeout`, `setInterval`, and that of
 * `node:timers/promises`) by simulated ones, which stand still but for `runUntil`. Import what uses them afterwards.
 * `setImmediate` stays real: between two timers, everything that is ready has its turn. What other threads do takes real time,
 * while simulated time goes on, so `gzip` and `gunzip` work in this one; files are still read and written by others.
 */
export function simulateTime(startMs: number): SimulatedTime {
  const timers = createTimerQueue();
  const nextTurn = setImmediate;
  let nowMs = startMs;
  let count = 0;

  function set(run: () => void, ms: number): Timer {
    count += 1;
    // As Node does: at least a millisecond, and with the `AsyncLocalStorage` of whoever sets it.
    const atMs = nowMs + Math.max(1, Math.trunc(ms) || 1);
    const timer = { atMs, number: count, run: AsyncResource.bind(run) };
    timers.add(timer);
    return timer;
  }

  class Timeout {
    timer: Timer | null;
    constructor(run: () => void, ms: number, isRepeated: boolean) {
      const again = () => {
        this.timer = isRepeated ? set(again, ms) : null;
        run();
      };
      this.timer = set(again, ms);
    }
    ref() {
      return this;
    }
    unref() {
      return this;
    }
  }

  function clear(timeout: unknown): void {
    if (!(timeout instanceof Timeout) || timeout.timer === null) return;
    timers.remove(timeout.timer);
    timeout.timer = null;
  }

  const start =
    (isRepeated: boolean) =>
    (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      new Timeout(() => run(...args), ms, isRepeated);
  const pause = <Value>(ms = 0, value?: Value, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const timer = set(() => resolve(value), ms);
      const abort = () => {
        timers.remove(timer);
        reject(signal?.reason);
      };
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });

  const now = () => nowMs;
  Object.assign(Date, { now });
  Object.assign(performance, { now: () => nowMs - startMs });
  Object.assign(globalThis, {
    setTimeout: start(false),
    setInterval: start(true),
    clearTimeout: clear,
    clearInterval: clear,
  });
  Object.assign(timersPromises, { setTimeout: pause });
  Object.assign(zlib, { gzip: atOnce(zlib.gzipSync), gunzip: atOnce(zlib.gunzipSync) });
  syncBuiltinESMExports();

  return {
    now,
    pause: async (ms) => void (await pause(ms)),
    async runUntil(endMs) {
      await new Promise((resolve) => nextTurn(resolve));
      for (let next = timers.first(); next !== null && next.atMs <= endMs; next = timers.first()) {
        timers.remove(next);
        nowMs = next.atMs;
        next.run();
        await new Promise((resolve) => nextTurn(resolve));
      }
      nowMs = endMs;
    },
  };
}

/** Makes a function that has called back when it returns. */
function atOnce(work: (data: zlib.InputType, options: zlib.ZlibOptions) => Buffer) {
  type Done = (error: unknown, result?: Buffer) => void;
  return (data: zlib.InputType, options: zlib.ZlibOptions, done: Done) => {
    try {
      done(null, work(data, options));
    } catch (error) {
      done(error);
    }
  };
}

/** Creates a queue of timers, the next one first: a binary heap, in which removed timers stay until they come first. */
function createTimerQueue() {
  const heap: Timer[] = [];
  const waiting = new Set<Timer>();

  const isBefore = (one: Timer, other: Timer) =>
    one.atMs < other.atMs || (one.atMs === other.atMs && one.number < other.number);

  function swapIfBefore(child: number, parent: number): boolean {
    const [lower, upper] = [heap[child], heap[parent]];
    if (lower === undefined || upper === undefined || !isBefore(lower, upper)) return false;
    [heap[child], heap[parent]] = [upper, lower];
    return true;
  }

  function sinkFirst(): void {
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = 2 * at + (isRight ? 2 : 1);
      if (!swapIfBefore(child, at)) return;
      at = child;
    }
  }

  function dropFirst(): void {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    sinkFirst();
  }

  return {
    add(timer: Timer): void {
      waiting.add(timer);
      let at = heap.push(timer) - 1;
      while (at > 0 && swapIfBefore(at, (at - 1) >> 1)) at = (at - 1) >> 1;
    },
    remove: (timer: Timer) => void waiting.delete(timer),
    first(): Timer | null {
      while (heap[0] !== undefined && !waiting.has(heap[0])) dropFirst();
      return heap[0] ?? null;
    },
  };
}
