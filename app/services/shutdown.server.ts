import { constants } from "node:os";
import type { HttpServer } from "~/services/http/http-server.server";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
type Signal = (typeof SIGNALS)[number];

/**
 * Milliseconds until requests that are not answered yet are told to come again. Docker and others kill after 10 s, and on a busy
 * machine one turn of the event loop can take two.
 */
const MAX_ANSWERING_MS = 5_000;
/** Milliseconds for the whole shutdown, until visitors who do not read their answer are left. */
export const MAX_DRAIN_MS = 8_000;
/** Milliseconds of listening: under steady load there is never a quiet moment. */
const MAX_LISTENING_MS = 3_000;
const TICK_MS = 50;
/** Ticks without an arrival. Counted, not timed: a busy process accepts one new connection per turn of its event loop. */
const QUIET_TICKS = 5;
/** Milliseconds in which a second signal counts as the same: npm repeats the terminal's Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;

let isDraining = false;

export const isStopping = () => isDraining;

/**
 * On SIGTERM or SIGINT, finishes the requests under way, answers those that take longer than 5 s with 503, and exits with 0;
 * with 128 plus the number of the signal when it comes again.
 *
 * remix-serve would close its server at once, which resets connections that the system has accepted but the process has not,
 * and would wait for ever for a visitor who keeps asking or stops reading. This module takes over: it listens until nobody
 * new arrives, while each answer closes its connection so that visitors move to another replica. After that, it does not wait
 * for requests that are still being sent.
 * @param close closes what outlives requests, such as connections, between the last answer and the end of the process
 */
export function drainOnSignals(server: HttpServer, close: () => Promise<void>): void {
  let since: number | null = null;
  const onSignal = (signal: Signal) => {
    if (since === null) {
      since = performance.now();
      drain(server, signal, since, close);
    } else if (performance.now() - since > SAME_SIGNAL_MS) {
      process.exit(128 + constants.signals[signal]);
    }
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);

  // remix-serve sets its own listeners just before it listens.
  server.onListening(() => {
    for (const signal of SIGNALS) {
      for (const listener of process.listeners(signal)) {
        if (listener !== onSignal) process.off(signal, listener);
      }
    }
  });
}

function drain(server: HttpServer, signal: Signal, since: number, close: () => Promise<void>): void {
  isDraining = true;
  let stage: "listening" | "answering" | "closing" = "listening";
  let seen = server.arrivals();
  let quietTicks = 0;
  console.warn(`shutdown: ${signal}, requests under way: ${server.requestCount()}`);
  server.endConnections();
  setInterval(() => {
    const ms = performance.now() - since;
    quietTicks = server.arrivals() === seen ? quietTicks + 1 : 0;
    seen = server.arrivals();
    const isQuiet = quietTicks >= QUIET_TICKS;
    if (ms >= MAX_ANSWERING_MS) server.rejectUnanswered();
    if (stage === "listening" && (isQuiet || ms >= MAX_LISTENING_MS)) {
      server.stopListening();
      stage = "answering";
    } else if (stage === "answering") {
      // A slow sender could delay the end for as long as a request may take.
      server.endIncompleteRequests();
      const isOver = ms >= MAX_DRAIN_MS;
      if (!isOver && (!isQuiet || server.requestCount() > 0)) return;
      if (isOver) console.warn(`shutdown: visitors who had not read their answer: ${server.requestCount()}`);
      stage = "closing";
      void close()
        .catch(console.error)
        .then(() => process.exit(0));
    } else if (stage === "closing" && ms >= MAX_DRAIN_MS + 1_000) {
      process.exit(0);
    }
  }, TICK_MS);
}
