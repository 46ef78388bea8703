import type { ListedRow } from "~/domain/wire/coin-table";

/** The rows with which the document came: React changes them later, and other pages have no table. */
let rows: readonly ListedRow[] | null = null;

/** Reads the rows of the table from the document's HTML, as `CoinTableRow` wrote them: its script does not hold them again. */
export function rowsOfDocument(): readonly ListedRow[] {
  rows ??= [...document.querySelectorAll<HTMLTableRowElement>(".coin-table tbody tr")].map(rowOf);
  return rows;
}

function rowOf({ cells }: HTMLTableRowElement): ListedRow {
  const [rank, coin, price, hour, day, week, marketCap, volume, line] = cells;
  const link = coin?.querySelector("a");
  return {
    id: decodeURIComponent(link?.pathname.split("/").at(-1) ?? ""),
    symbol: textOf(link?.querySelector("small")),
    name: textOf(link?.querySelector("span")),
    image: link?.querySelector("img")?.getAttribute("src") ?? null,
    rank: textOf(rank),
    price: textOf(price),
    // Words for listeners stand before the figure.
    changes: [hour, day, week].map((cell) => textOf(cell?.lastChild)),
    marketCap: amountOf(marketCap),
    volume: amountOf(volume),
    line: line?.querySelector("path")?.getAttribute("d") ?? "",
  };
}

function amountOf(cell: HTMLTableCellElement | undefined): ListedRow["volume"] {
  const short = textOf(cell?.lastChild);
  return { full: cell?.title || short, short };
}

function textOf(node: Node | null | undefined): string {
  return node?.textContent ?? "";
}
