import { coinsHref } from "../pages";
import type { Currency } from "./currency";
import { type SortColumn, type SortDirection, splitOrder, type TableView } from "./table-view";

/** A head of the table as it is shown. */
export interface TableHead {
  readonly text: string;
  /** Words for listeners before the text, where it is short. */
  readonly before?: string | undefined;
  /** Where it leads to: the table in another order; absent for a column that has none. */
  readonly href?: string | undefined;
  /** How its column is sorted; absent on all heads but one. */
  readonly sorted?: "ascending" | "descending" | undefined;
}

/** What the service orders by, over all coins. */
type OrderColumn = "market_cap" | "volume";

interface Column extends Pick<TableHead, "text" | "before"> {
  readonly order?: OrderColumn;
  /** What the coins of the page are sorted by. */
  readonly sort?: SortColumn;
  /** Leads to an order that another head is marked with. */
  readonly isUnmarked?: true;
}

const COLUMNS: readonly Column[] = [
  { text: "#", order: "market_cap", isUnmarked: true },
  { text: "Coin", sort: "name" },
  { text: "Price", sort: "price" },
  { text: "1h", before: "Change in ", sort: "change_1h" },
  { text: "24h", before: "Change in ", sort: "change_24h" },
  { text: "7d", before: "Change in ", sort: "change_7d" },
  { text: "Market cap", order: "market_cap" },
  { text: "Volume (24h)", order: "volume" },
  { text: "Last 7 days" },
];

const WORDS: Readonly<Record<SortColumn | OrderColumn, string>> = {
  name: "name",
  price: "price",
  change_1h: "change in 1 hour",
  change_24h: "change in 24 hours",
  change_7d: "change in 7 days",
  market_cap: "market capitalisation",
  volume: "volume in 24 hours",
};

/** Lists the heads of a page of the table. Those of the service's orders lead to its first page, the others to this one sorted. */
export function tableHeads(currency: Currency, pageNumber: number, view: TableView): readonly TableHead[] {
  return COLUMNS.map((column) => {
    const next = nextView(column, view);
    const page = next?.order === view.order ? pageNumber : 1;
    return {
      text: column.text,
      before: column.before,
      href: next === null ? undefined : coinsHref(currency, page, next),
      sorted: sortedOf(column, view),
    };
  });
}

/** Lists the heads of a table that stands in an order of its own. */
export function plainHeads(): readonly TableHead[] {
  return COLUMNS.map(({ text, before }) => ({ text, before }));
}

/** Says what is ordered over all coins and what within the page alone. */
export function tableCaption({ order, sort }: TableView): string {
  const all = splitOrder(order);
  const words = `All coins by ${WORDS[all.column]}, ${all.direction === "desc" ? "largest" : "smallest"} first`;
  if (sort === null) return words;
  const { column, direction } = splitOrder(sort);
  const [highest, lowest] = column === "name" ? ["Z", "A"] : ["highest", "lowest"];
  const first = direction === "desc" ? highest : lowest;
  return `${words}; those of this page sorted by ${WORDS[column]}, ${first} first`;
}

/** Gives the view that a head leads to: the largest first, names from A on, and the other way round where that is shown. */
function nextView({ order, sort }: Column, view: TableView): TableView | null {
  if (order !== undefined) {
    const isShown = view.sort === null && view.order === `${order}_desc`;
    return { order: `${order}_${isShown ? "asc" : "desc"}`, sort: null };
  }
  if (sort === undefined) return null;
  const [first, other]: SortDirection[] = sort === "name" ? ["asc", "desc"] : ["desc", "asc"];
  const direction = view.sort === `${sort}_${first}` ? other : first;
  return { order: view.order, sort: `${sort}_${direction ?? "desc"}` };
}

function sortedOf({ order, sort, isUnmarked }: Column, view: TableView): TableHead["sorted"] {
  const { column, direction } = splitOrder(view.sort ?? view.order);
  if (isUnmarked || (sort ?? order) !== column) return undefined;
  return direction === "asc" ? "ascending" : "descending";
}
