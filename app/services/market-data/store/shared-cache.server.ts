import { createHash, randomUUID } from "node:crypto";
import { Gauge, Registry } from "prom-client";
import { TIME } from "~/domain/time";
import { type Clock, SYSTEM_CLOCK } from "../../clock.server";
import { createRedisConnection, type RedisTimeouts } from "../../redis-connection.server";
import { MAX_RETRY_AFTER_MS } from "../policy/failure.server";
import { shortPath } from "../source/client.server";
import {
  type AnswerStore,
  EMPTY_STORE,
  isPlausibleTime,
  MAX_STORED_BYTES,
  type RawAnswer,
} from "./answer-store.server";

/** Milliseconds by which the clocks of two replicas may differ. */
const MAX_CLOCK_SKEW_MS = 5000;

/** Milliseconds after which a dead replica's lock expires: visitors wait longer than that. A living one renews it in time. */
const LOCK_MS = 3000;

/** A bucket of one call a minute takes so long to fill at a tenth of its rate: longer is none of ours. */
const MAX_UNTIL_FULL_MS = 20 * TIME.MINUTE;

const MONTH_COUNT_MS = 40 * TIME.DAY;

// Scripts, so that no other replica's command comes between reading and writing.

/** The key of a bucket lives until it is full, by the clock of Redis. Returns the milliseconds until the next token; 0: taken. */
const TAKE_TOKEN = `
  local capacity, msPerToken, maxUntilFull = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local untilFull = math.max(0, redis.call('PTTL', KEYS[1]))
  if untilFull > maxUntilFull then untilFull = 0 end
  local waitMs = untilFull + (1 - capacity) * msPerToken
  if waitMs > 0 then return math.ceil(waitMs) end
  redis.call('SET', KEYS[1], '', 'PX', math.ceil(untilFull + msPerToken))
  return 0`;

/** Adds one; begins with the replica's own count where there is none, or no valid one. */
const COUNT = `
  local count = redis.pcall('INCR', KEYS[1])
  if type(count) == 'number' and count > 1 and count <= tonumber(ARGV[2]) then return count end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
  return tonumber(ARGV[1])`;

/** Renews or ends a lock, unless it has expired and is another replica's by now. */
const EXPIRE_OWN = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

const PAUSE = `
  local leftMs = redis.call('PTTL', KEYS[1])
  if leftMs >= tonumber(ARGV[1]) and leftMs <= tonumber(ARGV[2]) then return 0 end
  redis.call('SET', KEYS[1], '', 'PX', ARGV[1])
  return 1`;

interface SharedCacheOptions {
  /** `redis://[user:password@]host[:port][/database]`, or `rediss://` over TLS. */
  readonly url: string;
  /** The base address of the service: replicas with another one share nothing with these. */
  readonly serviceUrl: string;
  /** The clocks of replicas have to agree to five seconds, as NTP ensures. */
  readonly clock?: Clock;
  readonly timeouts: RedisTimeouts;
  readonly registry?: Registry;
}

/**
 * Shares market data through a single Redis 6 or newer, or Valkey, so that several replicas together call the service no more
 * often than one would. A record is the time of the fetch, a line break and the body as the service sent it.
 *
 * None of its promises rejects, and each settles soon: when sharing fails, the replica goes on alone.
 */
export function createSharedCache(options: SharedCacheOptions): AnswerStore {
  const { url, serviceUrl, clock = SYSTEM_CLOCK, timeouts, registry = new Registry() } = options;
  const { run, warnOnceAnHour, isUp, close } = createRedisConnection(url, timeouts);
  new Gauge({
    name: "market_data_cache_up",
    help: "Whether the shared cache is in use: 1, or 0 while it is gone or slow.",
    registers: [registry],
    collect() {
      this.set(isUp() ? 1 : 0);
    },
  });
  new Gauge({
    name: "market_data_cache_replicas",
    help: "Processes of this site that are connected to the shared cache.",
    registers: [registry],
    async collect() {
      const clients = await run((client) => client.sendCommand(["CLIENT", "LIST"]));
      this.set(String(clients ?? "").match(/ name=cypto-on-the-go /g)?.length ?? 0);
    },
  });
  const service = createHash("sha256").update(serviceUrl).digest("base64url").slice(0, 12);
  const keyOf = (...parts: (string | number)[]) => ["cypto-on-the-go", service, ...parts].join(":");
  const pauseKey = keyOf("pause");

  async function evaluate(script: string, key: string, ...args: (string | number)[]): Promise<number | null> {
    const reply = await run((client) => client.eval(script, { keys: [key], arguments: args.map(String) }));
    return typeof reply === "number" ? reply : null;
  }

  return {
    async read(name) {
      // In one round trip; a command that fails leaves the other its result.
      const [record, leftMs] = await Promise.all([
        run((client) => client.getRange(keyOf("answer", name), 0, MAX_STORED_BYTES)),
        run((client) => client.pTTL(pauseKey)),
      ]);
      const answer = record ? parseRecord(record, clock.now()) : null;
      if (record && answer === null) warnOnceAnHour("unreadable", `not an answer: ${shortPath(name)}`);
      // A pause without an expiry is negative here. No replica sets one that is longer than the service may ask for.
      return { answer, pauseMs: leftMs !== null && leftMs > 0 && leftMs <= MAX_RETRY_AFTER_MS ? leftMs : 0 };
    },
    all: EMPTY_STORE.all,
    async lock(name) {
      const [key, token] = [keyOf("lock", name), randomUUID()];
      const isTaken = await run(async (client) => {
        if (await client.set(key, token, { ...expiresIn(LOCK_MS), condition: "NX" })) return true;
        // Without an expiry it is no lock.
        if ((await client.pTTL(key)) !== -1) return false;
        await client.set(key, token, expiresIn(LOCK_MS));
        return true;
      });
      // Without Redis every replica makes its own calls.
      if (isTaken === false) return null;
      const renewal = setInterval(() => evaluate(EXPIRE_OWN, key, token, LOCK_MS), LOCK_MS / 3).unref();
      return {
        // The next holder finds everything written before.
        release() {
          clearInterval(renewal);
          void evaluate(EXPIRE_OWN, key, token, 0);
        },
      };
    },
    countCall: async ({ capacity, msPerToken }) =>
      (await evaluate(TAKE_TOKEN, keyOf("calls"), capacity, msPerToken, MAX_UNTIL_FULL_MS)) ?? 0,
    countInMonth: (month, ownCount, maxCount) =>
      evaluate(COUNT, keyOf("month", month), ownCount, maxCount, MONTH_COUNT_MS),
    async write(name, { body, fetchedAt }, usefulForMs) {
      const record = `${fetchedAt}\n${body}`;
      await run((client) => client.set(keyOf("answer", name), record, expiresIn(usefulForMs)));
    },
    async pause(ms) {
      await evaluate(PAUSE, pauseKey, Math.max(1, Math.ceil(ms)), MAX_RETRY_AFTER_MS);
    },
    close,
  };
}

/** @returns null for text that is not a record, or comes from further in the future than clocks may differ */
export function parseRecord(record: string, now: number): RawAnswer | null {
  const end = record.indexOf("\n");
  const fetchedAt = Number(/^\d+(?=\n)/.exec(record)?.[0]);
  if (!isPlausibleTime(fetchedAt, now) || fetchedAt > now + MAX_CLOCK_SKEW_MS) return null;
  return { body: record.slice(end + 1), fetchedAt: Math.min(fetchedAt, now) };
}

function expiresIn(ms: number) {
  return { expiration: { type: "PX", value: Math.max(1, Math.ceil(ms)) } } as const;
}
