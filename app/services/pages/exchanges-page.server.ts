import type { Exchange } from "~/domain/market/exchange";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { exchangesDescription } from "./descriptions.server";
import { type DataAge, type Described, type Page, pageOf } from "./page.server";

/** Model of the page of exchanges. */
interface ExchangesPage extends DataAge, Described {
  readonly exchanges: readonly Exchange[];
}

/**
 * Gathers the page of exchanges.
 * @throws {MarketDataFailure}
 */
export async function exchangesPage(signal: AbortSignal): Promise<Page<ExchangesPage>> {
  const exchanges = await marketData.exchanges(createRequestBudget(signal));
  const description = exchangesDescription(exchanges.value, exchanges.fetchedAt);
  return pageOf([exchanges], { exchanges: exchanges.value, description });
}
