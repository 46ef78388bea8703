import { useLocation } from "@remix-run/react";
import { formatPrice } from "~/domain/format/money";
import { type Direction, directionOf, NOT_AVAILABLE, SIGNS, unsignedPercent } from "~/domain/format/number";
import type { Coin, CoinQuote } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { pageAddress } from "~/domain/page-address";
import { fitting, LocalTime } from "../market/figure-text";
import { MarketIcon } from "../market/market-icon";
import { WatchButton } from "../watchlist/watch-button";

const DIRECTIONS: Record<Direction, { readonly arrow: string; readonly words: string }> = {
  up: { arrow: "▲", words: "Increased by" },
  down: { arrow: "▼", words: "Decreased by" },
  unchanged: { arrow: "", words: "unchanged" },
};

interface CoinHeadingProps {
  readonly coin: Omit<Coin, "quotes">;
  readonly quote: CoinQuote;
  readonly currency: Currency;
}

/** Name, rank, price and change of a coin. */
export function CoinHeading({ coin, quote, currency }: CoinHeadingProps) {
  const price = formatPrice(quote.price, currency);
  const returnTo = pageAddress(useLocation());
  return (
    <header className="coin-heading">
      <MarketIcon image={coin.image} texts={[coin.symbol, coin.name]} size={64} />
      <div className="coin-names">
        <h1 className="title">
          {coin.name} <span className="coin-symbol">{coin.symbol}</span>
        </h1>
        <p className="subtitle">{coin.rank === null ? NOT_AVAILABLE : `#${coin.rank}`}</p>
      </div>
      <WatchButton id={coin.id} name={coin.name} returnTo={returnTo} className="button is-small watch" />
      <div className="coin-price">
        <p className={fitting("title price", price)}>{price}</p>
        <PriceChange percent={quote.change24h} />
      </div>
      <p className="last-updated">
        Last Updated On {coin.lastUpdated === null ? NOT_AVAILABLE : <LocalTime time={coin.lastUpdated} />}
      </p>
    </header>
  );
}

/** Change within 24 hours in per cent: an arrow, the direction in words for listeners, and the figure with its sign. */
function PriceChange({ percent }: { readonly percent: number | null }) {
  const direction = percent === null ? null : directionOf(percent);
  return (
    <p className={`subtitle ${direction ?? ""}`}>
      {percent === null || direction === null ? (
        NOT_AVAILABLE
      ) : (
        <>
          <span aria-hidden="true">{DIRECTIONS[direction].arrow}</span>{" "}
          <span className="is-sr-only">{DIRECTIONS[direction].words}</span>{" "}
          <span aria-hidden="true">{SIGNS[direction]}</span>
          {unsignedPercent(percent)}
        </>
      )}
      <span className="price-change-span"> in 24 hours</span>
    </p>
  );
}
