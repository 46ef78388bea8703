import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { exchangesDescription } from "./descriptions.server";
import { pageOf } from "./page.server";

/**
 * Gathers the page of exchanges.
 * @throws {MarketDataFailure}
 */
export async function exchangesPage(signal: AbortSignal) {
  const exchanges = await marketData.exchanges(createRequestBudget(signal));
  const description = exchangesDescription(exchanges.value, exchanges.fetchedAt);
  return pageOf([exchanges], { exchanges: exchanges.value, description });
}
