import { Link } from "@remix-run/react";
import { coinHref } from "~/domain/addresses/page-addresses";
import type { ComparedCoin, FigureCell, KeyFigure } from "~/domain/compare/compared-coins";
import type { Currency } from "~/domain/market/currency";
import { dated, PriceChange, writtenOut } from "../market/figures";

interface FiguresTableProps {
  readonly coins: readonly ComparedCoin[];
  readonly figures: readonly KeyFigure[];
  readonly currency: Currency;
  /** Compares their market caps in a sentence; empty if they are unknown. */
  readonly capsInWords: string;
  readonly isWithoutRows: boolean;
}

/** Key figures side by side, one column per coin. On a phone a figure's values stand below its name, each with its coin's symbol. */
export function FiguresTable({ coins, figures, currency, capsInWords, isWithoutRows }: FiguresTableProps) {
  return (
    <section className="box compare-figures" aria-labelledby="key-figures">
      <table className="table is-fullwidth has-text-right">
        <caption>
          <span id="key-figures">
            {`Key figures${isWithoutRows ? ". Some could not be fetched just now." : ""}`}
          </span>
          {capsInWords === "" ? null : (
            <span className="has-text-weight-normal is-quiet">{` ${capsInWords}`}</span>
          )}
        </caption>
        <thead>
          <tr translate="no">
            <td />
            {coins.map(({ id, name, symbol, shows }) => (
              <th key={id} scope="col">
                {shows === "not-found" ? (
                  <bdi>{name}</bdi>
                ) : (
                  <Link to={coinHref(id, currency)}>
                    <bdi>{name}</bdi>
                  </Link>
                )}{" "}
                <small className="is-uppercase">
                  <bdi>{symbol}</bdi>
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <Cell key={coins[index]?.id} {...cell} coin={coins[index]?.symbol || coins[index]?.name} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps extends FigureCell {
  /** Symbol of its coin, or the name if it has none. */
  readonly coin: string | undefined;
}

function Cell({ text, full, from, percent, coin }: CellProps) {
  const inShort = (
    <>
      <span aria-hidden="true">{text}</span> <span className="is-sr-only">{`(${full})`}</span>
    </>
  );
  const shown = full === undefined ? dated(writtenOut(text), from) : inShort;
  return (
    <td title={full} data-coin={coin} translate="no">
      {percent !== undefined ? <PriceChange percent={percent} /> : <span>{shown}</span>}
    </td>
  );
}
