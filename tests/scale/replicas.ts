import { afterEach, onTestFinished, vi } from "vitest";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { createMarketData, type MarketData } from "~/services/market-data/market-data.server";
import { createClient } from "~/services/market-data/source/client.server";
import { createSharedCache } from "~/services/market-data/store/shared-cache.server";
import type { RedisTimeouts } from "~/services/redis-connection.server";
import { type Behaviour, startFaultyUpstream, type UpstreamCall } from "../support/faulty-upstream";
import { type Redis, startRedis } from "../support/redis";
import { createClock } from "../unit/market-data/market-under-test";
import { bodyFor } from "../unit/market-data/small-bodies";

/** Long, so that a busy machine does not look like a slow Redis. */
export const PATIENT: RedisTimeouts = {
  commandMs: 20_000,
  connectMs: 20_000,
  quietMs: 100,
  upMs: 0,
};

export const HASTY: RedisTimeouts = { commandMs: 100, connectMs: 100, quietMs: 50, upMs: 0 };

interface Setting {
  readonly timeouts?: RedisTimeouts;
  readonly callsPerMinute?: number;
}

/** Replicas of the market data service with one real upstream and a shared, real Redis; all on one clock. */
export async function replicasOfMarket(behaviour: (call: UpstreamCall) => Behaviour = answerNormally) {
  const log = watchLog();
  const upstream = await startFaultyUpstream(behaviour);
  const redis = await startRedis();
  onTestFinished(async () => {
    await upstream.stop();
    await redis.stop();
  });
  const clock = createClock();

  const replica = (setting?: Setting) => replicaAt(redis.url, setting);

  function replicaAt(url: string, setting: Setting = {}): MarketData {
    const { timeouts = PATIENT, callsPerMinute = 0 } = setting;
    const store = createSharedCache({ url, serviceUrl: upstream.url, clock, timeouts });
    const getBody = createClient({ baseUrl: upstream.url, apiKey: null, timeoutMs: 0, fetch });
    const market = createMarketData({ getBody, store, callsPerMinute, clock });
    onTestFinished(() => market.close());
    return market;
  }

  return {
    log,
    upstream,
    redis,
    now: clock.now,
    /** Moves the time, for the replicas and for their records in Redis. */
    async advance(ms: number) {
      clock.advance(ms);
      for (const key of await keysIn(redis)) {
        const left = Number(await redis.command("PTTL", key));
        if (left > 0) await redis.command("PEXPIRE", key, String(left - ms));
      }
    },
    replica,
    /** A replica that reaches Redis at another address. */
    replicaAt,
    replicas: (count: number, setting?: Setting) => Array.from({ length: count }, () => replica(setting)),
  };
}

/** The shared cache of a replica of its own. */
export function sharedCacheOf(
  url: string,
  { serviceUrl = "https://service.test", timeouts = PATIENT, clock = SYSTEM_CLOCK } = {},
) {
  const shared = createSharedCache({ url, serviceUrl, clock, timeouts });
  onTestFinished(() => shared.close());
  return shared;
}

export function answerNormally({ path }: Pick<UpstreamCall, "path">): Behaviour {
  return { kind: "answer", body: path === "/coins/categories/list" ? [] : bodyFor(path) };
}

/** Captures the log lines about shared market data, and keeps them off the terminal. */
export function watchLog(): readonly string[] {
  const lines: string[] = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
  return lines;
}

export function cacheLines(log: readonly string[]): readonly string[] {
  return log.filter((line) => line.startsWith("market data cache:"));
}

/** All keys that the replicas have in Redis. */
export async function keysIn(redis: Redis): Promise<string[]> {
  const keys = await redis.command("KEYS", "*");
  return Array.isArray(keys) ? keys.map(String) : [];
}

afterEach(() => void vi.restoreAllMocks());
