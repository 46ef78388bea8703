import type { ListedCoin, MarketCoin, MONEY_FIGURES } from "./coin";
import { sortedBy } from "./sorting";
import type { OrderColumn, SortColumn, TableView } from "./table-view";

/** A column of the coin table. Cells of the last kind show a figure of the row in its own format. */
export type CoinColumn = ColumnHeader &
  (
    | { readonly cell: "rank" | "coin" | "week" }
    | { readonly cell: "change"; readonly figure: "change1h" | "change24h" | "change7d" }
    // Only amounts of money: a currency conversion has to know them.
    | {
        readonly cell: "price" | "amount";
        readonly figure: keyof ListedCoin & (typeof MONEY_FIGURES)[number];
      }
  );

interface ColumnHeader {
  readonly title: string;
  /** Name of the figure in the caption. A column without one is not marked as sorted. */
  readonly words?: string;
  readonly order?: OrderColumn;
  readonly sort?: SortColumn;
}

/** All columns, from left to right: those that fit a phone first. */
export const COIN_COLUMNS: readonly CoinColumn[] = [
  { title: "#", cell: "rank", order: "market_cap" },
  { title: "Coin", cell: "coin", sort: "name", words: "name" },
  { title: "Price", cell: "price", figure: "price", sort: "price", words: "price" },
  { title: "1h", cell: "change", figure: "change1h", sort: "change_1h", words: "change in 1 hour" },
  { title: "24h", cell: "change", figure: "change24h", sort: "change_24h", words: "change in 24 hours" },
  { title: "7d", cell: "change", figure: "change7d", sort: "change_7d", words: "change in 7 days" },
  {
    title: "Market cap",
    cell: "amount",
    figure: "marketCap",
    order: "market_cap",
    words: "market capitalisation",
  },
  { title: "Volume (24h)", cell: "amount", figure: "volume", order: "volume", words: "volume in 24 hours" },
  { title: "Last 7 days", cell: "week" },
];

/** Returns the columns, with that of the change that sorts the table right after the price. */
export function columnsSortedBy(shown: CoinColumn | null): readonly CoinColumn[] {
  if (shown?.cell !== "change") return COIN_COLUMNS;
  const rest = COIN_COLUMNS.filter((column) => column !== shown);
  return rest.flatMap((column) => (column.cell === "price" ? [column, shown] : column));
}

export function tableCaption(view: TableView, category: string | null = null): string {
  const all = sortedColumn({ ...view, sort: null });
  const words = `${category === null ? "All coins" : "Coins of the category"} by ${all.column.words}, ${all.isAscending ? "smallest" : "largest"} first`;
  if (view.sort === null) return words;
  const { column, isAscending } = sortedColumn(view);
  const [lowest, highest] = column.cell === "coin" ? ["A", "Z"] : ["lowest", "highest"];
  return `${words}; those of this page sorted by ${column.words}, ${isAscending ? lowest : highest} first`;
}

/** Returns how a column is sorted, as `aria-sort` has it; undefined for all but one. */
export function ariaSort(column: CoinColumn, view: TableView): "ascending" | "descending" | undefined {
  const sorted = sortedColumn(view);
  if (column !== sorted.column) return undefined;
  return sorted.isAscending ? "ascending" : "descending";
}

/**
 * Returns the view that a column's header leads to: largest first, names from A on, and reversed if that is already shown.
 * Null for a column that cannot be sorted.
 */
export function nextView({ order, sort }: CoinColumn, view: TableView): TableView | null {
  if (order !== undefined) {
    const isShown = view.sort === null && view.order === `${order}_desc`;
    return { order: `${order}_${isShown ? "asc" : "desc"}`, sort: null };
  }
  if (sort === undefined) return null;
  const [first, other] = sort === "name" ? (["asc", "desc"] as const) : (["desc", "asc"] as const);
  return { order: view.order, sort: `${sort}_${view.sort === `${sort}_${first}` ? other : first}` };
}

/**
 * Arranges the coins of a page as a view shows them: sorted, or in the service's order. Coins without the figure come last
 * in both directions. Ties keep the service's order.
 */
export function arrangeCoins<Coin extends MarketCoin>(
  coins: readonly Coin[],
  view: TableView,
): readonly Coin[] {
  const { column, isAscending } = sortedColumn(view);
  const keyOf = (coin: Coin) => ("figure" in column ? coin[column.figure] : coin.name);
  return sortedBy(coins, keyOf, view.sort === null ? 0 : isAscending ? 1 : -1);
}

export function sortedColumn({ order, sort }: TableView) {
  const name = sort ?? order;
  const key = name.replace(/_(asc|desc)$/, "");
  const column = COIN_COLUMNS.find((each) => each.words !== undefined && (each.sort ?? each.order) === key);
  if (column === undefined) throw new Error(`no column of the table is sorted by ${name}`);
  return { column, isAscending: name.endsWith("_asc") };
}
