import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { Counter, type Registry } from "prom-client";
import { BusyError, createWorkQueue } from "../http/work-queue.server";
import { FONT_FILES } from "./picture-text.server";
import workerSource from "./rasterise-worker.cjs?raw";

/** Length of the queue; at 0.2 to 0.4 s a picture, the last one waits some 6 s. */
const MAX_WAITING = 20;

/** Milliseconds for one picture, including the start of its thread. */
const MAX_DRAWING_MS = 10_000;

const { resolve } = createRequire(import.meta.url);

/** Compiled once for all threads, with the first picture. */
let wasm: Promise<WebAssembly.Module> | undefined;

/**
 * Creates what draws pictures: one at a time, each in a thread of its own, so that pages are not blocked. The thread's end frees its
 * 140 MB, and what goes wrong in it ends with it.
 * @param source what a thread runs: posts a PNG for the SVG that it was started with
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

  async function draw(svg: string): Promise<Uint8Array> {
    wasm ??= readFile(resolve("@resvg/resvg-wasm/index_bg.wasm"))
      .then((file) => WebAssembly.compile(file))
      .catch((error) => {
        wasm = undefined;
        throw error;
      });
    const worker = new Worker(source, {
      eval: true,
      resourceLimits: { maxOldGenerationSizeMb: 64 },
      workerData: { svg, wasm: await wasm, rasteriser: resolve("@resvg/resvg-wasm"), fonts: FONT_FILES },
    });
    // For the whole life of the thread: an error without a listener would end the process.
    worker.on("error", () => {});
    worker.once("exit", (code) => worker.emit("error", new Error(`the thread ended with code ${code}`)));
    const late = new Error(`no picture within ${MAX_DRAWING_MS} ms`);
    const timer = setTimeout(() => worker.emit("error", late), MAX_DRAWING_MS);
    try {
      // Rejects with the first error.
      const [png] = await once(worker, "message");
      return png;
    } finally {
      clearTimeout(timer);
      void worker.terminate();
    }
  }

  return async function rasterise(svg: string, signal: AbortSignal): Promise<Uint8Array | null> {
    try {
      const png = await queue.run("picture", signal, () => draw(svg));
      counter.inc({ outcome: "drawn" });
      return png;
    } catch (error) {
      if (error === signal.reason) return null;
      const isRefused = error instanceof BusyError;
      counter.inc({ outcome: isRefused ? "refused" : "failed" });
      if (!isRefused) console.error(`pictures: a drawing failed: ${String(error).split("\n", 1)}`);
      return null;
    }
  };
}
