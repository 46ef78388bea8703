import type { Currency } from "~/domain/market/currency";
import { arrangeExchanges, type ExchangeView, isRanked, possibleView } from "~/domain/market/exchange";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";
import { exchangesDescription } from "./descriptions.server";

/**
 * Gathers the page of exchanges. Volumes are converted at Bitcoin's price if that is known without a call.
 * @throws {MarketDataFailure}
 */
export async function exchangesPage(currency: Currency, asked: ExchangeView, signal: AbortSignal) {
  const { values, age } = await marketData.gather({ exchanges: "must" }, marketData.visit(signal));
  const { exchanges } = values;
  const areRanked = isRanked(exchanges);
  const view = possibleView(asked, areRanked);
  const bitcoinPrice = marketData.known("bitcoin", currency)?.price ?? null;
  // Any other page may fetch a price soon.
  const freshForMs = bitcoinPrice === null ? Math.min(age.freshForMs, PRICES_FRESH_MS) : age.freshForMs;
  return agedModel(
    { ...age, freshForMs },
    {
      exchanges: arrangeExchanges(exchanges, view),
      // Of all, not of the view alone.
      count: exchanges.length,
      view,
      areRanked,
      currency,
      // Null if no call has fetched it.
      bitcoinPrice,
      description: exchangesDescription(exchanges, age.fetchedAt),
    },
  );
}
