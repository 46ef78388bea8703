import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatPrice } from "~/domain/format/money";
import type { ListedCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { pageAddress } from "~/domain/page-address";
import { firstPaintEndId, isBelowFold } from "~/domain/page-meta";
import { coinHref } from "~/domain/pages";
import { fitting } from "../market/figure-text";
import { MarketIcon } from "../market/market-icon";
import { PriceChange } from "../market/price-change";
import { useFirstOfVisit } from "../site/first-of-visit";
import { WatchButton } from "../watchlist/watch-button";
import { WeekLine } from "./week-line";

/** Characters that fit the narrowest card even if all are as wide as W. Longer names may be cut off, so they get a title. */
const MAX_UNCUT_NAME = 28;
const MAX_UNCUT_SYMBOL = 5;

/** Characters of a symbol at the normal font size, and at the next smaller one. */
const [MAX_SHORT_SYMBOL, MAX_LONG_SYMBOL] = [4, 6];

interface CoinCardsProps {
  readonly coins: readonly ListedCoin[];
  readonly currency: Currency;
  /** The change to show; by default that of 24 hours. */
  readonly change?: "change24h" | "change7d";
  /** Renders what replaces the star on a card. */
  readonly more?: ((coin: ListedCoin) => ReactNode) | undefined;
  /** Renders what a card shows below the price. */
  readonly below?: ((coin: ListedCoin) => ReactNode) | undefined;
}

/**
 * Returns whether cards reserve space for the week's line: if half of them had a line when the page was opened. A single line would
 * make all cards taller.
 */
export function useWeeks(coins: readonly Pick<ListedCoin, "week">[]): boolean {
  const lines = coins.filter(({ week }) => week.length > 0).length;
  return useFirstOfVisit(lines > 0 && 2 * lines >= coins.length);
}

/** Coins as a grid of cards. */
export function CoinCards({ coins, currency, change = "change24h", more, below }: CoinCardsProps) {
  const returnTo = pageAddress(useLocation());
  const hasWeeks = useWeeks(coins);
  return (
    <ul className={`card-grid${more ? " is-own" : ""}${hasWeeks ? " has-weeks" : ""}`}>
      {coins.map((coin, index) => (
        <li key={coin.id} id={firstPaintEndId(index)}>
          <CardLink
            coin={coin}
            currency={currency}
            percent={coin[change] ?? null}
            isLazy={isBelowFold(index)}
            hasWeek={hasWeeks}
            below={below?.(coin)}
          />{" "}
          {more?.(coin) ?? <WatchButton id={coin.id} name={coin.name} returnTo={returnTo} />}
        </li>
      ))}
    </ul>
  );
}

interface CardLinkProps {
  readonly coin: ListedCoin;
  readonly currency: Currency;
  /** The change to show. */
  readonly percent: number | null;
  readonly isLazy: boolean;
  readonly hasWeek: boolean;
  readonly below: ReactNode;
}

function CardLink({ coin, currency, percent, isLazy, hasWeek, below }: CardLinkProps) {
  const { id, symbol, name, image } = coin;
  const price = formatPrice(coin.price, currency);
  return (
    <Link className="box card-link" to={coinHref(id, currency)} prefetch="intent" discover="none">
      <MarketIcon image={image} texts={[symbol, name]} size={36} isLazy={isLazy} />{" "}
      <span className={fittingSymbol(symbol)} title={titleBeyond(MAX_UNCUT_SYMBOL, symbol)}>
        {symbol}
      </span>{" "}
      <span className="card-name" title={titleBeyond(MAX_UNCUT_NAME, name)}>
        {name}
      </span>{" "}
      <span className={fitting("card-price", price)}>{price}</span> <PriceChange percent={percent} />
      {hasWeek && coin.week.length > 0 ? <WeekLine {...coin} /> : null}
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
