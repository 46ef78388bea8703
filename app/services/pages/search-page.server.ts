import { setTimeout as pause } from "node:timers/promises";
import { redirect } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import { type CoinSummary, coinSummary, type FoundCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { coinHref } from "~/domain/pages";
import { linkedCoin, parseQuery } from "~/domain/search/query";
import { TIME } from "~/domain/time";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { NO_STORE } from "~/services/documents/headers.server";
import { marketData } from "~/services/market-data/configured.server";
import { createPatience, type Patience } from "~/services/market-data/gate/patience.server";
import { MarketDataFailure } from "~/services/market-data/policy/failure.server";
import { coinSearch } from "~/services/search/configured.server";
import { currentNetwork } from "~/services/visitor-network.server";
import { searchDescription } from "./descriptions.server";
import { outcomeOf, PART_WAIT_MS, pageOf } from "./page.server";

const MAX_RESULTS = 50;
const MAX_SUGGESTIONS = 8;
const MAX_SUGGESTED_EXCHANGES = 2;
const LARGEST_COINS = 10;
const MAX_SIMILAR = 3;
/** Unknown coins within a minute for which one network is told similar names: finding them is a third of the work of such a page. */
const MAX_SIMILAR_SEARCHES = 20;
const similarSearches = new LRUCache<string, number>({ max: 10_000, ttl: TIME.MINUTE, noUpdateTTL: true });
/** Milliseconds for which the page of an unknown coin waits for names that resemble its id. */
const MAX_SIMILAR_WAIT_MS = 2000;

/**
 * Gathers the page of a search. Prices that are not known are fetched by one call, for which it waits briefly.
 * @param query as returned by `parseQuery`; empty: popular coins
 * @param isForAll whether it shows all matches even if the query is a coin's whole name or symbol
 * @throws {Response} a redirect to that coin, or to the one of a link, otherwise
 * @throws {MarketDataFailure} if neither the list of coins nor its substitute could be fetched
 */
export async function searchPage(query: string, currency: Currency, isForAll: boolean, signal: AbortSignal) {
  const openCoin = (id: string) =>
    redirect(coinHref(id, currency), { headers: { "Cache-Control": NO_STORE } });
  const linked = linkedCoin(query);
  // Its page finds out whether there is such a coin.
  if (linked !== null && !isForAll) throw openCoin(linked);
  const budget = createPatience(signal);
  const results = query === "" ? await popularCoins(currency, budget) : await matches(query, budget);
  const { answer, shows, coins, count, exchanges, exact } = results;
  // Not cached, because another coin may become the largest of its symbol.
  if (exact !== null && !isForAll) throw openCoin(exact.id);
  const unknown = coins.map(({ id }) => id).filter((id) => marketData.known(id, currency) === null);
  if (unknown.length > 0) {
    const short = createPatience(signal, PART_WAIT_MS);
    const rows = outcomeOf(marketData.coinRows(unknown, currency, short, "price"));
    await Promise.race([rows, pause(PART_WAIT_MS, null, { ref: false })]);
  }
  const description = searchDescription(query, coins, count);
  return pageOf([answer], {
    query,
    currency,
    isForAll,
    shows,
    coins: withKnownPrices(coins, currency),
    count,
    exchanges,
    description,
  });
}

/** Finds coins and exchanges, and counts all matches; without any, coins of similar names. */
async function matches(query: string, budget: Patience) {
  const answer = await coinSearch.find(query, MAX_RESULTS, budget);
  const { coins, count, nearest, exchanges, exact } = answer;
  return count > 0
    ? ({ answer, shows: "found", coins, count, exchanges, exact } as const)
    : ({ answer, shows: "nearest", coins: nearest, count, exchanges, exact } as const);
}

async function popularCoins(currency: Currency, budget: Patience) {
  const none = { count: 0, exchanges: [], exact: null };
  const { answer: trending } = await outcomeOf(marketData.trendingCoins(budget));
  if (trending !== null && trending.value.length > 0)
    return { ...none, answer: trending, shows: "trending", coins: trending.value } as const;
  const answer = await marketData.coins(currency, 1, budget);
  return { ...none, answer, shows: "largest", coins: answer.value.slice(0, LARGEST_COINS) } as const;
}

export function withKnownPrices(coins: readonly FoundCoin[], currency: Currency): readonly CoinSummary[] {
  // Names do not age as prices do.
  const now = SYSTEM_CLOCK.now();
  return coins.map(({ id, symbol, name, image, rank }) => {
    const known = marketData.known(id, currency);
    const { price = null, change24h = null, priceFrom } = known === null ? {} : coinSummary(known, now);
    return { id, symbol, name, image, rank, price, priceFrom, change24h };
  });
}

/**
 * Gathers suggestions for the typed text: coins, their total number, and exchanges; none for an empty query.
 * @throws {MarketDataFailure} if the list of coins could not be fetched
 */
export async function suggestions(query: string, currency: Currency, signal: AbortSignal) {
  if (query === "") return { model: { coins: [], count: 0, exchanges: [] }, freshForMs: TIME.MINUTE };
  const budget = createPatience(signal);
  const { coins, count, exchanges, freshForMs } = await coinSearch.find(query, MAX_SUGGESTIONS, budget);
  const suggested = {
    coins: withKnownPrices(coins, currency),
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
 * begin alike. Resolves to none after two seconds, and for a network with many unknown ids; never rejects.
 */
export async function similarCoins(id: string, signal: AbortSignal): Promise<readonly FoundCoin[]> {
  const query = parseQuery(id);
  const network = currentNetwork();
  const searches = network === null ? 0 : (similarSearches.get(network) ?? 0) + 1;
  if (network !== null) similarSearches.set(network, searches);
  if (query === "" || searches > MAX_SIMILAR_SEARCHES) return [];
  const search = coinSearch
    .find(query, MAX_SIMILAR + 1, createPatience(signal))
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
