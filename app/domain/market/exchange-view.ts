import { parseQuery, wordOf } from "../search/query";

/** Sort keys of exchanges; `rank` is by trust, the service's own order. */
type OrderColumn = "rank" | "name" | "volume" | "country" | "year";

export type ExchangeOrder = `${OrderColumn}_${"asc" | "desc"}`;

/** All orders; the first is the default, and the service's own. */
export const EXCHANGE_ORDERS: readonly ExchangeOrder[] = [
  "rank_asc",
  "rank_desc",
  "volume_desc",
  "volume_asc",
  "name_asc",
  "name_desc",
  "country_asc",
  "country_desc",
  "year_asc",
  "year_desc",
];

/** How the exchanges are shown. */
export interface ExchangeView {
  /** Text that their names or countries contain, as `parseQuery` returns it; empty: all exchanges. */
  readonly query: string;
  readonly order: ExchangeOrder;
  readonly isTable: boolean;
}

/** All exchanges as cards, in the service's order. */
export const DEFAULT_EXCHANGE_VIEW: ExchangeView = { query: "", order: "rank_asc", isTable: false };

/** Parses how the exchanges are shown; unknown values are the default. */
export function parseExchangeView(query: URLSearchParams): ExchangeView {
  return {
    query: parseQuery(query.get("q")),
    order: EXCHANGE_ORDERS.find((order) => order === wordOf(query, "order")) ?? DEFAULT_EXCHANGE_VIEW.order,
    isTable: wordOf(query, "view") === "table",
  };
}

/** Returns the parameters of a view, for addresses and forms; none for defaults. */
export function exchangeParameters({
  query,
  order,
  isTable,
}: ExchangeView): Readonly<Record<string, string>> {
  return {
    ...(query === "" ? {} : { q: query }),
    ...(isTable ? { view: "table" } : {}),
    ...(order === DEFAULT_EXCHANGE_VIEW.order ? {} : { order }),
  };
}
