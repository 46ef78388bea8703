import type { CoinRow } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { type DataAge, type Page, pageOf } from "./page.server";

/** Model of the page of a list of coins, the visitor's own or a shared one. */
interface WatchlistPage extends DataAge {
  readonly ids: readonly string[];
  readonly isOwn: boolean;
  readonly currency: Currency;
  readonly isTable: boolean;
  /** Those that are known and could be fetched. */
  readonly coins: readonly CoinRow[];
  /** Ids of coins that do not exist. */
  readonly gone: readonly string[];
  /** Ids of coins that could not be fetched. */
  readonly missing: readonly string[];
}

interface WatchlistRequest {
  readonly ids: readonly string[];
  readonly isOwn: boolean;
  readonly currency: Currency;
  readonly isTable: boolean;
}

/**
 * Gathers the page of a list of coins, in the order of the list.
 * @param signal aborted when the visitor has left
 * @throws {MarketDataFailure} where none of the coins could be fetched
 */
export async function watchlistPage(
  { ids, isOwn, currency, isTable }: WatchlistRequest,
  signal: AbortSignal,
): Promise<Page<WatchlistPage>> {
  const answer = await marketData.coinRows(ids, currency, createRequestBudget(signal));
  const rows = answer.value;
  const gone = answer.notFound;
  const shown = new Set([...gone, ...rows.map(({ id }) => id)]);
  return pageOf([answer], {
    ids,
    isOwn,
    currency,
    isTable,
    coins: rows,
    gone,
    missing: ids.filter((id) => !shown.has(id)),
  });
}
