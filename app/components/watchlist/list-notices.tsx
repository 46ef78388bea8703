import { Form, Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import {
  coinsHref,
  LIST_FILE_ID,
  PAGES,
  searchHref,
  watchlistHref,
  withCurrency,
} from "~/domain/addresses/page-addresses";
import type { Currency } from "~/domain/market/currency";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { FULL_LIST, MAX_WATCHED } from "~/domain/watchlist/watchlist";
import { CoinCards } from "../coins/coin-cards";
import { HiddenInputs } from "../site/controls";
import { useCurrency } from "../site/hydration";
import { useWatchedCount } from "./watchlist-store";

interface EmptyListProps {
  readonly currency: Currency;
  readonly popular: ComponentProps<typeof CoinCards>["coins"];
}

export function EmptyList({ currency, popular }: EmptyListProps) {
  const count = useWatchedCount();
  return (
    <>
      {count > 0 ? (
        <p key={count} className="search-outcome">
          <span>{`${count === 1 ? "1 coin is" : `${count} coins are`} on your watchlist now.`}</span>{" "}
          <Link to={watchlistHref(currency, [])}>Show the list</Link>, or add more.
        </p>
      ) : (
        <p key="empty" className="search-outcome">
          Your watchlist is empty. Press the star of a coin to add it: in{" "}
          <Link to={coinsHref(currency, 1)}>the list of coins</Link>, on its page, or in a{" "}
          <Link to={searchHref("", currency)}>search</Link>. Or <a href={`#${LIST_FILE_ID}`}>import a list</a>
          <span>{popular.length === 0 ? "." : ", or begin with one of these."}</span>
        </p>
      )}
      {popular.length === 0 ? null : <CoinCards coins={popular} currency={currency} />}
    </>
  );
}

/** Below the coins of the visitor's own list. */
export function AddCoin({ currency }: { readonly currency: Currency }) {
  return (
    <Form className="add-coin" action={PAGES.search.path}>
      <input
        className="input"
        type="search"
        name="q"
        aria-label="Add a coin"
        placeholder="Add a coin"
        maxLength={MAX_QUERY_LENGTH}
      />{" "}
      <HiddenInputs values={{ currency, all: "1" }} />
      <button className="button" type="submit">
        Find
      </button>
    </Form>
  );
}

/** Shown when a coin was not added. @param returnTo where the visitor came from */
export function FullList({ returnTo }: { readonly returnTo: string }) {
  const currency = useCurrency();
  return (
    <div className="page error-view has-text-centered" role="alert">
      <h1 className="title mb-4">{FULL_LIST}</h1>
      <p>{`It has room for ${MAX_WATCHED} coins. Nothing on it has changed; remove some to add others.`}</p>
      <p className="buttons is-centered">
        <Link className="button" to={withCurrency(PAGES.watchlist.path, currency)}>
          Your watchlist
        </Link>
        <a className="button" href={returnTo}>
          Go back
        </a>
      </p>
    </div>
  );
}

interface MissingCoinsProps {
  readonly gone: readonly string[];
  readonly missing: readonly string[];
}

export function MissingCoins({ gone, missing }: MissingCoinsProps) {
  const lists = [
    { words: "Unknown, or no longer listed:", ids: gone },
    { words: "These could not be fetched just now:", ids: missing },
  ];
  return lists.map(({ words, ids }) =>
    ids.length === 0 ? null : (
      <section key={words} className="mt-5">
        <p>{words}</p>
        <ul>
          {ids.map((id) => (
            <li key={id}>{id}</li>
          ))}
        </ul>
      </section>
    ),
  );
}
