/** Orders of the service itself, over all coins: they decide which hundred are on a page. */
export const TABLE_ORDERS = ["market_cap_desc", "market_cap_asc", "volume_desc", "volume_asc"] as const;

export type TableOrder = (typeof TABLE_ORDERS)[number];

export const DEFAULT_TABLE_ORDER: TableOrder = "market_cap_desc";

/** Columns by which the coins of one page can be sorted. */
export const SORT_COLUMNS = ["name", "price", "change_1h", "change_24h", "change_7d"] as const;

export type SortColumn = (typeof SORT_COLUMNS)[number];

export type SortDirection = "asc" | "desc";

export type TableSort = `${SortColumn}_${SortDirection}`;

/** The coin list as a table. */
export interface TableView {
  readonly order: TableOrder;
  /** Null: the coins of a page stand as the order has them. */
  readonly sort: TableSort | null;
}

/**
 * Reads how the coin list is looked at; null for cards, which it is unless `view` is `table`. A wrong `order` is the default,
 * a wrong `sort` is none.
 */
export function parseTableView(query: URLSearchParams): TableView | null {
  if (wordOf(query, "view") !== "table") return null;
  const order = wordOf(query, "order");
  const sort = wordOf(query, "sort");
  return {
    order: TABLE_ORDERS.find((each) => each === order) ?? DEFAULT_TABLE_ORDER,
    sort: TABLE_SORTS.find((each) => each === sort) ?? null,
  };
}

const TABLE_SORTS = SORT_COLUMNS.flatMap((column) => [`${column}_asc`, `${column}_desc`] as const);

function wordOf(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim().toLowerCase();
}

/** Splits an order or a sort into what is compared and the direction. */
export function splitOrder<Column extends string>(order: `${Column}_${SortDirection}`) {
  const at = order.lastIndexOf("_");
  return { column: order.slice(0, at) as Column, direction: order.slice(at + 1) as SortDirection };
}
