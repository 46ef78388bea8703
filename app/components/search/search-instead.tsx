import { Link, useLocation } from "@remix-run/react";
import { addressQuery } from "~/domain/page-address";
import { coinHref } from "~/domain/pages";
import { queryOfPath } from "~/domain/search/query";
import { useCurrency } from "../use-currency";
import { SearchForm } from "./search-form";

/** Ids and names of coins that an unknown one may have been meant for. */
export type SimilarCoins = readonly (readonly [id: string, name: string])[];

/** A way on from an address that shows nothing: coins that it may have meant, and the search, filled with what was in it. */
export function SearchInstead({ similar = [] }: { readonly similar?: SimilarCoins | undefined }) {
  const location = useLocation();
  const currency = useCurrency();
  const ids = addressQuery(location).get("ids");
  return (
    <>
      {similar.length > 0 ? (
        <p className="similar-coins">
          Did you mean{" "}
          {similar.map(([id, name]) => (
            <Link key={id} to={coinHref(id, currency)}>
              {name}
            </Link>
          ))}
        </p>
      ) : null}
      <SearchForm
        label="Search all coins"
        query={ids ?? queryOfPath(location.pathname)}
        currency={currency}
        isWide
      />
    </>
  );
}
