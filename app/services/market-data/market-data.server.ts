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
import { type Answer, createCalls } from "./calls/calls.server";
import { createCoolDowns } from "./calls/cool-downs.server";
import { createMarketMetrics } from "./calls/metrics.server";
import { createMonthBudget } from "./calls/month-budget.server";
import { createNetworkShares } from "./calls/network-shares.server";
import { createRequestBudget, type RequestBudget } from "./calls/request-budget.server";
import { type AnswersOptions, createAnswers, type ServedAnswer } from "./facts/answers.server";
import {
  type CachePolicy,
  createFreshness,
  type Kind,
  ONE_MINUTE,
  policyOf,
  pricePolicy,
  TIMELESS_KINDS,
} from "./facts/cache-policy.server";
import { createHistories, type HistoryRequest } from "./facts/histories.server";
import { MarketDataFailure } from "./failure.server";
import { type AnswerStore, NO_STORE } from "./kept/answer-store.server";
import { createCoinRecords, type Needs, type RecordPolicies } from "./prices/coin-records.server";
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
  /** Where answers are kept beyond this process; nowhere, unless given. */
  readonly store?: AnswerStore;
  /** Registry of the metrics. */
  readonly registry?: Registry;
  readonly clock?: Clock;
  /** From 0 to 1, for the jitter of cool-downs. */
  readonly random?: () => number;
}

/** How many times as long as a price the columns of the table stay fresh that other answers lack. */
const TABLE_FRESH_FACTOR = 5;

const OBSERVED_PRICES = "observed-prices";
const SAVE_OBSERVED_EVERY_MS = 5 * TIME.MINUTE;
const OBSERVED_LIMITS = { maxBytes: 4_100_000, maxValues: 400_000 };

/**
 * Creates the one way to market data. It knows two kinds of things: facts (lists, names, descriptions, past prices), each an answer
 * that is kept, and prices, of which there is one record for each coin, fed by every answer that carries the coin. Pages are made of
 * facts, with the prices of the records.
 *
 * With a limited number of calls a month, facts live longer, and the prices of all that is looked at come from one call. Each promise
 * of a read rejects with a MarketDataFailure and nothing else. Values are frozen. All reads of one page pass the same budget.
 */
