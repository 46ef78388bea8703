import { MARKETS_PER_PAGE } from "~/domain/market/coin-details";
import type { Currency } from "~/domain/market/currency";
import type { ShownMarket } from "~/domain/market/shown-details";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { shownMarkets } from "./coin-details.server";
import { type DataAge, type Page, pageOf } from "./page.server";

/** Model of a page of a coin's markets, in one currency. */
interface MarketsPage extends DataAge {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
  readonly pageNumber: number;
  readonly pageCount: number;
  /** Of all pages. */
  readonly count: number;
  /** The page's. */
  readonly markets: readonly ShownMarket[];
}

/**
 * Gathers a page of a coin's markets from the coin's own answer.
 * @throws {MarketDataFailure}
 */
export async function marketsPage(
  id: string,
  currency: Currency,
  pageNumber: number,
  signal: AbortSignal,
): Promise<Page<MarketsPage>> {
  const answer = await marketData.coin(id, createRequestBudget(signal));
  const markets = shownMarkets(answer.value, currency, answer.fetchedAt);
  const first = (pageNumber - 1) * MARKETS_PER_PAGE;
  return pageOf([answer], {
    id,
    name: answer.value.name,
    currency,
    pageNumber,
    pageCount: Math.max(1, Math.ceil(markets.length / MARKETS_PER_PAGE)),
    count: markets.length,
    markets: markets.slice(first, first + MARKETS_PER_PAGE),
  });
}
