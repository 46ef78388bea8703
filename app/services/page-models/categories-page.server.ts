import { convertedCategory, offeredCategories } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { dollarRate } from "~/domain/market/glance";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";

const MAX_CATEGORIES = 100;

/**
 * Gathers the largest categories. Their amounts come in dollars, and stay so until the ratio of the market's totals, which no
 * page waits for, is known.
 * @throws {MarketDataFailure}
 */
export async function categoriesPage(currency: Currency, signal: AbortSignal) {
  const needs = { categoryFigures: "must", glance: "background" } as const;
  const { values, age } = await marketData.gather(needs, marketData.visit(signal));
  const { categoryFigures } = values;
  const rate = dollarRate(values.glance, currency);
  const shown = categoryFigures.toSorted((one, other) => (other.marketCap ?? 0) - (one.marketCap ?? 0));
  const categories = shown.slice(0, MAX_CATEGORIES).map((category) => ({
    ...convertedCategory(category, rate ?? 1),
    topCoins: category.topCoins.map((coin) => {
      const { symbol, name } = marketData.known(coin.id, currency) ?? { symbol: "", name: coin.id };
      return { ...coin, symbol, name };
    }),
  }));
  return agedModel(age, {
    categories,
    count: categoryFigures.length,
    currency,
    shownIn: rate === null ? ("usd" as const) : currency,
    offered: offeredCategories(categoryFigures, null),
  });
}
