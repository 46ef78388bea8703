import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { coinHref } from "~/domain/addresses/page-addresses";
import type { PricedCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { FoundCoinParts } from "../search/found-coins";
import { Icon } from "../site/icons";

interface ShortListProps {
  readonly id?: string;
  readonly title: string;
  readonly href: string;
  readonly coins: readonly PricedCoin[];
  readonly currency: Currency;
  readonly figure?: "change1h" | "change24h" | "change7d";
  /** Shown in place of no coins; without it, there is no list then. */
  readonly none?: string | undefined;
  readonly children?: ReactNode;
}

export function ShortList({ id, title, href, coins, currency, figure, none, children }: ShortListProps) {
  if (coins.length === 0 && none === undefined) return null;
  return (
    <section id={id} className="box short-list" aria-label={title}>
      <div>
        <h2>
          <Link className="is-inline-flex is-align-items-center" to={href}>
            <span>{title}</span>
            <Icon name="next" />
          </Link>
        </h2>
        {children}
      </div>
      {coins.length === 0 ? <p className="is-quiet">{none}</p> : null}
      <ol>
        {coins.map((coin) => (
          <li key={coin.id}>
            <Link className="found-coin" to={coinHref(coin.id, currency)}>
              <FoundCoinParts coin={coin} currency={currency} figure={figure} isLazy />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
