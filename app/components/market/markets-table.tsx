import { Link } from "@remix-run/react";
import { isTrustKnown, type ShownMarket } from "~/domain/market/shown-markets";
import { writtenOut } from "./figures";
import { OwnSite } from "./own-site";

interface MarketsTableProps {
  readonly caption: string;
  readonly markets: readonly ShownMarket[];
  /** Whether they are those at one exchange, and not those of one coin. */
  readonly areAtExchange?: boolean;
}

const TITLES = ["Exchange", "Pair", "Price", "Volume (24h)", "Spread", "Trust", "Last trade"];
const [EXCHANGE, PAIR, TRUST] = [0, 1, 5];

/** Where a coin is traded, or what an exchange trades. Signs lead to the exchange's own site, in a new tab. */
export function MarketsTable({ caption, markets, areAtExchange = false }: MarketsTableProps) {
  const name = areAtExchange ? PAIR : EXCHANGE;
  const hasTrust = isTrustKnown(markets);
  const columns = [...TITLES.keys()].filter((column) => column > name && (hasTrust || column !== TRUST));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
    <section className={areAtExchange ? "markets" : "markets has-pairs"} aria-label={caption} tabIndex={0}>
      <table className="table is-fullwidth has-text-right">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {[name, ...columns].map((column) => (
              <th key={column} scope="col">
                {TITLES[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody translate="no">
          {markets.map(({ name: { text, href }, url, place, flaw, cells, ...market }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an exchange can have a pair twice
            <tr key={index} className={flaw ? "is-quiet" : undefined}>
              <th scope="row" title={areAtExchange ? market.pairInFull : undefined}>
                {href === undefined ? <bdi>{text}</bdi> : <Link to={href}>{<bdi>{text}</bdi>}</Link>}{" "}
                <OwnSite url={url} label={place} rel="nofollow noopener noreferrer" />
                {flaw ? <small translate="yes">{` ${flaw}`}</small> : null}
              </th>
              {columns.map((column) => {
                const cell = cells[column - 1] ?? "";
                return column === PAIR ? (
                  <td key={column} title={market.pairInFull}>
                    {breakable(cell)}
                  </td>
                ) : (
                  <td key={column}>{writtenOut(cell)}</td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A pair, which breaks between its symbols where it does not fit. */
function breakable(pair: string) {
  const [base, ...target] = pair.split("/");
  return (
    <>
      <bdi>{base}</bdi>
      <span>/</span>
      <wbr />
      <bdi>{target.join("/")}</bdi>
    </>
  );
}
