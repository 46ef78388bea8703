import { Registry } from "prom-client";
import type { GenericSchema } from "valibot";
import { type Coin, type CoinSummary, isCoinId } from "~/domain/coin";
import type { Currency } from "~/domain/currency";
import type { Exchange } from "~/domain/exchange";
import { type PricePoint, thinPriceHistory, tidyPriceHistory } from "~/domain/price-history";
import type { Range } from "~/domain/range";
import { createAnswerCache, type ServedAnswer } from "./answer-cache.server";
import { createCalls } from "./calls.server";
import type { GetJson } from "./client.server";
import { coinPath, readCoin } from "./coin.server";
import { coinsPath, readCoins } from "./coins.server";
import { createCoolDown } from "./cool-down.server";
import { EXCHANGES_PATH, readExchanges } from "./exchanges.server";
import { isBeyondPlan, MarketDataFailure } from "./failure.server";
import { HISTORY_LIVES, LIVES, type Life, MOST_POINTS, ONE_MINUTE, ROOMS } from "./lives.server";
import { createMarketMetrics } from "./metrics.server";
import { createPace } from "./pace.server";
import { priceHistoryPath, readPriceHistory } from "./price-history.server";
import { createLearn } from "./shared/learn.server";
import { NOT_SHARED, type SharedMarketData } from "./shared/shared-market-data.server";
import { STORED_VALUES } from "./shared/stored-values.server";

/** A coin's prices over a range, tidy and thinned to what a chart can show. */
export interface ServedHistory extends ServedAnswer<readonly PricePoint[]> {
  /** The service gives no more than one year to this site, and more was asked for. */
  readonly isOneYearOnly: boolean;
}

/**
 * All that the site knows of the market. Each promise rejects with a MarketDataFailure and nothing else. Values are
 * frozen, and the same object for as long as they are remembered.
 */
export interface MarketData {
  coins(currency: Currency, page: number): Promise<ServedAnswer<readonly CoinSummary[]>>;
  coin(id: string): Promise<ServedAnswer<Coin>>;
  priceHistory(id: string, currency: Currency, range: Range): Promise<ServedHistory>;
  exchanges(): Promise<ServedAnswer<readonly Exchange[]>>;
}

export interface MarketDataOptions {
  readonly getJson: GetJson;
  /** 0: no limit. */
  readonly callsPerMinute?: number;
  /** The service's market moves once a minute as a whole, and pages must not mix minutes. */
  readonly movesByMinute?: boolean;
  /** What it shares with other copies of the site; nothing, unless given. */
  readonly shared?: SharedMarketData;
  /** Where its figures are registered. */
  readonly registry?: Registry;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** From 0 to 1, for the jitter of cool-downs. */
  readonly random?: () => number;
}

/** The one door to the market data: calls at a pace, reads strictly, remembers, and leaves a failing service in peace. */
export function createMarketData({
  getJson,
  callsPerMinute = 0,
  movesByMinute = false,
  shared = NOT_SHARED,
  registry = new Registry(),
  now = Date.now,
  random = Math.random,
}: MarketDataOptions): MarketData {
  const coolDown = createCoolDown(now, random);
  const pace = createPace(callsPerMinute, shared.turn);
  const metrics = createMarketMetrics(registry, pace.waiting);
  const learn = createLearn(shared, coolDown, pace);
  const loadBy = createCalls({ getJson, pace, coolDown, shared, learn, metrics, now });

  function cacheOf<Value extends object>(kind: keyof typeof ROOMS, schema: GenericSchema<unknown, Value>) {
    const learnOf = (path: string) => learn(path, schema);
    const read = createAnswerCache({ kind, room: ROOMS[kind], coolDown, learn: learnOf, metrics, now });
    /** What an address answers, `make` having made a value of the body. */
    return (endpoint: string, path: string, usualLife: Life, make: (body: unknown) => Value) => {
      const life = movesByMinute ? ONE_MINUTE : usualLife;
      return read(path, life, loadBy({ endpoint, kind, path, schema, read: make, ...life }));
    };
  }

  const readCoinsOf = cacheOf<readonly CoinSummary[]>("coins", STORED_VALUES.coins);
  const readCoinOf = cacheOf<Coin>("coin", STORED_VALUES.coin);
  const readHistoryOf = cacheOf<readonly PricePoint[]>("history", STORED_VALUES.history);
  const readExchangesOf = cacheOf<readonly Exchange[]>("exchanges", STORED_VALUES.exchanges);

  function coins(currency: Currency, page: number) {
    const path = coinsPath(currency, page);
    return readCoinsOf("coins", path, LIVES.coins, (body) => readCoins(body, path));
  }

  async function coin(id: string) {
    requireCoinId(id);
    const path = coinPath(id);
    return readCoinOf("coin", path, LIVES.coin, (body) => readCoin(body, path));
  }

  async function priceHistory(id: string, currency: Currency, range: Range): Promise<ServedHistory> {
    requireCoinId(id);
    if (range !== "max" || !coolDown.givesOneYear()) {
      try {
        return { ...(await historyOf(id, currency, range)), isOneYearOnly: false };
      } catch (error) {
        if (range !== "max" || !isBeyondPlan(error)) throw error;
      }
    }
    return { ...(await historyOf(id, currency, "1y")), isOneYearOnly: true };
  }

  function historyOf(id: string, currency: Currency, range: Range) {
    const path = priceHistoryPath(id, currency, range);
    return readHistoryOf("market_chart", path, HISTORY_LIVES[range], (body) =>
      Object.freeze(thinPriceHistory(tidyPriceHistory(readPriceHistory(body, path), range), MOST_POINTS)),
    );
  }

  function exchanges() {
    return readExchangesOf("exchanges", EXCHANGES_PATH, LIVES.exchanges, (body) =>
      readExchanges(body, EXCHANGES_PATH),
    );
  }

  return { coins, coin, priceHistory, exchanges };
}

/** What stands at the place of an id in other addresses of the service. */
const NO_COINS: ReadonlySet<string> = new Set(["markets", "list", "categories"]);

/** Text that can be no coin's id is an unknown coin, without a call. */
function requireCoinId(id: string): void {
  if (!isCoinId(id) || NO_COINS.has(id)) throw new MarketDataFailure("unknown", "not a coin id");
}
