import { wordOf } from "../search/query";
import type { MoversView } from "./coin-selection";

export const PAGE_COUNT = 132;

/**
 * Reads a page number from a query value. Only plain digits count (`3`, ` 3 `, `03`); anything else, and anything
 * outside 1…count, is page 1.
 */
export function parsePageNumber(value: string | null, count: number): number {
  const digits = value?.trim() ?? "";
  const number = /^\d{1,9}$/.test(digits) ? Number(digits) : 1;
  return number >= 1 && number <= count ? number : 1;
}

/** Sort keys of the service, over all coins. */
const ORDERS = ["market_cap", "volume"] as const;

/** Sort keys of the coins of one page. */
const SORTS = ["name", "price", "change_1h", "change_24h", "change_7d"] as const;

export type OrderColumn = (typeof ORDERS)[number];

export type SortColumn = (typeof SORTS)[number];

type Direction = "asc" | "desc";

export type TableOrder = `${OrderColumn}_${Direction}`;

export interface TableView {
  readonly order: TableOrder;
  readonly sort: `${SortColumn}_${Direction}` | null;
}

export const LARGEST_FIRST: TableView = { order: "market_cap_desc", sort: null };

/**
 * Parses how the coin list is shown; null for cards, the default unless `view` is `table`. An unknown `order` is the default,
 * an unknown `sort` is none.
 */
export function parseTableView(query: URLSearchParams): TableView | null {
  if (wordOf(query, "view") !== "table") return null;
  const orders = ORDERS.flatMap(bothDirections);
  const sorts = SORTS.flatMap(bothDirections);
  return {
    order: orders.find((each) => each === wordOf(query, "order")) ?? "market_cap_desc",
    sort: sorts.find((each) => each === wordOf(query, "sort")) ?? null,
  };
}

function bothDirections<Name extends string>(name: Name): readonly `${Name}_${Direction}`[] {
  return [`${name}_asc`, `${name}_desc`];
}

/** Returns the movers of all large coins that a visitor probably means who sorts one page by a change; null: none. */
export function moversMeantBy({ sort }: TableView): MoversView | null {
  const [, period, direction] = /^change_(24h|7d)_(asc|desc)$/.exec(sort ?? "") ?? [];
  if (direction === undefined) return null;
  return {
    list: direction === "desc" ? "gainers" : "losers",
    period: period === "7d" ? "7d" : "24h",
    top: 1000,
    isTable: true,
  };
}

export function viewOfMovers({ list, period }: Pick<MoversView, "list" | "period">): TableView {
  return { order: "market_cap_desc", sort: `change_${period}_${list === "gainers" ? "desc" : "asc"}` };
}
