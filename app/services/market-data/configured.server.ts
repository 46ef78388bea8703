import { SYSTEM_CLOCK } from "~/services/clock.server";
import { config } from "~/services/config.server";
import { metricsRegistry } from "~/services/metrics.server";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { SAMPLE_MARKET_URL } from "~/services/settings.server";
import { createDoor } from "./gather.server";
import { createMarketData } from "./market-data.server";
import { createClient } from "./source/client.server";
import { createAnswerFile } from "./store/answer-file.server";
import { type AnswerStore, EMPTY_STORE } from "./store/answer-store.server";
import { createSharedCache } from "./store/shared-cache.server";

export type { Visit } from "./gate/patience.server";
export type { ComparedData } from "./gather.server";
export type { Age } from "./memory/answers.server";

const { url, apiKey, timeoutMs, cacheUrl, cacheTimeoutMs, file, ...limits } = config.marketData;

/** Whether prices are made up: every page has to say so. */
export const isSampleMarket = url === null;

// Only the client is chosen here; no other code but that of pictures knows which market answers.
const getBody =
  url === null
    ? createClient({ baseUrl: SAMPLE_MARKET_URL, apiKey: null, timeoutMs: 0, fetch: createSampleMarket() })
    : createClient({ baseUrl: url, apiKey, timeoutMs, fetch: (request) => fetch(request) });

function createStore(serviceUrl: string): AnswerStore {
  const shared = { serviceUrl, timeouts: { commandMs: cacheTimeoutMs }, registry: metricsRegistry };
  if (cacheUrl !== null) return createSharedCache({ url: cacheUrl, ...shared });
  return file === null ? EMPTY_STORE : createAnswerFile(file, serviceUrl, SYSTEM_CLOCK);
}

/** What stands behind the door, for the search. */
export const market = createMarketData({
  getBody,
  callsPerMinute: limits.callsPerMinute,
  firstCallsPerMinute: limits.firstCallsPerMinute,
  // Calls of the sample market cost nothing, and nothing of it is stored.
  callsPerMonth: url === null ? 0 : limits.callsPerMonth,
  store: url === null ? EMPTY_STORE : createStore(url),
  registry: metricsRegistry,
});

/** The market data of this site, from the configured service or the sample market; never a fallback from one to the other. */
export const marketData = createDoor(market, SYSTEM_CLOCK);
