import type { CoinNames, FoundCoin, NamedCoin } from "~/domain/market/coin";
import { linkedCoin } from "~/domain/search/query";
import { isCalled, searchKey } from "~/domain/search/search-key";
import { TIME } from "~/domain/time";
import type { Clock } from "../clock.server";
import type { Visit } from "../market-data/gate/patience.server";
import { type MarketData, RANKED_PAGES } from "../market-data/market-data.server";
import { MarketDataFailure, outcomeOf } from "../market-data/policy/failure.server";
import { within } from "../within.server";
import { buildCatalogue, type Catalogue, indexExchanges } from "./catalogue.server";

type Market = Pick<MarketData, "common" | "rankedCoins" | "records">;

const SEARCH = {
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
 * background when there is a newer list, when there are ranks at last, and every ten minutes.
 */
export function createCoinSearch(market: Market, { monotonic }: Clock, largest?: readonly string[]) {
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
  let areRanksKnown = false;

  /** Requests exchanges, which are cached for a day, and the ranks of the largest coins, for an hour. */
  function ask(): void {
    if (asking !== null || monotonic() - askedAt < SEARCH.askMs) return;
    askedAt = monotonic();
    asking = Promise.all([readExchanges().catch(logFault), readRanks().catch(logFault)]).finally(() => {
      asking = null;
    });
    asked = within(SEARCH.maxWaitMs, asking);
  }

  /** Unlike ranks, they do not yield to visitors' calls: visitors of the exchanges' page wait for the same call. */
  async function readExchanges(): Promise<void> {
    findExchanges = indexExchanges((await market.common.exchangeNames.read()).value);
  }

  async function readRanks(): Promise<void> {
    for (const page of RANKED_PAGES) {
      await market.rankedCoins(page);
      areRanksKnown = true;
    }
  }

  async function build(names: CoinNames): Promise<Catalogue> {
    const isRanked = areRanksKnown;
    catalogue = await buildCatalogue(names, market.records, largest);
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
    const areRanksReady = areRanksKnown && !hasRanks && asking === null;
    if (catalogue.names !== names || areRanksReady || isOld) beginBuilding(names).catch(logFault);
    return catalogue;
  }

  /** The coins with these ids, as far as they are known. */
  function named(ids: readonly string[], names: CoinNames): readonly NamedCoin[] {
    return ids.flatMap((id) => {
      const coin = names.get(id) ?? market.records.read(id, "usd")?.coin;
      return coin ? { id, symbol: coin.symbol, name: coin.name } : [];
    });
  }

  /**
   * Finds at most `limit` coins, and exchanges, for a non-empty query: by their names and symbols, or the coin of a link or a contract
   * address. It fetches only the list of coins, once a day. Rejects with a MarketDataFailure if there is no list.
   */
  async function find(query: string, limit: number, visit?: Visit) {
    const names = await market.common.coinNames.read(visit?.long);
    const { find, nearest } = await catalogueOf(names.value);
    const withFacts = (coin: NamedCoin): FoundCoin => ({ ...coin, ...market.records.facts(coin.id) });
    const linked = linkedCoin(query);
    const key = searchKey(linked ?? query);
    const found = find(key, limit);
    const called = found.coins.map(withFacts).filter((coin) => isCalled(coin, query));
    // Some addresses are words, and may be names of other coins.
    const contracts = called.length > 0 ? [] : market.records.withContract(query);
    const meant = named(linked === null ? contracts : [linked], names.value)
      .slice(0, limit)
      .map(withFacts);
    const { coins, count } = meant.length > 0 ? { coins: meant, count: meant.length } : found;
    const [best, next] = meant.length > 0 ? meant : called;
    return {
      // The one coin that is meant by its whole name or symbol; null if several have it, none of which is among the largest.
      // Of coins with the same address, none is meant more than the others.
      exact: best && (next === undefined || (meant.length === 0 && best.rank !== null)) ? best : null,
      // Best first.
      coins: coins.map(withFacts),
      // Of all matches, including those beyond the limit.
      count,
      // Coins whose names begin alike, if none matches.
      nearest: count === 0 ? nearest(key, MAX_NEAREST).map(withFacts) : [],
      exchanges: findExchanges(key, MAX_EXCHANGES).map(({ id, name, image }) => ({ id, name, image })),
      // When the list of coins was fetched.
      fetchedAt: names.fetchedAt,
      freshForMs: hasRanks ? SEARCH.freshMs : 0,
    };
  }

  return {
    find,
    /** The same, but null without a list of coins. */
    tryFind: async (...query: Parameters<typeof find>) => (await outcomeOf(find(...query))).answer,
  };
}

/** Failures of the service are logged where they occur. */
function logFault(error: unknown): void {
  if (!(error instanceof MarketDataFailure)) console.error(error);
}
