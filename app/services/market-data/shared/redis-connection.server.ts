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
}

/** @param commandMs milliseconds for the answer to a command */
export function patienceOf(commandMs: number): Patience {
  return { commandMs, startMs: 4 * commandMs, awayMs: 5000 };
}

const LONGEST_RECONNECT_MS = 5000;
const PING_MS = 5000;

/** The answer to a command, or null when Redis refuses it, a key being of another type, for example. */
export type UnlessRefused = <Result>(answer: Promise<Result>) => Promise<Result | null>;

export interface RedisConnection {
  /** What the commands answer; null when they do not, not in time, or one of them with an error. Never rejects. */
  run<Result>(
    commands: (client: RedisClientType, unlessRefused: UnlessRefused) => Promise<Result>,
  ): Promise<Result | null>;
  /** Says in the log what is wrong with what Redis holds, the first time only. */
  complain(complaint: string): void;
  close(): void;
}

/**
 * A connection that is kept, and that nobody has to rely on: while Redis is gone or slow every command is answered with
 * null, at once but for the first one in a while. The log says so once, and once when Redis is back.
 */
export function createRedisConnection(url: string, patience: Patience): RedisConnection {
  let isAway = false;
  let isClosed = false;
  /** On the monotonic clock. */
  let quietUntil = 0;
  let hasComplained = false;
  // Loaded only where it is configured: it costs a tenth of a second of the start.
  const opening = import("redis").then(({ createClient, ErrorReply }) => {
    const client: RedisClientType = createClient(optionsFor(url));
    client.on("error", leave);
    client.on("ready", () => {
      quietUntil = 0;
    });
    // It tries again until it succeeds; what goes wrong meanwhile is told as an error.
    client.connect().catch(leave);
    return { client, ErrorReply };
  });
  // The first readers wait for the connection a moment, so that a restarted copy starts warm.
  const started = Promise.race([
    opening.then(({ client }) => firstOf(client, ["ready", "error"])),
    pause(patience.startMs, undefined, { ref: false }),
  ]);

  function leave(error: unknown): void {
    if (isAway || isClosed) return;
    isAway = true;
    console.warn(`market data cache: out of use (${nameOf(error)}); going on without it`);
  }

  function comeBack(): void {
    if (isAway) console.warn("market data cache: in use again");
    isAway = false;
  }

  function complain(complaint: string): void {
    if (!hasComplained) console.warn(`market data cache: ${complaint}; going on as if it were not there`);
    hasComplained = true;
  }

  return {
    complain,
    async run(commands) {
      await started;
      const { client, ErrorReply } = await opening;
      if (isClosed || !client.isReady || quietUntil > performance.now()) return null;
      const unlessRefused: UnlessRefused = (answer) =>
        answer.catch((error: unknown) => {
          if (!(error instanceof ErrorReply)) throw error;
          complain(error.message);
          return null;
        });
      try {
        const result = await unlessRefused(inTime(commands(client, unlessRefused), patience.commandMs));
        comeBack();
        return result;
      } catch (error) {
        quietUntil = performance.now() + patience.awayMs;
        leave(error);
        return null;
      }
    },
    close() {
      isClosed = true;
      void opening.then(({ client }) => client.destroy());
    },
  };
}

function optionsFor(url: string) {
  return {
    url,
    name: "cypto-on-the-go",
    // A command that cannot be sent now is of no use later.
    disableOfflineQueue: true,
    // A connection that died without a word is noticed by its unanswered ping.
    pingInterval: PING_MS,
    socket: {
      connectTimeout: LONGEST_RECONNECT_MS,
      socketTimeout: 3 * PING_MS,
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
