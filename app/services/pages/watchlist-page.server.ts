import { type CoinCard, type CoinRow, cardWithWeek, rowOf } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { type DataAge, PART_WAIT_MS, type Page, pageOf } from "./page.server";

/** A list of coins, the visitor's own or a shared one. */
interface WatchlistRequest {
  readonly ids: readonly string[];
  readonly isOwn: boolean;
  readonly currency: Currency;
  readonly isTable: boolean;
}

/** Model of the page of a list. */
interface WatchlistPage extends DataAge, WatchlistRequest {
  /** Those that are known and could be fetched. */
  readonly coins: readonly CoinRow[];
  /** Large coins to begin an empty list with, as far as they are known. */
  readonly popular: readonly CoinCard[];
  /** Ids of coins that do not exist. */
  readonly gone: readonly string[];
  /** Ids of coins that could not be fetched. */
  readonly missing: readonly string[];
}

/** Coins that an empty list offers. */
const MAX_POPULAR = 8;
/** Smaller coins may be known only because they are on somebody's list. */
const MAX_POPULAR_RANK = 20;

/**
 * Gathers the page of a list of coins, in the order of the list.
 * @throws {MarketDataFailure} where none of the coins could be fetched
 */
export async function watchlistPage(
  request: WatchlistRequest,
  signal: AbortSignal,
): Promise<Page<WatchlistPage>> {
  const { ids, currency } = request;
  const areKnown = ids.every((id) => marketData.known(id, currency) !== null);
  const budget = createRequestBudget(signal, areKnown ? PART_WAIT_MS : undefined);
  const answer = await marketData.coinRows(ids, currency, budget, request.isTable ? "week" : "price");
  const coins = answer.value.map(rowOf);
  const gone = answer.notFound;
  const shown = new Set([...gone, ...coins.map(({ id }) => id)]);
  const popular = ids.length > 0 ? [] : popularCoins(currency);
  return pageOf([answer], {
    ...request,
    coins,
    popular: popular.map((coin) => cardWithWeek(coin)),
    gone,
    missing: ids.filter((id) => !shown.has(id)),
  });
}

/** The largest coins that are known. */
function popularCoins(currency: Currency) {
  const isLarge = ({ rank }: { readonly rank: number | null }) => rank !== null && rank <= MAX_POPULAR_RANK;
  return marketData.knownCoins(currency).filter(isLarge).slice(0, MAX_POPULAR);
}
