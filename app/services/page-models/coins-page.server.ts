import { listedCoin, listedRow } from "~/domain/market/coin";
import { arrangeCoins } from "~/domain/market/coin-columns";
import { type CategoryFigures, convertedCategory, offeredCategories } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { describeCategory, describeMarket, dollarRate, type MarketLine } from "~/domain/market/glance";
import type { TableView } from "~/domain/market/table-view";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";
import { coinsDescription } from "./descriptions.server";

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
  const { values, age } = await marketData.gather(
    {
      list: { currency, page: pageNumber, order: table?.order ?? null, hasWeeks: true, category },
      categories: "background",
      glance: "background",
      // Fetched by the page of categories.
      categoryFigures: "known",
    },
    marketData.visit(signal),
  );
  const { list, glance } = values;
  const categories = offeredCategories(values.categories, category);
  const categoryName = category && (categories.find(({ id }) => id === category)?.name ?? category);
  const coins = (table === null ? list : arrangeCoins(list, table)).map((coin) =>
    (table === null ? listedCoin : listedRow)(coin, age.fetchedAt),
  );
  return agedModel(age, {
    coins,
    table,
    currency,
    pageNumber,
    category,
    // The id while the names of categories are unknown.
    categoryName,
    categories,
    glance:
      category === null
        ? describeMarket(glance, currency)
        : glanceOf(
            values.categoryFigures?.find(({ id }) => id === category),
            dollarRate(glance, currency),
            currency,
          ),
    description: coinsDescription(coins, currency, pageNumber, age.fetchedAt, categoryName),
  });
}

/** A category in one line; null while its figures are not known. @param rate units of the currency per dollar */
function glanceOf(
  figures: CategoryFigures | undefined,
  rate: number | null,
  currency: Currency,
): MarketLine | null {
  return figures === undefined || rate === null
    ? null
    : describeCategory(convertedCategory(figures, rate), currency);
}
