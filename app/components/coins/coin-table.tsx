import { Link } from "@remix-run/react";
import type { Currency } from "~/domain/market/currency";
import { type SortDirection, splitOrder, type TableView } from "~/domain/market/table-view";
import { coinsHref } from "~/domain/pages";
import { unpackCoinTable } from "~/domain/wire/coin-table";
import { CoinTableRow } from "./coin-table-row";

/** A head of the table. */
interface Head {
  readonly text: string;
  /** Words for listeners before the text, where it is short. */
  readonly before?: string;
  /** What the service orders by, over all coins. */
  readonly order?: "market_cap" | "volume";
  /** What the coins of the page are sorted by. */
  readonly sort?: "name" | "price" | "change_1h" | "change_24h" | "change_7d";
  /** Leads to an order that another head is marked with. */
  readonly isUnmarked?: true;
}

const HEADS: readonly Head[] = [
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

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

const COLUMNS = {
  name: "name",
  price: "price",
  change_1h: "change in 1 hour",
  change_24h: "change in 24 hours",
  change_7d: "change in 7 days",
  market_cap: "market capitalisation",
  volume: "volume in 24 hours",
} as const;

interface CoinTableProps {
  /** The coins as `packCoinTable` writes them. */
  readonly packed: string;
  readonly currency: Currency;
  readonly pageNumber: number;
  readonly table: TableView;
}

/**
 * The coin list as a table. On a phone it scrolls within its own region, where rank and coin stay in sight. Its heads are
 * links, so that sorting needs no script.
 */
export function CoinTable({ packed, currency, pageNumber, table }: CoinTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard.
    <section className="coin-table" aria-labelledby="coin-table-caption" tabIndex={0}>
      <table className="table is-fullwidth">
        <caption id="coin-table-caption">
          {captionOf(table)}
          <span className="sideways" aria-hidden="true">
            {" · more to the right →"}
          </span>
        </caption>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head.text} scope="col" aria-sort={ariaSortOf(head, table)}>
                <HeadLink head={head} currency={currency} pageNumber={pageNumber} table={table} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {unpackCoinTable(packed, currency).map((row, index) => (
            <CoinTableRow key={row.id} row={row} currency={currency} isBelowFold={index >= 12} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadLinkProps extends Omit<CoinTableProps, "packed"> {
  readonly head: Head;
}

function HeadLink({ head, currency, pageNumber, table }: HeadLinkProps) {
  const next = nextView(head, table);
  if (next === null) return head.text;
  return (
    <Link
      // Another order has other coins on each page, so it begins with the first.
      to={coinsHref(currency, next.order === table.order ? pageNumber : 1, next)}
      preventScrollReset
      discover="none"
    >
      {head.before === undefined ? null : <span className="is-sr-only">{head.before}</span>}
      {head.text}
    </Link>
  );
}

/** Gives the view that a head leads to: the largest first, names from A on, and the other way round where that is shown. */
function nextView({ order, sort }: Head, table: TableView): TableView | null {
  if (order !== undefined) {
    const isShown = table.sort === null && table.order === `${order}_desc`;
    return { order: `${order}_${isShown ? "asc" : "desc"}`, sort: null };
  }
  if (sort === undefined) return null;
  const first: SortDirection = sort === "name" ? "asc" : "desc";
  const other: SortDirection = sort === "name" ? "desc" : "asc";
  const isShown = table.sort === `${sort}_${first}`;
  return { order: table.order, sort: `${sort}_${isShown ? other : first}` };
}

function ariaSortOf({ order, sort, isUnmarked }: Head, table: TableView) {
  const { column, direction } = splitOrder(table.sort ?? table.order);
  return !isUnmarked && (sort ?? order) === column ? ARIA_SORT[direction] : undefined;
}

/** Says what is ordered over all coins and what within the page alone. */
function captionOf({ order, sort }: TableView): string {
  const all = splitOrder(order);
  const words = `All coins by ${COLUMNS[all.column]}, ${all.direction === "desc" ? "largest" : "smallest"} first`;
  if (sort === null) return words;
  const { column, direction } = splitOrder(sort);
  const first =
    column === "name" ? (direction === "asc" ? "A" : "Z") : direction === "desc" ? "highest" : "lowest";
  return `${words}; those of this page sorted by ${COLUMNS[column]}, ${first} first`;
}
