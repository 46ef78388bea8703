import type { Exchange } from "~/domain/market/exchange";
import { createVisit } from "~/services/market-data/cache/flights.server";
import { marketData } from "~/services/market-data/configured.server";
import { createPageMaker, type DataAge, type Page } from "./page.server";

/** Model of the page of exchanges. */
export interface ExchangesPage extends DataAge {
  readonly exchanges: readonly Exchange[];
}

const pageOf = createPageMaker<ExchangesPage>();

/**
 * Gathers the page of exchanges.
 * @param signal aborted when the visitor has left
 * @throws {MarketDataFailure}
 */
export async function exchangesPage(signal: AbortSignal): Promise<Page<ExchangesPage>> {
  const exchanges = await marketData.exchanges(createVisit(signal));
  return pageOf([exchanges], "", (age) => ({ exchanges: exchanges.value, ...age }));
}
