import { config } from "~/services/config.server";
import { metricsRegistry } from "~/services/metrics.server";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { onShutdown } from "~/services/shutdown/shutdown.server";
import { createMarketData } from "./market-data.server";
import { createClient } from "./provider/client.server";
import { createVersion3Source } from "./provider/version-3-source.server";
import { redisTimeouts } from "./shared/redis-connection.server";
import { createRedisMarketData } from "./shared/redis-market-data.server";
import { NOT_SHARED } from "./shared/shared-market-data.server";

/** Only what speaks HTTP is chosen here; nothing behind the client knows which market answers. */
const SAMPLE_BASE_URL = "http://sample-market.invalid/api/v3";

const { url, apiKey, timeoutMs, callsPerMinute, cacheUrl, cacheTimeoutMs } = config.marketData;

/** Tells whether prices are made up: every page has to say so. */
export const isSampleMarket = url === null;

const getJson =
  url === null
    ? createClient({ baseUrl: SAMPLE_BASE_URL, apiKey: null, timeoutMs: 0, fetch: createSampleMarket() })
    : createClient({ baseUrl: url, apiKey, timeoutMs, fetch: (request) => fetch(request) });

/** Replicas of the sample market need no sharing: all of them make the same prices of the same minute, and calls cost nothing. */
const shared =
  url === null || cacheUrl === null
    ? NOT_SHARED
    : createRedisMarketData({ url: cacheUrl, serviceUrl: url, timeouts: redisTimeouts(cacheTimeoutMs) });

onShutdown(shared.close);

/** The market data of this site, from the configured service or the sample market; never one in place of the other. */
export const marketData = createMarketData({
  source: createVersion3Source(getJson),
  callsPerMinute,
  shared,
  registry: metricsRegistry,
  isSample: isSampleMarket,
});
