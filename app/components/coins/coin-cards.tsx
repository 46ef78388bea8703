import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatPrice } from "~/domain/format/money";
import { directionOf } from "~/domain/format/number";
import type { CoinCard } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { pageAddress } from "~/domain/page-address";
import { coinHref } from "~/domain/pages";
import { fitting } from "../market/figure-text";
import { MarketIcon } from "../market/market-icon";
import { PriceChange } from "../market/price-change";
import { WatchButton } from "../watchlist/watch-button";
import { WeekLine } from "./week-line";

/** Cards that a screen shows before it is scrolled. */
const CARDS_ABOVE_FOLD = 20;

/** Characters that fit the narrowest card, even as wide as W. Longer names may be cut, so they get a title. */
const MAX_UNCUT_NAME = 28;
const MAX_UNCUT_SYMBOL = 5;

/** Characters of a symbol in the ordinary size, and in the next smaller one. */
const [MAX_SHORT_SYMBOL, MAX_LONG_SYMBOL] = [4, 6];

interface CoinCardsProps {
  readonly coins: readonly CoinCard[];
  readonly currency: Currency;
  /** Renders what replaces the star on a card. */
  readonly more?: ((coin: CoinCard) => ReactNode) | undefined;
  /** Renders what a card shows below the price. */
  readonly below?: ((coin: CoinCard) => ReactNode) | undefined;
}

export function CoinCards({ coins, currency, more, below }: CoinCardsProps) {
  const returnTo = pageAddress(useLocation());
  return (
    <ul className={more ? "card-grid is-own" : "card-grid"}>
      {coins.map((coin, index) => (
        <li key={coin.id}>
          <CardLink
            coin={coin}
            currency={currency}
            isBelowFold={index >= CARDS_ABOVE_FOLD}
            below={below?.(coin)}
          />{" "}
          {more?.(coin) ?? <WatchButton id={coin.id} name={coin.name} returnTo={returnTo} />}
        </li>
      ))}
    </ul>
  );
}

interface CardLinkProps {
  readonly coin: CoinCard;
  readonly currency: Currency;
  readonly isBelowFold: boolean;
  readonly below: ReactNode;
}

function CardLink({ coin, currency, isBelowFold, below }: CardLinkProps) {
  const { id, symbol, name, image, price, change24h, week = "", change7d } = coin;
  const priceText = formatPrice(price, currency);
  return (
    <Link className="card-link" to={coinHref(id, currency)} prefetch="intent" discover="none">
      <MarketIcon image={image} texts={[symbol, name]} size={36} isLazy={isBelowFold} />{" "}
      <span className={fittingSymbol(symbol)} title={titleBeyond(MAX_UNCUT_SYMBOL, symbol)}>
        {symbol}
      </span>{" "}
      <span className="card-name" title={titleBeyond(MAX_UNCUT_NAME, name)}>
        {name}
      </span>{" "}
      <span className={fitting("card-price", priceText)}>{priceText}</span>{" "}
      <PriceChange percent={change24h} />
      {week === "" ? null : <WeekLine week={week} direction={directionOf(change7d ?? 0)} />}
      {below}
    </Link>
  );
}

function titleBeyond(maxLength: number, text: string): string | undefined {
  return text.length > maxLength ? text : undefined;
}

function fittingSymbol({ length }: string): string {
  if (length > MAX_LONG_SYMBOL) return "card-symbol is-longest";
  return length > MAX_SHORT_SYMBOL ? "card-symbol is-long" : "card-symbol";
}
