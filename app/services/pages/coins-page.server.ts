import { type ListedCoin, listedCoin, listedRow } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { describeMarket, type MarketLine } from "~/domain/market/glance";
import { arrangeCoins, type TableView } from "~/domain/market/table-view";
import { createRequestBudget } from "~/services/market-data/calls/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { coinsDescription } from "./descriptions.server";
import { type DataAge, type Described, type Page, pageOf } from "./page.server";

/** Model of a page of the coin list. */
export interface CoinsPage extends DataAge, Described {
  readonly coins: readonly ListedCoin[];
  /** Null for cards. */
  readonly table: TableView | null;
  readonly currency: Currency;
  readonly pageNumber: number;
  /** The service's id of the coins' category; null for all coins. */
  readonly category: string | null;
  /** The market in one line; null if unknown. */
  readonly glance: MarketLine | null;
}

/**
 * Gathers a page of the coin list, as cards or as a table; beyond the last coin it is empty. Rows are sorted here, so all
 * sorts of one order share a call.
 * @param table null: cards
 * @param category null: all coins
 * @throws {MarketDataFailure} `not-found` for an unknown category
 */
export async function coinsPage(
  currency: Currency,
  pageNumber: number,
  table: TableView | null,
  category: string | null,
  signal: AbortSignal,
): Promise<Page<CoinsPage>> {
  const budget = createRequestBudget(signal);
  const order = table?.order ?? null;
  const answer = await (category !== null
    ? marketData.category(category, currency, pageNumber, order, budget)
    : order === null
      ? marketData.coins(currency, pageNumber, budget)
      : marketData.coinTable(currency, pageNumber, order, budget));
  const { value, fetchedAt } = answer;
  const coins = table === null ? value : arrangeCoins(value, table);
  return pageOf([answer], {
    coins: coins.map(table === null ? listedCoin : listedRow),
    table,
    currency,
    pageNumber,
    category,
    glance: describeMarket(marketData.glance(), currency),
    description: coinsDescription(coins, currency, pageNumber, fetchedAt, category),
  });
}
