import type { ListedCoin } from "~/domain/wire/coin-list";
import type { ListedRow } from "~/domain/wire/coin-table";
import { ROWS_IN_DOCUMENT, unpackRows } from "~/domain/wire/listed-rows";

/** What the document came with: React changes it later, and other pages have none. */
let coins: readonly ListedCoin[] | null = null;
let rows: readonly ListedRow[] | null = null;

/** Returns the coins of cards, packed or, while the page is the one that the document came with, as its HTML has them. */
export function shownCoins(packed: string): readonly ListedCoin[] {
  if (packed !== ROWS_IN_DOCUMENT) return unpackRows(packed);
  coins ??= [...document.querySelectorAll<HTMLAnchorElement>(".card-link")].map(coinOf);
  return coins;
}

/** Returns the rows of the table, packed or as the document's HTML has them. */
export function shownRows(packed: string): readonly ListedRow[] {
  if (packed !== ROWS_IN_DOCUMENT) return unpackRows(packed);
  rows ??= [...document.querySelectorAll<HTMLTableRowElement>(".coin-table tbody tr")].map(rowOf);
  return rows;
}

/** Reads what `CoinCard` wrote. */
function coinOf(link: HTMLAnchorElement): ListedCoin {
  const [symbol, name, price] = link.querySelectorAll("span");
  return { ...linkedCoin(link), symbol: textOf(symbol), name: textOf(name), price: textOf(price) };
}

/** Reads what `CoinTableRow` wrote. */
function rowOf({ cells }: HTMLTableRowElement): ListedRow {
  const [rank, coin, price, hour, day, week, marketCap, volume, line] = cells;
  const link = coin?.querySelector("a");
  return {
    ...linkedCoin(link),
    symbol: textOf(link?.querySelector("small")),
    name: textOf(link?.querySelector("span")),
    // Behind the button.
    rank: textOf(rank?.lastChild),
    price: textOf(price),
    // Words for listeners stand before the figure.
    changes: [hour, day, week].map((cell) => textOf(cell?.lastChild)),
    marketCap: amountOf(marketCap),
    volume: amountOf(volume),
    line: line?.querySelector("path")?.getAttribute("d") ?? "",
  };
}

function linkedCoin(link: HTMLAnchorElement | null | undefined): Pick<ListedCoin, "id" | "image"> {
  return {
    id: decodeURIComponent(link?.pathname.split("/").at(-1) ?? ""),
    image: link?.querySelector("img")?.getAttribute("src") ?? null,
  };
}

function amountOf(cell: HTMLTableCellElement | undefined): ListedRow["volume"] {
  return { full: textOf(cell?.firstChild), short: textOf(cell?.lastChild) };
}

function textOf(node: Node | null | undefined): string {
  return node?.textContent ?? "";
}
