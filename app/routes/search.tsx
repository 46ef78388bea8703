import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ListLinks } from "~/components/coins/list-links";
import { AsOf } from "~/components/market/figures";
import { FoundCoins, FoundExchanges, SearchOutcome } from "~/components/search/found-coins";
import { RecentCoins } from "~/components/search/recent-coins";
import { SearchForm } from "~/components/search/search-fields";
import { CopyLink, currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { useCurrency } from "~/components/site/hydration";
import { askedOf } from "~/domain/addresses/canonical-address";
import { PAGES, searchHref, withCurrency } from "~/domain/addresses/page-addresses";
import { pageTitle } from "~/domain/page-meta";
import { isCalled } from "~/domain/search/search-key";
import { searchPage } from "~/services/page-models/search-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.search, ({ query, description, currency, isForAll }) => ({
  title: pageTitle(query === "" ? "Search coins" : `Search: ${query}`),
  description,
  canonical: searchHref(query, currency, isForAll),
  isForSearch: false,
}));

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { words, currency, isForAll } = askedOf(PAGES.search, new URL(request.url));
  return pageResponse(searchPage(words, currency, isForAll, request.signal));
}

export { clientLoader } from "~/components/site/page-refresh";

export default function Search() {
  const { query, currency, isForAll, shows, count, coins, exchanges } = useLoaderData<typeof loader>();
  const isCalledSo = (found: { id: string; symbol?: string; name: string } | undefined) =>
    found !== undefined && isCalled({ symbol: found.id, ...found }, query);
  const areExchangesFirst = shows === "nearest" || (isCalledSo(exchanges[0]) && !isCalledSo(coins[0]));
  const foundExchanges = <FoundExchanges exchanges={exchanges} currency={currency} />;
  return (
    <SearchFrame
      controls={
        <>
          <RadioForm
            action={PAGES.search.path}
            choices={[currencyChoice(currency)]}
            others={{ q: query, ...(isForAll ? { all: "1" } : {}) }}
          />
          <CopyLink path={searchHref(query, currency, isForAll)} />
        </>
      }
    >
      {query === "" ? (
        <>
          <RecentCoins currency={currency} />
          <div className="list-bar">
            <ListLinks currency={currency} isTable={false} shown="trending" categories={[]} />
          </div>
        </>
      ) : null}
      {areExchangesFirst ? foundExchanges : null}
      <SearchOutcome query={query} currency={currency} shows={shows} count={count} shown={coins.length} />
      <FoundCoins coins={coins} currency={currency} />
      {areExchangesFirst ? null : foundExchanges}
      {coins.length + exchanges.length === 0 ? (
        <p className="search-outcome">
          Check the spelling, or browse{" "}
          <Link to={withCurrency(PAGES.coins.path, currency)}>the list of coins</Link>.
        </p>
      ) : (
        // Each price has a time of its own.
        <AsOf time={null} />
      )}
    </SearchFrame>
  );
}

interface SearchFrameProps {
  readonly controls?: ReactNode;
  readonly children?: ReactNode;
}

/** The search field, which keeps what was typed even if the search fails. */
function SearchFrame({ controls, children }: SearchFrameProps) {
  const { words, isForAll } = askedOf(PAGES.search, useLocation());
  return (
    <div className="page search-page">
      <div className="list-head has-link mb-3">
        <h1 className="title">Search coins</h1>
        <div>{controls}</div>
      </div>
      <SearchForm
        label="Search all coins"
        query={words}
        currency={useCurrency()}
        isWide
        hasShortcut
        id="search"
      />
      {words === "" || isForAll ? (
        <p className="search-line is-quiet mt-3">
          <span>An exact name opens that coin.</span>{" "}
          <button className="button" type="submit" form="search" name="all" value="1">
            Show all matches
          </button>
        </p>
      ) : null}
      {children}
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.search, SearchFrame);
