import type { Currency } from "~/domain/market/currency";
import { describeMarket, type MarketLine } from "~/domain/market/glance";
import { type Movers, moversOf } from "~/domain/market/movers";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { marketData } from "~/services/market-data/configured.server";
import { type DataAge, madeNow, type Page, pageOf } from "./page.server";

/** Model of the home page. */
interface HomePage extends DataAge, Movers {
  readonly currency: Currency;
  /** The market in one line; null if unknown. */
  readonly glance: MarketLine | null;
}

/**
 * Gathers the home page from known data, without waiting for a call. Its age is that of its oldest price. It changes with the coins in
 * memory: it is fresh for as long as prices are, or for a moment while nothing is known.
 */
export function homePage(currency: Currency): Page<HomePage> {
  const coins = marketData.knownCoins(currency);
  const movers = moversOf(coins);
  const shown = new Set([...movers.largest, ...movers.gainers, ...movers.losers].map(({ id }) => id));
  void marketData.renewPrices([...shown], currency);
  const times = coins.flatMap(({ id, fetchedAt }) => (shown.has(id) ? [fetchedAt] : []));
  const age =
    times.length === 0 ? madeNow(0) : { fetchedAt: Math.min(...times), freshForMs: PRICES_FRESH_MS };
  const glance = describeMarket(marketData.glance(), currency);
  return pageOf([age], { currency, glance, ...movers });
}
