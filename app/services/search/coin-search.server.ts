import { setTimeout as pause } from "node:timers/promises";
import type { FoundCoin } from "~/domain/market/coin";
import type { CoinNames, NamedCoin } from "~/domain/market/coin-names";
import type { FoundExchange } from "~/domain/market/exchange";
import { searchKey } from "~/domain/search/search-key";
import { TIME } from "~/domain/time";
import type { Clock } from "../clock.server";
import type { RequestBudget } from "../market-data/calls/request-budget.server";
import { MarketDataFailure } from "../market-data/failure.server";
import { type MarketData, RANKED_PAGES } from "../market-data/market-data.server";
import { buildCatalogue, type Catalogue } from "./catalogue.server";
import { indexExchanges } from "./exchange-index.server";

/** The result of a search. */
export interface Found {
  /** Best first. */
  readonly coins: readonly FoundCoin[];
  /** Number of all matches, including those beyond the limit. */
  readonly count: number;
  /** Coins whose names begin alike, if none matches. */
  readonly nearest: readonly FoundCoin[];
  /** Exchanges that match, up to five, best first. */
  readonly exchanges: readonly FoundExchange[];
  /** Time at which the list of coins was fetched, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Milliseconds for which the answer is fresh; 0 while ranks are still missing. */
  readonly freshForMs: number;
}

type Market = Pick<MarketData, "coinNames" | "exchangeNames" | "rankedCoins" | "records">;

/** All times in milliseconds. */
const SEARCH = {
  /** How long an answer is fresh. */
  freshMs: TIME.MINUTE,
  /** How often the catalogue is rebuilt with ranks from other pages. */
  rebuildMs: 10 * TIME.MINUTE,
  /** Minimum time between two requests for ranks and exchanges, most of them cache hits. */
  askMs: TIME.MINUTE,
  /** How long searches wait for them: for the first answers, and after earlier ones have expired. */
  maxWaitMs: 1000,
} as const;

const MAX_NEAREST = 3;
const MAX_EXCHANGES = 5;

/**
 * Creates the search over all coins and exchanges. The first search builds its catalogue; later ones rebuild it in the
 * background when there is a newer list or new ranks.
 */
export function createCoinSearch(market: Market, { monotonic }: Clock) {
  const ranks = new Map<number, readonly FoundCoin[]>();
  let findExchanges = indexExchanges([]);
  let catalogue: Catalogue | null = null;
  let building: Promise<Catalogue> | null = null;
  let asking: Promise<unknown> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** Resolves when the latest request has its answers, or after the maximum wait. */
  let asked: Promise<unknown> = Promise.resolve();
  let builtAt = 0;
  /** Whether the catalogue has the requested ranks. */
  let hasRanks = false;
  let areRanksNew = false;

  /** Requests exchanges, which are cached for a day, and the ranks of the largest coins, for an hour. */
  function ask(): void {
    if (asking !== null || monotonic() - askedAt < SEARCH.askMs) return;
    askedAt = monotonic();
    asking = Promise.all([readExchanges().catch(logFault), readRanks().catch(logFault)]).finally(() => {
      asking = null;
    });
    asked = Promise.race([asking, pause(SEARCH.maxWaitMs, undefined, { ref: false })]);
  }

  /** Unlike ranks, they do not yield to visitors' calls: visitors of the exchanges' page wait for the same call. */
  async function readExchanges(): Promise<void> {
    findExchanges = indexExchanges((await market.exchangeNames()).value);
  }

  async function readRanks(): Promise<void> {
    for (const page of RANKED_PAGES) {
      const { value } = await market.rankedCoins(page);
      if (ranks.get(page) === value) continue;
      ranks.set(page, value);
      areRanksNew = true;
    }
  }

  async function build(names: CoinNames): Promise<Catalogue> {
    areRanksNew = false;
    const isRanked = ranks.size > 0;
    catalogue = await buildCatalogue(names, market.records);
    [hasRanks, builtAt] = [isRanked, monotonic()];
    return catalogue;
  }

  function beginBuilding(names: CoinNames): Promise<Catalogue> {
    building ??= build(names).finally(() => {
      building = null;
    });
    return building;
  }

  async function catalogueOf(names: CoinNames): Promise<Catalogue> {
    ask();
    await asked;
    if (catalogue === null) return beginBuilding(names);
    const isOld = monotonic() - builtAt > SEARCH.rebuildMs;
    // Ranks come a page at a time; the catalogue adds them together.
    const areRanksReady = areRanksNew && asking === null;
    if (catalogue.names !== names || areRanksReady || isOld) beginBuilding(names).catch(logFault);
    return catalogue;
  }

  return {
    /**
     * Finds at most `limit` coins, and exchanges, for a non-empty query. It fetches only the list of coins, once a day.
     * Rejects with a MarketDataFailure if there is no list.
     */
    async find(query: string, limit: number, budget?: RequestBudget): Promise<Found> {
      const names = await market.coinNames(budget);
      const { find, nearest } = await catalogueOf(names.value);
      const withFacts = (coin: NamedCoin): FoundCoin => ({ ...coin, ...market.records.facts(coin.id) });
      const key = searchKey(query);
      const { coins, count } = find(key, limit);
      return {
        coins: coins.map(withFacts),
        count,
        nearest: count === 0 ? nearest(key, MAX_NEAREST).map(withFacts) : [],
        exchanges: findExchanges(key, MAX_EXCHANGES).map(({ id, name, image }) => ({ id, name, image })),
        fetchedAt: names.fetchedAt,
        freshForMs: hasRanks ? SEARCH.freshMs : 0,
      };
    },
  };
}

/** Failures of the service are logged where they occur. */
function logFault(error: unknown): void {
  if (!(error instanceof MarketDataFailure)) console.error(error);
}
