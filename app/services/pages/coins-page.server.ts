import { arrangeRows } from "~/domain/market/arrange-rows";
import type { Currency } from "~/domain/market/currency";
import { type TableHead, tableCaption, tableHeads } from "~/domain/market/table-heads";
import type { TableView } from "~/domain/market/table-view";
import { packCoins } from "~/domain/wire/coin-list";
import { packCoinTable } from "~/domain/wire/coin-table";
import { createVisit } from "~/services/market-data/cache/flights.server";
import { marketData } from "~/services/market-data/configured.server";
import { type DataAge, type Page, pageOf } from "./page.server";

/** Model of a page of the coin list. */
interface CoinsPage extends DataAge {
  /** The coins as `packCoins` writes them, or `packCoinTable` for a table. */
  readonly coins: string;
  readonly currency: Currency;
  readonly pageNumber: number;
  /** Absent: cards. */
  readonly table?: CoinTableModel;
}

/** What a table shows beside its coins. */
interface CoinTableModel extends TableView {
  readonly caption: string;
  readonly heads: readonly TableHead[];
}

/**
 * Gathers a page of the coin list, as cards or as a table; beyond the last coin it is empty. How the rows of a page are sorted
 * is no matter of the service: all sorts of one order share a call.
 * @param table null: cards
 * @param signal aborted when the visitor has left
 * @throws {MarketDataFailure}
 */
export async function coinsPage(
  currency: Currency,
  pageNumber: number,
  table: TableView | null,
  signal: AbortSignal,
): Promise<Page<CoinsPage>> {
  const visit = createVisit(signal);
  if (table === null) {
    const answer = await marketData.coins(currency, pageNumber, visit);
    return pageOf([answer], { coins: packCoins(answer.value, currency), currency, pageNumber });
  }
  const answer = await marketData.coinTable(currency, pageNumber, table.order, visit);
  const coins = packCoinTable(arrangeRows(answer.value, table), currency);
  const heads = tableHeads(currency, pageNumber, table);
  return pageOf([answer], {
    coins,
    currency,
    pageNumber,
    table: { ...table, caption: tableCaption(table), heads },
  });
}
