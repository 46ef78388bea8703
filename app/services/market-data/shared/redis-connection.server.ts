import { setTimeout as pause } from "node:timers/promises";
import type { RedisClientType } from "redis";
import { TIME } from "~/domain/time";

/** Bounds of the time for which sharing may delay a page, in milliseconds. */
export interface RedisTimeouts {
  /** Time for the reply to a command. */
  readonly commandMs: number;
  /** Time for a connection to be ready, that is for the replies to its first commands. */
  readonly connectMs: number;
  /** Time in which no command is sent once one has failed. */
  readonly quietMs: number;
  /** Time without a failure after which Redis counts as available again. */
  readonly upMs: number;
}

/** @param commandMs milliseconds for the reply to a command */
export function redisTimeouts(commandMs: number): RedisTimeouts {
  return { commandMs, connectMs: 4 * commandMs, quietMs: 5000, upMs: 60_000 };
}

const MAX_RECONNECT_MS = 5000;

/** Milliseconds in which the same warning is not repeated. */
const WARNING_INTERVAL_MS = TIME.HOUR;

/** Replies of a Redis that cannot serve now, whatever the command: it is starting, or another one has taken its place. */
const UNAVAILABLE = /^(LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN)\b/;

interface RedisConnection {
  /** Runs commands. Resolves with null where they fail or time out, and never rejects. */
  run<Result>(commands: (client: RedisClientType) => Promise<Result>): Promise<Result | null>;
  /** Logs what is wrong with the content or the permissions of Redis, once an hour for each kind. */
  warnOnceAnHour(kind: string, warning: string): void;
  close(): void;
}

/**
 * Keeps an optional connection: while Redis is gone or slow, every command resolves with null, and all but the first one in a
 * while resolve at once. A connection on which a command went unanswered is closed: it may have died silently, or bring a reply
 * without an end, which would be read all the same. The log says so once when Redis goes down, and once when it is back: one
 * that replies now and then does not flood the log.
 */
export function createRedisConnection(url: string, timeouts: RedisTimeouts): RedisConnection {
  let isClosed = false;
  let isDown = false;
  /** Times on the monotonic clock, both. */
  let failedAt = 0;
  let quietUntil = 0;
  const warnedAt = new Map<string, number>();
  // Loaded only where it is configured: it costs a tenth of a second of the start.
  const library = import("redis");
  let opening = open();
  // The first readers wait for the connection a moment, so that a restarted replica starts warm.
  const started = connectedOrLate(opening, timeouts.connectMs);

  /** Opens a client that tries again until it is connected; null when there can be none. */
  async function open(): Promise<RedisClientType | null> {
    try {
      const client: RedisClientType = (await library).createClient(optionsFor(url));
      client.on("error", markDown);
      replaceIfNeverReady(client);
      client.connect().catch(markDown);
      return client;
    } catch (error) {
      markDown(error);
      return null;
    }
  }

  /** Replaces a client whose connection is made, but not ready in time, whenever it connects. */
  function replaceIfNeverReady(client: RedisClientType): void {
    let timer: NodeJS.Timeout | undefined;
    const stop = () => clearTimeout(timer);
    client.on("ready", stop).on("error", stop);
    client.on("connect", () => {
      stop();
      timer = setTimeout(() => {
        if (client.isReady || !client.isOpen) return;
        markDown(new Error(`no connection within ${timeouts.connectMs} ms`));
        replace(client);
      }, timeouts.connectMs);
      timer.unref();
    });
  }

  /** Closes a client at once, whatever it still waits for, and opens another one; once, however many commands have failed. */
  function replace(client: RedisClientType): void {
    if (isClosed || !client.isOpen) return;
    client.removeAllListeners("error").on("error", () => {});
    client.destroy();
    opening = open();
  }

  function markDown(error: unknown): void {
    if (isClosed) return;
    failedAt = performance.now();
    if (isDown) return;
    isDown = true;
    console.warn(`market data cache: out of use (${nameOf(error)}); going on without it`);
  }

  function markServed(): void {
    if (!isDown || performance.now() - failedAt < timeouts.upMs) return;
    isDown = false;
    console.warn("market data cache: in use again");
  }

  function warnOnceAnHour(kind: string, warning: string): void {
    const last = warnedAt.get(kind);
    if (last !== undefined && performance.now() - last < WARNING_INTERVAL_MS) return;
    warnedAt.set(kind, performance.now());
    console.warn(`market data cache: ${warning}; going on as if it were not there`);
  }

  async function onFailure(client: RedisClientType, error: unknown): Promise<void> {
    const isReply = error instanceof (await library).ErrorReply;
    if (isReply && !UNAVAILABLE.test(error.message)) {
      return warnOnceAnHour(error.message.split(" ")[0] ?? "", error.message);
    }
    // The next commands would not be served either.
    quietUntil = performance.now() + timeouts.quietMs;
    markDown(error);
    replace(client);
  }

  return {
    warnOnceAnHour,
    async run(commands) {
      await started;
      const client = await opening;
      if (client === null || isClosed || !client.isReady || quietUntil > performance.now()) return null;
      try {
        const result = await withTimeout(commands(client), timeouts.commandMs);
        markServed();
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

/** Resolves when a client is connected, or cannot be, or after the time for it; never rejects. */
async function connectedOrLate(opening: Promise<RedisClientType | null>, maxMs: number): Promise<void> {
  const outcome = opening.then(
    (client) => client && new Promise((resolve) => client.once("ready", resolve).once("error", resolve)),
  );
  await Promise.race([outcome, pause(maxMs, undefined, { ref: false })]);
}

async function withTimeout<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise,
      pause(ms, undefined, { signal: timer.signal })
        // After a long computation of our own the reply may have arrived, unread.
        .then(() => new Promise((resolve) => setImmediate(resolve)))
        .then(() => {
          throw new Error(`nothing within ${ms} ms`);
        }),
    ]);
  } finally {
    timer.abort();
  }
}

/** Names an error by its code or message, neither of which repeats the address with its password. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
