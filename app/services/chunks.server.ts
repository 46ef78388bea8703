import { setImmediate as nextTurn } from "node:timers/promises";

const CHUNK_MS = 3;

/** Processes each item without blocking the event loop for long, however many items there are. */
export async function inChunks<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let since = performance.now();
  let hasPaused = false;
  for (const item of items) {
    work(item);
    if (performance.now() - since < CHUNK_MS) continue;
    await nextTurn();
    hasPaused = true;
    since = performance.now();
  }
  // Whatever the caller does next with the whole list is a chunk of its own.
  if (hasPaused) await nextTurn();
}
