import type { ReactNode } from "react";
import { NOT_AVAILABLE } from "~/domain/format/number";
import type { Exchange } from "~/domain/market/exchange";
import { exchangeAnchor } from "~/domain/pages";
import { MarketIcon } from "../market/market-icon";

interface ExchangeCardProps {
  readonly exchange: Exchange;
  readonly isBelowFold: boolean;
}

export function ExchangeCard({ exchange, isBelowFold }: ExchangeCardProps) {
  return (
    <li className="is-exchange" id={exchangeAnchor(exchange.id)}>
      <OwnSite url={exchange.url}>
        <MarketIcon image={exchange.image} texts={[exchange.name]} size={36} isLazy={isBelowFold} />{" "}
        <span className="card-name" title={exchange.name}>
          {exchange.name}
        </span>{" "}
        <span className="card-rank">
          Trust <span className="is-sr-only">score </span>rank {exchange.trustScoreRank ?? NOT_AVAILABLE}
        </span>
      </OwnSite>
    </li>
  );
}

/** Links to the exchange's own site in a new tab; without an address, a plain element. */
function OwnSite({ url, children }: { readonly url: string | null; readonly children: ReactNode }) {
  if (url === null) return <div className="card-link">{children}</div>;
  return (
    <a className="card-link" href={url} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="is-sr-only"> (opens in a new tab)</span>
    </a>
  );
}
