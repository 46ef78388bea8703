import { config } from "~/services/config.server";
import { metricsRegistry } from "~/services/metrics.server";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { onShutdown } from "~/services/shutdown.server";
import { createMarketData } from "./market-data.server";
import { createClient } from "./provider/client.server";
import { createSharedCache, NOT_SHARED } from "./shared/shared-cache.server";

/** Only the client is chosen here; nothing behind it knows which market answers. */
const SAMPLE_BASE_URL = "http://sample-market.invalid/api/v3";

const { url, apiKey, timeoutMs, callsPerMinute, callsPerMonth, cacheUrl, cacheTimeoutMs } = config.marketData;

/** Whether prices are made up: every page has to say so. */
export const isSampleMarket = url === null;

const getBody =
  url === null
    ? createClient({ baseUrl: SAMPLE_BASE_URL, apiKey: null, timeoutMs: 0, fetch: createSampleMarket() })
    : createClient({ baseUrl: url, apiKey, timeoutMs, fetch: (request) => fetch(request) });

/** Replicas of the sample market share nothing: all of them make the same prices in the same minute, and calls cost nothing. */
const shared =
  url === null || cacheUrl === null
    ? NOT_SHARED
    : createSharedCache({ url: cacheUrl, serviceUrl: url, timeouts: { commandMs: cacheTimeoutMs } });

onShutdown(shared.close);

/** The market data of this site, from the configured service or the sample market; never one in place of the other. */
export const marketData = createMarketData({
  getBody,
  callsPerMinute,
  // Calls of the sample market cost nothing.
  callsPerMonth: isSampleMarket ? 0 : callsPerMonth,
  shared,
  registry: metricsRegistry,
  isSample: isSampleMarket,
});
