import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createErrorBoundary } from "~/components/errors";
import { loadOrKeep } from "~/components/page-refresh";
import { FoundCoins } from "~/components/search/found-coins";
import { SearchForm } from "~/components/search/search-form";
import { SearchOutcome } from "~/components/search/search-outcome";
import { parseCurrency } from "~/domain/market/currency";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { PAGES, searchHref } from "~/domain/pages";
import { parseQuery } from "~/domain/search/query";
import { unpackFoundCoins } from "~/domain/wire/found-coins";
import { pageHeaders, pageResponse } from "~/services/documents/page-response.server";
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
        // Anyone can make up searches; search engines are to show the coins themselves.
        { name: "robots", content: "noindex" },
      ];

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return pageResponse(
    searchPage(parseQuery(query.get("q")), parseCurrency(query.get("currency")), request.signal),
  );
}

export const clientLoader = loadOrKeep;

export default function Search() {
  const { query, currency, shows, count, coins: packed } = useLoaderData<typeof loader>();
  const coins = unpackFoundCoins(packed);
  return (
    <div className="page search-page">
      <h1 className="title">Search coins</h1>
      <SearchForm label="Search all coins" query={query} currency={currency} isWide />
      <SearchOutcome query={query} currency={currency} shows={shows} count={count} shown={coins.length} />
      <FoundCoins coins={coins} currency={currency} />
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.search);
