import { type CoinCard, type CoinRow, cardOf, rowOf } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { MarketLine } from "~/domain/market/glance";
import { arrangeRows, type TableView } from "~/domain/market/table-view";
import { createRequestBudget } from "~/services/market-data/calls/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { coinsDescription } from "./descriptions.server";
import { describeMarket } from "./glance.server";
import { type DataAge, type Described, type Page, pageOf } from "./page.server";

/** Model of a page of the coin list. */
export type CoinsPage = DataAge &
  Described &
  CoinList & {
    readonly currency: Currency;
    readonly pageNumber: number;
    /** The service's id of the coins' category; none for all coins. */
    readonly category?: string | undefined;
    /** The market in one line; null if unknown. */
    readonly glance: MarketLine | null;
  };

/** The coins of a page as cards, where the table is null, or as a table. */
type CoinList =
  | { readonly table: null; readonly coins: readonly CoinCard[] }
  | { readonly table: TableView; readonly coins: readonly CoinRow[] };

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
  const arranged = table === null ? value : arrangeRows(value, table);
  const list =
    table === null
      ? { table, coins: arranged.map((coin) => cardOf(coin, currency)) }
      : { table, coins: arranged.map(rowOf) };
  return pageOf([answer], {
    ...list,
    currency,
    pageNumber,
    ...(category === null ? {} : { category }),
    glance: describeMarket(marketData.glance(), currency),
    description: coinsDescription(arranged, currency, pageNumber, fetchedAt, category),
  });
}
