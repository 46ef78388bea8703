import { AsyncResource } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import zlib from "node:zlib";

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

export type SimulatedTime = ReturnType<typeof simulateTime>;

/**
 * Replaces the clocks and timers of this process (`Date.now`, `performance.now`, `setTimeout`, `setInterval`, and that of
 * `node:timers/promises`) by simulated ones, which stand still but for `runUntil`. Import what uses them afterwards.
 * `setImmediate` stays real: between two timers, everything that is ready has its turn. What other threads do takes real time,
 * while simulated time goes on, so `gzip` and `gunzip` work in this one; files are still read and written by others.
 */
export function simulateTime(startMs: number) {
  /** The next one is the last. */
  const timers: Timer[] = [];
  const nextTurn = setImmediate;
  let nowMs = startMs;

  function set(run: () => void, ms: number): Timer {
    // As Node does: at least a millisecond, and with the `AsyncLocalStorage` of whoever sets it.
    const timer = { atMs: nowMs + Math.max(1, Math.trunc(ms) || 1), run: AsyncResource.bind(run) };
    // Timers of the same moment run in the order in which they were set. Most new ones are among the next.
    timers.splice(timers.findLastIndex(({ atMs }) => atMs > timer.atMs) + 1, 0, timer);
    return timer;
  }

  function remove(timer: Timer): void {
    const at = timers.lastIndexOf(timer);
    if (at !== -1) timers.splice(at, 1);
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
    remove(timeout.timer);
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
        remove(timer);
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
    /** Milliseconds since the epoch. */
    now,
    /** Resolves after so many simulated milliseconds. */
    pause: async (ms: number) => void (await pause(ms)),
    /** Lets time pass, from timer to timer, until a moment in milliseconds since the epoch. */
    async runUntil(endMs: number) {
      await new Promise((resolve) => nextTurn(resolve));
      for (let next = timers.at(-1); next !== undefined && next.atMs <= endMs; next = timers.at(-1)) {
        timers.pop();
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
