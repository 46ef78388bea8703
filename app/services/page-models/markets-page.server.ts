import { MARKETS_PER_PAGE } from "~/domain/market/coin-details";
import type { Currency } from "~/domain/market/currency";
import { shownMarkets } from "~/domain/market/shown-markets";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";

/**
 * Gathers a page of a coin's markets, in one currency, from the coin's own answer.
 * @throws {MarketDataFailure}
 */
export async function marketsPage(id: string, currency: Currency, pageNumber: number, signal: AbortSignal) {
  const { values, age } = await marketData.gather({ ownAnswer: { id } }, marketData.visit(signal));
  const markets = shownMarkets(values.ownAnswer, currency, age.fetchedAt);
  const first = (pageNumber - 1) * MARKETS_PER_PAGE;
  return agedModel(age, {
    id,
    name: values.ownAnswer.in[currency].name,
    currency,
    pageNumber,
    pageCount: Math.max(1, Math.ceil(markets.length / MARKETS_PER_PAGE)),
    // Of all pages.
    count: markets.length,
    markets: markets.slice(first, first + MARKETS_PER_PAGE),
  });
}
