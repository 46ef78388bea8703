import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { LINE_BOX } from "~/domain/chart/week-line";
import type { Currency } from "~/domain/market/currency";
import { coinHref } from "~/domain/pages";
import type { ListedRow } from "~/domain/wire/coin-table";
import { MarketIcon } from "../market-icon";
import { WatchButton } from "../watch-button";

/** Words for listeners, by the sign that a change begins with. An unchanged one has none. */
const DIRECTIONS: Readonly<Record<string, "up" | "down">> = { "+": "up", "−": "down" };

/** Characters that fit the column where it is widest. Longer names may be cut, so they get a title. */
const MAX_UNCUT_NAME = 14;

interface CoinTableRowProps {
  readonly row: ListedRow;
  readonly currency: Currency;
  readonly isBelowFold: boolean;
  /** What stands before the rank in place of the star. */
  readonly more?: ReactNode;
}

export function CoinTableRow({ row, currency, isBelowFold, more }: CoinTableRowProps) {
  return (
    <tr>
      <td>
        {more ?? <WatchButton id={row.id} />}
        {row.rank}
      </td>
      <th scope="row">
        <Link to={coinHref(row.id, currency)} prefetch="intent" discover="none">
          <MarketIcon image={row.image} texts={[row.symbol, row.name]} size={24} isLazy={isBelowFold} />
          <span title={row.name.length > MAX_UNCUT_NAME ? row.name : undefined}>{row.name}</span>
          <small>{row.symbol}</small>
        </Link>
      </th>
      <td>{row.price}</td>
      {row.changes.map(changeCell)}
      {amountCell(row.marketCap)}
      {amountCell(row.volume)}
      <td>
        {row.line === "" ? null : (
          <svg
            className={DIRECTIONS[row.changes[2]?.[0] ?? ""]}
            viewBox={LINE_BOX}
            width="108"
            height="28"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path d={row.line} />
          </svg>
        )}
      </td>
    </tr>
  );
}

// Cells are made by functions and not by components of their own, of which a page would have five hundred: React takes a
// tenth longer for these.

/** A change with its sign, its direction in a word, and an arrow, which the style draws. */
function changeCell(text: string, index: number) {
  const direction = DIRECTIONS[text[0] ?? ""];
  return (
    <td key={index} className={direction}>
      {direction === undefined ? null : <span className="is-sr-only">{`${direction} `}</span>}
      {text}
    </td>
  );
}

/** A large amount in short; in full for listeners, and where it is pointed at. */
function amountCell({ full, short }: ListedRow["volume"]) {
  if (short === full) return <td>{full}</td>;
  return (
    <td>
      <span className="in-full">{full}</span>
      <span aria-hidden="true">{short}</span>
    </td>
  );
}
