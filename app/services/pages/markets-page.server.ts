import { MARKETS_PER_PAGE } from "~/domain/market/coin-details";
import type { Currency } from "~/domain/market/currency";
import type { ShownMarket } from "~/domain/market/shown-coin";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { createRequestBudget } from "~/services/market-data/calls/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { type DataAge, type Page, pageOf } from "./page.server";
import { detailsAsOf, shownMarkets } from "./shown-coin.server";

/** Model of a page of a coin's markets, in one currency. */
interface MarketsPage extends DataAge {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
  readonly pageNumber: number;
  readonly pageCount: number;
  /** Of all pages. */
  readonly count: number;
  /** Time of the answer in milliseconds since the epoch, if prices are clearly newer by now; otherwise null. */
  readonly asOf: number | null;
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
    name: answer.value.in[currency].name,
    currency,
    pageNumber,
    pageCount: Math.max(1, Math.ceil(markets.length / MARKETS_PER_PAGE)),
    count: markets.length,
    asOf: detailsAsOf(answer.fetchedAt, SYSTEM_CLOCK.now()),
    markets: markets.slice(first, first + MARKETS_PER_PAGE),
  });
}
