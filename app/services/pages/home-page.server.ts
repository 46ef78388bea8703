import type { Currency } from "~/domain/market/currency";
import { type Movers, moversOf } from "~/domain/market/movers";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { marketData } from "~/services/market-data/configured.server";
import { type DataAge, madeNow, type Page, pageOf } from "./page.server";

/** Model of the home page. */
interface HomePage extends DataAge, Movers {
  readonly currency: Currency;
}

/**
 * Gathers the home page from what is known, without a call. Its age is that of the oldest price on it. It changes as the coins in
 * memory do: it is fresh for as long as prices are, or for a moment while nothing is known.
 */
export function homePage(currency: Currency): Page<HomePage> {
  const coins = marketData.knownCoins(currency);
  const movers = moversOf(coins);
  const shown = new Set([...movers.largest, ...movers.gainers, ...movers.losers].map(({ id }) => id));
  const times = coins.flatMap(({ id, fetchedAt }) => (shown.has(id) ? [fetchedAt] : []));
  const age =
    times.length === 0 ? madeNow(0) : { fetchedAt: Math.min(...times), freshForMs: PRICES_FRESH_MS };
  return pageOf([age], { currency, ...movers });
}
