import type { Exchange } from "~/domain/exchange";
import { marketData } from "~/services/market-data/configured.server";
import { createPageMaker, type DataAge, type Page } from "./page.server";

/** What the page of exchanges shows. */
export interface ExchangesPage extends DataAge {
  readonly exchanges: readonly Exchange[];
}

const pageOf = createPageMaker<ExchangesPage>();

/**
 * Gathers the page of exchanges.
 * @throws {MarketDataFailure}
 */
export async function exchangesPage(): Promise<Page<ExchangesPage>> {
  const exchanges = await marketData.exchanges();
  return pageOf([exchanges], "", (age) => ({ exchanges: exchanges.value, ...age }));
}
