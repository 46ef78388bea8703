import { MarketDataFailure } from "../failure.server";
import type { GetJson } from "./client.server";
import { coinApiPath, readCoin } from "./coin.server";
import { COIN_NAMES_API_PATH, readCoinNames } from "./coin-names.server";
import { coinRowsApiPath, coinTableApiPath, readCoinTable } from "./coin-table.server";
import { coinsApiPath, readCoins } from "./coins.server";
import { EXCHANGES_API_PATH, readExchanges } from "./exchanges.server";
import type { MarketSource } from "./market-source.server";
import { historyApiPath, readPriceHistory } from "./price-history.server";
import { rankedCoinsApiPath, readRankedCoins } from "./ranked-coins.server";
import { readTrendingCoins, TRENDING_API_PATH } from "./trending-coins.server";

/** The service's code for history beyond what the plan includes, and the HTTP statuses that it comes with. */
const BEYOND_PLAN = 10012;
const BEYOND_PLAN_STATUSES: ReadonlySet<unknown> = new Set([401, 200]);

/** Names that stand in the place of an id in other paths of the service, which would answer with something else. */
const NO_COIN_IDS: ReadonlySet<string> = new Set(["markets", "list", "categories"]);

/** Creates the source that speaks to a service with the version-3 API of CoinGecko. */
export function createVersion3Source(getJson: GetJson): MarketSource {
  return {
    async coins(currency, pageNumber) {
      const path = coinsApiPath(currency, pageNumber);
      return readCoins(await getJson(path), path);
    },
    async coinTable(currency, pageNumber, order) {
      const path = coinTableApiPath(currency, pageNumber, order);
      return readCoinTable(await getJson(path), path);
    },
    async coinRows(currency, ids) {
      const path = coinRowsApiPath(currency, ids);
      return readCoinTable(await getJson(path), path);
    },
    async coin(id) {
      const path = coinApiPath(id);
      if (NO_COIN_IDS.has(id)) throw new MarketDataFailure("not-found", `${path}: not a coin id`);
      return readCoin(await getJson(path).catch(throwNotFound), path);
    },
    async priceHistory(id, currency, range) {
      const path = historyApiPath(id, currency, range);
      return readPriceHistory(await getJson(path).catch(throwBeyondPlan), path);
    },
    async exchanges() {
      return readExchanges(await getJson(EXCHANGES_API_PATH), EXCHANGES_API_PATH);
    },
    async coinNames() {
      return readCoinNames(await getJson(COIN_NAMES_API_PATH), COIN_NAMES_API_PATH);
    },
    async rankedCoins(pageNumber) {
      const path = rankedCoinsApiPath(pageNumber);
      return readRankedCoins(await getJson(path), path);
    },
    async trendingCoins() {
      return readTrendingCoins(await getJson(TRENDING_API_PATH), TRENDING_API_PATH);
    },
  };
}

/** Tells a coin that does not exist from a service that fails: 404 means the former for this path alone. */
function throwNotFound(error: unknown): never {
  if (!(error instanceof MarketDataFailure) || error.status !== 404) throw error;
  throw new MarketDataFailure("not-found", error.message, { status: 404, cause: error });
}

function throwBeyondPlan(error: unknown): never {
  if (!(error instanceof MarketDataFailure) || error.code !== BEYOND_PLAN) throw error;
  if (!BEYOND_PLAN_STATUSES.has(error.status)) throw error;
  throw new MarketDataFailure("beyond-plan", error.message, {
    status: error.status,
    code: error.code,
    cause: error,
  });
}
