import { redirect } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import { coinHref } from "~/domain/addresses/page-addresses";
import { type CoinSummary, coinSummary, type FoundCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { linkedCoin, parseQuery } from "~/domain/search/query";
import { TIME } from "~/domain/time";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { marketData, type Visit } from "~/services/market-data/configured.server";
import { NO_STORE } from "~/services/responses/headers.server";
import { failureInit } from "~/services/responses/responses.server";
import { coinSearch } from "~/services/search/configured.server";
import { currentNetwork } from "~/services/visitor-network.server";
import { within } from "~/services/within.server";
import { agedModel } from "./aged-model.server";
import { searchDescription } from "./descriptions.server";

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
  const visit = marketData.visit(signal);
  const results = query === "" ? await popularCoins(currency, visit) : await matches(query, visit);
  const { age, shows, coins, count, exchanges, exact } = results;
  // Not cached, because another coin may become the largest of its symbol.
  if (exact !== null && !isForAll) throw openCoin(exact.id);
  const unknown = coins.map(({ id }) => id).filter((id) => marketData.known(id, currency) === null);
  if (unknown.length > 0)
    await marketData.gather({ rows: { ids: unknown, currency, figures: "price", wait: "may" } }, visit);
  const description = searchDescription(query, coins, count);
  return agedModel(age, {
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
async function matches(query: string, visit: Visit) {
  const { coins, count, nearest, exchanges, exact, ...times } = await coinSearch.find(
    query,
    MAX_RESULTS,
    visit,
  );
  const found = { age: { ...times, isOutOfDate: false }, count, exchanges, exact };
  return count > 0
    ? ({ ...found, shows: "found", coins } as const)
    : ({ ...found, shows: "nearest", coins: nearest } as const);
}

async function popularCoins(currency: Currency, visit: Visit) {
  const none = { count: 0, exchanges: [], exact: null };
  const { values: popular, ...trending } = await marketData.gather({ trending: "may" }, visit);
  if (popular.trending !== null && popular.trending.length > 0)
    return { ...none, age: trending.age, shows: "trending", coins: popular.trending } as const;
  const { values, age } = await marketData.gather({ list: { currency, page: 1, order: null } }, visit);
  return { ...none, age, shows: "largest", coins: values.list.slice(0, LARGEST_COINS) } as const;
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
  const visit = marketData.visit(signal);
  const { coins, count, exchanges, freshForMs } = await coinSearch.find(query, MAX_SUGGESTIONS, visit);
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
  if (failureInit(error).status !== 404) throw error;
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
 * begin alike. Resolves to none after two seconds, without a list of coins, and for a network with many unknown ids.
 */
export async function similarCoins(id: string, signal: AbortSignal): Promise<readonly FoundCoin[]> {
  const query = parseQuery(id);
  const network = currentNetwork();
  const searches = network === null ? 0 : (similarSearches.get(network) ?? 0) + 1;
  if (network !== null) similarSearches.set(network, searches);
  if (query === "" || searches > MAX_SIMILAR_SEARCHES) return [];
  const search = coinSearch.tryFind(query, MAX_SIMILAR + 1, marketData.visit(signal)).then((found) => {
    const coins = found === null ? [] : [...found.coins, ...found.nearest];
    return coins.filter((coin) => coin.id !== id).slice(0, MAX_SIMILAR);
  });
  return (await within(MAX_SIMILAR_WAIT_MS, search)) ?? [];
}
