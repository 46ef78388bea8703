import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { amountFieldId, coinHref } from "~/domain/addresses/page-addresses";
import type { ListedCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Holding, MoneyChange, Portfolio } from "~/domain/watchlist/valuation";
import { NoticeMark } from "../coin/notice-mark";
import { PriceChange, priceText, WeekLine, writtenOut } from "../market/figures";
import { isBelowFold, MarketIcon } from "../market/market-icon";
import { WatchButton, WatchForm } from "./watch-button";

interface PortfolioSummaryProps extends Omit<Portfolio, "holdings"> {
  readonly children?: ReactNode;
  readonly coins: readonly Pick<ListedCoin, "id" | "name" | "symbol">[];
}

/** What a list's amounts are worth together: their total, its changes, and the shares of the coins. */
export function PortfolioSummary(props: PortfolioSummaryProps) {
  const { coins, total, totalLabel, change, changeLabel, gain, parts, children } = props;
  const nameOf = (id: string | null) => {
    const { symbol = "", name = id ?? "" } = coins.find((coin) => coin.id === id) ?? {};
    return id === null ? "Others" : symbol.toUpperCase() || name;
  };
  return (
    <section className="box portfolio" aria-label="Portfolio">
      <div className="is-quiet">
        <p>
          <span>{totalLabel}</span>{" "}
          <strong className="title" translate="no">
            {writtenOut(total)}
          </strong>
        </p>
        <p>
          <Gain gain={change} /> <span>{changeLabel}</span>
        </p>
        {gain === null ? null : (
          <p>
            <Gain gain={gain} /> <span>{writtenOut(gain.label)}</span>
          </p>
        )}
      </div>{" "}
      {children}{" "}
      {parts.length === 0 ? null : (
        <div className="shares">
          <svg aria-hidden="true">
            {parts.map(({ id, start, percent }, index) => (
              <rect
                key={id}
                className={`line-${index + 1}`}
                x={`${start.toFixed(2)}%`}
                width={`${percent.toFixed(2)}%`}
                height="100%"
              />
            ))}
          </svg>
          <ul aria-label="Shares">
            {parts.map(({ id, text }, index) => (
              <li key={id}>
                <svg className={`line-${index + 1}`} viewBox="0 0 2 2" aria-hidden="true">
                  <circle cx="1" cy="1" r="1" />
                </svg>
                <bdi translate="no">{nameOf(id)}</bdi> <span translate="no">{text}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface WatchedRowsProps {
  readonly coins: readonly ListedCoin[];
  readonly holdings: readonly Holding[];
  readonly currency: Currency;
  /** Where the visitor changes their own watchlist; null for a shared one, whose coins have stars. */
  readonly editHref: string | null;
}

export function WatchedRows({ coins, holdings, currency, editHref }: WatchedRowsProps) {
  return (
    <WatchForm coins={coins}>
      <ul className="watched-rows">
        {coins.map(
          ({ id, symbol, name, image, price, priceFrom, change24h, change7d, week, hasNotice }, index) => (
            <li key={id} className="box">
              <MarketIcon image={image} texts={[symbol, name]} size={36} isLazy={isBelowFold(index)} />{" "}
              <div>
                <Link to={coinHref(id, currency)} discover="none">
                  <bdi translate="no">{name}</bdi>
                </Link>{" "}
                <NoticeMark coin={{ id, name, hasNotice }} currency={currency} />{" "}
                <small translate="no">
                  <span>{priceText(price, currency, priceFrom)}</span> <PriceChange percent={change24h} />
                </small>
              </div>{" "}
              <div>
                <RowHolding
                  holding={holdings.find((each) => each.id === id)}
                  symbol={symbol || name}
                  editHref={editHref && `${editHref}#${encodeURIComponent(amountFieldId(id))}`}
                />
              </div>{" "}
              {week.length > 0 ? <WeekLine week={week} change7d={change7d} /> : null}{" "}
              {editHref === null ? <WatchButton id={id} name={name} /> : null}
            </li>
          ),
        )}
      </ul>
    </WatchForm>
  );
}

interface RowHoldingProps extends Pick<WatchedRowsProps, "editHref"> {
  readonly holding: Holding | undefined;
  readonly symbol: string;
}

function RowHolding({ holding, symbol, editHref }: RowHoldingProps) {
  if (holding === undefined) return editHref && <Link to={editHref}>Add amount</Link>;
  const { amount, value, gain } = holding;
  return (
    <>
      <strong translate="no">{writtenOut(value)}</strong>{" "}
      <small translate="no">
        <span>{amount}</span> <bdi>{symbol.toUpperCase()}</bdi>
      </small>{" "}
      {gain === null ? null : (
        <small>
          {gain.percent === null ? <Money change={gain} /> : <PriceChange percent={gain.percent} />} gain
        </small>
      )}
    </>
  );
}

export function holdingColumns(holdings: readonly Holding[]) {
  if (holdings.length === 0) return [];
  const column = (title: string, show: (holding: Holding) => ReactNode) => ({
    title,
    show: ({ id }: Pick<ListedCoin, "id">) => {
      const holding = holdings.find((each) => each.id === id);
      return holding && show(holding);
    },
  });
  const columns = [
    column("Amount", ({ amount }) => amount),
    column("Value", ({ value }) => <strong>{writtenOut(value)}</strong>),
    column("Change (24h)", ({ change }) => <Money change={change} />),
    column("Share", ({ share }) => share),
  ];
  const hasGains = holdings.some(({ gain }) => gain !== null);
  return hasGains ? [...columns, column("Gain", ({ gain }) => gain && <Gain gain={gain} />)] : columns;
}

function Gain({ gain }: { readonly gain: MoneyChange | null }) {
  return (
    <>
      {gain?.percent === null ? null : <PriceChange percent={gain?.percent ?? null} />}{" "}
      <Money change={gain} />
    </>
  );
}

export function Money({ change }: { readonly change: MoneyChange | null }) {
  return (
    change && (
      <strong className={change.direction} translate="no">
        {writtenOut(change.text)}
      </strong>
    )
  );
}
