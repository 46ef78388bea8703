import { type Coin, type CoinSummary, isCoinId } from "~/domain/coin";
import type { Currency } from "~/domain/currency";
import type { Exchange } from "~/domain/exchange";
import { type PricePoint, thinPriceHistory, tidyPriceHistory } from "~/domain/price-history";
import type { Range } from "~/domain/range";
import { createAnswerCache } from "./answer-cache.server";
import type { GetJson } from "./client.server";
import { coinPath, readCoin } from "./coin.server";
import { coinsPath, readCoins } from "./coins.server";
import { EXCHANGES_PATH, readExchanges } from "./exchanges.server";
import { MarketDataFailure } from "./failure.server";
import { priceHistoryPath, readPriceHistory } from "./price-history.server";

/** A coin's prices over a range, tidy and thinned to what a chart can show. */
export interface PriceHistory {
  readonly points: readonly PricePoint[];
  /** The service gives no more than one year to this site, and more was asked for. */
  readonly oneYearOnly: boolean;
}

/** All that the site knows of the market. Each promise rejects with a MarketDataFailure and nothing else. */
export interface MarketData {
  coins(currency: Currency, page: number): Promise<readonly CoinSummary[]>;
  coin(id: string): Promise<Coin>;
  priceHistory(id: string, currency: Currency, range: Range): Promise<PriceHistory>;
  exchanges(): Promise<readonly Exchange[]>;
}

/** More points than this no screen shows apart. */
const MOST_POINTS = 400;

/** The service's code for history beyond what the plan includes. */
const BEYOND_PLAN = 10012;

const TTL_MS = 60_000;

/** The one door to the market data: calls, reads and remembers. */
export function createMarketData(getJson: GetJson): MarketData {
  const rememberCoins = createAnswerCache<readonly CoinSummary[]>({ max: 500, ttlMs: TTL_MS });
  const rememberCoin = createAnswerCache<Coin>({ max: 1000, ttlMs: TTL_MS });
  const rememberHistory = createAnswerCache<PriceHistory>({ max: 1000, ttlMs: TTL_MS });
  const rememberExchanges = createAnswerCache<readonly Exchange[]>({ max: 1, ttlMs: TTL_MS });

  function coins(currency: Currency, page: number) {
    const path = coinsPath(currency, page);
    return rememberCoins(path, async () => readCoins(await getJson(path), path));
  }

  async function coin(id: string) {
    requireCoinId(id);
    const path = coinPath(id);
    return rememberCoin(path, async () => readCoin(await getJson(path), path));
  }

  async function priceHistory(id: string, currency: Currency, range: Range) {
    requireCoinId(id);
    const path = priceHistoryPath(id, currency, range);
    return rememberHistory(path, async () => {
      try {
        return await loadHistory(path, range, false);
      } catch (error) {
        if (range !== "max" || !isBeyondPlan(error)) throw error;
        return await loadHistory(priceHistoryPath(id, currency, "1y"), "1y", true);
      }
    });
  }

  async function loadHistory(path: string, range: Range, oneYearOnly: boolean): Promise<PriceHistory> {
    const points = tidyPriceHistory(readPriceHistory(await getJson(path), path), range);
    return Object.freeze({ points: Object.freeze(thinPriceHistory(points, MOST_POINTS)), oneYearOnly });
  }

  function exchanges() {
    return rememberExchanges(EXCHANGES_PATH, async () =>
      readExchanges(await getJson(EXCHANGES_PATH), EXCHANGES_PATH),
    );
  }

  return { coins, coin, priceHistory, exchanges };
}

/** Text that can be no coin's id is an unknown coin, without a call. */
function requireCoinId(id: string): void {
  if (!isCoinId(id)) throw new MarketDataFailure("unknown", "not a coin id");
}

function isBeyondPlan(error: unknown): boolean {
  return error instanceof MarketDataFailure && error.status === 401 && error.code === BEYOND_PLAN;
}
