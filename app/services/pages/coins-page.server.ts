import type { Currency } from "~/domain/market/currency";
import { packCoins } from "~/domain/wire/coin-list";
import { createVisit } from "~/services/market-data/cache/flights.server";
import { marketData } from "~/services/market-data/configured.server";
import { type DataAge, type Page, pageOf } from "./page.server";

/** Model of a page of the coin list. */
interface CoinsPage extends DataAge {
  /** The list as `packCoins` writes it. */
  readonly coins: string;
  readonly currency: Currency;
  readonly pageNumber: number;
}

/**
 * Gathers a page of the coin list; beyond the last coin it is empty.
 * @param signal aborted when the visitor has left
 * @throws {MarketDataFailure}
 */
export async function coinsPage(
  currency: Currency,
  pageNumber: number,
  signal: AbortSignal,
): Promise<Page<CoinsPage>> {
  const coins = await marketData.coins(currency, pageNumber, createVisit(signal));
  return pageOf([coins], { coins: packCoins(coins.value, currency), currency, pageNumber });
}
