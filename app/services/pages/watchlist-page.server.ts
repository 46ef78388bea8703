import { listedCoin, listedRow, type MarketCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { amountField } from "~/domain/portfolio/typed-amounts";
import { valuePortfolio } from "~/domain/portfolio/valuation";
import { hasAmounts, type WatchedCoin } from "~/domain/watchlist";
import { createRequestBudget } from "~/services/market-data/calls/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { PART_WAIT_MS, pageOf } from "./page.server";

/** A list of coins, the visitor's own or a shared one. */
interface WatchlistRequest {
  readonly list: readonly WatchedCoin[];
  readonly isOwn: boolean;
  readonly currency: Currency;
  readonly isTable: boolean;
}

/** Maximum and minimum number of coins that an empty list offers: fewer are no choice. */
const MAX_POPULAR = 8;
const MIN_POPULAR = 3;
/** Smaller coins may be known only because they are on somebody's list. */
const MAX_POPULAR_RANK = 20;

/**
 * Gathers the page of a list of coins, in the order of the list.
 * @throws {MarketDataFailure} if none of the coins could be fetched
 */
export async function watchlistPage(request: WatchlistRequest, signal: AbortSignal) {
  const { list, currency } = request;
  const ids = list.map(({ id }) => id);
  const areKnown = ids.every((id) => marketData.known(id, currency) !== null);
  const budget = createRequestBudget(signal, areKnown ? PART_WAIT_MS : undefined);
  const answer = await marketData.coinRows(ids, currency, budget, request.isTable ? "week" : "price");
  const { value: coins, notFound: gone } = answer;
  const shown = new Set([...gone, ...coins.map(({ id }) => id)]);
  const popular = ids.length > 0 ? [] : popularCoins(currency);
  return pageOf([answer], {
    kind: "list" as const,
    ...request,
    // Coins that exist and could be fetched.
    cards: request.isTable ? null : coins.map(listedCoin),
    rows: request.isTable ? coins.map(listedRow) : null,
    // Null for a list without amounts.
    portfolio: hasAmounts(list) ? valuePortfolio(heldCoins(list, coins), currency) : null,
    popular: popular.map(listedCoin),
    // Ids of coins that do not exist, and of those that could not be fetched.
    gone,
    missing: ids.filter((id) => !shown.has(id)),
  });
}

/**
 * Gathers the form for the amounts of the visitor's own list without a call: the names are known from the list's page. An unknown
 * coin is named by its id.
 */
export function amountsPage(request: WatchlistRequest) {
  const fields = request.list.map(({ id, amount }) => {
    const { symbol = "", name = id, image = null } = marketData.known(id, request.currency) ?? {};
    return { id, symbol, name, image, text: amountField(amount) };
  });
  return { kind: "amounts" as const, ...request, fields };
}

/** The coins of a list that have amounts, with their known data. */
function heldCoins(list: readonly WatchedCoin[], rows: readonly MarketCoin[]) {
  return list.flatMap(({ id, amount }) => {
    if (amount === null) return [];
    const { name = id, price = null, change24h = null } = rows.find((row) => row.id === id) ?? {};
    return { id, amount, name, price, change24h };
  });
}

/** The largest coins that are known. */
function popularCoins(currency: Currency) {
  const isLarge = ({ rank }: { readonly rank: number | null }) => rank !== null && rank <= MAX_POPULAR_RANK;
  const coins = marketData.knownCoins(currency).filter(isLarge).slice(0, MAX_POPULAR);
  return coins.length < MIN_POPULAR ? [] : coins;
}
