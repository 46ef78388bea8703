import { Link } from "@remix-run/react";
import type { ShownMarket } from "~/domain/market/shown-markets";
import { writtenOut } from "./figures";
import { OwnSite } from "./own-site";

interface MarketsTableProps {
  readonly caption: string;
  readonly markets: readonly ShownMarket[];
  /** Whether they are those at one exchange, and not those of one coin. */
  readonly areAtExchange?: boolean;
}

const TITLES = ["Exchange", "Pair", "Price", "Volume (24h)", "Spread", "Trust", "Last trade"];

/** Where a coin is traded, or what an exchange trades. Signs lead to the exchange's own site, in a new tab. */
export function MarketsTable({ caption, markets, areAtExchange = false }: MarketsTableProps) {
  // There, the pair is the name of a row.
  const first = areAtExchange ? 1 : 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
    <section className={areAtExchange ? "markets" : "markets has-pairs"} aria-label={caption} tabIndex={0}>
      <table className="table is-fullwidth has-text-right">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {TITLES.slice(first).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {markets.map(({ name: { text, href }, url, place, priceInFull, flaw, cells }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an exchange can have a pair twice
            <tr key={index} className={flaw ? "is-quiet" : undefined}>
              <th scope="row">
                {href === undefined ? text : <Link to={href}>{text}</Link>}{" "}
                <OwnSite url={url} label={place} rel="nofollow noopener noreferrer" />
                {flaw ? <small> {flaw}</small> : null}
              </th>
              {cells.slice(first).map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
                <td key={column}>
                  {first + column === 0
                    ? breakable(cell)
                    : writtenOut(cell, first + column === 1 ? priceInFull : null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A pair, which breaks between its symbols where it does not fit. */
function breakable(pair: string) {
  const [base, target] = pair.split("/");
  return (
    <>
      {base}/<wbr />
      {target}
    </>
  );
}
