import type { ShownMarket } from "~/domain/market/shown-coin";

interface MarketsTableProps {
  readonly caption: string;
  readonly markets: readonly ShownMarket[];
}

const TITLES = ["Exchange", "Pair", "Price", "Volume (24h)", "Spread", "Trust", "Last trade"];

/** Where a coin is traded. Links lead to the exchange's own site, in a new tab. */
export function MarketsTable({ caption, markets }: MarketsTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
    <section className="markets" aria-label={caption} tabIndex={0}>
      <table className="table is-fullwidth">
        <caption>
          {caption}
          <span className="sideways" aria-hidden="true">
            {" · scroll sideways for more"}
          </span>
        </caption>
        <thead>
          <tr>
            {TITLES.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {markets.map(({ exchange, href, flaw, cells }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an exchange can have a pair twice
            <tr key={index} className={flaw}>
              <th scope="row">
                <a href={href} target="_blank" rel="nofollow noopener">
                  {exchange}
                </a>
                {flaw ? <small> {flaw}</small> : null}
              </th>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
