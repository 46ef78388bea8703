import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { Counter, type Registry } from "prom-client";
import { FONT_FILES } from "./font.server";
import workerSource from "./rasterise-worker.cjs?raw";

/** A picture that was not drawn: too many wait, or nobody does any more, or the drawing failed. */
export class PictureRefusal extends Error {
  override name = "PictureRefusal";
}

/** Draws an SVG document as PNG. Rejects with a PictureRefusal and nothing else. */
export type Rasterise = (svg: string, signal: AbortSignal) => Promise<Uint8Array>;

/** Pictures that wait for the one that is drawn; at 0.1 to 0.3 s each, the last waits some 5 s. */
const MAX_WAITING = 20;

/** Milliseconds for one picture. */
const MAX_DRAWING_MS = 10_000;

/** Milliseconds without work after which the thread ends, and most of its 140 MB with it. */
const IDLE_MS = 30_000;

/** Megabytes of the thread's own heap; what WebAssembly takes lies outside of it. */
const HEAP_MB = 64;

/** Creates the one thread for pictures, which draws one at a time while pages go on. */
export function createRasteriser(registry: Registry, startThread = startWorker): Rasterise {
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

  function end(): void {
    void worker?.terminate();
    worker = null;
  }

  function draw(svg: string): Promise<Uint8Array> {
    clearTimeout(idleTimer);
    worker ??= startThread();
    return drawWith(worker, svg)
      .catch((error: unknown) => {
        // Nobody knows what state it is in.
        end();
        throw error;
      })
      .finally(() => {
        idleTimer = setTimeout(end, IDLE_MS).unref();
      });
  }

  async function drawInTurn(svg: string, signal: AbortSignal, before: Promise<unknown>): Promise<Uint8Array> {
    await before;
    waiting -= 1;
    if (signal.aborted) throw new PictureRefusal("nobody waits for the picture any more");
    try {
      const png = await draw(svg);
      counter.inc({ outcome: "drawn" });
      return png;
    } catch (error) {
      counter.inc({ outcome: "failed" });
      console.error(error);
      throw new PictureRefusal("the picture could not be drawn", { cause: error });
    }
  }

  return async function rasterise(svg, signal) {
    if (waiting > MAX_WAITING) {
      counter.inc({ outcome: "refused" });
      throw new PictureRefusal("too many pictures wait");
    }
    waiting += 1;
    const drawn = drawInTurn(svg, signal, last);
    last = drawn.catch(() => {});
    return drawn;
  };
}

function startWorker(): Worker {
  const { resolve } = createRequire(import.meta.url);
  const worker = new Worker(workerSource, {
    eval: true,
    workerData: {
      rasteriser: resolve("@resvg/resvg-wasm"),
      wasm: resolve("@resvg/resvg-wasm/index_bg.wasm"),
      fonts: FONT_FILES,
    },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // A process that stops does not wait for it.
  worker.unref();
  return worker;
}

/** Rejects when the thread fails or ends, or takes too long. */
function drawWith(worker: Worker, svg: string): Promise<Uint8Array> {
  const listeners = new AbortController();
  return new Promise<Uint8Array>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("a picture took too long")), MAX_DRAWING_MS);
    const onEnd = () => reject(new Error("the thread for pictures ended"));
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", onEnd);
    listeners.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      worker.off("message", resolve);
      worker.off("error", reject);
      worker.off("exit", onEnd);
    });
    worker.postMessage(svg);
  }).finally(() => listeners.abort());
}
