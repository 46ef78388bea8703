import { setTimeout as pause } from "node:timers/promises";
import type { RedisClientType } from "redis";
import { TIME } from "~/domain/time";

/** Bounds the time for which sharing may hold a page up. All in milliseconds. */
export interface RedisTimeouts {
  /** For the reply to a command. */
  readonly commandMs: number;
  /** For the first connection of the process. */
  readonly connectMs: number;
  /** Once a command has timed out, none is sent for so long, or until there is a new connection. */
  readonly quietMs: number;
  /** After so long without any reply the connection is replaced. */
  readonly deadMs: number;
  /** Redis is marked up again when nothing has failed for so long. */
  readonly upMs: number;
}

/** @param commandMs milliseconds for the reply to a command */
export function redisTimeouts(commandMs: number): RedisTimeouts {
  return { commandMs, connectMs: 4 * commandMs, quietMs: 5000, deadMs: 15_000, upMs: 60_000 };
}

const MAX_RECONNECT_MS = 5000;

/** The same warning is not repeated for so long. */
const WARNING_INTERVAL_MS = TIME.HOUR;

/** Replies of a Redis that cannot serve now, whatever it is asked: it starts, or another one has taken its place. */
const UNAVAILABLE = /^(LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN)\b/;

interface RedisConnection {
  /** Runs commands. Resolves with null where they fail or time out, and never rejects. */
  run<Result>(commands: (client: RedisClientType) => Promise<Result>): Promise<Result | null>;
  /** Logs what is wrong with what Redis holds or allows, once an hour for each kind. */
  warnOnceAnHour(kind: string, warning: string): void;
  close(): void;
}

/**
 * Keeps a connection that nobody has to rely on: while Redis is gone or slow every command resolves with null, at once but
 * for the first one in a while. The log says so once when Redis is marked down, and once when it is marked up: one that
 * replies now and then fills no log.
 */
export function createRedisConnection(url: string, timeouts: RedisTimeouts): RedisConnection {
  let isDown = false;
  let isClosed = false;
  /** These three on the monotonic clock. */
  let failedAt = 0;
  let repliedAt = performance.now();
  let quietUntil = 0;
  const warnedAt = new Map<string, number>();
  // Loaded only where it is configured: it costs a tenth of a second of the start.
  const library = import("redis");
  let opening = open();
  // The first readers wait for the connection a moment, so that a restarted replica starts warm.
  const started = Promise.race([
    opening.then((client) => (client === null ? null : firstOf(client, ["ready", "error"]))),
    pause(timeouts.connectMs, undefined, { ref: false }),
  ]);

  /** A client that tries again until it is connected; null when there can be none. */
  async function open(): Promise<RedisClientType | null> {
    try {
      const { createClient } = await library;
      const client: RedisClientType = createClient(optionsFor(url));
      client.on("error", markDown);
      client.on("ready", () => {
        repliedAt = performance.now();
        quietUntil = 0;
      });
      client.connect().catch(markDown);
      return client;
    } catch (error) {
      markDown(error);
      return null;
    }
  }

  /** A connection can die without a word; the commands that go on being written to it keep its own time-out from noticing. */
  function reconnect(client: RedisClientType): void {
    repliedAt = performance.now();
    client.removeAllListeners("error").on("error", () => {});
    client.destroy();
    opening = open();
  }

  function markDown(error: unknown): void {
    failedAt = performance.now();
    if (isDown || isClosed) return;
    isDown = true;
    console.warn(`market data cache: out of use (${nameOf(error)}); going on without it`);
  }

  function markUp(): void {
    repliedAt = performance.now();
    if (!isDown || performance.now() - failedAt < timeouts.upMs) return;
    console.warn("market data cache: in use again");
    isDown = false;
  }

  function warnOnceAnHour(kind: string, warning: string): void {
    const last = warnedAt.get(kind);
    if (last !== undefined && performance.now() - last < WARNING_INTERVAL_MS) return;
    warnedAt.set(kind, performance.now());
    console.warn(`market data cache: ${warning}; going on as if it were not there`);
  }

  return {
    warnOnceAnHour,
    async run(commands) {
      await started;
      const client = await opening;
      if (client === null || isClosed || !client.isReady || quietUntil > performance.now()) return null;
      const { ErrorReply } = await library;
      try {
        const result = await withTimeout(commands(client), timeouts.commandMs);
        markUp();
        return result;
      } catch (error) {
        if (error instanceof ErrorReply && !UNAVAILABLE.test(error.message)) {
          repliedAt = performance.now();
          warnOnceAnHour(error.message.split(" ")[0] ?? "", error.message);
          return null;
        }
        quietUntil = performance.now() + timeouts.quietMs;
        markDown(error);
        const isDead = performance.now() - repliedAt > timeouts.deadMs;
        // Several commands may have waited for the same connection.
        if ((isDead || error instanceof ErrorReply) && client === (await opening) && !isClosed)
          reconnect(client);
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
      connectTimeout: MAX_RECONNECT_MS,
      reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, MAX_RECONNECT_MS),
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

async function withTimeout<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
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
