import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of work after which other requests get their turn. */
const CHUNK_MS = 3;

/** Does a piece of work for each item without blocking the event loop for long, however many items there are. */
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
  // What the caller does next with a long list as a whole is a chunk of its own.
  if (hasPaused) await nextTurn();
}
