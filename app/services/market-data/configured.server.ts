import { SYSTEM_CLOCK } from "~/services/clock.server";
import { config } from "~/services/config.server";
import { metricsRegistry } from "~/services/metrics.server";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { onShutdown } from "~/services/shutdown.server";
import { createAnswerFile } from "./kept/answer-file.server";
import { type AnswerStore, NO_STORE } from "./kept/answer-store.server";
import { createSharedCache } from "./kept/shared-cache.server";
import { createMarketData } from "./market-data.server";
import { createClient } from "./provider/client.server";

/** Only the client is chosen here; nothing behind it knows which market answers. */
const SAMPLE_BASE_URL = "http://sample-market.invalid/api/v3";

const { url, apiKey, timeoutMs, callsPerMinute, callsPerMonth, cacheUrl, cacheTimeoutMs, file } =
  config.marketData;

/** Whether prices are made up: every page has to say so. */
export const isSampleMarket = url === null;

const getBody =
  url === null
    ? createClient({ baseUrl: SAMPLE_BASE_URL, apiKey: null, timeoutMs: 0, fetch: createSampleMarket() })
    : createClient({ baseUrl: url, apiKey, timeoutMs, fetch: (request) => fetch(request) });

/** Replicas of the sample market share nothing: all of them make the same prices in the same minute, and calls cost nothing. */
function createStore(): AnswerStore {
  if (url === null) return NO_STORE;
  if (cacheUrl !== null)
    return createSharedCache({ url: cacheUrl, serviceUrl: url, timeouts: { commandMs: cacheTimeoutMs } });
  return file === null ? NO_STORE : createAnswerFile({ path: file, serviceUrl: url, clock: SYSTEM_CLOCK });
}

/** The market data of this site, from the configured service or the sample market; never one in place of the other. */
export const marketData = createMarketData({
  getBody,
  callsPerMinute,
  // Calls of the sample market cost nothing.
  callsPerMonth: isSampleMarket ? 0 : callsPerMonth,
  store: createStore(),
  registry: metricsRegistry,
  isSample: isSampleMarket,
});

onShutdown(marketData.close);
