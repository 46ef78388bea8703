import { setTimeout as pause } from "node:timers/promises";
import type { RedisClientType } from "redis";

/** How long sharing may hold a page up. In milliseconds. */
export interface Patience {
  /** For the answer to a command. */
  readonly commandMs: number;
  /** For the first connection of the process. */
  readonly startMs: number;
  /** Once a command went unanswered, none is sent for so long, or until there is a new connection. */
  readonly awayMs: number;
  /** After so long without an answer the connection is given up for a new one. */
  readonly deadMs: number;
  /** For the log an outage is over when nothing has gone wrong for so long. */
  readonly wellMs: number;
}

/** @param commandMs milliseconds for the answer to a command */
export function patienceOf(commandMs: number): Patience {
  return { commandMs, startMs: 4 * commandMs, awayMs: 5000, deadMs: 15_000, wellMs: 60_000 };
}

const LONGEST_RECONNECT_MS = 5000;

/** The same complaint is not made again for so long. */
const COMPLAINT_MS = 3_600_000;

/** What a Redis says that cannot serve now, whatever it is asked: it starts, or another one has taken its place. */
const NOT_NOW = /^(LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN)\b/;

export interface RedisConnection {
  /** What the commands answer; null when they do not, not in time, or with an error. Never rejects. */
  run<Result>(commands: (client: RedisClientType) => Promise<Result>): Promise<Result | null>;
  /** Says in the log what is wrong with what Redis holds or allows: once an hour for each kind of trouble. */
  complain(kind: string, complaint: string): void;
  close(): void;
}

/**
 * A connection that is kept, and that nobody has to rely on: while Redis is gone or slow every command is answered with
 * null, at once but for the first one in a while. The log says so once, and once when Redis has been back for a while: one
 * that answers now and then fills no log.
 */
export function createRedisConnection(url: string, patience: Patience): RedisConnection {
  let isAway = false;
  let isClosed = false;
  /** These three on the monotonic clock. */
  let failedAt = 0;
  let answeredAt = performance.now();
  let quietUntil = 0;
  const complainedAt = new Map<string, number>();
  // Loaded only where it is configured: it costs a tenth of a second of the start.
  const library = import("redis");
  let opening = open();
  // The first readers wait for the connection a moment, so that a restarted copy starts warm.
  const started = Promise.race([
    opening.then((client) => (client === null ? null : firstOf(client, ["ready", "error"]))),
    pause(patience.startMs, undefined, { ref: false }),
  ]);

  /** A client that tries again until it is connected; null when there can be none. */
  async function open(): Promise<RedisClientType | null> {
    try {
      const { createClient } = await library;
      const client: RedisClientType = createClient(optionsFor(url));
      client.on("error", leave);
      client.on("ready", () => {
        answeredAt = performance.now();
        quietUntil = 0;
      });
      client.connect().catch(leave);
      return client;
    } catch (error) {
      leave(error);
      return null;
    }
  }

  /** A connection can die without a word; the commands that go on being written to it keep its own time-out from noticing. */
  function openAnew(client: RedisClientType): void {
    answeredAt = performance.now();
    client.removeAllListeners("error").on("error", () => {});
    client.destroy();
    opening = open();
  }

  function leave(error: unknown): void {
    failedAt = performance.now();
    if (isAway || isClosed) return;
    isAway = true;
    console.warn(`market data cache: out of use (${nameOf(error)}); going on without it`);
  }

  function comeBack(): void {
    answeredAt = performance.now();
    if (!isAway || performance.now() - failedAt < patience.wellMs) return;
    console.warn("market data cache: in use again");
    isAway = false;
  }

  function complain(kind: string, complaint: string): void {
    const last = complainedAt.get(kind);
    if (last !== undefined && performance.now() - last < COMPLAINT_MS) return;
    complainedAt.set(kind, performance.now());
    console.warn(`market data cache: ${complaint}; going on as if it were not there`);
  }

  return {
    complain,
    async run(commands) {
      await started;
      const client = await opening;
      if (client === null || isClosed || !client.isReady || quietUntil > performance.now()) return null;
      const { ErrorReply } = await library;
      try {
        const result = await inTime(commands(client), patience.commandMs);
        comeBack();
        return result;
      } catch (error) {
        if (error instanceof ErrorReply && !NOT_NOW.test(error.message)) {
          answeredAt = performance.now();
          complain(error.message.split(" ")[0] ?? "", error.message);
          return null;
        }
        quietUntil = performance.now() + patience.awayMs;
        leave(error);
        const isDead = performance.now() - answeredAt > patience.deadMs;
        // Several commands may have waited for the same connection.
        if ((isDead || error instanceof ErrorReply) && client === (await opening) && !isClosed)
          openAnew(client);
        return null;
      }
    },
    close() {
      isClosed = true;
      void opening.then((client) => client?.destroy());
    },
  };
}

function optionsFor(url: string) {
  return {
    url,
    name: "cypto-on-the-go",
    // A command that cannot be sent now is of no use later.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: LONGEST_RECONNECT_MS,
      reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, LONGEST_RECONNECT_MS),
    },
    maintNotifications: "disabled",
  } as const;
}

/** Resolves with the first of these events, and never rejects. */
function firstOf(client: RedisClientType, events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    for (const event of events) client.once(event, () => resolve());
  });
}

async function inTime<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise,
      pause(ms, undefined, { signal: timer.signal })
        // After a long computation of our own the answer may lie there, unread.
        .then(() => new Promise((resolve) => setImmediate(resolve)))
        .then(() => {
          throw new Error(`nothing within ${ms} ms`);
        }),
    ]);
  } finally {
    timer.abort();
  }
}

/** Of an error no more than its code or message, neither of which repeats the address with its password. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
