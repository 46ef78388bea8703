import type { Clock } from "../../clock.server";
import { createUnseenShare } from "./unseen-share.server";

/**
 * Kind of reader that waits for a call: a visitor; nobody, because something stale is shown meanwhile; or a visitor who
 * asks for an id that has never been seen, which anyone can make up.
 */
export type Lane = "visitor" | "refresh" | "unseen";

export interface Lanes<Call> {
  /** Calls that wait. */
  size(): number;
  isFull(lane: Lane): boolean;
  add(call: Call): void;
  remove(call: Call): void;
  /** Tells whether a call waits that may start now. */
  hasNext(): boolean;
  takeNext(): Call | undefined;
  /** Takes out whoever waits. */
  takeAll(): readonly Call[];
  /** Gives back the place of a call that was taken out with `takeNext`. */
  release(call: Call): void;
  /** Gives back the token of a call that was not for an id that does not exist. */
  putTokenBack(call: Call): void;
  /** Calls back when the next token comes, if that is what somebody waits for. */
  onToken(callback: () => void): void;
}

/** Calls that wait; more are refused at once. */
const MAX_WAITING: Readonly<Record<Lane, number>> = { visitor: 2000, refresh: 2000, unseen: 100 };

/** While others wait as well, every tenth call is for an id that was never seen. */
const UNSEEN_EVERY = 10;

/**
 * Creates the queues of calls that wait, and decides which of them is the next.
 *
 * Visitors and refreshes take turns while both wait, so that a flood of visitors cannot keep known pages from being
 * refreshed. Ids that were never seen come last, and those that turn out not to exist use up a small share. (A queue with
 * one order of priorities, such as p-queue's, would let one of them starve the others.)
 * @param intervalMs milliseconds between calls; 0: no limit
 */
export function createLanes<Call extends { readonly lane: Lane }>(
  clock: Clock,
  intervalMs: number,
): Lanes<Call> {
  const queues: Readonly<Record<Lane, Set<Call>>> = {
    visitor: new Set(),
    refresh: new Set(),
    unseen: new Set(),
  };
  const unseen = createUnseenShare(clock, intervalMs);
  /** Lane of the latest call for which visitors and refreshes both waited. */
  let wasVisitor = false;
  let sinceUnseen = 0;

  const areBothWaiting = () => queues.visitor.size > 0 && queues.refresh.size > 0;

  function nextLane(): Lane | null {
    const isUnseenNext = queues.unseen.size > 0 && unseen.mayStart();
    if (isUnseenNext && sinceUnseen >= UNSEEN_EVERY - 1) return "unseen";
    if (areBothWaiting()) return wasVisitor ? "refresh" : "visitor";
    if (queues.visitor.size > 0) return "visitor";
    if (queues.refresh.size > 0) return "refresh";
    return isUnseenNext ? "unseen" : null;
  }

  return {
    size: () => queues.visitor.size + queues.refresh.size + queues.unseen.size,
    isFull: (lane) => queues[lane].size >= MAX_WAITING[lane],
    add: (call) => void queues[call.lane].add(call),
    remove: (call) => void queues[call.lane].delete(call),
    hasNext: () => nextLane() !== null,
    takeNext() {
      const lane = nextLane();
      const [next] = lane === null ? [] : queues[lane];
      if (next === undefined) return undefined;
      if (areBothWaiting()) wasVisitor = lane === "visitor";
      sinceUnseen = lane === "unseen" ? 0 : sinceUnseen + 1;
      queues[next.lane].delete(next);
      if (lane === "unseen") unseen.start();
      return next;
    },
    takeAll() {
      const calls = Object.values(queues).flatMap((queue) => [...queue]);
      for (const queue of Object.values(queues)) queue.clear();
      return calls;
    },
    release({ lane }) {
      if (lane === "unseen") unseen.release();
    },
    putTokenBack({ lane }) {
      if (lane === "unseen") unseen.putTokenBack();
    },
    onToken(callback) {
      if (queues.unseen.size > 0) unseen.onToken(callback);
    },
  };
}
