import type { CoinSummary } from "~/domain/coin";
import type { Currency } from "~/domain/currency";
import { marketData } from "~/services/market-data/configured.server";

/** What a page of the coin list shows. */
export interface CoinsPage {
  readonly coins: readonly CoinSummary[];
  readonly currency: Currency;
  readonly page: number;
}

/**
 * Gathers a page of the coin list; beyond the last coin it is empty.
 * @throws {MarketDataFailure}
 */
export async function coinsPage(currency: Currency, page: number): Promise<CoinsPage> {
  return { coins: await marketData.coins(currency, page), currency, page };
}
