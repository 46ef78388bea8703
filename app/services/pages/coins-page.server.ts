import { listedCoin, listedRow } from "~/domain/market/coin";
import { convertedCategory, offeredCategories } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { describeCategory, describeMarket, dollarRate, type MarketLine } from "~/domain/market/glance";
import { arrangeCoins, type TableView } from "~/domain/market/table-view";
import { marketData } from "~/services/market-data/configured.server";
import { createPatience } from "~/services/market-data/gate/patience.server";
import { coinsDescription } from "./descriptions.server";
import { pageOf } from "./page.server";

export type CoinsPage = Awaited<ReturnType<typeof coinsPage>>["model"];

/**
 * Gathers a page of the coin list, as cards or as a table; beyond the last coin it is empty. Rows are sorted here, so all
 * sorts of one order share a call.
 * @param table null: cards
 * @param category null: all coins
 * @throws {MarketDataFailure} `not-found` for an unknown category
 */
export async function coinsPage(
  currency: Currency,
  pageNumber: number,
  table: TableView | null,
  category: string | null,
  signal: AbortSignal,
) {
  const budget = createPatience(signal);
  const order = table?.order ?? null;
  // Asked for now, to be there with the coins.
  marketData.categories();
  const answer = await marketData.coinTable(currency, pageNumber, order, budget, category ?? undefined);
  if (order === null) marketData.renewWeeks(currency, pageNumber, category);
  const { value, fetchedAt } = answer;
  const categories = offeredCategories(marketData.categories(), category);
  const categoryName = category && (categories.find(({ id }) => id === category)?.name ?? category);
  const coins = (table === null ? value : arrangeCoins(value, table)).map((coin) =>
    (table === null ? listedCoin : listedRow)(coin, fetchedAt),
  );
  return pageOf([answer], {
    coins,
    table,
    currency,
    pageNumber,
    category,
    // The id while the names of categories are unknown.
    categoryName,
    categories,
    glance: category === null ? describeMarket(marketData.glance(), currency) : glanceOf(category, currency),
    description: coinsDescription(coins, currency, pageNumber, fetchedAt, categoryName),
  });
}

/** A category in one line, without a call; null while its figures, which the page of categories has fetched, are not known. */
function glanceOf(category: string, currency: Currency): MarketLine | null {
  const figures = marketData.knownCategoryFigures().find(({ id }) => id === category);
  const rate = figures === undefined ? null : dollarRate(marketData.glance(), currency);
  return figures === undefined || rate === null
    ? null
    : describeCategory(convertedCategory(figures, rate), currency);
}
