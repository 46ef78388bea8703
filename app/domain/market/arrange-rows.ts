import type { CoinRow } from "./coin";
import { type SortColumn, splitOrder, type TableView } from "./table-view";

const FIGURES: Record<
  Exclude<SortColumn, "name"> | "market_cap" | "volume",
  (row: CoinRow) => number | null
> = {
  price: (row) => row.price,
  change_1h: (row) => row.change1h,
  change_24h: (row) => row.change24h,
  change_7d: (row) => row.change7d,
  market_cap: (row) => row.marketCap,
  volume: (row) => row.volume,
};

/** Compares in one fixed language, wherever the site runs; numbers in names by their value. */
const NAMES = new Intl.Collator("en", { numeric: true });

/**
 * Arranges the coins of a page as a view shows them: sorted, or as the service ordered them. Coins whose figure is missing are
 * the last in both directions. Equal ones keep the service's order.
 */
export function arrangeRows(rows: readonly CoinRow[], { order, sort }: TableView): readonly CoinRow[] {
  if (sort === null) {
    const figure = FIGURES[splitOrder(order).column];
    return missingLast(rows, figure, () => 0);
  }
  const { column, direction } = splitOrder(sort);
  const sign = direction === "asc" ? 1 : -1;
  if (column === "name") return rows.toSorted((one, other) => sign * NAMES.compare(one.name, other.name));
  return missingLast(rows, FIGURES[column], (one, other) => sign * (one - other));
}

function missingLast(
  rows: readonly CoinRow[],
  figureOf: (row: CoinRow) => number | null,
  compare: (one: number, other: number) => number,
): readonly CoinRow[] {
  return rows.toSorted((one, other) => {
    const [figure, otherFigure] = [figureOf(one), figureOf(other)];
    if (figure === null || otherFigure === null)
      return Number(figure === null) - Number(otherFigure === null);
    return compare(figure, otherFigure);
  });
}
