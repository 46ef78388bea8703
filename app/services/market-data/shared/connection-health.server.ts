import { TIME } from "~/domain/time";

/** Milliseconds in which the same warning is not repeated. */
const WARNING_INTERVAL_MS = TIME.HOUR;

/** Times in milliseconds by which the state of a connection is told. */
export interface HealthTimes {
  /** Time in which no command is sent once one has timed out, unless there is a new connection before. */
  readonly quietMs: number;
  /** Time without any reply after which the connection is replaced. */
  readonly deadMs: number;
  /** Time without a failure after which Redis is marked up again. */
  readonly upMs: number;
}

/**
 * Creates the record of how a connection does. The log says so once when Redis is marked down, and once when it is marked
 * up: one that replies now and then fills no log.
 */
export function createConnectionHealth({ quietMs, deadMs, upMs }: HealthTimes) {
  let isDown = false;
  /** Times on the monotonic clock, these three. */
  let failedAt = 0;
  let repliedAt = performance.now();
  let quietUntil = 0;
  const warnedAt = new Map<string, number>();

  function warnOnceAnHour(kind: string, warning: string): void {
    const last = warnedAt.get(kind);
    if (last !== undefined && performance.now() - last < WARNING_INTERVAL_MS) return;
    warnedAt.set(kind, performance.now());
    console.warn(`market data cache: ${warning}; going on as if it were not there`);
  }

  return {
    warnOnceAnHour,
    isQuiet: () => quietUntil > performance.now(),
    isDead: () => performance.now() - repliedAt > deadMs,
    /** Gives a new connection its time. */
    renewed() {
      repliedAt = performance.now();
    },
    connected() {
      repliedAt = performance.now();
      quietUntil = 0;
    },
    served() {
      repliedAt = performance.now();
      if (!isDown || performance.now() - failedAt < upMs) return;
      isDown = false;
      console.warn("market data cache: in use again");
    },
    /** Redis does not take a command, but replies. */
    refused(message: string) {
      repliedAt = performance.now();
      warnOnceAnHour(message.split(" ")[0] ?? "", message);
    },
    /** A command was not served: the next ones would not be either. */
    keepQuiet() {
      quietUntil = performance.now() + quietMs;
    },
    markDown(error: unknown) {
      failedAt = performance.now();
      if (isDown) return;
      isDown = true;
      console.warn(`market data cache: out of use (${nameOf(error)}); going on without it`);
    },
  };
}

/** Names an error by its code or message, neither of which repeats the address with its password. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
