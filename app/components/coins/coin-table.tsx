import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Currency } from "~/domain/market/currency";
import type { TableHead } from "~/domain/market/table-heads";
import type { ListedRow } from "~/domain/wire/coin-table";
import { CoinTableRow } from "./coin-table-row";
import { shownRows } from "./document-rows";

interface CoinTableProps {
  /** The coins as `packCoinTable` writes them. */
  readonly packed: string;
  readonly currency: Currency;
  readonly caption: string;
  readonly heads: readonly TableHead[];
  /** Makes what stands before a rank in place of the star. */
  readonly more?: ((row: ListedRow) => ReactNode) | undefined;
}

/**
 * The coin list as a table. On a phone it scrolls within its own region, where rank and coin stay in sight. Its heads are
 * links, so that sorting needs no script.
 */
export function CoinTable({ packed, currency, caption, heads, more }: CoinTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard.
    <section className="coin-table" aria-labelledby="coin-table-caption" tabIndex={0}>
      <table className={more ? "table is-fullwidth is-own" : "table is-fullwidth"}>
        <caption id="coin-table-caption">
          {caption}
          <span className="sideways" aria-hidden="true">
            {" · more to the right →"}
          </span>
        </caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.text} scope="col" aria-sort={head.sorted}>
                <Head {...head} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownRows(packed).map((row, index) => (
            <CoinTableRow
              key={row.id}
              row={row}
              currency={currency}
              isBelowFold={index >= 12}
              more={more?.(row)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({ text, before, href }: TableHead) {
  const words = (
    <>
      {before ? <span className="is-sr-only">{before}</span> : null}
      {text}
    </>
  );
  if (href === undefined) return words;
  return (
    <Link to={href} preventScrollReset discover="none">
      {words}
    </Link>
  );
}
