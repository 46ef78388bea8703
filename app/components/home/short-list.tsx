import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { coinHref } from "~/domain/addresses/page-addresses";
import type { PricedCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { FoundCoinParts } from "../search/found-coins";
import { Icon } from "../site/icons";

interface ShortListProps extends ShortRowsProps {
  readonly id?: string;
  readonly title: string;
  /** What the list is of, or by, in words behind its title. */
  readonly scope: string;
  readonly href: string;
  /** Shown in place of no coins; without it, there is no list then. */
  readonly none?: string | undefined;
  readonly children?: ReactNode;
}

/** A few coins, with their prices and changes in columns. */
export function ShortList({ id, title, scope, href, none, children, ...rows }: ShortListProps) {
  const { coins, period = "24h" } = rows;
  if (coins.length === 0 && none === undefined) return null;
  return (
    <section id={id} className="box short-list" aria-label={`${title} ${scope}`}>
      <ListTitle {...{ title, scope, href }}>{children}</ListTitle>
      {coins.length === 0 ? (
        <p className="is-quiet">{none}</p>
      ) : (
        <div className="short-rows">
          <p className="short-heads has-text-right">
            <small>Price</small> <small>{period}</small>
          </p>
          <ShortRows {...rows} />
        </div>
      )}
    </section>
  );
}

type ListTitleProps = Pick<ShortListProps, "title" | "href" | "children"> &
  Partial<Pick<ShortListProps, "scope">>;

export function ListTitle({ title, scope, href, children }: ListTitleProps) {
  return (
    <div className="short-title">
      <h2>
        <Link className="is-inline-flex is-align-items-center" to={href}>
          <span>{title}</span>
          <Icon name="next" />
        </Link>{" "}
        <small>{scope}</small>
      </h2>
      {children}
    </div>
  );
}

interface ShortRowsProps {
  readonly coins: readonly PricedCoin[];
  readonly currency: Currency;
  /** Of the changes. */
  readonly period?: "1h" | "24h" | "7d";
}

export function ShortRows({ coins, currency, period = "24h" }: ShortRowsProps) {
  return (
    <ol>
      {coins.map((coin) => (
        <li key={coin.id}>
          <Link className="found-coin" to={coinHref(coin.id, currency)}>
            <FoundCoinParts coin={coin} currency={currency} figure={`change${period}`} isLazy />
          </Link>
        </li>
      ))}
    </ol>
  );
}
