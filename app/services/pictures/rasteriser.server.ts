import { once } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { Counter, type Registry } from "prom-client";
import { FONT_FILES } from "./picture-text.server";
import workerSource from "./rasterise-worker.cjs?raw";

/** A picture that was not drawn: the queue is full, the visitor disconnected, or drawing failed. */
export class PictureRefusal extends Error {
  override name = "PictureRefusal";
}

/** Draws an SVG document as PNG. Rejects with a PictureRefusal and nothing else. */
export type Rasterise = (svg: string, signal: AbortSignal) => Promise<Uint8Array>;

/** Length of the queue; at 0.1 to 0.3 s a picture, the last one waits some 5 s. */
const MAX_WAITING = 20;

/** Milliseconds for one picture. */
const MAX_DRAWING_MS = 10_000;

/** Milliseconds without work after which the thread ends, which frees most of its 140 MB. */
const IDLE_MS = 30_000;

/** Megabytes of the thread's own heap; WebAssembly's memory lies outside of it. */
const HEAP_MB = 64;

/** Creates the one thread for pictures, which draws one at a time without blocking pages. */
export function createRasteriser(registry: Registry): Rasterise {
  const counter = new Counter({
    name: "pictures_total",
    help: "Pictures for links by what became of them (drawn, refused, failed).",
    labelNames: ["outcome"],
    registers: [registry],
  });
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function endThread(): void {
    void worker?.terminate();
    worker = null;
  }

  async function drawAfter(svg: string, signal: AbortSignal, before: Promise<unknown>): Promise<Uint8Array> {
    await before;
    waiting -= 1;
    if (signal.aborted) throw new PictureRefusal("the visitor disconnected");
    clearTimeout(idleTimer);
    try {
      worker ??= startThread();
      const png = await draw(worker, svg);
      counter.inc({ outcome: "drawn" });
      return png;
    } catch (error) {
      // The next picture gets a new thread: the state of this one is unknown.
      endThread();
      counter.inc({ outcome: "failed" });
      console.error(error);
      throw new PictureRefusal("the picture could not be drawn", { cause: error });
    } finally {
      idleTimer = setTimeout(endThread, IDLE_MS).unref();
    }
  }

  return async function rasterise(svg, signal) {
    if (waiting > MAX_WAITING) {
      counter.inc({ outcome: "refused" });
      throw new PictureRefusal("the queue for pictures is full");
    }
    waiting += 1;
    const drawn = drawAfter(svg, signal, last);
    last = drawn.catch(() => {});
    return drawn;
  };
}

function startThread(): Worker {
  const { resolve } = createRequire(import.meta.url);
  const [rasteriser, wasm] = ["@resvg/resvg-wasm", "@resvg/resvg-wasm/index_bg.wasm"].map((path) =>
    resolve(path),
  );
  const worker = new Worker(workerSource, {
    eval: true,
    workerData: { rasteriser, wasm, fonts: FONT_FILES },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // The process can stop while the thread is idle.
  worker.unref();
  return worker;
}

/** Rejects when the thread fails or ends, or takes too long. */
async function draw(worker: Worker, svg: string): Promise<Uint8Array> {
  const listening = new AbortController();
  const signal = AbortSignal.any([listening.signal, AbortSignal.timeout(MAX_DRAWING_MS)]);
  try {
    worker.postMessage(svg);
    const ended = once(worker, "exit", { signal });
    const [png] = await Promise.race([once(worker, "message", { signal }), ended]);
    if (png instanceof Uint8Array) return png;
    throw new Error("the thread for pictures ended");
  } finally {
    listening.abort();
  }
}
