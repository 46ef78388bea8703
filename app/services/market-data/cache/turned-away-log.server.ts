import type { Clock } from "../../clock.server";

/** Milliseconds between two lines: a flood of visitors must not become a flood of lines. */
const INTERVAL_MS = 10_000;

/** Creates a log of readers who were turned away: the first at once, then one line every 10 s that counts the others. */
export function createTurnedAwayLog({ monotonic }: Clock): (why: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (why) => {
    count += 1;
    if (monotonic() - loggedAt < INTERVAL_MS) return;
    console.warn(`market data: overloaded: readers turned away: ${count}; the last: ${why}`);
    loggedAt = monotonic();
    count = 0;
  };
}
