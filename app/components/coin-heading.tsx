import { formatPrice } from "~/domain/format/money";
import { NOT_AVAILABLE } from "~/domain/format/number";
import type { Coin, CoinQuote } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { fitting } from "./fitting-number";
import { LocalTime } from "./local-time";
import { MarketIcon } from "./market-icon";
import { PriceChange } from "./price-change";

interface CoinHeadingProps {
  readonly coin: Omit<Coin, "quotes">;
  readonly quote: CoinQuote;
  readonly currency: Currency;
}

/** Who the coin is, what it costs and how that changed. */
export function CoinHeading({ coin, quote, currency }: CoinHeadingProps) {
  const price = formatPrice(quote.price, currency);
  return (
    <header className="coin-heading">
      <MarketIcon image={coin.image} texts={[coin.symbol, coin.name]} size={64} />
      <div className="coin-names">
        <h1 className="coin-name">
          {coin.name} <span className="coin-symbol">{coin.symbol}</span>
        </h1>
        <p className="coin-rank">{coin.rank === null ? NOT_AVAILABLE : `#${coin.rank}`}</p>
      </div>
      <div className="coin-price">
        <p className={fitting("price", price)}>{price}</p>
        <PriceChange percent={quote.change24h} />
      </div>
      <p className="last-updated">
        Last Updated On {coin.lastUpdated === null ? NOT_AVAILABLE : <LocalTime time={coin.lastUpdated} />}
      </p>
    </header>
  );
}
