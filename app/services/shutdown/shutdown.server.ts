import type { HttpServer } from "~/services/http/http-server.server";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
type Signal = (typeof SIGNALS)[number];
const NUMBERS: Readonly<Record<Signal, number>> = { SIGTERM: 15, SIGINT: 2 };

/** Milliseconds for all of it: Docker and its like wait for 10 s before they kill. */
const MAX_DRAIN_MS = 9_000;
/** Milliseconds of listening: under steady load there is never a quiet moment to stop in. */
const MAX_LISTENING_MS = 3_000;
const TICK_MS = 50;
/** Ticks without an arrival. Counted, not timed: a busy process takes new connections in one by one, one a turn. */
const QUIET_TICKS = 5;
/** Milliseconds for the same signal again: npm passes a Ctrl-C on to a process that had it from the terminal already. */
const SAME_SIGNAL_MS = 1_000;

const closers: (() => void | Promise<void>)[] = [];

/** Has something closed, such as a kept connection, after the last request is answered and before the process ends. */
export function onShutdown(close: () => void | Promise<void>): void {
  closers.push(close);
}

/**
 * Finishes requests under way on SIGTERM or SIGINT, and exits with 0; with 1 if that takes longer than
 * 9 s; with 128 and the number of the signal if it comes again.
 *
 * remix-serve closes its server at once. That resets connections that the system has taken but the process has not, and
 * waits for ever for a visitor who keeps on asking, or stops reading. So it is done here in its place: listening goes on
 * until nobody comes any more, while each answer asks its visitor to connect anew the next time, which is elsewhere.
 */
export function drainOnSignals(server: HttpServer): void {
  let since: number | null = null;
  const onSignal = (signal: Signal) => {
    if (since === null) {
      since = performance.now();
      drain(server, signal, since);
    } else if (performance.now() - since > SAME_SIGNAL_MS) {
      process.exit(128 + NUMBERS[signal]);
    }
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);

  // Before it listens there is nothing to lose, and remix-serve has not set its own listeners yet.
  server.onListening(() => {
    for (const signal of SIGNALS) {
      for (const listener of process.listeners(signal)) {
        if (listener !== onSignal) process.off(signal, listener);
      }
    }
  });
}

function drain(server: HttpServer, signal: Signal, since: number): void {
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
    if (ms >= MAX_DRAIN_MS) {
      console.warn(`shutdown: requests not finished in ${MAX_DRAIN_MS / 1000} s: ${server.requestCount()}`);
      process.exit(1);
    } else if (stage === "listening" && (isQuiet || ms >= MAX_LISTENING_MS)) {
      server.stopListening();
      stage = "answering";
    } else if (stage === "answering" && isQuiet && server.requestCount() === 0) {
      stage = "closing";
      void closeAll().then(() => process.exit(0));
    }
  }, TICK_MS);
}

async function closeAll(): Promise<void> {
  const outcomes = await Promise.allSettled(closers.map(async (close) => close()));
  for (const outcome of outcomes) if (outcome.status === "rejected") console.error(outcome.reason);
}
