import { Registry } from "prom-client";
import { type Coin, type CoinSummary, isCoinId } from "~/domain/coin";
import type { Currency } from "~/domain/currency";
import type { Exchange } from "~/domain/exchange";
import { type PricePoint, thinPriceHistory, tidyPriceHistory } from "~/domain/price-history";
import type { Range } from "~/domain/range";
import { createAnswerCache, type Load, type ServedAnswer } from "./answer-cache.server";
import type { GetJson } from "./client.server";
import { coinPath, readCoin } from "./coin.server";
import { coinsPath, readCoins } from "./coins.server";
import { createCoolDown } from "./cool-down.server";
import { EXCHANGES_PATH, readExchanges } from "./exchanges.server";
import { MarketDataFailure } from "./failure.server";
import { HISTORY_LIVES, LIVES, type Life, ONE_MINUTE, ROOMS } from "./lives.server";
import { createMarketMetrics } from "./metrics.server";
import { createPace, type Urgency } from "./pace.server";
import { priceHistoryPath, readPriceHistory } from "./price-history.server";

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
  /** Where its figures are registered. */
  readonly registry?: Registry;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** From 0 to 1, for the jitter of cool-downs. */
  readonly random?: () => number;
}

/** More points than this no screen shows apart. */
const MOST_POINTS = 400;

/** The service's code for history beyond what the plan includes. */
const BEYOND_PLAN = 10012;

/** The one door to the market data: calls at a pace, reads strictly, remembers, and leaves a failing service in peace. */
export function createMarketData({
  getJson,
  callsPerMinute = 0,
  movesByMinute = false,
  registry = new Registry(),
  now = Date.now,
  random = Math.random,
}: MarketDataOptions): MarketData {
  const coolDown = createCoolDown(now, random);
  const pace = createPace(callsPerMinute);
  const metrics = createMarketMetrics(registry, pace.waiting);
  const shared = { coolDown, metrics, now };
  const readCoinsOf = createAnswerCache<readonly CoinSummary[]>({
    kind: "coins",
    room: ROOMS.coins,
    ...shared,
  });
  const readCoinOf = createAnswerCache<Coin>({ kind: "coin", room: ROOMS.coin, ...shared });
  const readHistoryOf = createAnswerCache<readonly PricePoint[]>({
    kind: "history",
    room: ROOMS.history,
    ...shared,
  });
  const readExchangesOf = createAnswerCache<readonly Exchange[]>({
    kind: "exchanges",
    room: ROOMS.exchanges,
    ...shared,
  });
  const lifeOf = (life: Life) => (movesByMinute ? ONE_MINUTE : life);
  /** Once the service has refused more than a year, it is not asked for more again. */
  let givesOneYear = false;

  /** One call in its turn, measured and, if it fails, logged. Reading its body is part of it. */
  function loadBy<Value>(endpoint: string, path: string, read: (body: unknown) => Value): Load<Value> {
    return (urgency: Urgency) =>
      pace.run(urgency, async () => {
        const start = performance.now();
        try {
          const value = read(await getJson(path));
          metrics.called(endpoint, "ok", performance.now() - start);
          return value;
        } catch (error) {
          if (error instanceof MarketDataFailure) {
            // At once, before the queue starts the next call: a pause has to hold for that one too.
            coolDown.failed(path, error);
            const paused = coolDown.pausing();
            if (paused !== null) pace.refuseWaiting(paused);
            givesOneYear ||= isBeyondPlan(error);
            const ms = performance.now() - start;
            metrics.called(endpoint, error.reason, ms);
            console.warn(`market data: ${error.reason}: ${error.message} (${Math.round(ms)} ms)`);
          }
          throw error;
        }
      });
  }

  function coins(currency: Currency, page: number) {
    const path = coinsPath(currency, page);
    return readCoinsOf(
      path,
      lifeOf(LIVES.coins),
      loadBy("coins", path, (body) => readCoins(body, path)),
    );
  }

  async function coin(id: string) {
    requireCoinId(id);
    const path = coinPath(id);
    return readCoinOf(
      path,
      lifeOf(LIVES.coin),
      loadBy("coin", path, (body) => readCoin(body, path)),
    );
  }

  async function priceHistory(id: string, currency: Currency, range: Range): Promise<ServedHistory> {
    requireCoinId(id);
    if (range !== "max" || !givesOneYear) {
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
    const read = (body: unknown) =>
      Object.freeze(thinPriceHistory(tidyPriceHistory(readPriceHistory(body, path), range), MOST_POINTS));
    return readHistoryOf(path, lifeOf(HISTORY_LIVES[range]), loadBy("market_chart", path, read));
  }

  function exchanges() {
    const read = (body: unknown) => readExchanges(body, EXCHANGES_PATH);
    return readExchangesOf(
      EXCHANGES_PATH,
      lifeOf(LIVES.exchanges),
      loadBy("exchanges", EXCHANGES_PATH, read),
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

function isBeyondPlan(error: unknown): boolean {
  return error instanceof MarketDataFailure && error.status === 401 && error.code === BEYOND_PLAN;
}
