import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { Counter, type Registry } from "prom-client";
import { shorten } from "~/domain/format/text";
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

/** Milliseconds until a thread has compiled the WebAssembly and read the fonts; on an idle machine it takes 0.3 s. */
const MAX_START_MS = 10_000;

/** Milliseconds for one picture, by a thread that is ready. */
const MAX_DRAWING_MS = 10_000;

/** Milliseconds without work after which the thread ends, which frees most of its 140 MB. */
const IDLE_MS = 30_000;

/** Threads that may fail in a row; then pictures are refused for a while, so that a lasting fault costs little. */
const MAX_FAILURES = 2;

/** Milliseconds for which pictures are refused after that. */
const REFUSING_MS = 5_000;

/** Megabytes of the thread's own heap; WebAssembly's memory lies outside of it. */
const HEAP_MB = 64;

/** Characters of a reason in the log. */
const MAX_REASON_LENGTH = 200;

/**
 * Creates the one thread for pictures, which draws one at a time without blocking pages. It starts with the first picture; when
 * it has failed or ended, one line is logged and the next picture starts another.
 * @param source what the thread runs: posts one message when it is ready, and then a PNG for each SVG that it receives
 */
export function createRasteriser(registry: Registry, source: string = workerSource): Rasterise {
  const counter = new Counter({
    name: "pictures_total",
    help: "Pictures for links by what became of them (drawn, refused, failed).",
    labelNames: ["outcome"],
    registers: [registry],
  });
  let thread: Thread | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let failuresInARow = 0;
  let isRefusing = false;

  function endThread(): void {
    thread?.end();
    thread = null;
  }

  /** Counts each failed thread once; the next picture gets a new one, because the state of this one is unknown. */
  function threadFailed(failed: Thread | null, error: unknown): void {
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

  function refuse(reason: string): never {
    counter.inc({ outcome: "refused" });
    throw new PictureRefusal(reason);
  }

  async function drawAfter(svg: string, signal: AbortSignal, before: Promise<unknown>): Promise<Uint8Array> {
    await before;
    waiting -= 1;
    if (signal.aborted) throw new PictureRefusal("the visitor disconnected");
    if (isRefusing) refuse("the drawing thread has failed");
    clearTimeout(idleTimer);
    let drawing: Thread | null = null;
    try {
      thread ??= startThread(source, threadFailed);
      drawing = thread;
      const png = await drawing.draw(svg);
      failuresInARow = 0;
      counter.inc({ outcome: "drawn" });
      return png;
    } catch (error) {
      threadFailed(drawing, error);
      counter.inc({ outcome: "failed" });
      throw new PictureRefusal("the picture could not be drawn", { cause: error });
    } finally {
      idleTimer = setTimeout(endThread, IDLE_MS).unref();
    }
  }

  return async function rasterise(svg, signal) {
    if (waiting > MAX_WAITING) refuse("the queue for pictures is full");
    waiting += 1;
    const drawn = drawAfter(svg, signal, last);
    last = drawn.catch(() => {});
    return drawn;
  };
}

interface Thread {
  /** Draws one picture at a time. Rejects when the thread fails or ends, or takes too long to start or to draw. */
  draw(svg: string): Promise<Uint8Array>;
  end(): void;
}

/** @param onFailure called when the thread fails or ends, at whatever time */
function startThread(source: string, onFailure: (failed: Thread, error: unknown) => void): Thread {
  const { resolve } = createRequire(import.meta.url);
  const [rasteriser, wasm] = ["@resvg/resvg-wasm", "@resvg/resvg-wasm/index_bg.wasm"].map((path) =>
    resolve(path),
  );
  const worker = new Worker(source, {
    eval: true,
    workerData: { rasteriser, wasm, fonts: FONT_FILES },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // The process can stop while the thread is idle.
  worker.unref();
  let onMessage: (message: unknown) => void = () => {};
  let rejectReply: (error: unknown) => void = () => {};
  const failed = (error: unknown) => {
    rejectReply(error);
    onFailure(thread, error);
  };
  worker.on("message", (message: unknown) => onMessage(message));
  // For as long as the thread exists: an error that nobody listens for would end the process.
  worker.on("error", failed);
  worker.on("exit", (code) => failed(new Error(`it ended with code ${code}`)));

  async function reply(what: string, limitMs: number): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        [onMessage, rejectReply] = [resolve, reject];
        timer = setTimeout(() => reject(new Error(`no ${what} within ${limitMs} ms`)), limitMs);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  const ready = reply("start", MAX_START_MS);
  const thread: Thread = {
    async draw(svg) {
      await ready;
      const picture = reply("picture", MAX_DRAWING_MS);
      worker.postMessage(svg);
      const png = await picture;
      if (png instanceof Uint8Array) return png;
      throw new Error("it answered with something that is no picture");
    },
    end: () => void worker.terminate(),
  };
  return thread;
}

/** Returns the first line of an error's message. */
function reasonOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  return shorten(line, MAX_REASON_LENGTH);
}