export function createMarketData({
  getBody,
  callsPerMinute = 0,
  callsPerMonth = 0,
  isSample = false,
  store = NO_STORE,
  registry = new Registry(),
  clock = SYSTEM_CLOCK,
  random = Math.random,
}: MarketDataOptions) {
  const coolDowns = createCoolDowns({ clock, random });
  const month = createMonthBudget({ callsPerMonth, countInMonth: store.countInMonth, clock });
  const { countCall } = store;
  const queue = createCallQueue({ callsPerMinute, month, countCall, pausing: coolDowns.pausing, clock });
  const shares = createNetworkShares({ callsPerMinute, month, clock });
  const metrics = createMarketMetrics(registry, queue, month, clock);
  const getAnswer = createCalls({ getBody, queue, coolDowns, store, metrics, clock });
  const planNow = () => (callsPerMonth > 0 ? month.plan() : null);
  function policyNow(kind: Kind): CachePolicy {
    if (isSample && !TIMELESS_KINDS.has(kind)) return ONE_MINUTE;
    return kind === "prices" ? pricePolicy(planNow()) : policyOf(kind, planNow());
  }
  const freshness = createFreshness(clock);
  const common = { getAnswer, coolDowns, shares, metrics, freshness, policyNow };
  function recordPoliciesFor(price: CachePolicy): RecordPolicies {
    if (callsPerMonth === 0)
      return { price, week: { ...price, ttlMs: TABLE_FRESH_FACTOR * price.ttlMs }, areRenewed: false };
    const { ttlMs } = policyOf("records", planNow());
    return { price, week: { ttlMs, maxAgeMs: Math.max(TIME.DAY, 2 * ttlMs) }, areRenewed: true };
  }
  const recordPolicies = () => recordPoliciesFor(policyNow("prices"));
  /** The same for what makes no call: the sample market, too, would hardly ever have it if it expired with each minute. */
  const withoutCall = () => recordPoliciesFor(pricePolicy(planNow()));
  const records = createCoinRecords(recordPolicies, freshness);
  const prices = createPrices(common, records);

  const readerOf = <Value extends object>(kind: Kind, options?: AnswersOptions<Value>) =>
    createAnswers<Value>(kind, common, options);

  /** Takes note of the coins of a list, in the currency that its path names. */
  function noteList(answer: Answer<readonly MarketCoin[]>, { path }: { readonly path: string }): void {
    const { currency, isTable } = keptListOf(path) ?? {};
    if (currency !== undefined) records.noteCoins(currency, answer, isTable === true);
  }
  const shared = { isShared: true, isCharged: true, onNew: noteList };
  const cards = readerOf<readonly MarketCoin[]>("coins", shared);
  const tables = readerOf<readonly MarketCoin[]>("coinTable", shared);
  const categories = readerOf<readonly MarketCoin[]>("category", { isCharged: true, onNew: noteList });
  const coins = readerOf<Coin>("coin", { isCharged: true, onNew: records.noteCoin });
  const exchanges = readerOf<readonly Exchange[]>("exchanges");
  const names = readerOf<CoinNames>("names");
  const ranks = readerOf<readonly MarketCoin[]>("ranks", { onNew: noteList });
  const trending = readerOf<readonly FoundCoin[]>("trending", { onNew: records.noteNames });
  const glances = readerOf<MarketGlance>("glance");

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
    planNow,
    isSample,
    records,
    readWeek: ({ id, currency, budget }) => coinRows([id], currency, budget, "week"),
  });

  /** Puts the prices of the records in the place of those of an answer, and has them renewed where the plan limits calls. */
  async function priced<Served extends ServedAnswer<readonly MarketCoin[]>>(
    answer: Served,
    currency: Currency,
    budget?: RequestBudget,
  ) {
    const ids = answer.value.map(({ id }) => id);
    const age = planNow() === null || ids.length === 0 ? null : await prices.renew(ids, currency, budget);
    const value = answer.value.map((coin) => records.read(coin.id, currency)?.coin ?? coin);
    return { ...answer, ...aged(answer, age), value: Object.freeze(value) };
  }

  /** What is known from an earlier process. */
  async function restore(): Promise<void> {
    const at = (fetchedAt: number) => ({
      fetchedAt,
      receivedAt: clock.monotonic() - (clock.now() - fetchedAt),
    });
    const [observed, latest] = await Promise.all(
      [OBSERVED_PRICES, PRICES_KEY].map((name) => store.read(name)),
    );
    // First, because lists bring later prices.
    if (observed?.answer)
      records.observed.read(parseBoundedJson(observed.answer.body, OBSERVED_PRICES, OBSERVED_LIMITS));
    for await (const [name, { body, fetchedAt }] of store.all()) {
      const list = keptListOf(name);
      if (list !== null)
        noteList({ value: await readAnswer(body, list.endpoint), ...at(fetchedAt) }, { path: name });
    }
    if (latest?.answer) {
      const value = await readAnswer(latest.answer.body, simplePricesEndpoint([]));
      records.notePrices({ value, ...at(latest.answer.fetchedAt) });
    }
  }
  const restored =
    store === NO_STORE
      ? Promise.resolve()
      : restore().catch((error: unknown) =>
          console.warn(`market data: not all that was kept is read: ${error}`),
        );
  const saveObserved = () =>
    store.write(OBSERVED_PRICES, { body: records.observed.write(), fetchedAt: clock.now() }, 8 * TIME.DAY);
  const timer = store === NO_STORE ? undefined : setInterval(saveObserved, SAVE_OBSERVED_EVERY_MS).unref();

  return {
    /** A hundred coins with prices in the currency, the largest first; beyond the last coin none. No id comes twice. */
    async coins(currency: Currency, pageNumber: number, budget?: RequestBudget) {
      const table = coinTableEndpoint(currency, pageNumber, "market_cap_desc");
      if (planNow() !== null) return priced(await tables.read(table, { budget }), currency, budget);
      const endpoint = coinsEndpoint(currency, pageNumber);
      const { ttlMs } = policyNow("coins");
      const other = isSample || cards.known(endpoint, ttlMs) !== null ? null : tables.known(table, ttlMs);
      if (other !== null) await cards.keep(endpoint, other);
      return priced(await cards.read(endpoint, { budget }), currency);
    },
    /** A hundred rows of the table, in one of the service's own orders; beyond the last coin none. No id comes twice. */
    coinTable: async (currency: Currency, pageNumber: number, order: TableOrder, budget?: RequestBudget) =>
      priced(await tables.read(coinTableEndpoint(currency, pageNumber, order), { budget }), currency, budget),
    /**
     * A hundred coins of a category, the largest first or in an order of the table; beyond the last coin none. Anyone can make up a
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
     * Single coins, 50 at the most, in the order of their ids, from their records; those whose records are not fresh are
     * fetched together. Ids of no coins are left out, and so are coins that are not available now while others are;
     * `notFound` has the former.
     * @param needs what has to be known beside the price, so that no call is made
     */
    coinRows: async (ids: readonly string[], currency: Currency, budget?: RequestBudget, needs?: Needs) =>
      priced(await coinRows(ids, currency, budget, needs), currency, budget),
    /** A coin with what only its own answer says; its prices may be older than those of its record. */
    async coin(id: string, budget?: RequestBudget): Promise<ServedAnswer<Coin>> {
      requireCoinId(id);
      if (records.isMadeUp(id))
        throw new MarketDataFailure("not-found", `${id}: not on the list of all coins`);
      const answer = await coins.read(coinEndpoint(id), { budget });
      if (CURRENCIES.some((currency) => records.pricedAt(id, currency) === undefined))
        records.noteCoin({ ...answer, receivedAt: clock.monotonic() - (clock.now() - answer.fetchedAt) });
      return answer;
    },
    /** A coin's prices over a range, up to the price of the moment; see `createHistories`. */
    async priceHistory(request: HistoryRequest) {
      requireCoinId(request.id);
      return await priceHistory(request);
    },
    /** Has the prices of coins renewed where the plan limits calls; see `createPrices`. Null where lists bring them. */
    renewPrices: async (ids: readonly string[], currency: Currency, budget?: RequestBudget) =>
      planNow() === null ? null : await prices.renew(ids, currency, budget),
    /** The most trusted first. No id comes twice. */
    exchanges: (budget?: RequestBudget) => exchanges.read(EXCHANGES_ENDPOINT, { budget }),
    /** The same for their names alone, which are good for a day and served for a week. */
    exchangeNames: (budget?: RequestBudget) =>
      exchanges.read(EXCHANGES_ENDPOINT, { policy: policyOf("names", null), budget }),
    /** All coins by name, in any order. No id comes twice. */
    coinNames,
    /** 250 coins in dollars, for their ranks, fetched in the background: visitors' calls go first. */
    rankedCoins: (pageNumber: number) => ranks.read(rankedCoinsEndpoint(pageNumber), { isBackground: true }),
    /** All ranked coins in dollars that are known, at most twice as old as they stay fresh, without a call. No id comes twice. */
    knownRanks(): { readonly coins: readonly MarketCoin[]; readonly fetchedAt: number } | null {
      const maxAgeMs = 2 * policyOf("ranks", planNow()).ttlMs;
      const answers = RANKED_PAGES.flatMap((page) => ranks.known(rankedCoinsEndpoint(page), maxAgeMs) ?? []);
      if (answers.length === 0) return null;
      // A coin that has moved from one page to the next between two calls is on both.
      const coins = new Map(answers.flatMap(({ value }) => value.map((coin) => [coin.id, coin])));
      return {
        coins: [...coins.values()],
        fetchedAt: Math.min(...answers.map(({ fetchedAt }) => fetchedAt)),
      };
    },
    /** The few coins that are searched most at the moment, the most searched first. */
    trendingCoins: (budget?: RequestBudget) => trending.read(TRENDING_ENDPOINT, { budget }),
    /**
     * The whole market as far as it is known; null while nothing is, or what is known is too old. Nobody waits for it: a call for
     * newer figures is made in the background, after visitors' own.
     */
    glance(): MarketGlance | null {
      // Failures are logged by the call.
      glances.read(GLOBAL_ENDPOINT, { isBackground: true }).catch(() => {});
      const { ttlMs } = policyNow("glance");
      return glances.known(GLOBAL_ENDPOINT, Math.max(TIME.HOUR, 2 * ttlMs))?.value ?? null;
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
    /** Resolves when what an earlier process has kept is known. */
    restored,
    /** Keeps what is known, and ends what goes on by itself. */
    async close(): Promise<void> {
      clearInterval(timer);
      if (store !== NO_STORE) saveObserved();
      await store.close();
    },
  };
}

/** The age of an answer with prices of another time. */
function aged(answer: ServedAnswer<unknown>, age: Omit<ServedAnswer<unknown>, "value"> | null) {
  if (age === null) return {};
  return { ...age, freshForMs: Math.min(age.freshForMs, answer.freshForMs) };
}

/** Fails for text that cannot be a coin's id, without a call. */
function requireCoinId(id: string): void {
  if (!isCoinId(id)) throw new MarketDataFailure("not-found", "not a coin id");
}
