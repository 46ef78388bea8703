import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { createVisit } from "~/services/market-data/cache/visit.server";
import { marketData } from "~/services/market-data/configured.server";

/**
 * Gathers what a coin's page and its files show. The two upstream calls are made one after the other: an unknown coin costs one
 * call only, and a limited service is not hit twice at once.
 * @param signal aborted when the visitor has left
 * @throws {MarketDataFailure}
 */
export async function coinAnswers(id: string, currency: Currency, range: Range, signal: AbortSignal) {
  const visit = createVisit(signal);
  const answer = await marketData.coin(id, visit);
  const history = await marketData.priceHistory(id, currency, range, visit);
  const { quotes, ...coin } = answer.value;
  return { answer, history, coin, quote: quotes[currency] };
}
