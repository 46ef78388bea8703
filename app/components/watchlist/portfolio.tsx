import type { ReactNode } from "react";
import type { ListedCoin } from "~/domain/market/coin";
import type { Holding, MoneyChange, Portfolio } from "~/domain/portfolio/valuation";
import { PriceChange } from "../market/price-change";

/** The total value of a list's amounts, and its change. */
export function PortfolioSummary({ total, totalLabel, change, changeLabel }: Omit<Portfolio, "holdings">) {
  return (
    <section className="portfolio" aria-label="Portfolio">
      <p>
        {totalLabel} <strong className="title">{total}</strong>
      </p>
      <p>
        <PriceChange percent={change?.percent ?? null} /> <Money change={change} /> {changeLabel}
      </p>
    </section>
  );
}

type OfCoin = (coin: Pick<ListedCoin, "id" | "symbol">) => ReactNode;

/** Returns what cards and the table show for coins with amounts; undefined for a list without any. */
export function holdingsOf(portfolio: Portfolio | null) {
  if (portfolio === null) return undefined;
  const holdings = new Map(portfolio.holdings.map((holding) => [holding.id, holding]));
  const cell =
    (show: (holding: Holding, symbol: string) => ReactNode): OfCoin =>
    ({ id, symbol }) => {
      const holding = holdings.get(id);
      return holding && show(holding, symbol);
    };
  const onCard = cell((holding, symbol) => (
    <>
      {" "}
      <CardHolding {...holding} symbol={symbol} />
    </>
  ));
  const columns = [
    { title: "Amount", show: cell(({ amount }) => amount) },
    { title: "Value", show: cell(({ value }) => <strong>{value}</strong>) },
    { title: "Change (24h)", show: cell(({ change }) => <Money change={change} />) },
    { title: "Share", show: cell(({ share }) => share) },
  ];
  return { onCard, columns };
}

function CardHolding({ amount, symbol, share, value, change }: Holding & { readonly symbol: string }) {
  return (
    <span className="card-holding">
      <span>
        {amount} {symbol.toUpperCase()}
      </span>{" "}
      <strong>{value}</strong>{" "}
      <span>
        {share}
        <span className="is-sr-only"> of the total</span>
      </span>{" "}
      <Money change={change} />
    </span>
  );
}

/** A signed change in money; nothing if unknown. */
function Money({ change }: { readonly change: MoneyChange | null }) {
  return change && <span className={`change ${change.direction}`}>{change.text}</span>;
}
