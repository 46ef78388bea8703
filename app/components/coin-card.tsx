import { Link } from "@remix-run/react";
import type { ListedCoin } from "~/domain/coin-list-text";
import type { Currency } from "~/domain/currency";
import { coinHref } from "~/domain/links";
import { fitting } from "./fitting-number";
import { MarketIcon } from "./market-icon";

/** A longer name may be cut by the card, so it is there in full as a title. */
const LONGEST_SHOWN = 14;

interface CoinCardProps {
  readonly coin: ListedCoin;
  readonly currency: Currency;
  readonly isBelowFold: boolean;
}

export function CoinCard({ coin, currency, isBelowFold }: CoinCardProps) {
  return (
    <li>
      <Link className="card-link" to={coinHref(coin.id, currency)} prefetch="intent" discover="none">
        <MarketIcon image={coin.image} text={coin.symbol || coin.name} size={40} isLazy={isBelowFold} />
        <span className="card-symbol">{coin.symbol}</span>
        <span className="card-name" title={coin.name.length > LONGEST_SHOWN ? coin.name : undefined}>
          {coin.name}
        </span>
        <span className={fitting("card-price", coin.price)}>{coin.price}</span>
      </Link>
    </li>
  );
}
