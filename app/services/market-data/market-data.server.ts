import { Registry } from "prom-client";
import { cutPriceHistory, type PricePoint } from "~/domain/chart/price-history";
import { type Coin, type FoundCoin, isCoinId, type KnownCoin, type MarketCoin } from "~/domain/market/coin";
import { type CoinNames, findNamedCoin } from "~/domain/market/coin-names";
import type { Currency } from "~/domain/market/currency";
import type { Exchange } from "~/domain/market/exchange";
import type { MarketGlance } from "~/domain/market/glance";
import { longerRanges, type Range } from "~/domain/market/range";
import type { TableOrder } from "~/domain/market/table-view";
import { type Clock, SYSTEM_CLOCK } from "../clock.server";
import { type Answer, createAnswerCache, type Reading, type ServedAnswer } from "./cache/answer-cache.server";
import {
  CACHE_LIMITS,
  CACHE_POLICIES,
  type CachePolicy,
  historyPolicy,
  type Kind,
  ONE_MINUTE,
  TIMELESS_KINDS,
} from "./cache/cache-policy.server";
import { createCalls } from "./cache/calls.server";
import { createCoolDowns } from "./cache/cool-downs.server";
import { createMarketMetrics, createRejectionLog } from "./cache/metrics.server";
import { createMonthBudget } from "./cache/month-budget.server";
import { createRateLimiter } from "./cache/rate-limiter.server";
import { createRequestBudget, type RequestBudget } from "./cache/request-budget.server";
import { createCoinRecords, type Needs } from "./coin-records.server";
import { createCoinRows } from "./coin-rows.server";
import { MarketDataFailure } from "./failure.server";
import type { Endpoint, GetBody } from "./provider/client.server";
import { coinEndpoint, historyEndpoint, MAX_POINTS } from "./provider/coin.server";
import {
  categoryEndpoint,
  coinsEndpoint,
  coinTableEndpoint,
  rankedCoinsEndpoint,
  TRENDING_ENDPOINT,
} from "./provider/coin-lists.server";
import { COIN_NAMES_ENDPOINT } from "./provider/coin-names.server";
import { EXCHANGES_ENDPOINT } from "./provider/exchanges.server";
import { GLOBAL_ENDPOINT } from "./provider/global.server";
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
  /** 0: any number. */
  readonly callsPerMonth?: number;
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
  /** That of the kind, unless given. */
  readonly policy?: CachePolicy;
  /** The coin that is asked for, which may be made up. */
  readonly id?: string;
  /** Whether what is asked for may be made up although it is no coin. */
  readonly isUnverified?: boolean;
  /** Whether no visitor waits for it: visitors' calls then go first. */
  readonly isBackground?: boolean;
  readonly budget?: RequestBudget | undefined;
  /** Called with each new answer. */
  readonly onNew?: (answer: Answer<Value>) => void;
  /** Returns what a fresh answer to another call has of this one; null if there is none. */
  readonly superset?: () => Answer<Value> | null;
}

/**
 * Creates the one way to market data: it limits the rate of calls, reads strictly, caches, and spares a failing service. Each
 * promise of a read rejects with a MarketDataFailure and nothing else. Values are frozen, and the same object for as long as
 * they are kept. All reads of one page pass the same budget.
 */
