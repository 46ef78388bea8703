import type { Currency } from "~/domain/market/currency";
import { arrangeExchanges, type Exchange, type ExchangeView } from "~/domain/market/exchange";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { createRequestBudget } from "~/services/market-data/calls/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { exchangesDescription } from "./descriptions.server";
import { type DataAge, type Described, type Page, pageOf } from "./page.server";

/** Model of the page of exchanges. */
export interface ExchangesPage extends DataAge, Described {
  /** The exchanges of the view, in its order. */
  readonly exchanges: readonly Exchange[];
  /** Their number. */
  readonly count: number;
  readonly view: ExchangeView;
  readonly currency: Currency;
  /** One bitcoin in that currency; null if no call has fetched it. */
  readonly bitcoinPrice: number | null;
}

/**
 * Gathers the page of exchanges. Volumes are converted at Bitcoin's price if that is known without a call.
 * @throws {MarketDataFailure}
 */
export async function exchangesPage(
  currency: Currency,
  view: ExchangeView,
  signal: AbortSignal,
): Promise<Page<ExchangesPage>> {
  const answer = await marketData.exchanges(createRequestBudget(signal));
  const { value, fetchedAt, freshForMs } = answer;
  const bitcoinPrice = marketData.bitcoinPrice(currency);
  // Any other page may fetch a price soon.
  const soon = bitcoinPrice === null ? Math.min(freshForMs, PRICES_FRESH_MS) : freshForMs;
  return pageOf([{ ...answer, freshForMs: soon }], {
    exchanges: arrangeExchanges(value, view),
    count: value.length,
    view,
    currency,
    bitcoinPrice,
    description: exchangesDescription(value, fetchedAt),
  });
}
