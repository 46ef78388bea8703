import { searchKey } from "../search/search-key";
import type { Exchange } from "./exchange";
import { DEFAULT_EXCHANGE_VIEW, type ExchangeOrder, type ExchangeView } from "./exchange-view";

/** Compares in one fixed language, wherever the site runs; numbers in names by their value. */
const NAMES = new Intl.Collator("en", { numeric: true });

/**
 * Returns the exchanges that a view shows, in its order. Those without the figure come last in both directions; ties keep the
 * service's order.
 */
export function arrangeExchanges(
  exchanges: readonly Exchange[],
  { query, order }: Pick<ExchangeView, "query" | "order">,
): readonly Exchange[] {
  const key = searchKey(query);
  const found = exchanges.filter(({ name, id, country }) =>
    [name, id, country ?? ""].some((text) => searchKey(text).includes(key)),
  );
  if (order === DEFAULT_EXCHANGE_VIEW.order) return found;
  const sign = order.endsWith("_asc") ? 1 : -1;
  return found.toSorted((one, other) => {
    const [first, second] = [figureOf(one, order), figureOf(other, order)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    const isNumber = typeof first === "number" && typeof second === "number";
    return sign * (isNumber ? first - second : NAMES.compare(String(first), String(second)));
  });
}

function figureOf(exchange: Exchange, order: ExchangeOrder): string | number | null {
  switch (order) {
    case "name_asc":
    case "name_desc":
      return exchange.name;
    case "country_asc":
    case "country_desc":
      return exchange.country;
    case "volume_asc":
    case "volume_desc":
      return exchange.volumeBtc;
    case "year_asc":
    case "year_desc":
      return exchange.year;
    case "rank_asc":
    case "rank_desc":
      return exchange.trustScoreRank;
  }
}
