import { LRUCache } from "lru-cache";
import type { RedisClientType } from "redis";
import { TIME } from "~/domain/time";
import { noteFailure } from "./metrics.server";

/** Limits how long sharing may delay a page, in milliseconds. */
export interface RedisTimeouts {
  /** Time for the reply to a command. */
  readonly commandMs: number;
  /** Time for a connection to become ready, which includes the replies to its first commands. */
  readonly connectMs?: number;
  /** Time after a failure without any connection. */
  readonly quietMs?: number;
  /** Time without a failure after which Redis counts as available again. */
  readonly upMs?: number;
}

/** Replies of a Redis that cannot serve now, whatever the command: it is starting, or has been replaced. */
const UNAVAILABLE = /^(LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN)\b/;

/**
 * Keeps an optional connection: while Redis is gone or slow, every command resolves with null, mostly at once. A connection is
 * dropped on any failure: it may have died silently, or send a reply without an end, which would still be read. The log reports
 * once when Redis goes down, and once when it is back: one that replies now and then does not flood the log.
 */
export function createRedisConnection(url: string, timeouts: RedisTimeouts) {
  const { commandMs, connectMs = 4 * commandMs, quietMs = 5000, upMs = 60_000 } = timeouts;
  // Loaded only if configured: it adds a tenth of a second to the start.
  const library = import("redis");
  const warned = new LRUCache<string, true>({ max: 100, ttl: TIME.HOUR });
  /** `drop` ends it at once, whatever it is waiting for. */
  let connection: { readonly client: RedisClientType; readonly drop: (error: unknown) => void } | null = null;
  let isClosed = false;
  /** Time of the latest failure on the monotonic clock; null while Redis counts as available. */
  let failedAt: number | null = null;
  // The first readers wait for the connection, so that a restarted replica starts warm.
  const started = connect();

  /** Opens a connection, and another one after a failure. Resolves when it is ready, or not in time. */
  async function connect(): Promise<void> {
    const { createClient } = await library;
    if (isClosed) return;
    // Also ends the socket of a connection that is still being opened, which `client.destroy` does not.
    const socket = new AbortController();
    const client: RedisClientType = createClient({
      url,
      name: "cypto-on-the-go",
      socket: { signal: socket.signal, reconnectStrategy: false },
      maintNotifications: "disabled",
    });
    function drop(error: unknown): void {
      if (socket.signal.aborted) return;
      socket.abort();
      connection = null;
      if (isClosed) return;
      if (failedAt === null) {
        noteFailure(`shared cache: out of use (${nameOf(error)}), so this replica works on its own.`);
        console.warn(`market data cache: out of use (${nameOf(error)}); going on without it`);
      }
      failedAt = performance.now();
      setTimeout(connect, quietMs).unref();
    }
    client.on("error", drop);
    connection = { client, drop };
    await withTimeout(client.connect(), connectMs).catch(drop);
  }

  function markServed(): void {
    if (failedAt === null || performance.now() - failedAt < upMs) return;
    failedAt = null;
    console.warn("market data cache: in use again");
  }

  /** Logs problems with the content or the permissions of Redis, once an hour per kind. */
  function warnOnceAnHour(kind: string, warning: string): void {
    if (warned.has(kind)) return;
    warned.set(kind, true);
    console.warn(`market data cache: ${warning}; going on as if it were not there`);
  }

  return {
    warnOnceAnHour,
    isUp: () => failedAt === null,
    /** Runs commands. Resolves with null if they fail or time out, and never rejects. */
    async run<Result>(commands: (client: RedisClientType) => Promise<Result>): Promise<Result | null> {
      await started;
      if (!connection?.client.isReady) return null;
      const { client, drop } = connection;
      try {
        const result = await withTimeout(commands(client), commandMs);
        markServed();
        return result;
      } catch (error) {
        const { ErrorReply } = await library;
        const isRefusal = error instanceof ErrorReply && !UNAVAILABLE.test(error.message);
        if (isRefusal) warnOnceAnHour(error.message.split(" ")[0] ?? "", error.message);
        else drop(error);
        return null;
      }
    },
    close(): void {
      isClosed = true;
      connection?.drop(new Error("closed"));
    },
  };
}

function withTimeout<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`nothing within ${ms} ms`));
    // After a long computation in this process the reply may have arrived, unread.
    const timer = setTimeout(() => setImmediate(giveUp), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Names an error by its code or message; neither contains the address with its password. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
