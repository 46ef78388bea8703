import type { Exchange } from "~/domain/exchange";
import { marketData } from "~/services/market-data/configured.server";

/** What the page of exchanges shows. */
export interface ExchangesPage {
  readonly exchanges: readonly Exchange[];
}

/**
 * Gathers the page of exchanges.
 * @throws {MarketDataFailure}
 */
export async function exchangesPage(): Promise<ExchangesPage> {
  return { exchanges: await marketData.exchanges() };
}
