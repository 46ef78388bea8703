import { type CategoryFigures, parseCategory } from "~/domain/market/coin-selection";
import { unreadable } from "../failure.server";
import type { Endpoint } from "./client.server";
import * as read from "./fields.server";

/** All categories with their figures, some 700, but for those whose ids an address of this site cannot carry. */
export const CATEGORY_FIGURES_ENDPOINT: Endpoint<readonly CategoryFigures[]> = {
  kind: "categories",
  path: "/coins/categories",
  read(body, path) {
    if (!Array.isArray(body)) throw unreadable(path, "is not a list");
    const categories = body.map((row) => readCategory(read.fields(row)));
    return Object.freeze(categories.filter(({ id, name }) => name !== "" && parseCategory(id) === id));
  },
};

/** The service sends 0 where it knows neither market cap nor volume. */
function readCategory(row: read.Fields): CategoryFigures {
  const marketCap = read.amount(row.market_cap);
  const pictures = read.list(row.top_3_coins);
  const coins = read.list(row.top_3_coins_id).slice(0, 3);
  return Object.freeze({
    id: read.text(row.id),
    name: read.text(row.name),
    marketCap,
    change24h: marketCap === null ? null : read.change(row.market_cap_change_24h),
    volume: read.amount(row.volume_24h),
    topCoins: coins.flatMap((value, index) => {
      const id = read.id(value);
      return id === null ? [] : { id, image: read.smallPicture(pictures[index]) };
    }),
  });
}
