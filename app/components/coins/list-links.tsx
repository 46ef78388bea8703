import { Link } from "@remix-run/react";
import {
  categoriesHref,
  coinsHref,
  mapHref,
  moversHref,
  searchHref,
} from "~/domain/addresses/page-addresses";
import { type Category, listInWords, MOVER_LISTS, type MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { LARGEST_FIRST } from "~/domain/market/table-view";
import { Icon } from "../site/icons";

interface ListLinksProps {
  readonly currency: Currency;
  readonly isTable: boolean;
  /** The page that is shown: all coins or another one for all, movers, or the category with that id. */
  readonly shown: "all" | "trending" | "map" | "categories" | MoversView | { readonly category: string };
  readonly categories: readonly Category[];
}

/** Links to the lists of coins, in one row. The chosen category's link leads back to all coins. */
export function ListLinks({ currency, isTable, shown, categories }: ListLinksProps) {
  const movers = typeof shown === "object" && "list" in shown ? shown : null;
  const category = typeof shown === "object" && "category" in shown ? shown.category : null;
  const table = isTable ? LARGEST_FIRST : null;
  const { period, top } = movers ?? { period: "24h", top: 1000 };
  const chip = (name: string, to: string, isCurrent = false) => (
    <Link
      key={name}
      className={isCurrent ? "button is-rounded is-primary" : "button is-rounded"}
      discover="none"
      to={to}
      aria-current={isCurrent ? "page" : undefined}
    >
      {`${name} `}
    </Link>
  );
  return (
    <nav className="chips" aria-label="Lists">
      {chip("All", coinsHref(currency, 1, table), shown === "all")}
      {MOVER_LISTS.map((list) =>
        chip(listInWords(list), moversHref(currency, { list, period, top, isTable }), list === movers?.list),
      )}
      {chip("Trending", searchHref("", currency), shown === "trending")}
      {chip("Map", mapHref(currency, period), shown === "map")}
      {chip("Categories", categoriesHref(currency), shown === "categories")}
      {categories.map(({ id, name }) =>
        id !== category ? (
          chip(name, coinsHref(currency, 1, table, id))
        ) : (
          <Link
            key={name}
            className="button is-rounded is-primary"
            discover="none"
            to={coinsHref(currency, 1, table)}
            aria-current="true"
          >
            <bdi>{name}</bdi> <Icon name="close" /> <span className="is-sr-only">(remove) </span>
          </Link>
        ),
      )}
    </nav>
  );
}
