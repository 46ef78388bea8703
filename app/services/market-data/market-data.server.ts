import { Registry } from "prom-client";
import { type Coin, type FoundCoin, isCoinId, type KnownCoin, type MarketCoin } from "~/domain/market/coin";
import { type CoinNames, findNamedCoin } from "~/domain/market/coin-names";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { Exchange } from "~/domain/market/exchange";
import type { MarketGlance } from "~/domain/market/glance";
import type { TableOrder } from "~/domain/market/table-view";
import { TIME } from "~/domain/time";
import { type Clock, SYSTEM_CLOCK } from "../clock.server";
import { createCallQueue } from "./calls/call-queue.server";
import { createCalls } from "./calls/calls.server";
import { createCoolDowns } from "./calls/cool-downs.server";
import { createMarketMetrics } from "./calls/metrics.server";
import { createMonthBudget } from "./calls/month-budget.server";
import { createNetworkShares } from "./calls/network-shares.server";
import { createRequestBudget, type RequestBudget } from "./calls/request-budget.server";
import { createAnswers, type ServedAnswer } from "./facts/answers.server";
import { type Answer, createFreshness, fetchedAtTime, policyOf } from "./facts/cache-policy.server";
import { createHistories, type HistoryRequest } from "./facts/histories.server";
import { MarketDataFailure } from "./failure.server";
import { type AnswerStore, NO_STORE } from "./kept/answer-store.server";
import { createCoinRecords, type Needs } from "./prices/coin-records.server";
import { createCoinRows } from "./prices/coin-rows.server";
import { createPrices } from "./prices/prices.server";
import { parseBoundedJson } from "./provider/body.server";
import { type GetBody, readAnswer } from "./provider/client.server";
import { coinEndpoint } from "./provider/coin.server";
import {
  categoryEndpoint,
  coinsEndpoint,
  coinTableEndpoint,
  keptListOf,
  rankedCoinsEndpoint,
  TRENDING_ENDPOINT,
} from "./provider/coin-lists.server";
import { COIN_NAMES_ENDPOINT } from "./provider/coin-names.server";
import { EXCHANGES_ENDPOINT } from "./provider/exchanges.server";
import { GLOBAL_ENDPOINT } from "./provider/global.server";
import { PRICES_KEY, simplePricesEndpoint } from "./provider/simple-prices.server";

/** The pages of ranked coins for searches: the thousand largest coins, which nearly all searches are for. */
export const RANKED_PAGES = [1, 2, 3, 4] as const;

export type MarketData = ReturnType<typeof createMarketData>;

interface MarketDataOptions {
  /** Calls the service, or the sample market. */
  readonly getBody: GetBody;
  /** 0: no limit. */
  readonly callsPerMinute?: number;
  /** 0: any number. */
  readonly callsPerMonth?: number;
  /** Where answers are kept beyond this process; by default nowhere. */
  readonly store?: AnswerStore;
  /** Registry of the metrics. */
  readonly registry?: Registry;
  readonly clock?: Clock;
  /** From 0 to 1, for the jitter of cool-downs. */
  readonly random?: () => number;
}

const OBSERVED_PRICES = "observed-prices";
const OBSERVED_LIMITS = { maxBytes: 4_100_000, maxValues: 400_000 };

/**
 * Creates the only access to market data. There are two kinds of data: facts (lists, names, descriptions, past prices), each a
 * cached answer, and prices, one record per coin, fed by every answer that carries the coin. Pages combine facts with the prices of
 * the records.
 *
 * With a monthly limit of calls, facts stay fresh for longer, and one call fetches the prices of all viewed coins. All reads reject with a
 * MarketDataFailure and nothing else. Values are shared by all pages. All reads of one page use the same budget.
 */
