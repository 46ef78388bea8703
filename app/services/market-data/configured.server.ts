import { config } from "~/services/config.server";
import { metricsRegistry } from "~/services/metrics.server";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { createClient } from "./client.server";
import { createMarketData } from "./market-data.server";

/** Only what speaks HTTP is chosen here; nothing behind the client knows which market answers. */
const SAMPLE_BASE_URL = "http://sample-market.invalid/api/v3";

const { url, apiKey, timeoutMs, callsPerMinute } = config.marketData;

/** Whether prices are made up: every page has to say so. */
export const isSampleMarket = url === null;

const getJson =
  url === null
    ? createClient({ baseUrl: SAMPLE_BASE_URL, apiKey: null, timeoutMs: 0, fetch: createSampleMarket() })
    : createClient({ baseUrl: url, apiKey, timeoutMs, fetch: (request) => fetch(request) });

/** The market data of this site, from the configured service or the sample market; never one in place of the other. */
export const marketData = createMarketData({
  getJson,
  callsPerMinute,
  registry: metricsRegistry,
  movesByMinute: isSampleMarket,
});
