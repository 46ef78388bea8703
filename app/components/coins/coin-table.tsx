import type { MouseEvent, ReactElement, ReactNode } from "react";
import { coinHref, coinsHref } from "~/domain/addresses/page-addresses";
import { formatPrice } from "~/domain/format/money";
import { directionOf, NOT_AVAILABLE } from "~/domain/format/number";
import type { ListedCoin } from "~/domain/market/coin";
import {
  ariaSort,
  type CoinColumn,
  columnsSortedBy,
  nextView,
  sortedColumn,
} from "~/domain/market/coin-columns";
import type { Currency } from "~/domain/market/currency";
import type { TableView } from "~/domain/market/table-view";
import { NoticeMark } from "../coin/notice-mark";
import { amountInShort, fitting, PriceChange, priceText, WeekLine } from "../market/figures";
import { isBelowFold, MarketIcon } from "../market/market-icon";
import { headerId, TableRegion } from "../market/table-region";
import { afterPaint, FIRST_ROWS } from "../site/after-paint";
import { PlainLinks } from "../site/plain-links";
import { WatchButton, WatchForm } from "../watchlist/watch-button";

/** Characters that fit the column at its narrowest. Longer names may be cut off, so they get a title. */
const MAX_UNCUT_NAME = 10;

interface AddedColumn {
  readonly title: string;
  readonly show: (row: ListedCoin) => ReactNode;
}

/** Where added columns go: after the price and its changes. */
const ADDED_AT = 6;

interface CoinTableProps {
  readonly rows: readonly ListedCoin[];
  readonly currency: Currency;
  readonly caption: string;
  /** How the page of the list is sorted, which its headers change; null for a table with its own order. */
  readonly sorting: {
    readonly view: TableView;
    readonly pageNumber: number;
    readonly category?: string | null;
  } | null;
  /** How a table with its own order is sorted; by default by no column. */
  readonly sortedAs?: TableView;
  readonly added?: readonly AddedColumn[] | undefined;
  readonly isOwnWatchlist?: boolean;
}

/**
 * The coin list as a table. Its headers are links, so sorting needs no script. With JavaScript the whole row can be
 * clicked.
 */
export function CoinTable(props: CoinTableProps) {
  const { rows, currency, caption, sorting, sortedAs = sorting?.view, added = [], isOwnWatchlist } = props;
  const sorted = sortedAs === undefined ? null : sortedColumn(sortedAs).column;
  // A header that was pressed stays where it is.
  const first = sorting === null ? sorted : null;
  const usual = columnsSortedBy(first);
  const columns = [...usual.slice(0, ADDED_AT), ...added, ...usual.slice(ADDED_AT)];
  const className = added.length > 0 ? "is-widened" : "";
  return (
    <WatchForm coins={rows} areWatched={isOwnWatchlist}>
      <TableRegion caption={caption} className={className} isSortedByChange={first?.cell === "change"}>
        <PlainLinks as="thead" stays>
          <tr>
            {columns.map((column) => (
              <th
                key={column.title}
                id={headerId(column.title)}
                scope="col"
                aria-sort={
                  sortedAs === undefined || "show" in column ? undefined : ariaSort(column, sortedAs)
                }
              >
                {"show" in column ? column.title : headerOf(column, currency, sorting)}
              </th>
            ))}
          </tr>
        </PlainLinks>
        <PlainLinks as="tbody" translate="no" onClick={openCoin}>
          <Rows rows={rows.slice(0, FIRST_ROWS)} columns={columns} currency={currency} />
          <OtherRows rows={rows.slice(FIRST_ROWS)} start={FIRST_ROWS} columns={columns} currency={currency} />
        </PlainLinks>
      </TableRegion>
    </WatchForm>
  );
}

interface RowsProps extends Pick<CoinTableProps, "rows" | "currency"> {
  readonly columns: readonly (CoinColumn | AddedColumn)[];
  readonly start?: number;
}

function Rows({ rows, columns, currency, start = 0 }: RowsProps) {
  return rows.map((row, index) => (
    <tr key={row.id}>
      {columns.map((column) =>
        "show" in column ? (
          <td key={column.title}>{column.show(row)}</td>
        ) : (
          cellOf(
            column,
            row,
            currency,
            <WatchButton id={row.id} name={row.name} />,
            isBelowFold(start + index),
          )
        ),
      )}
    </tr>
  ));
}

const OtherRows = afterPaint(Rows);

/** Opens the coin of the clicked row, as its link does: in a new tab with the modifier keys for that. */
function openCoin(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest("a,button,input,label")) return;
  if (getSelection()?.isCollapsed === false) return;
  target.closest("tr")?.querySelector("a")?.dispatchEvent(new window.MouseEvent("click", event.nativeEvent));
}

/** A header that sorts the page keeps the page number; one that orders all coins leads to the first page. */
function headerOf(column: CoinColumn, currency: Currency, sorting: CoinTableProps["sorting"]): ReactNode {
  const words = (
    <>
      {column.cell === "change" ? <span className="is-sr-only">Change in </span> : null}
      <span>{column.title}</span>
    </>
  );
  const next = sorting && nextView(column, sorting.view);
  if (next === null) return words;
  const page = next.order === sorting?.view.order ? sorting.pageNumber : 1;
  return (
    <a href={`${coinsHref(currency, page, next, sorting?.category)}#${headerId(column.title)}`}>{words}</a>
  );
}

// Cells are made by functions, not components, of which a page would have nine hundred: React takes a tenth longer for
// those.

function cellOf(
  column: CoinColumn,
  row: ListedCoin,
  currency: Currency,
  action: ReactElement,
  isLazy: boolean,
) {
  const { title, cell } = column;
  switch (cell) {
    case "rank":
      return (
        <td key={title}>
          {action}
          <span>{` ${row.rank ?? NOT_AVAILABLE}`}</span>
        </td>
      );
    case "coin":
      return (
        <th key={title} scope="row">
          <a href={coinHref(row.id, currency)}>
            <MarketIcon image={row.image} texts={[row.symbol, row.name]} size={24} isLazy={isLazy} />{" "}
            <bdi title={row.name.length > MAX_UNCUT_NAME ? row.name : undefined}>{row.name}</bdi>{" "}
            <small className="is-uppercase">
              <bdi>{row.symbol}</bdi>
            </small>
          </a>
          {row.hasNotice ? <NoticeMark coin={row} currency={currency} /> : null}
        </th>
      );
    case "price": {
      const price = formatPrice(row[column.figure] ?? null, currency);
      return (
        <td key={title} className={fitting("", price).trim() || undefined}>
          {priceText(row[column.figure] ?? null, currency, row.priceFrom)}
        </td>
      );
    }
    case "change":
      return (
        <td key={title}>
          <PriceChange percent={row[column.figure] ?? null} />
        </td>
      );
    case "amount":
      return <td key={title}>{amountInShort(row[column.figure] ?? null, currency)}</td>;
    case "week":
      return weekCell(title, row);
  }
}

/** The week's line in the colour of its change, with the direction as a word for screen readers. */
function weekCell(key: string, { week, change7d }: ListedCoin) {
  if (week.length === 0) return <td key={key}>{NOT_AVAILABLE}</td>;
  return (
    <td key={key}>
      <WeekLine week={week} change7d={change7d} />
      <span className="for-listeners">{change7d === null ? NOT_AVAILABLE : directionOf(change7d)}</span>
    </td>
  );
}
