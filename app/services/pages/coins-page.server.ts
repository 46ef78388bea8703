import { type CoinCard, type CoinRow, cardOf, cardWithWeek, rowOf } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { arrangeRows, type TableView } from "~/domain/market/table-view";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
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
    /** The market in one line; null where it is not known. */
    readonly glance: string | null;
  };

/** The coins of a page as cards, where the table is null, or as a table. */
type CoinList =
  | { readonly table: null; readonly coins: readonly CoinCard[] }
  | { readonly table: TableView; readonly coins: readonly CoinRow[] };

/** Cards that have the line of the week where it is known: those of the first screen. A hundred lines weigh 3 kB. */
const MAX_WEEK_LINES = 20;

/**
 * Gathers a page of the coin list, as cards or as a table; beyond the last coin it is empty. Rows are sorted here, so all
 * sorts of one order share a call.
 * @param table null: cards
 * @throws {MarketDataFailure}
 */
export async function coinsPage(
  currency: Currency,
  pageNumber: number,
  table: TableView | null,
  signal: AbortSignal,
): Promise<Page<CoinsPage>> {
  const budget = createRequestBudget(signal);
  if (table === null) {
    const answer = await marketData.coins(currency, pageNumber, budget);
    const description = coinsDescription(answer.value, currency, pageNumber, answer.fetchedAt);
    const coins = answer.value.map((coin, index) =>
      index < MAX_WEEK_LINES ? cardWithWeek({ ...coin, ...knownWeek(coin.id, currency) }) : cardOf(coin),
    );
    const glance = describeMarket(marketData.glance(), currency);
    return pageOf([answer], { table, coins, currency, pageNumber, glance, description });
  }
  const answer = await marketData.coinTable(currency, pageNumber, table.order, budget);
  const rows = arrangeRows(answer.value.map(rowOf), table);
  return pageOf([answer], {
    table,
    coins: rows,
    currency,
    pageNumber,
    glance: describeMarket(marketData.glance(), currency),
    description: coinsDescription(rows, currency, pageNumber, answer.fetchedAt),
  });
}

/** Returns what the answers for tables and lists say of a coin's week. */
function knownWeek(id: string, currency: Currency): Partial<Pick<CoinRow, "week" | "change7d">> {
  const known = marketData.known(id, currency);
  return known === null ? {} : { week: known.week, change7d: known.change7d };
}
