import { setTimeout as pause } from "node:timers/promises";
import type { FoundCoin, PricedCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { FoundExchange } from "~/domain/market/exchange";
import { parseQuery } from "~/domain/search/query";
import { TIME } from "~/domain/time";
import { createRequestBudget, type RequestBudget } from "~/services/market-data/calls/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import { coinSearch } from "~/services/search/configured.server";
import { searchDescription } from "./descriptions.server";
import { type DataAge, type Described, outcomeOf, type Page, pageOf } from "./page.server";

/** Model of the page of a search. */
interface SearchPage extends DataAge, Described {
  readonly query: string;
  readonly currency: Currency;
  /** Kind of its coins: matches; similar names, if nothing matches; or, without a query, trending or largest coins. */
  readonly shows: "found" | "nearest" | "trending" | "largest";
  readonly coins: readonly PricedCoin[];
  /** How many match, including those not shown. */
  readonly count: number;
  readonly exchanges: readonly FoundExchange[];
}

const MAX_RESULTS = 50;
const MAX_SUGGESTIONS = 8;
const MAX_SUGGESTED_EXCHANGES = 2;
/** Coins shown instead of trending ones. */
const LARGEST_COINS = 10;
/** Coins that an unknown id may have meant. */
const MAX_SIMILAR = 3;
/** Milliseconds for which the page of an unknown coin waits for names that resemble its id. */
const MAX_SIMILAR_WAIT_MS = 2000;

/**
 * Gathers the page of a search.
 * @param query as returned by `parseQuery`; empty: popular coins
 * @throws {MarketDataFailure} if neither the list of coins nor its substitute could be fetched
 */
export async function searchPage(
  query: string,
  currency: Currency,
  signal: AbortSignal,
): Promise<Page<SearchPage>> {
  const budget = createRequestBudget(signal);
  if (query === "") return openingPage(currency, budget);
  const found = await coinSearch.find(query, MAX_RESULTS, budget);
  const { coins, count, nearest, exchanges } = found;
  const description = searchDescription(query, coins, count);
  const shows = count > 0 ? "found" : "nearest";
  const shown = withPrices(count > 0 ? coins : nearest, currency);
  return pageOf([found], { query, currency, shows, coins: shown, count, exchanges, description });
}

async function openingPage(currency: Currency, budget: RequestBudget): Promise<Page<SearchPage>> {
  const description = searchDescription("", [], 0);
  const common = { query: "", currency, count: 0, exchanges: [], description };
  const { answer: trending } = await outcomeOf(marketData.trendingCoins(budget));
  if (trending !== null && trending.value.length > 0)
    return pageOf([trending], { ...common, shows: "trending", coins: withPrices(trending.value, currency) });
  const coins = await marketData.coins(currency, 1, budget);
  const largest = withPrices(coins.value.slice(0, LARGEST_COINS), currency);
  return pageOf([coins], { ...common, shows: "largest", coins: largest });
}

/** Adds the known prices of the coins, without a call. */
function withPrices(coins: readonly FoundCoin[], currency: Currency): readonly PricedCoin[] {
  return coins.map(({ id, symbol, name, image, rank }) => {
    const { price = null, change24h = null } = marketData.known(id, currency) ?? {};
    return { id, symbol, name, image, rank, price, change24h };
  });
}

/**
 * Gathers suggestions for the typed text: coins, their total number, and exchanges; none for an empty query.
 * @throws {MarketDataFailure} if the list of coins could not be fetched
 */
export async function suggestions(query: string, currency: Currency, signal: AbortSignal) {
  if (query === "") return { model: { coins: [], count: 0, exchanges: [] }, freshForMs: TIME.MINUTE };
  const budget = createRequestBudget(signal);
  const { coins, count, exchanges, freshForMs } = await coinSearch.find(query, MAX_SUGGESTIONS, budget);
  const suggested = {
    coins: withPrices(coins, currency),
    exchanges: exchanges.slice(0, MAX_SUGGESTED_EXCHANGES),
  };
  return { model: { ...suggested, count }, freshForMs };
}

/**
 * Throws a 404 for an unknown coin, with id and name of up to three coins that the id may have meant, as JSON. Rethrows any
 * other error.
 */
export async function throwUnknownCoin(error: unknown, id: string, signal: AbortSignal): Promise<never> {
  if (!(error instanceof MarketDataFailure) || error.reason !== "not-found") throw error;
  const similar = (await similarCoins(id, signal)).map((coin) => [coin.id, coin.name]);
  // A Response, not data(): Remix 2 loses the status text of the latter.
  throw new Response(JSON.stringify(similar), {
    status: 404,
    statusText: "Not Found",
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
}

/**
 * Finds up to three coins that an unknown id may have meant: those that a search for it finds, or else those whose names
 * begin alike. Resolves to none after two seconds; never rejects.
 */
export async function similarCoins(id: string, signal: AbortSignal): Promise<readonly FoundCoin[]> {
  const query = parseQuery(id);
  if (query === "") return [];
  const search = coinSearch
    .find(query, MAX_SIMILAR + 1, createRequestBudget(signal))
    .then(({ coins, nearest }) =>
      [...coins, ...nearest].filter((coin) => coin.id !== id).slice(0, MAX_SIMILAR),
    )
    .catch(noneForFailure);
  return Promise.race([search, pause(MAX_SIMILAR_WAIT_MS, [], { ref: false })]);
}

function noneForFailure(error: unknown): readonly FoundCoin[] {
  if (!(error instanceof MarketDataFailure)) console.error(error);
  return [];
}
