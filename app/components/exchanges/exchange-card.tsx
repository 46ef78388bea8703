import type { ReactNode } from "react";
import { formatShortAmount } from "~/domain/format/money";
import { formatBitcoins, NOT_AVAILABLE } from "~/domain/format/number";
import type { Currency } from "~/domain/market/currency";
import type { Exchange } from "~/domain/market/exchange";
import { firstPaintEndId, isBelowFold } from "~/domain/page-meta";
import { exchangeAnchor } from "~/domain/pages";
import { MarketIcon } from "../market/market-icon";

interface ExchangeCardProps {
  readonly exchange: Exchange;
  readonly currency: Currency;
  /** In that currency; null: volumes are shown in BTC only. */
  readonly bitcoinPrice: number | null;
  /** The exchange's place in the list, from 0. */
  readonly index: number;
}

export function ExchangeCard({ exchange, currency, bitcoinPrice, index }: ExchangeCardProps) {
  const { name, country, year, trustScore, volumeBtc } = exchange;
  const facts = [country, year === null ? null : `since\u00a0${year}`];
  return (
    <li className="is-exchange" id={exchangeAnchor(exchange.id)}>
      <OwnSite url={exchange.url}>
        <MarketIcon image={exchange.image} texts={[name]} size={36} isLazy={isBelowFold(index)} />{" "}
        <span className="card-name" title={name}>
          {name}
        </span>{" "}
        <span className="card-rank">
          Trust <span className="is-sr-only">score </span>
          {`rank ${exchange.trustScoreRank ?? NOT_AVAILABLE}${trustScore === null ? "" : `, score ${trustScore}/10`}`}
        </span>{" "}
        <span className="card-volume">
          <span className="is-sr-only">Volume in 24 hours: </span>
          {volumeBtc === null || bitcoinPrice === null ? null : (
            <strong>{formatShortAmount(volumeBtc * bitcoinPrice, currency)}</strong>
          )}{" "}
          {formatBitcoins(volumeBtc, currency)}
        </span>{" "}
        <span className="card-facts" id={firstPaintEndId(index)}>
          {facts.filter((fact) => fact !== null).join(" · ")}
        </span>
      </OwnSite>
    </li>
  );
}

/** Links to the exchange's own site in a new tab; without an address, a plain element. */
function OwnSite({ url, children }: { readonly url: string | null; readonly children: ReactNode }) {
  if (url === null) return <div className="box card-link">{children}</div>;
  return (
    <a className="box card-link" href={url} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="is-sr-only"> (opens in a new tab)</span>
    </a>
  );
}
