import { once } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { Counter, type Registry } from "prom-client";
import { shorten } from "~/domain/format/text";
import { BusyError, createWorkQueue } from "../http/work-queue.server";
import { FONT_FILES } from "./picture-text.server";
import workerSource from "./rasterise-worker.cjs?raw";

/** Length of the queue; at 0.1 to 0.3 s a picture, the last one waits some 5 s. */
const MAX_WAITING = 20;

/** Milliseconds for one picture, including the start of the thread, which takes 0.3 s on an idle machine. */
const MAX_DRAWING_MS = 10_000;

/** Idle milliseconds after which the thread ends, which frees most of its 140 MB. */
const IDLE_MS = 30_000;

/** Consecutive thread failures after which pictures are refused for a while, so that a lasting fault costs little. */
const MAX_FAILURES = 2;

/** Milliseconds for which pictures are refused after that. */
const REFUSING_MS = 5_000;

/** Megabytes of the thread's own heap; WebAssembly's memory lies outside of it. */
const HEAP_MB = 64;

/** Maximum characters of a reason in the log. */
const MAX_REASON_LENGTH = 200;

const { resolve } = createRequire(import.meta.url);
const workerData = {
  rasteriser: resolve("@resvg/resvg-wasm"),
  wasm: resolve("@resvg/resvg-wasm/index_bg.wasm"),
  fonts: FONT_FILES,
};

/**
 * Creates the single thread for pictures, which draws one at a time without blocking pages. It starts with the first picture;
 * after it has failed or ended, one line is logged and the next picture starts another.
 * @param source what the thread runs: posts a PNG for each SVG that it receives
 * @returns draws an SVG document as PNG; null where the queue is full, the visitor has disconnected, or the drawing failed
 */
export function createRasteriser(registry: Registry, source: string = workerSource) {
  const counter = new Counter({
    name: "pictures_total",
    help: "Pictures for links by what became of them (drawn, refused, failed).",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const queue = createWorkQueue(1, [["picture", MAX_WAITING]]);
  let thread: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let failuresInARow = 0;
  let isRefusing = false;

  function startThread(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
    const worker = new Worker(source, { eval: true, workerData, resourceLimits });
    // An idle thread does not keep the process alive.
    worker.unref();
    // For the whole life of the thread: an error without a listener would end the process.
    worker.on("error", (error) => threadFailed(worker, error));
    worker.once("exit", (code) => worker.emit("error", new Error(`it ended with code ${code}`)));
    return worker;
  }

  function endThread(): void {
    void thread?.terminate();
    thread = null;
  }

  /** Counts each failed thread once; the next picture gets a new one, because the state of this one is unknown. */
  function threadFailed(failed: Worker, error: unknown): void {
    if (failed !== thread) return;
    endThread();
    console.error(`pictures: the drawing thread failed, the next picture starts another: ${reasonOf(error)}`);
    failuresInARow += 1;
    if (failuresInARow < MAX_FAILURES) return;
    isRefusing = true;
    setTimeout(() => {
      isRefusing = false;
    }, REFUSING_MS).unref();
  }

  async function draw(svg: string): Promise<Uint8Array> {
    if (isRefusing) throw new BusyError("the drawing thread has failed");
    clearTimeout(idleTimer);
    thread ??= startThread();
    const worker = thread;
    const late = new Error(`no picture within ${MAX_DRAWING_MS} ms`);
    const timer = setTimeout(() => worker.emit("error", late), MAX_DRAWING_MS);
    try {
      worker.postMessage(svg);
      // Rejects with the first error.
      const [png] = await once(worker, "message");
      failuresInARow = 0;
      return png;
    } finally {
      clearTimeout(timer);
      idleTimer = setTimeout(endThread, IDLE_MS).unref();
    }
  }

  return async function rasterise(svg: string, signal: AbortSignal): Promise<Uint8Array | null> {
    try {
      const png = await queue.run("picture", signal, () => draw(svg));
      counter.inc({ outcome: "drawn" });
      return png;
    } catch (error) {
      if (error !== signal.reason)
        counter.inc({ outcome: error instanceof BusyError ? "refused" : "failed" });
      return null;
    }
  };
}

/** Returns the first line of an error's message. */
function reasonOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  return shorten(line, MAX_REASON_LENGTH);
}
