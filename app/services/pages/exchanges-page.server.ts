import type { Currency } from "~/domain/market/currency";
import { arrangeExchanges, type ExchangeView, isRanked, possibleView } from "~/domain/market/exchange";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { marketData } from "~/services/market-data/configured.server";
import { createPatience } from "~/services/market-data/gate/patience.server";
import { exchangesDescription } from "./descriptions.server";
import { pageOf } from "./page.server";

/**
 * Gathers the page of exchanges. Volumes are converted at Bitcoin's price if that is known without a call.
 * @throws {MarketDataFailure}
 */
export async function exchangesPage(currency: Currency, asked: ExchangeView, signal: AbortSignal) {
  const answer = await marketData.exchanges(createPatience(signal));
  const { value, fetchedAt, freshForMs } = answer;
  const areRanked = isRanked(value);
  const view = possibleView(asked, areRanked);
  const bitcoinPrice = marketData.known("bitcoin", currency)?.price ?? null;
  // Any other page may fetch a price soon.
  const soon = bitcoinPrice === null ? Math.min(freshForMs, PRICES_FRESH_MS) : freshForMs;
  return pageOf([{ ...answer, freshForMs: soon }], {
    exchanges: arrangeExchanges(value, view),
    // Of all, not of the view alone.
    count: value.length,
    view,
    areRanked,
    currency,
    // Null if no call has fetched it.
    bitcoinPrice,
    description: exchangesDescription(value, fetchedAt),
  });
}
