import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Currency } from "~/domain/market/currency";
import { coinHref } from "~/domain/pages";
import type { ListedCoin } from "~/domain/wire/coin-list";
import { fitting } from "../fitting-number";
import { MarketIcon } from "../market-icon";
import { WatchButton } from "../watch-button";

/** Characters that fit the narrowest card, even as wide as W. Longer names may be cut, so they get a title. */
const MAX_UNCUT_NAME = 8;
const MAX_UNCUT_SYMBOL = 4;

interface CoinCardProps {
  readonly coin: ListedCoin;
  readonly currency: Currency;
  readonly isBelowFold: boolean;
  /** What stands below the card in place of the star on it. */
  readonly more?: ReactNode;
}

export function CoinCard({ coin, currency, isBelowFold, more }: CoinCardProps) {
  return (
    <li>
      <Link className="card-link" to={coinHref(coin.id, currency)} prefetch="intent" discover="none">
        <MarketIcon image={coin.image} texts={[coin.symbol, coin.name]} size={40} isLazy={isBelowFold} />
        <span className={fittingSymbol(coin.symbol)} title={titleBeyond(MAX_UNCUT_SYMBOL, coin.symbol)}>
          {coin.symbol}
        </span>
        <span className="card-name" title={titleBeyond(MAX_UNCUT_NAME, coin.name)}>
          {coin.name}
        </span>
        <span className={fitting("card-price", coin.price)}>{coin.price}</span>
      </Link>
      {more ?? <WatchButton id={coin.id} />}
    </li>
  );
}

function titleBeyond(most: number, text: string): string | undefined {
  return text.length > most ? text : undefined;
}

function fittingSymbol({ length }: string): string {
  if (length > 6) return "card-symbol is-longest";
  return length > MAX_UNCUT_SYMBOL ? "card-symbol is-long" : "card-symbol";
}
