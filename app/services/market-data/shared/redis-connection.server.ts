import { setTimeout as pause } from "node:timers/promises";
import type { RedisClientType } from "redis";
import { createConnectionHealth, type HealthTimes } from "./connection-health.server";

/** Bounds of the time for which sharing may hold a page up, in milliseconds. */
export interface RedisTimeouts extends HealthTimes {
  /** Time for the reply to a command. */
  readonly commandMs: number;
  /** Time for the first connection of the process. */
  readonly connectMs: number;
}

/** @param commandMs milliseconds for the reply to a command */
export function redisTimeouts(commandMs: number): RedisTimeouts {
  return { commandMs, connectMs: 4 * commandMs, quietMs: 5000, deadMs: 15_000, upMs: 60_000 };
}

const MAX_RECONNECT_MS = 5000;

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
 * for the first one in a while.
 */
export function createRedisConnection(url: string, timeouts: RedisTimeouts): RedisConnection {
  const health = createConnectionHealth(timeouts);
  let isClosed = false;
  // Loaded only where it is configured: it costs a tenth of a second of the start.
  const library = import("redis");
  let opening = open();
  // The first readers wait for the connection a moment, so that a restarted replica starts warm.
  const started = firstSign(opening, timeouts.connectMs);

  /** Opens a client that tries again until it is connected; null when there can be none. */
  async function open(): Promise<RedisClientType | null> {
    try {
      const client: RedisClientType = (await library).createClient(optionsFor(url));
      client.on("error", markDown).on("ready", health.connected);
      client.connect().catch(markDown);
      return client;
    } catch (error) {
      markDown(error);
      return null;
    }
  }

  function markDown(error: unknown): void {
    if (!isClosed) health.markDown(error);
  }

  async function onFailure(client: RedisClientType, error: unknown): Promise<void> {
    const isReply = error instanceof (await library).ErrorReply;
    if (isReply && !UNAVAILABLE.test(error.message)) return health.refused(error.message);
    health.keepQuiet();
    markDown(error);
    // Several commands may have waited for the same connection.
    if (!(isReply || health.isDead()) || client !== (await opening) || isClosed) return;
    retire(client);
    health.renewed();
    opening = open();
  }

  return {
    warnOnceAnHour: health.warnOnceAnHour,
    async run(commands) {
      await started;
      const client = await opening;
      if (client === null || isClosed || !client.isReady || health.isQuiet()) return null;
      try {
        const result = await withTimeout(commands(client), timeouts.commandMs);
        health.served();
        return result;
      } catch (error) {
        await onFailure(client, error);
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

/** Resolves when a client is connected, or cannot be, or has had its time; never rejects. */
async function firstSign(opening: Promise<RedisClientType | null>, maxMs: number): Promise<void> {
  const sign = opening.then(
    (client) => client && new Promise((resolve) => client.once("ready", resolve).once("error", resolve)),
  );
  await Promise.race([sign, pause(maxMs, undefined, { ref: false })]);
}

/** A connection can die without a word; the commands that go on being written to it keep its own time-out from noticing. */
function retire(client: RedisClientType): void {
  client.removeAllListeners("error").on("error", () => {});
  client.destroy();
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
