import type { MoversDay } from "~/domain/feed/feed-entries";
import { type Coin, coinOfAnswer, type KnownCoin, type MarketCoin } from "~/domain/market/coin";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { TableOrder } from "~/domain/market/table-view";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { TIME } from "~/domain/time";
import { parseBoundedJson } from "../bounded-body.server";
import { currentNetwork } from "../visitor-network.server";
import { createGate, type GateOptions } from "./gate/gate.server";
import { createPatience, type Patience, SHORT_WAIT_MS } from "./gate/patience.server";
import { createAnswers, type ServedAnswer } from "./memory/answers.server";
import { createCoinRecords, type Needs } from "./memory/coin-records.server";
import { createCoinRows } from "./memory/coin-rows.server";
import { createDayBooks } from "./memory/day-books.server";
import { createHistories } from "./memory/histories.server";
import { createMemoryBudget } from "./memory/memory-budget.server";
import { createPrices } from "./memory/prices.server";
import { createToldMovers, type MoversRequest } from "./memory/told-movers.server";
import { type Answer, type Fetched, fetchedAtTime, KINDS } from "./policy/cache-policy.server";
import { MarketDataFailure, outcomeOf } from "./policy/failure.server";
import { type Endpoint, keyOf, readAnswer } from "./source/client.server";
import { coinEndpoint } from "./source/coin.server";
import {
  type CoinList,
  coinsEndpoint,
  PRICES_KEY,
  rankedCoinsEndpoint,
  simplePricesEndpoint,
  storedListOf,
} from "./source/coin-lists.server";
import { exchangeEndpoint } from "./source/exchange.server";
import * as source from "./source/market.server";
import { EMPTY_STORE, type RawAnswer } from "./store/answer-store.server";

/** The pages of ranked coins for searches: the thousand largest coins, which nearly all searches are for. */
export const RANKED_PAGES = [1, 2, 3, 4] as const;

type ServedCoins = ServedAnswer<readonly MarketCoin[]>;

export type MarketData = ReturnType<typeof createMarketData>;

interface MarketDataOptions extends GateOptions {
  /** For all that is known; by default `usualMemoryBudget`. */
  readonly memoryBytes?: number;
}

const OBSERVED_PRICES = "observed-prices";
const OBSERVED_LIMITS = { maxBytes: 4_100_000, maxValues: 400_000 };

/**
 * Creates what stands behind the door to market data: facts (lists, names, descriptions, past prices), each a cached answer, and prices,
 * one record per coin, fed by every answer that carries the coin. All reads reject with a MarketDataFailure and nothing else.
 */
