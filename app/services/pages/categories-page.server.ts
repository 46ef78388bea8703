import { convertedCategory, offeredCategories } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { dollarRate } from "~/domain/market/glance";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { marketData } from "~/services/market-data/configured.server";
import { createPatience } from "~/services/market-data/gate/patience.server";
import { pageOf } from "./page.server";

const MAX_CATEGORIES = 100;

/**
 * Gathers the largest categories. Their amounts come in dollars, and stay so until the ratio of the market's totals, which no
 * page waits for, is known.
 * @throws {MarketDataFailure}
 */
export async function categoriesPage(currency: Currency, signal: AbortSignal) {
  marketData.glance();
  const answer = await marketData.categoryFigures(createPatience(signal));
  const rate = dollarRate(marketData.glance(), currency);
  const shown = answer.value.toSorted((one, other) => (other.marketCap ?? 0) - (one.marketCap ?? 0));
  const categories = shown.slice(0, MAX_CATEGORIES).map((category) => ({
    ...convertedCategory(category, rate ?? 1),
    topCoins: category.topCoins.map((coin) => {
      const { symbol, name } = marketData.known(coin.id, currency) ?? { symbol: "", name: coin.id };
      return { ...coin, symbol, name };
    }),
  }));
  // The ratio may be known soon.
  const freshForMs = rate === null ? Math.min(answer.freshForMs, PRICES_FRESH_MS) : answer.freshForMs;
  return pageOf([{ ...answer, freshForMs }], {
    categories,
    count: answer.value.length,
    currency,
    shownIn: rate === null ? ("usd" as const) : currency,
    offered: offeredCategories(answer.value, null),
  });
}
