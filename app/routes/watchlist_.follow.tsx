import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { FollowView, followMeta } from "~/components/site/follow-page";
import { PAGES, watchlistHref } from "~/domain/addresses/page-addresses";
import { listRules } from "~/domain/feed/rules";
import { parseCurrency } from "~/domain/market/currency";
import { parseWatchlist } from "~/domain/watchlist/watchlist";
import { watchlistFollowPage } from "~/services/page-models/follow-page.server";
import { feedPageResponse, pageHeaders } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.followList, followMeta);

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const currency = parseCurrency(query.get("currency"));
  const list = parseWatchlist(query.get("ids"));
  if (list.length === 0) throw redirect(watchlistHref(currency, []));
  return feedPageResponse(() => watchlistFollowPage(list, currency, listRules(query), request.signal));
}

export default function FollowList() {
  return <FollowView {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = createErrorBoundary(PAGES.followList);
