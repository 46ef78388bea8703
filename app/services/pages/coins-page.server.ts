import { arrangeRows } from "~/domain/market/arrange-rows";
import type { CoinSummary } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { type TableHead, tableCaption, tableHeads } from "~/domain/market/table-heads";
import type { TableView } from "~/domain/market/table-view";
import { packCoins } from "~/domain/wire/coin-list";
import { packCoinTable } from "~/domain/wire/coin-table";
import { createVisit } from "~/services/market-data/cache/visit.server";
import { marketData } from "~/services/market-data/configured.server";
import { coinsDescription } from "./descriptions.server";
import { type DataAge, type Described, type Page, pageOf } from "./page.server";

/** Model of a page of the coin list. */
interface CoinsPage extends DataAge, Described {
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
    const description = coinsDescription(answer.value, currency, pageNumber, answer.fetchedAt);
    return pageOf([answer], { coins: packCoins(answer.value, currency), currency, pageNumber, description });
  }
  const answer = await marketData.coinTable(currency, pageNumber, table.order, visit);
  const rows = arrangeRows(answer.value, table);
  const heads = tableHeads(currency, pageNumber, table);
  return pageOf([answer], {
    coins: packCoinTable(rows, currency),
    currency,
    pageNumber,
    description: coinsDescription(rows, currency, pageNumber, answer.fetchedAt),
    table: { ...table, caption: tableCaption(table), heads },
  });
}

/** Model of the picture of the coin list: the first page of it, as figures. */
export interface FirstCoins {
  readonly coins: readonly CoinSummary[];
  readonly currency: Currency;
}

/**
 * Gathers the first coins of the list, by the same call as the page.
 * @param signal aborted when the visitor has left
 * @throws {MarketDataFailure}
 */
export async function firstCoins(
  currency: Currency,
  signal: AbortSignal,
): Promise<Page<FirstCoins & DataAge>> {
  const answer = await marketData.coins(currency, 1, createVisit(signal));
  return pageOf([answer], { coins: answer.value, currency });
}