export function createMarketData({
  getBody,
  callsPerMinute = 0,
  callsPerMonth = 0,
  store = NO_STORE,
  registry = new Registry(),
  clock = SYSTEM_CLOCK,
  random = Math.random,
}: MarketDataOptions) {
  const coolDowns = createCoolDowns(clock, random);
  const month = createMonthBudget({ callsPerMonth, countInMonth: store.countInMonth, clock });
  const { countCall } = store;
  const queue = createCallQueue({ callsPerMinute, month, countCall, pausing: coolDowns.pausing, clock });
  const shares = createNetworkShares(callsPerMinute, month, clock);
  const metrics = createMarketMetrics(registry, queue, month, clock);
  const getAnswer = createCalls({ getBody, queue, coolDowns, store, metrics, clock });
  const planNow = month.plan;
  const freshness = createFreshness(clock);
  const common = { getAnswer, coolDowns, shares, metrics, freshness, planNow };
  const records = createCoinRecords(planNow, freshness);
  const prices = createPrices(common, records);

  /** Records the coins of a list, in the currency of its path. */
  function noteList(answer: Answer<readonly MarketCoin[]>, { path }: { readonly path: string }): void {
    const { currency, isTable } = keptListOf(path) ?? {};
    if (currency !== undefined) records.noteCoins(currency, answer, isTable === true);
  }
  const list = { isCharged: true, onAnswer: noteList };
  const cards = createAnswers<readonly MarketCoin[]>("coins", common, { ...list, isShared: true });
  const tables = createAnswers<readonly MarketCoin[]>("coinTable", common, { ...list, isShared: true });
  const categories = createAnswers<readonly MarketCoin[]>("category", common, list);
  const coins = createAnswers<Coin>("coin", common, { isCharged: true, onAnswer: records.noteCoin });
  const exchanges = createAnswers<readonly Exchange[]>("exchanges", common, { isShared: true });
  const names = createAnswers<CoinNames>("names", common, { isShared: true });
  const ranks = createAnswers<readonly MarketCoin[]>("ranks", common, { onAnswer: noteList });
  const trending = createAnswers<readonly FoundCoin[]>("trending", common, { onAnswer: records.noteNames });
  const glances = createAnswers<MarketGlance>("glance", common);

  const coinNames = (budget?: RequestBudget) => names.read(COIN_NAMES_ENDPOINT, { budget });
  const readRows = createCoinRows(common, records, async (id) =>
    findNamedCoin((await coinNames()).value, id),
  );
  const coinRows = (
    ids: readonly string[],
    currency: Currency,
    budget: RequestBudget = createRequestBudget(),
    needs: Needs = "week",
  ) => metrics.counted("records", budget, readRows(ids, currency, needs, budget));
  const priceHistory = createHistories(common, {
    records,
    readWeek: ({ id, currency, budget }) => coinRows([id], currency, budget, "week"),
  });

  /** Replaces an answer's prices with those of the records, and has them refreshed if the plan limits calls. */
  async function priced<Served extends ServedAnswer<readonly MarketCoin[]>>(
    answer: Served,
    currency: Currency,
    budget?: RequestBudget,
  ): Promise<Served> {
    const age = await renewPrices(
      answer.value.map(({ id }) => id),
      currency,
      budget,
    );
    const freshForMs = Math.min(answer.freshForMs, age?.freshForMs ?? Number.POSITIVE_INFINITY);
    const value = answer.value.map((coin) => records.read(coin.id, currency)?.coin ?? coin);
    return { ...answer, ...age, freshForMs, value: Object.freeze(value) };
  }
  const renewPrices = async (ids: readonly string[], currency: Currency, budget?: RequestBudget) =>
    planNow() === null || ids.length === 0 ? null : await prices.renew(ids, currency, budget);

  /** Loads what an earlier process has stored. */
  async function restore(): Promise<void> {
    const [observed, latest] = await Promise.all([store.read(OBSERVED_PRICES), store.read(PRICES_KEY)]);
    // First, because lists bring newer prices.
    if (observed.answer)
      records.observed.read(parseBoundedJson(observed.answer.body, OBSERVED_PRICES, OBSERVED_LIMITS));
    for await (const [path, { body, fetchedAt }] of store.all()) {
      const list = keptListOf(path);
      if (list === null) continue;
      const value = await readAnswer(body, list.endpoint);
      noteList({ value, ...fetchedAtTime(clock, fetchedAt) }, { path });
    }
    if (latest.answer) {
      const value = await readAnswer(latest.answer.body, simplePricesEndpoint([]));
      records.notePrices({ value, ...fetchedAtTime(clock, latest.answer.fetchedAt) });
    }
  }
  const isKept = store !== NO_STORE;
  const restored = isKept
    ? restore().catch((error) => console.warn(`market data: restored only in part: ${error}`))
    : null;
  const saveObserved = () =>
    store.write(OBSERVED_PRICES, { body: records.observed.write(), fetchedAt: clock.now() }, 8 * TIME.DAY);
  const timer = isKept ? setInterval(saveObserved, 5 * TIME.MINUTE).unref() : undefined;

  return {
    /** A hundred coins with prices in the currency, the largest first; none beyond the last coin. Ids are unique. */
    async coins(currency: Currency, pageNumber: number, budget?: RequestBudget) {
      const table = coinTableEndpoint(currency, pageNumber, "market_cap_desc");
      if (planNow() !== null) return priced(await tables.read(table, { budget }), currency, budget);
      const endpoint = coinsEndpoint(currency, pageNumber);
      const { ttlMs } = policyOf("coins", null);
      const other = cards.known(endpoint, ttlMs) === null ? tables.known(table, ttlMs) : null;
      if (other !== null) await cards.keep(other, endpoint);
      return priced(await cards.read(endpoint, { budget }), currency);
    },
    /** A hundred rows of the table, in one of the service's own orders; none beyond the last coin. Ids are unique. */
    coinTable: async (currency: Currency, pageNumber: number, order: TableOrder, budget?: RequestBudget) =>
      priced(await tables.read(coinTableEndpoint(currency, pageNumber, order), { budget }), currency, budget),
    /**
     * A hundred coins of a category, the largest first or in an order of the table; none beyond the last coin. Anyone can make up a
     * category: an unknown one is remembered like an unknown coin.
     */
    async category(
      category: string,
      currency: Currency,
      pageNumber: number,
      order: TableOrder | null,
      budget?: RequestBudget,
    ) {
      const shownOrder = planNow() === null ? order : (order ?? "market_cap_desc");
      const endpoint = categoryEndpoint(category, currency, pageNumber, shownOrder);
      return priced(await categories.read(endpoint, { budget }), currency, budget);
    },
    /**
     * Single coins, at most 50, in the order of their ids, from their records; stale ones are fetched together. Unknown
     * ids are left out and listed in `notFound`; coins that are currently unavailable are left out while others are
     * available.
     * @param needs the fields required besides the price; a call is made only if one is missing
     */
    coinRows: async (ids: readonly string[], currency: Currency, budget?: RequestBudget, needs?: Needs) =>
      priced(await coinRows(ids, currency, budget, needs), currency, budget),
    /** A coin with the details of its own answer; its prices may be older than those of its record. */
    async coin(id: string, budget?: RequestBudget): Promise<ServedAnswer<Coin>> {
      requireCoinId(id);
      if (records.isMadeUp(id))
        throw new MarketDataFailure("not-found", `${id}: not on the list of all coins`);
      const answer = await coins.read(coinEndpoint(id), { budget });
      if (CURRENCIES.some((currency) => records.pricedAt(id, currency) === undefined))
        records.noteCoin({ ...answer, ...fetchedAtTime(clock, answer.fetchedAt) });
      return answer;
    },
    /** A coin's prices over a range, up to the current price; see `createHistories`. */
    async priceHistory(request: HistoryRequest) {
      requireCoinId(request.id);
      return await priceHistory(request);
    },
    /** Has the prices of coins refreshed if the plan limits calls; see `createPrices`. Null if lists bring them. */
    renewPrices,
    /** The most trusted first. Ids are unique. */
    exchanges: (budget?: RequestBudget) => exchanges.read(EXCHANGES_ENDPOINT, { budget }),
    /** The same for names only, fresh for a day and served for a week. */
    exchangeNames: (budget?: RequestBudget) =>
      exchanges.read(EXCHANGES_ENDPOINT, { policy: policyOf("names", null), budget }),
    /** All coins by name, in any order. Ids are unique. */
    coinNames,
    /** 250 coins in dollars, for their ranks, fetched in the background: visitors' calls go first. */
    rankedCoins: (pageNumber: number) => ranks.read(rankedCoinsEndpoint(pageNumber), { isBackground: true }),
    /** All known ranked coins in dollars, up to twice their ttl old, without a call. Ids are unique. */
    knownRanks(): { readonly coins: readonly MarketCoin[]; readonly fetchedAt: number } | null {
      const maxAgeMs = 2 * policyOf("ranks", planNow()).ttlMs;
      const pages = RANKED_PAGES.flatMap((page) => ranks.known(rankedCoinsEndpoint(page), maxAgeMs) ?? []);
      // A coin that moved to another page between two calls is on both.
      const coins = new Map(pages.flatMap(({ value }) => value.map((coin) => [coin.id, coin])));
      const fetchedAt = Math.min(...pages.map((page) => page.fetchedAt));
      return pages.length === 0 ? null : { coins: [...coins.values()], fetchedAt };
    },
    /** The few most searched coins of the moment, the most searched first. */
    trendingCoins: (budget?: RequestBudget) => trending.read(TRENDING_ENDPOINT, { budget }),
    /**
     * The known figures of the whole market; null if there are none or they are too old. Nobody waits for them: a call for newer
     * figures is made in the background, after visitors' own.
     */
    glance(): MarketGlance | null {
      // Failures are logged by the call.
      glances.read(GLOBAL_ENDPOINT, { isBackground: true }).catch(() => {});
      const { ttlMs } = policyOf("glance", planNow());
      return glances.known(GLOBAL_ENDPOINT, Math.max(TIME.HOUR, 2 * ttlMs))?.value ?? null;
    },
    /** A coin's data in a currency, without a call; null if there is no recent answer. */
    known: (id: string, currency: Currency): KnownCoin | null => records.read(id, currency)?.coin ?? null,
    /** All known ranked coins with a price in a currency, the largest first, without a call. */
    knownCoins: records.ranked,
    /** The price of a bitcoin, the unit of exchanges' volumes, without a call; null if unknown. */
    bitcoinPrice: (currency: Currency) => records.read("bitcoin", currency)?.coin.price ?? null,
    /** The records of all coins that an answer has named. */
    records,
    /** Resolves when the stored data of an earlier process are loaded. */
    restored,
    /** Stores the data, and stops background work. */
    async close(): Promise<void> {
      clearInterval(timer);
      if (isKept) saveObserved();
      await store.close();
    },
  };
}

/** Rejects text that cannot be a coin's id, without a call. */
function requireCoinId(id: string): void {
  if (!isCoinId(id)) throw new MarketDataFailure("not-found", "not a coin id");
}
