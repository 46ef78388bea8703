import { afterEach, expect, it } from "vitest";
import { createClient, type Endpoint, readAnswer } from "~/services/market-data/source/client.server";
import { coinEndpoint, historyEndpoint } from "~/services/market-data/source/coin.server";
import { coinRowsEndpoints, simplePricesEndpoint } from "~/services/market-data/source/coin-lists.server";
import { exchangeEndpoint } from "~/services/market-data/source/exchange.server";
import * as market from "~/services/market-data/source/market.server";
import { SERVICE_FAULTS, startSampleService } from "../../support/sample-service";

const ENDPOINTS: readonly Pick<Endpoint<unknown>, "kind" | "path" | "limits" | "read">[] = [
  coinEndpoint("tether"),
  historyEndpoint("tether", "inr", "24h"),
  ...coinRowsEndpoints("eur", ["tether", "sample-coin-103"]),
  simplePricesEndpoint(["tether"]),
  market.EXCHANGES_ENDPOINT,
  exchangeEndpoint("kraken"),
  market.GLOBAL_ENDPOINT,
  market.TRENDING_ENDPOINT,
  market.CATEGORY_FIGURES_ENDPOINT,
];

let stop = async () => {};

afterEach(() => stop());

/** What becomes of a call of each kind: `read`, or the reason of its failure. */
async function outcomes(fault: string | undefined): Promise<readonly string[]> {
  const service = await startSampleService({ fault });
  stop = service.stop;
  const getBody = createClient({
    baseUrl: service.url,
    apiKey: null,
    timeoutMs: fault === "late" ? 100 : 0,
    fetch,
  });
  return await Promise.all(
    ENDPOINTS.map((endpoint) =>
      getBody(endpoint.path, 2_000_000)
        .then((text) => readAnswer(text, endpoint))
        .then(() => "read")
        .catch((failure) => failure.reason ?? String(failure)),
    ),
  );
}

it.each([
  [undefined, ["read"]],
  ["late", ["timed-out"]],
  ["cut", ["unreachable"]],
  ["refused", ["rate-limited"]],
  ["refused-in-200", ["rate-limited"]],
  ["html", ["bad-response"]],
  ["byte-order-mark", ["read"]],
  // A body without its id or its list is none; all other odd values are not known.
  ["odd", ["read"]],
  ["stale", ["read"]],
])("a service that is %s: each call is %j", async (fault, expected) => {
  expect(new Set(await outcomes(fault))).toEqual(new Set(expected));
});

it("all faults that can be played are tried here", () => expect(Object.keys(SERVICE_FAULTS)).toHaveLength(8));
