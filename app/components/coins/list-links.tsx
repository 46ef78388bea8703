import { Link } from "@remix-run/react";
import { MOVER_LISTS, MOVER_PERIODS, type MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import type { TableView } from "~/domain/market/table-view";
import { coinsHref, moversHref } from "~/domain/pages";

interface ListLinksProps {
  readonly currency: Currency;
  readonly isTable: boolean;
  /** The list that is shown: all coins or movers; null: another one. */
  readonly shown: "all" | MoversView | null;
}

const TABLE: TableView = { order: "market_cap_desc", sort: null };

/** Links to the lists of coins, and to the periods of movers. */
export function ListLinks({ currency, isTable, shown }: ListLinksProps) {
  const movers = typeof shown === "object" ? shown : null;
  const period = movers?.period ?? "24h";
  const currentIf = (isCurrent: boolean) => (isCurrent ? "page" : undefined);
  return (
    <nav className="list-controls" aria-label="Lists">
      <span className="segmented">
        <Link
          discover="none"
          to={coinsHref(currency, 1, isTable ? TABLE : null)}
          aria-current={currentIf(shown === "all")}
        >
          All
        </Link>{" "}
        {MOVER_LISTS.map((list) => (
          <Link
            discover="none"
            key={list}
            to={moversHref(currency, { list, period, isTable })}
            aria-current={currentIf(list === movers?.list)}
          >
            {list === "gainers" ? "Gainers " : "Losers "}
          </Link>
        ))}
      </span>
      {movers === null ? null : (
        <span className="segmented">
          {MOVER_PERIODS.map((each) => (
            <Link
              discover="none"
              key={each}
              to={moversHref(currency, { ...movers, period: each })}
              aria-current={currentIf(each === period)}
            >
              {`${each} `}
            </Link>
          ))}
        </span>
      )}
    </nav>
  );
}
