import type { ReactNode } from "react";
import { formatPrice } from "~/domain/format/money";
import { NOT_AVAILABLE } from "~/domain/format/number";
import type { CoinSummary, MarketCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { Credit, fitting, LocalTime, PriceChange, priceText } from "../market/figures";
import { MarketIcon } from "../market/market-icon";

interface CoinHeadingProps {
  readonly coin: CoinSummary & Pick<MarketCoin, "lastUpdated">;
  readonly currency: Currency;
  readonly children?: ReactNode;
}

export function CoinHeading({ coin, currency, children }: CoinHeadingProps) {
  const price = formatPrice(coin.price, currency);
  return (
    <header className="coin-heading mb-3">
      <MarketIcon image={coin.image} texts={[coin.symbol, coin.name]} size={56} />
      <div className="coin-names">
        <h1 className="title" translate="no">
          <bdi>{coin.name}</bdi>{" "}
          <small className="is-uppercase">
            <bdi>{coin.symbol}</bdi>
          </small>
        </h1>
        <p className="coin-rank" translate="no">
          {coin.rank === null ? NOT_AVAILABLE : `#${coin.rank}`}
        </p>
      </div>
      <div className="coin-price">
        <p className={fitting("title price", price)} translate="no">
          {priceText(coin.price, currency, coin.priceFrom)}
        </p>
        <p>
          <PriceChange percent={coin.change24h} /> <small>24h</small>
        </p>
        <p className="last-updated is-quiet">
          Last Updated On{" "}
          {coin.lastUpdated === null ? <span>{NOT_AVAILABLE}</span> : <LocalTime time={coin.lastUpdated} />}
          <Credit />
        </p>
      </div>
      {children}
    </header>
  );
}