export function createMarketData({
  getBody,
  callsPerMinute = 0,
  callsPerMonth = 0,
  isSample = false,
  shared = NOT_SHARED,
  registry = new Registry(),
  clock = SYSTEM_CLOCK,
  random = Math.random,
}: MarketDataOptions) {
  const coolDowns = createCoolDowns({ clock, random });
  const month = createMonthBudget({ callsPerMonth, countInMonth: shared.countInMonth, clock });
  const rateLimiter = createRateLimiter({
    callsPerMinute,
    month,
    countCall: shared.countCall,
    pausing: coolDowns.pausing,
    clock,
  });
  const metrics = createMarketMetrics(registry, rateLimiter, month);
  const getAnswer = createCalls({ getBody, rateLimiter, coolDowns, shared, metrics, clock });
  const logRejection = createRejectionLog(clock);
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
      if (isOverload && !budget.signal?.aborted && budget.maxWaitMs > 0) logRejection(error.message);
      throw error;
    }
  }

  const policyOf = (kind: Kind, usual: CachePolicy = CACHE_POLICIES[kind]) =>
    isSample && !TIMELESS_KINDS.has(kind) ? ONE_MINUTE : month.stretched(usual);

  const recordsPolicy = () => policyOf("records");
  /** The same for what makes no call: the sample market, too, would hardly ever have it if it expired with each minute. */
  const withoutCall = () => month.stretched(CACHE_POLICIES.records);
  const records = createCoinRecords(CACHE_LIMITS.records, recordsPolicy, clock);

  function readerOf<Value extends object>(kind: Kind) {
    const limits = CACHE_LIMITS[kind];
    const cache = createAnswerCache<Value>({ limits, coolDowns, clock });
    return {
      read(endpoint: Endpoint<Value>, options: ReadOptions<Value>): Promise<ServedAnswer<Value>> {
        const { id, budget = createRequestBudget(), onNew, superset } = options;
        const isVerified = options.isUnverified !== true && (id === undefined || records.has(id));
        const policy = policyOf(kind, options.policy);
        const lane = options.isBackground ? "background" : isSample || isVerified ? "visitor" : "unverified";
        const key = endpoint.path;
        // Calls to the sample market cost nothing.
        const other = isSample || cache.fresh(key, policy) !== null ? null : superset?.();
        if (other) cache.keep(key, other);
        const reading = cache.read({
          key,
          policy,
          lane,
          budget,
          onNew,
          load: (request) => getAnswer({ kind, endpoint, policy, keys: [key] }, request),
        });
        return counted(kind, budget, reading);
      },
      /** Returns an answer that is fresh; null where there is none, without a call. */
      fresh: ({ path }: Endpoint<Value>, policy?: CachePolicy) => cache.fresh(path, policyOf(kind, policy)),
    };
  }

  const cards = readerOf<readonly MarketCoin[]>("coins");
  const tables = readerOf<readonly MarketCoin[]>("coinTable");
  const categories = readerOf<readonly MarketCoin[]>("category");
  const coins = readerOf<Coin>("coin");
  const histories = readerOf<readonly PricePoint[]>("history");
  const exchanges = readerOf<readonly Exchange[]>("exchanges");
  const names = readerOf<CoinNames>("names");
  const ranks = readerOf<readonly MarketCoin[]>("ranks");
  const trending = readerOf<readonly FoundCoin[]>("trending");
  const glances = readerOf<MarketGlance>("glance");

  const noteCoins = (currency: Currency, isTable: boolean) => (answer: Answer<readonly MarketCoin[]>) =>
    records.noteCoins(currency, answer, isTable);

  const coinNames = (budget?: RequestBudget) => names.read(COIN_NAMES_ENDPOINT, { budget });

  const readRows = createCoinRows({
    records,
    policyNow: recordsPolicy,
    getAnswer,
    coolDowns,
    listedCoin: async (id) => findNamedCoin((await coinNames()).value, id),
    isSample,
    clock,
  });

  function history(id: string, currency: Currency, range: Range, budget?: RequestBudget) {
    const policy = historyPolicy(range);
    const endpoint = historyEndpoint(id, currency, range);
    function failureOf(failure: MarketDataFailure): MarketDataFailure {
      const meant = endpoint.failureOf(failure);
      isPlanLimited ||= range === "max" && meant.reason === "beyond-plan";
      return meant;
    }
    return histories.read(
      { ...endpoint, failureOf },
      {
        policy,
        id,
        budget,
        superset() {
          for (const longer of longerRanges(range)) {
            const answer = histories.fresh(historyEndpoint(id, currency, longer), policy);
            const points = answer && cutPriceHistory(answer.value, range, MAX_POINTS);
            if (answer && points) return { ...answer, value: Object.freeze(points) };
          }
          return null;
        },
      },
    );
  }

  return {
    /** A hundred coins with prices in the currency, the largest first; beyond the last coin none. No id comes twice. */
    coins: (currency: Currency, pageNumber: number, budget?: RequestBudget) =>
      cards.read(coinsEndpoint(currency, pageNumber), {
        budget,
        onNew: noteCoins(currency, false),
        superset: () => tables.fresh(coinTableEndpoint(currency, pageNumber, "market_cap_desc")),
      }),
    /** A hundred rows of the table, in one of the service's own orders; beyond the last coin none. No id comes twice. */
    coinTable: (currency: Currency, pageNumber: number, order: TableOrder, budget?: RequestBudget) =>
      tables.read(coinTableEndpoint(currency, pageNumber, order), {
        budget,
        onNew: noteCoins(currency, true),
      }),
    /**
     * A hundred coins of a category, the largest first or in an order of the table; beyond the last coin none. Anyone can make up a
     * category, so an unknown one costs the quota of unverified ids and is remembered like an unknown coin.
     */
    category: (
      category: string,
      currency: Currency,
      pageNumber: number,
      order: TableOrder | null,
      budget?: RequestBudget,
    ) =>
      categories.read(categoryEndpoint(category, currency, pageNumber, order), {
        isUnverified: true,
        budget,
        onNew: noteCoins(currency, order !== null),
      }),
    /**
     * Single coins, 50 at the most, in the order of their ids, from their records; those whose records are not fresh are
     * fetched together. Ids of no coins are left out, and so are coins that are not available now while others are;
     * `notFound` has the former.
     * @param needs what has to be known beside the price, so that no call is made
     */
    coinRows: (
      ids: readonly string[],
      currency: Currency,
      budget: RequestBudget = createRequestBudget(),
      needs: Needs = "week",
    ) => counted("records", budget, readRows(ids, currency, needs, budget)),
    async coin(id: string, budget?: RequestBudget): Promise<ServedAnswer<Coin>> {
      requireCoinId(id);
      return coins.read(coinEndpoint(id), {
        id,
        budget,
        onNew: records.noteCoin,
      });
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
    exchanges: (budget?: RequestBudget) => exchanges.read(EXCHANGES_ENDPOINT, { budget }),
    /** The same for their names alone, which are good for a day and served for a week. */
    exchangeNames: (budget?: RequestBudget) =>
      exchanges.read(EXCHANGES_ENDPOINT, { policy: CACHE_POLICIES.names, budget }),
    /** All coins by name, in any order. No id comes twice. */
    coinNames,
    /** 250 coins in dollars, for their ranks, fetched in the background: visitors' calls go first. */
    rankedCoins: (pageNumber: number) =>
      ranks.read(rankedCoinsEndpoint(pageNumber), {
        isBackground: true,
        onNew: noteCoins("usd", false),
      }),
    /** All ranked coins in dollars that are known, at most two hours old, without a call. No id comes twice. */
    knownRanks(): { readonly coins: readonly MarketCoin[]; readonly fetchedAt: number } | null {
      const ttlMs = 2 * CACHE_POLICIES.ranks.ttlMs;
      const answers = RANKED_PAGES.flatMap(
        (page) => ranks.fresh(rankedCoinsEndpoint(page), { ttlMs, maxAgeMs: ttlMs }) ?? [],
      );
      if (answers.length === 0) return null;
      // A coin that has moved from one page to the next between two calls is on both.
      const coins = new Map(answers.flatMap(({ value }) => value.map((coin) => [coin.id, coin])));
      return {
        coins: [...coins.values()],
        fetchedAt: Math.min(...answers.map(({ fetchedAt }) => fetchedAt)),
      };
    },
    /** The few coins that are searched most at the moment, the most searched first. */
    trendingCoins: (budget?: RequestBudget) =>
      trending.read(TRENDING_ENDPOINT, {
        budget,
        onNew: records.noteNames,
      }),
    /**
     * The whole market as far as it is known; null while nothing is, or what is known is too old. Nobody waits for it: a call for
     * newer figures is made in the background, after visitors' own.
     */
    glance(): MarketGlance | null {
      const policy = CACHE_POLICIES.glance;
      // Failures are logged by the call.
      glances.read(GLOBAL_ENDPOINT, { isBackground: true }).catch(() => {});
      return glances.fresh(GLOBAL_ENDPOINT, { ...policy, ttlMs: policy.maxAgeMs })?.value ?? null;
    },
    /** What is known of a coin in a currency, without a call; null without an answer that is young enough. */
    known: (id: string, currency: Currency): KnownCoin | null => records.read(id, currency)?.coin ?? null,
    /** What is known of all ranked coins with a price in a currency, the largest first, without a call. */
    knownCoins: (currency: Currency): readonly KnownCoin[] => records.ranked(currency, withoutCall()),
    /** The price of a bitcoin, in which exchanges give their volumes, without a call; null where it is not known. */
    bitcoinPrice: (currency: Currency): number | null =>
      records.read("bitcoin", currency, "price", withoutCall())?.coin.price ?? null,
    /** The records of all coins that an answer has named. */
    records,
  };
}

/** Fails for text that cannot be a coin's id, without a call. */
function requireCoinId(id: string): void {
  if (!isCoinId(id)) throw new MarketDataFailure("not-found", "not a coin id");
}
