import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FoundCoins, FoundExchanges, SearchOutcome } from "~/components/search/found-coins";
import { SearchForm } from "~/components/search/search-fields";
import { createErrorBoundary } from "~/components/site/errors";
import { keepDataWhenRefreshFails } from "~/components/site/page-refresh";
import { parseCurrency } from "~/domain/market/currency";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { PAGES, searchHref, withCurrency } from "~/domain/pages";
import { parseQuery } from "~/domain/search/query";
import { pageHeaders, pageResponse } from "~/services/documents/responses.server";
import { searchPage } from "~/services/pages/search-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  !data
    ? [{ title: pageTitle(PAGES.search.failure.message) }]
    : [
        ...pageMeta(
          {
            title: pageTitle(data.query === "" ? "Search coins" : `Search: ${data.query}`),
            description: data.description,
            canonical: searchHref(data.query, data.currency),
          },
          matches,
        ),
        // Anyone can link to a search; search engines should index the coins themselves.
        { name: "robots", content: "noindex" },
      ];

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return pageResponse(
    searchPage(parseQuery(query.get("q")), parseCurrency(query.get("currency")), request.signal),
  );
}

export const clientLoader = keepDataWhenRefreshFails;

export default function Search() {
  const { query, currency, shows, count, coins, exchanges } = useLoaderData<typeof loader>();
  return (
    <div className="page search-page">
      <h1 className="title">Search coins</h1>
      <SearchForm label="Search all coins" query={query} currency={currency} isWide hasShortcut />
      <FoundExchanges exchanges={exchanges} currency={currency} areAll={shows === "nearest"} />
      <SearchOutcome query={query} currency={currency} shows={shows} count={count} shown={coins.length} />
      <FoundCoins coins={coins} currency={currency} />
      {coins.length + exchanges.length === 0 ? (
        <p className="nothing">
          Check the spelling, or browse{" "}
          <Link to={withCurrency(PAGES.coins.path, currency)}>the list of coins</Link>.
        </p>
      ) : null}
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.search);