export function createMarketData({ memoryBytes, ...options }: MarketDataOptions) {
  const gate = createGate(options);
  const { store, freshness, coolDowns, shares } = gate;
  const { policyOf, clock } = freshness;
  const memory = createMemoryBudget(memoryBytes);
  const answers = createAnswers(gate, memory);
  const records = createCoinRecords(freshness, memory);
  const prices = createPrices(gate, records);

  /** Data of which there is one for all visitors. */
  function commonFact<Value extends object>(
    endpoint: Endpoint<Value>,
    policy = () => policyOf(endpoint.kind),
  ) {
    return {
      read: (patience?: Patience | null) => answers.read(endpoint, patience, policy),
      /** Without a call; null if there is none, or it is too old. */
      known: () => answers.known(endpoint, policy().maxAgeMs)?.value ?? null,
    };
  }
  const coinNames = commonFact({ ...source.COIN_NAMES_ENDPOINT, onAnswer: records.noteWholeList });
  const coinRows = createCoinRows(gate, records, coinNames.read);
  const toldMovers = createToldMovers(gate, records);
  const recorded = (list: CoinList) => ({
    ...list,
    onAnswer: (answer: Answer<readonly MarketCoin[]>) =>
      records.noteCoins(list.currency, answer, list.isTable),
  });

  /** Replaces an answer's prices with those of the records, and has them refreshed if the plan limits calls. */
  async function priced<Coins extends ServedCoins>(answer: Coins, currency: Currency, patience?: Patience) {
    const { value: coins, ...rest } = answer;
    const ids = coins.map(({ id }) => id);
    const age = await prices.renew(ids, currency, patience);
    const freshForMs = Math.min(answer.freshForMs, age?.freshForMs ?? Number.POSITIVE_INFINITY);
    const value: readonly KnownCoin[] = coins.map(
      (coin) => records.read(coin.id, currency)?.coin ?? coinOfAnswer(coin, answer.fetchedAt),
    );
    return { ...rest, ...age, freshForMs, value: Object.freeze(value) };
  }

  /** Reads a list; see `coinsEndpoint`. On a limited plan the table serves cards, too; otherwise only while it is fresh. */
  async function coins(
    currency: Currency,
    page: number,
    order: TableOrder | null = null,
    patience?: Patience,
    category?: string,
  ) {
    const shownOrder = freshness.freshTimes() === null ? order : (order ?? "market_cap_desc");
    const list = recorded(coinsEndpoint(currency, page, shownOrder, category));
    const { ttlMs } = KINDS.coins;
    if (shownOrder === null && category === undefined && answers.known(list, ttlMs) === null) {
      const table = answers.known(coinsEndpoint(currency, page, "market_cap_desc"), ttlMs);
      if (table !== null) answers.remember(table, list);
    }
    return priced(await answers.read(list, patience), currency, patience);
  }

  /**
   * Refuses an id that the list of all coins lacks. Coins are listed every hour: unless the list is as new as that, the service is
   * asked, as far as that takes nothing from others. What it does not know either is refused without a call for a while.
   * @throws {MarketDataFailure} `not-found`
   */
  function refuseMadeUp(id: string, endpoint: Endpoint<Coin>): void {
    const names = answers.known(source.COIN_NAMES_ENDPOINT, Number.POSITIVE_INFINITY);
    if (!records.isMadeUp(id) || names?.value.has(id)) return;
    const isOld = names !== null && freshness.ageOf(names) > TIME.HOUR;
    const remembered = coolDowns.blocking(keyOf(endpoint));
    const isAsked =
      remembered === null ? isOld && shares.takeSpare(currentNetwork()) : remembered.reason !== "not-found";
    if (!isAsked) throw new MarketDataFailure("not-found", `${id}: not on the list of all coins`);
  }

  /** Reads what the store has; each value that cannot be read is left out, and logged. */
  async function restore(): Promise<void> {
    type Note = (body: string, at: Fetched) => unknown;
    async function read(name: string, stored: RawAnswer | null, note: Note) {
      try {
        if (stored !== null) await note(stored.body, fetchedAtTime(clock, stored.fetchedAt));
      } catch (error) {
        console.warn(`market data: ${name} not restored: ${error}`);
      }
    }
    const [observed, latest] = await Promise.all([store.read(OBSERVED_PRICES), store.read(PRICES_KEY)]);
    // First, because lists bring newer prices.
    await read(OBSERVED_PRICES, observed.answer, (body) =>
      records.observed.read(parseBoundedJson(body, OBSERVED_LIMITS)),
    );
    for await (const [path, answer] of store.all()) {
      const list = storedListOf(path);
      if (list === null) continue;
      await read(path, answer, async (body, at) =>
        recorded(list).onAnswer({ value: await readAnswer(body, list), ...at }),
      );
    }
    await read(PRICES_KEY, latest.answer, async (body, at) =>
      records.notePrices({ value: await readAnswer(body, simplePricesEndpoint([])), ...at }),
    );
  }
  const restored = restore();
  /** Drops what has expired, and stores the observed prices. */
  async function tidyUp(): Promise<void> {
    memory.purge();
    if (store === EMPTY_STORE) return;
    const body = await records.observed.write();
    await store.write(OBSERVED_PRICES, { body, fetchedAt: clock.now() }, 8 * TIME.DAY);
  }
  const timer = setInterval(tidyUp, 5 * TIME.MINUTE).unref();

  const histories = createHistories(gate, answers, records, coinRows);

  return {
    common: {
      exchanges: commonFact(source.EXCHANGES_ENDPOINT),
      /** The same for names only, fresh for a day and served for a week. */
      exchangeNames: commonFact(source.EXCHANGES_ENDPOINT, () => KINDS.names),
      coinNames,
      categories: commonFact(source.CATEGORIES_ENDPOINT),
      categoryFigures: commonFact(source.CATEGORY_FIGURES_ENDPOINT),
      trending: commonFact({ ...source.TRENDING_ENDPOINT, onAnswer: records.noteNames }),
      // Pages do not say how old it is.
      glance: commonFact(source.GLOBAL_ENDPOINT, () => {
        const { ttlMs } = policyOf("glance");
        return { ttlMs, maxAgeMs: Math.max(TIME.HOUR, 2 * ttlMs) };
      }),
    },
    coins,
    /** Has the table of a page of cards fetched for its lines of the week, at most once an hour. Nobody waits for it. */
    renewWeeks(currency: Currency, page: number, category: string | null): void {
      const table = recorded(coinsEndpoint(currency, page, "market_cap_desc", category ?? undefined));
      const isDue = freshness.freshTimes() === null && answers.known(table, TIME.HOUR) === null;
      if (isDue) answers.read(table, null).catch(() => {});
    },
    /** Single coins, at most 50, in the order of their ids, from their records; see `createCoinRows`. */
    coinRows: async (ids: readonly string[], currency: Currency, patience?: Patience, needs?: Needs) =>
      priced(await coinRows(ids, currency, patience, needs), currency, patience),
    /** A coin with the details of its own answer; its prices may be older than those of its record. */
    async coin(id: string, patience?: Patience): Promise<ServedAnswer<Coin>> {
      const endpoint = { ...coinEndpoint(id), onAnswer: records.noteCoin };
      refuseMadeUp(id, endpoint);
      const answer = await answers.read(endpoint, patience);
      if (CURRENCIES.some((currency) => records.latestFetch(id, currency) === undefined))
        records.noteCoin({ ...answer, ...fetchedAtTime(clock, answer.fetchedAt) });
      return answer;
    },
    priceHistory: histories.priceHistory,
    knownHistory: histories.upToNow,
    /** Whether calls are not counted by the month, so that pages may make some that they could do without. */
    hasSpareCalls: () => freshness.freshTimes() === null,
    days: createDayBooks(gate, histories, records),
    takeForPrograms: shares.takeForPrograms,
    /** Which coins rose or fell most on the last days. @param patience null: a program asks */
    async movers(request: MoversRequest, patience: Patience | null): Promise<readonly MoversDay[]> {
      const lists =
        request.top === 100
          ? [coinsEndpoint(request.currency, 1, "market_cap_desc")]
          : RANKED_PAGES.map(rankedCoinsEndpoint);
      const mayAsk = () => patience !== null || shares.takeForPrograms();
      const asked = toldMovers.isTold(request) ? [] : lists.filter(mayAsk);
      const waiting = patience ?? createPatience(undefined, SHORT_WAIT_MS);
      await Promise.all(asked.map((list) => outcomeOf(answers.read(recorded(list), waiting))));
      return await toldMovers.read(request);
    },
    /** Has the prices of coins refreshed if the plan limits calls; see `createPrices`. */
    renewPrices: prices.renew,
    exchange: async (id: string, patience?: Patience) => answers.read(exchangeEndpoint(id), patience),
    /** 250 coins in dollars, for their ranks, fetched in the background: visitors' calls go first. */
    rankedCoins: (pageNumber: number) => answers.read(recorded(rankedCoinsEndpoint(pageNumber)), null),
    /** All known ranked coins in dollars, up to twice their ttl old, without a call. */
    knownRanks(): ServedAnswer<readonly KnownCoin[]> | null {
      const maxAgeMs = 2 * policyOf("ranks").ttlMs;
      const pages = RANKED_PAGES.flatMap((page) => answers.known(rankedCoinsEndpoint(page), maxAgeMs) ?? []);
      // A coin that moved to another page between two calls is on both.
      const coins = new Map(
        pages.flatMap(({ value, fetchedAt }) =>
          value.map((coin) => [coin.id, coinOfAnswer(coin, fetchedAt)] as const),
        ),
      );
      const fetchedAt = Math.min(...pages.map((page) => page.fetchedAt));
      const age = { fetchedAt, freshForMs: PRICES_FRESH_MS, isOutOfDate: false };
      return pages.length === 0 ? null : { value: [...coins.values()], ...age };
    },
    known: (id: string, currency: Currency): KnownCoin | null => records.read(id, currency)?.coin ?? null,
    /** The known coins with a price in a currency and a rank up to a maximum, the largest first, without a call. */
    knownCoins: records.ranked,
    records,
    restored,
    async close(): Promise<void> {
      clearInterval(timer);
      // A store that does not reply in its time is not waited for.
      await tidyUp();
      await store.close();
    },
  };
}
