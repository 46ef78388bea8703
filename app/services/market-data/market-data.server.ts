import { downsamplePriceHistory, normalisePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import {
  type Coin,
  type CoinNames,
  type CoinRow,
  type CoinSummary,
  type FoundCoin,
  isCoinId,
  type RankedCoin,
} from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Exchange } from "~/domain/market/exchange";
import type { Range } from "~/domain/market/range";
import type { TableOrder } from "~/domain/market/table-view";
import type { ServedAnswer } from "./cache/answer-cache.server";
import { CACHE_POLICIES, HISTORY_POLICIES, MAX_POINTS } from "./cache/cache-policy.server";
import type { Visit } from "./cache/visit.server";
import type { ServedRows } from "./coin-rows/coin-rows.server";
import { MarketDataFailure } from "./failure.server";
import type { MarketSource } from "./provider/market-source.server";
import { createReaders, historyKey, type ReadersOptions } from "./readers.server";
import type { SeenCoins } from "./seen-coins.server";

/** A coin's prices over a range, normalised; downsampled only where the service sends more than `MAX_POINTS`. */
interface ServedHistory extends ServedAnswer<readonly PricePoint[]> {
  /** Whether the service gives no more than one year to this site, and more was asked for. */
  readonly isOneYearOnly: boolean;
}

/**
 * Door to all that the site knows of the market. Each promise rejects with a MarketDataFailure and nothing else. Values are
 * frozen, and the same object for as long as they are kept. Reads of one page pass the same visit.
 */
export interface MarketData {
  coins(currency: Currency, pageNumber: number, visit?: Visit): Promise<ServedAnswer<readonly CoinSummary[]>>;
  coinTable(
    currency: Currency,
    pageNumber: number,
    order: TableOrder,
    visit?: Visit,
  ): Promise<ServedAnswer<readonly CoinRow[]>>;
  /**
   * Rows of the table for single coins, 50 at the most, in the order of their ids. Ids of no coins are left out, and so are coins
   * that cannot be had now while others can; `notFound` tells which.
   */
  coinRows(ids: readonly string[], currency: Currency, visit?: Visit): Promise<ServedRows>;
  coin(id: string, visit?: Visit): Promise<ServedAnswer<Coin>>;
  priceHistory(id: string, currency: Currency, range: Range, visit?: Visit): Promise<ServedHistory>;
  exchanges(visit?: Visit): Promise<ServedAnswer<readonly Exchange[]>>;
  /** All coins by name. */
  coinNames(visit?: Visit): Promise<ServedAnswer<CoinNames>>;
  /** Ranks and pictures of 250 coins, asked for in the background: visitors' calls go first. */
  rankedCoins(pageNumber: number): Promise<ServedAnswer<readonly RankedCoin[]>>;
  trendingCoins(visit?: Visit): Promise<ServedAnswer<readonly FoundCoin[]>>;
  /** What all these answers have told of single coins. */
  readonly seen: SeenCoins;
}

interface MarketDataOptions extends ReadersOptions {
  readonly source: MarketSource;
}

/** Creates the one door to the market data: it limits the rate of calls, reads strictly, caches, and spares a failing service. */
export function createMarketData(options: MarketDataOptions): MarketData {
  const { source } = options;
  const { readers, coinRows, knownRows, coolDowns, seen } = createReaders(options);

  function readHistory(id: string, currency: Currency, range: Range, visit?: Visit) {
    return readers.history({
      key: historyKey(id, currency, range),
      endpoint: "market_chart",
      policy: HISTORY_POLICIES[range],
      id,
      visit,
      call: async () => {
        const points = await source.priceHistory(id, currency, range);
        return Object.freeze(downsamplePriceHistory(normalisePriceHistory(points, range), MAX_POINTS));
      },
    });
  }

  return {
    coins: (currency, pageNumber, visit) =>
      readers.coins({
        key: `coins/${currency}/${pageNumber}`,
        endpoint: "coins",
        policy: CACHE_POLICIES.coins,
        visit,
        call: () => source.coins(currency, pageNumber),
      }),
    coinTable: (currency, pageNumber, order, visit) =>
      readers.coinTable({
        key: `coin-table/${currency}/${pageNumber}/${order}`,
        endpoint: "coin_table",
        policy: CACHE_POLICIES.coinTable,
        visit,
        onNew: (answer) => knownRows.keep(currency, answer),
        call: () => source.coinTable(currency, pageNumber, order),
      }),
    coinRows: (ids, currency, visit) =>
      coinRows({ ids, currency, visit, call: (missing) => source.coinRows(currency, missing) }),
    async coin(id, visit) {
      requireCoinId(id);
      return readers.coin({
        key: `coin/${id}`,
        endpoint: "coin",
        policy: CACHE_POLICIES.coin,
        id,
        visit,
        call: () => source.coin(id),
      });
    },
    async priceHistory(id, currency, range, visit) {
      requireCoinId(id);
      if (range !== "max" || !coolDowns.isPlanLimited()) {
        try {
          return { ...(await readHistory(id, currency, range, visit)), isOneYearOnly: false };
        } catch (error) {
          const isRefusal = error instanceof MarketDataFailure && error.reason === "beyond-plan";
          if (range !== "max" || !isRefusal) throw error;
        }
      }
      return { ...(await readHistory(id, currency, "1y", visit)), isOneYearOnly: true };
    },
    exchanges: (visit) =>
      readers.exchanges({
        key: "exchanges",
        endpoint: "exchanges",
        policy: CACHE_POLICIES.exchanges,
        visit,
        call: () => source.exchanges(),
      }),
    coinNames: (visit) =>
      readers.names({
        key: "names",
        endpoint: "coins_list",
        policy: CACHE_POLICIES.names,
        visit,
        call: () => source.coinNames(),
      }),
    rankedCoins: (pageNumber) =>
      readers.ranks({
        key: `ranks/${pageNumber}`,
        endpoint: "ranked_coins",
        policy: CACHE_POLICIES.ranks,
        isBackground: true,
        call: () => source.rankedCoins(pageNumber),
      }),
    trendingCoins: (visit) =>
      readers.trending({
        key: "trending",
        endpoint: "trending",
        policy: CACHE_POLICIES.trending,
        visit,
        call: () => source.trendingCoins(),
      }),
    seen,
  };
}

/** Fails for text that can be no coin's id, without a call. */
function requireCoinId(id: string): void {
  if (!isCoinId(id)) throw new MarketDataFailure("not-found", "not a coin id");
}
