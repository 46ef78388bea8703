import CATEGORIES from "./categories.json";
import type { SampleCoin } from "./sample-coins.server";
import { fractionOf } from "./sample-prices.server";
import { TOP_HUNDRED_COINS } from "./top-hundred-coins.server";

type SampleCategory = (typeof SAMPLE_CATEGORIES)[number];

const STABLE = TOP_HUNDRED_COINS.flatMap(({ id, pace }) => (pace === "steady" ? [id] : []));

/** Categories of the real service: their members among the top hundred, and the share of the numbered coins in each, from 0 to 1. */
const SAMPLE_CATEGORIES = CATEGORIES.map(({ coins, ...category }) => ({
  ...category,
  coins: new Set(category.id === "stablecoins" ? STABLE : coins),
}));

export function categoryRows() {
  return SAMPLE_CATEGORIES.map(({ id, name }) => ({ category_id: id, name }));
}

export function categoriesOf(coin: SampleCoin): readonly SampleCategory[] {
  return SAMPLE_CATEGORIES.filter((each) => belongsTo(each, coin));
}

/** Returns the coins of a category, in their order; none for an unknown one. */
export function coinsInCategory(coins: readonly SampleCoin[], categoryId: string): readonly SampleCoin[] {
  const chosen = SAMPLE_CATEGORIES.find(({ id }) => id === categoryId);
  return chosen === undefined ? [] : coins.filter((coin) => belongsTo(chosen, coin));
}

function belongsTo({ id, coins, share }: SampleCategory, coin: SampleCoin): boolean {
  return coins.has(coin.id) || (coin.id.startsWith("sample-coin-") && fractionOf(`${coin.id}/${id}`) < share);
}
