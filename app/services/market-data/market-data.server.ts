import { Registry } from "prom-client";
import { downsamplePriceHistory, normalisePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import {
  type Coin,
  type CoinRow,
  type CoinSummary,
  type FoundCoin,
  isCoinId,
  type RankedCoin,
} from "~/domain/market/coin";
import { type CoinNames, findNamedCoin } from "~/domain/market/coin-names";
import type { Currency } from "~/domain/market/currency";
import type { Exchange } from "~/domain/market/exchange";
import type { Range } from "~/domain/market/range";
import type { TableOrder } from "~/domain/market/table-view";
import { type Clock, SYSTEM_CLOCK } from "../clock.server";
import { type Answer, createAnswerCache, type Reading, type ServedAnswer } from "./cache/answer-cache.server";
import {
  CACHE_LIMITS,
  CACHE_POLICIES,
  type CachePolicy,
  historyPolicy,
  MAX_POINTS,
  ONE_MINUTE,
  TIMELESS_KINDS,
} from "./cache/cache-policy.server";
import { createCalls } from "./cache/calls.server";
import { createCoolDowns } from "./cache/cool-downs.server";
import { createMarketMetrics, createRejectionLog } from "./cache/metrics.server";
import { createRateLimiter } from "./cache/rate-limiter.server";
import { createRequestBudget, type RequestBudget } from "./cache/request-budget.server";
import { createCoinRows, rowKey } from "./coin-rows.server";
import { MarketDataFailure } from "./failure.server";
import type { Endpoint, GetBody } from "./provider/client.server";
import { coinEndpoint, historyEndpoint } from "./provider/coin.server";
import {
  coinsEndpoint,
  coinTableEndpoint,
  rankedCoinsEndpoint,
  TRENDING_ENDPOINT,
} from "./provider/coin-lists.server";
import { COIN_NAMES_ENDPOINT } from "./provider/coin-names.server";
import { EXCHANGES_ENDPOINT } from "./provider/exchanges.server";
import { createSeenCoins } from "./seen-coins.server";
import { NOT_SHARED, type SharedCache } from "./shared/shared-cache.server";

/** A coin's prices over a range, normalised; downsampled only where the service sends more than `MAX_POINTS`. */
interface ServedHistory extends ServedAnswer<readonly PricePoint[]> {
  /** Whether the service gives no more than one year to this site, and more was asked for. */
  readonly isOneYearOnly: boolean;
}

/** The pages of ranked coins that a search needs: the thousand largest coins, which nearly all searches are for. */
export const RANKED_PAGES = [1, 2, 3, 4] as const;

export type MarketData = ReturnType<typeof createMarketData>;

interface MarketDataOptions {
  /** Calls the service, or the sample market. */
  readonly getBody: GetBody;
  /** 0: no limit. */
  readonly callsPerMinute?: number;
  /** Whether prices are made here: calls cost nothing, and all prices change once a minute, so that no page may mix minutes. */
  readonly isSample?: boolean;
  /** Sharing with other replicas; none, unless given. */
  readonly shared?: SharedCache;
  /** Registry of the metrics. */
  readonly registry?: Registry;
  readonly clock?: Clock;
  /** From 0 to 1, for the jitter of cool-downs. */
  readonly random?: () => number;
}

interface ReadOptions<Value> {
  readonly policy: CachePolicy;
  /** The coin that is asked for, which may be made up. */
  readonly id?: string;
  /** Whether no visitor waits for it: visitors' calls then go first. */
  readonly isBackground?: boolean;
  readonly budget?: RequestBudget | undefined;
  /** Called with each new answer. */
  readonly onNew?: (answer: Answer<Value>) => void;
}

/**
 * Creates the one way to market data: it limits the rate of calls, reads strictly, caches, and spares a failing service. Each
 * promise of a read rejects with a MarketDataFailure and nothing else. Values are frozen, and the same object for as long as
 * they are kept. All reads of one page pass the same budget.
 */
export function createMarketData({
  getBody,
  callsPerMinute = 0,
  isSample = false,
  shared = NOT_SHARED,
  registry = new Registry(),
  clock = SYSTEM_CLOCK,
  random = Math.random,
}: MarketDataOptions) {
  const coolDowns = createCoolDowns({ clock, random });
  const rateLimiter = createRateLimiter({
    callsPerMinute,
    countCall: shared.countCall,
    pausing: coolDowns.pausing,
    clock,
  });
  const metrics = createMarketMetrics(registry, rateLimiter.waiting);
  const getAnswer = createCalls({ getBody, rateLimiter, coolDowns, shared, metrics, clock });
  const logRejection = createRejectionLog(clock);
  const seen = createSeenCoins();
  /** Whether the service has refused more history than a year: the plan of this site does not include it. */
  let isPlanLimited = false;

  /** Counts the outcome of a read. */
  async function counted<Served extends ServedAnswer<unknown>>(
    kind: string,
    budget: RequestBudget,
    reading: Promise<Reading<Served>>,
  ): Promise<Served> {
    try {
      const { answer, state } = await reading;
      metrics.served(kind, state, Math.max(0, clock.now() - answer.fetchedAt));
      return answer;
    } catch (error) {
      const isOverload = error instanceof MarketDataFailure && error.reason === "overloaded";
      metrics.notServed(kind, isOverload ? "rejected" : "failed");
      if (isOverload && !budget.signal?.aborted) logRejection(error.message);
      throw error;
    }
  }

  const policyOf = (kind: string, usual: CachePolicy) =>
    isSample && !TIMELESS_KINDS.has(kind) ? ONE_MINUTE : usual;

  function cacheOf<Value extends object>(kind: keyof typeof CACHE_LIMITS, onKept?: (value: Value) => void) {
    const limits = CACHE_LIMITS[kind];
    return createAnswerCache<Value>({ limits, coolDowns, clock, onKept });
  }

  function readerOf<Value extends object>(kind: keyof typeof CACHE_LIMITS, onKept?: (value: Value) => void) {
    const cache = cacheOf(kind, onKept);
    return (endpoint: Endpoint<Value>, options: ReadOptions<Value>): Promise<ServedAnswer<Value>> => {
      const { id, isBackground = false, budget = createRequestBudget(), onNew } = options;
      const policy = policyOf(kind, options.policy);
      const lane = isSample || id === undefined || seen.has(id) ? "visitor" : "unverified";
      const key = endpoint.path;
      const reading = cache.read({
        key,
        policy,
        lane: isBackground ? "background" : lane,
        budget,
        onNew,
        load: (request) => getAnswer({ kind, endpoint, policy, keys: [key] }, request),
      });
      return counted(kind, budget, reading);
    };
  }

  const noteAll = (coins: readonly Pick<FoundCoin, "id" | "rank" | "image">[]) => {
    for (const coin of coins) seen.note(coin.id, coin);
  };
  const readCoins = readerOf<readonly CoinSummary[]>("coins", noteAll);
  const readTable = readerOf<readonly CoinRow[]>("coinTable", noteAll);
  const readCoin = readerOf<Coin>("coin", (coin) => noteAll([coin]));
  const readHistory = readerOf<readonly PricePoint[]>("history");
  const readExchanges = readerOf<readonly Exchange[]>("exchanges");
  const readNames = readerOf<CoinNames>("names");
  const readRanks = readerOf<readonly RankedCoin[]>("ranks", noteAll);
  const readTrending = readerOf<readonly FoundCoin[]>("trending", noteAll);

  const coinNames = (budget?: RequestBudget) =>
    readNames(COIN_NAMES_ENDPOINT, { policy: CACHE_POLICIES.names, budget });

  const rows = cacheOf<CoinRow>("coinRows", (row) => noteAll([row]));
  const rowsPolicy = policyOf("coinRows", CACHE_POLICIES.coinRows);
  const readRows = createCoinRows({
    kind: "coinRows",
    cache: rows,
    policy: rowsPolicy,
    getAnswer,
    coolDowns,
    seen,
    listedCoin: async (id) => findNamedCoin((await coinNames()).value, id),
    isSample,
    clock,
  });

  function history(id: string, currency: Currency, range: Range, budget?: RequestBudget) {
    const endpoint = historyEndpoint(id, currency, range);
    return readHistory(
      {
        ...endpoint,
        async read(body, path) {
          const points = normalisePriceHistory(await endpoint.read(body, path), range);
          return Object.freeze(downsamplePriceHistory(points, MAX_POINTS));
        },
        failureOf(failure) {
          const meant = endpoint.failureOf?.(failure) ?? failure;
          if (range === "max" && meant.reason === "beyond-plan") isPlanLimited = true;
          return meant;
        },
      },
      { policy: historyPolicy(range), id, budget },
    );
  }

  return {
    /** A hundred coins with prices in the currency, the largest first; beyond the last coin none. No id comes twice. */
    coins: (currency: Currency, pageNumber: number, budget?: RequestBudget) =>
      readCoins(coinsEndpoint(currency, pageNumber), { policy: CACHE_POLICIES.coins, budget }),
    /** A hundred rows of the table, in one of the service's own orders; beyond the last coin none. No id comes twice. */
    coinTable: (currency: Currency, pageNumber: number, order: TableOrder, budget?: RequestBudget) =>
      readTable(coinTableEndpoint(currency, pageNumber, order), {
        policy: CACHE_POLICIES.coinTable,
        budget,
        onNew(answer) {
          for (const row of answer.value) rows.keep(rowKey(row.id, currency), { ...answer, value: row });
        },
      }),
    /**
     * Rows of the table for single coins, 50 at the most, in the order of their ids. Ids of no coins are left out, and so are
     * coins that are not available now while others are; `notFound` has the former.
     */
    coinRows: (ids: readonly string[], currency: Currency, budget: RequestBudget = createRequestBudget()) =>
      counted("coinRows", budget, readRows(ids, currency, budget)),
    async coin(id: string, budget?: RequestBudget): Promise<ServedAnswer<Coin>> {
      requireCoinId(id);
      return readCoin(coinEndpoint(id), { policy: CACHE_POLICIES.coin, id, budget });
    },
    async priceHistory(
      id: string,
      currency: Currency,
      range: Range,
      budget?: RequestBudget,
    ): Promise<ServedHistory> {
      requireCoinId(id);
      if (range !== "max" || !isPlanLimited) {
        try {
          return { ...(await history(id, currency, range, budget)), isOneYearOnly: false };
        } catch (error) {
          const isRefusal = error instanceof MarketDataFailure && error.reason === "beyond-plan";
          if (range !== "max" || !isRefusal) throw error;
        }
      }
      return { ...(await history(id, currency, "1y", budget)), isOneYearOnly: true };
    },
    /** The most trusted first. No id comes twice. */
    exchanges: (budget?: RequestBudget) =>
      readExchanges(EXCHANGES_ENDPOINT, { policy: CACHE_POLICIES.exchanges, budget }),
    /** The same for their names alone, which are good for a day and served for a week. */
    exchangeNames: (budget?: RequestBudget) =>
      readExchanges(EXCHANGES_ENDPOINT, { policy: CACHE_POLICIES.names, budget }),
    /** All coins by name, in any order. No id comes twice. */
    coinNames,
    /** Ranks and pictures of 250 coins, fetched in the background: visitors' calls go first. */
    rankedCoins: (pageNumber: number) =>
      readRanks(rankedCoinsEndpoint(pageNumber), { policy: CACHE_POLICIES.ranks, isBackground: true }),
    /** The few coins that are searched most at the moment, the most searched first. */
    trendingCoins: (budget?: RequestBudget) =>
      readTrending(TRENDING_ENDPOINT, { policy: CACHE_POLICIES.trending, budget }),
    /** The coins that all these answers have named. */
    seen,
  };
}

/** Fails for text that cannot be a coin's id, without a call. */
function requireCoinId(id: string): void {
  if (!isCoinId(id)) throw new MarketDataFailure("not-found", "not a coin id");
}
