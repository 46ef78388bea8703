import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of work after which visitors get their turn. */
const SLICE_MS = 3;

/** Does a piece of work for each item, however many there are, without keeping visitors waiting for all of it. */
export async function inSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let since = performance.now();
  let hasPaused = false;
  for (const item of items) {
    work(item);
    if (performance.now() - since < SLICE_MS) continue;
    await nextTurn();
    hasPaused = true;
    since = performance.now();
  }
  // What the caller does with a long list as a whole is a piece of its own.
  if (hasPaused) await nextTurn();
}
