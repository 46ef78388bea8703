import type { PricePoint } from "~/domain/chart/price-history";
import type { Coin, CoinNames, CoinRow, CoinSummary, FoundCoin, RankedCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Exchange } from "~/domain/market/exchange";
import type { Range } from "~/domain/market/range";
import type { TableOrder } from "~/domain/market/table-view";

/**
 * Source of market data: one call each, no memory, no second try. Each promise rejects with a MarketDataFailure, or
 * with another error where the source itself is at fault; nothing else of a provider is known to the rest of the site.
 */
export interface MarketSource {
  /** A hundred coins with prices in the currency, the largest first; beyond the last coin none. No id comes twice. */
  coins(currency: Currency, pageNumber: number): Promise<readonly CoinSummary[]>;
  /** A hundred coins with more figures, in one of the source's own orders; beyond the last coin none. No id comes twice. */
  coinTable(currency: Currency, pageNumber: number, order: TableOrder): Promise<readonly CoinRow[]>;
  /** The rows of up to 50 coins, in any order; coins that the source does not know are left out. No id has a comma. */
  coinRows(currency: Currency, ids: readonly string[]): Promise<readonly CoinRow[]>;
  /** Rejects with `not-found` where the source knows no such coin. */
  coin(id: string): Promise<Coin>;
  /** Points in any order; more than the range names does no harm. Rejects with `beyond-plan` where `max` is too much. */
  priceHistory(id: string, currency: Currency, range: Range): Promise<readonly PricePoint[]>;
  /** The most trusted first. No id comes twice. */
  exchanges(): Promise<readonly Exchange[]>;
  /** All coins by name, in any order. No id comes twice. */
  coinNames(): Promise<CoinNames>;
  /** 250 coins with their ranks and pictures, the largest first; beyond the last coin none. */
  rankedCoins(pageNumber: number): Promise<readonly RankedCoin[]>;
  /** The few coins that are looked for most at the moment, the first of them first. */
  trendingCoins(): Promise<readonly FoundCoin[]>;
}
