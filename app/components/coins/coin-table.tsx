import { Link } from "@remix-run/react";
import type { Currency } from "~/domain/market/currency";
import type { TableHead } from "~/domain/market/table-heads";
import { CoinTableRow } from "./coin-table-row";
import { shownRows } from "./document-rows";

interface CoinTableProps {
  /** The coins as `packCoinTable` writes them. */
  readonly packed: string;
  readonly currency: Currency;
  readonly caption: string;
  readonly heads: readonly TableHead[];
}

/**
 * The coin list as a table. On a phone it scrolls within its own region, where rank and coin stay in sight. Its heads are
 * links, so that sorting needs no script.
 */
export function CoinTable({ packed, currency, caption, heads }: CoinTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard.
    <section className="coin-table" aria-labelledby="coin-table-caption" tabIndex={0}>
      <table className="table is-fullwidth">
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
            <CoinTableRow key={row.id} row={row} currency={currency} isBelowFold={index >= 12} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({ text, before, href }: TableHead) {
  if (href === undefined) return text;
  return (
    <Link to={href} preventScrollReset discover="none">
      {before ? <span className="is-sr-only">{before}</span> : null}
      {text}
    </Link>
  );
}
