import { Link } from "@remix-run/react";
import { MOVER_LISTS, MOVER_PERIODS, type MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import type { TableView } from "~/domain/market/table-view";
import { coinsHref, moversHref } from "~/domain/pages";
import { Icon } from "../site/icons";

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

interface CategoryStepsProps {
  readonly currency: Currency;
  readonly pageNumber: number;
  readonly table: TableView | null;
  readonly category: string;
  readonly isLast: boolean;
}

/** Links to the neighbouring pages of a category; the number of pages is unknown. */
export function CategorySteps({ currency, pageNumber, table, category, isLast }: CategoryStepsProps) {
  const hrefOf = (page: number) => coinsHref(currency, page, table, category);
  if (pageNumber === 1 && isLast) return null;
  return (
    <nav className="pages" aria-label="Pages">
      <p className="page-place">{`Page ${pageNumber}`}</p>
      {pageNumber > 1 ? (
        <Link className="button page-step" to={hrefOf(pageNumber - 1)} rel="prev">
          <Icon name="previous" /> <span>Previous page</span>
        </Link>
      ) : null}
      {isLast ? null : (
        <Link className="button page-step" to={hrefOf(pageNumber + 1)} rel="next">
          <span>Next page</span> <Icon name="next" />
        </Link>
      )}
    </nav>
  );
}
