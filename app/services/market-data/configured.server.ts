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

/** Only the client is chosen here; no other code knows which market answers. */
const SAMPLE_BASE_URL = "http://sample-market.invalid/api/v3";

const { url, apiKey, timeoutMs, callsPerMinute, callsPerMonth, cacheUrl, cacheTimeoutMs, file } =
  config.marketData;

/** Whether prices are made up: every page has to say so. */
export const isSampleMarket = url === null;

const getBody =
  url === null
    ? createClient({ baseUrl: SAMPLE_BASE_URL, apiKey: null, timeoutMs: 0, fetch: createSampleMarket() })
    : createClient({ baseUrl: url, apiKey, timeoutMs, fetch: (request) => fetch(request) });

/** The sample market stores nothing: its calls cost nothing. */
function createStore(): AnswerStore {
  if (url === null) return NO_STORE;
  const timeouts = { commandMs: cacheTimeoutMs };
  if (cacheUrl !== null) return createSharedCache({ url: cacheUrl, serviceUrl: url, timeouts });
  return file === null ? NO_STORE : createAnswerFile({ path: file, serviceUrl: url, clock: SYSTEM_CLOCK });
}

/** The market data of this site, from the configured service or the sample market; never a fallback from one to the other. */
export const marketData = createMarketData({
  getBody,
  callsPerMinute,
  // Calls of the sample market cost nothing.
  callsPerMonth: isSampleMarket ? 0 : callsPerMonth,
  store: createStore(),
  registry: metricsRegistry,
});

onShutdown(marketData.close);
