import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { FollowView, followMeta } from "~/components/site/follow-page";
import { PAGES } from "~/domain/addresses/page-addresses";
import { parseFollowedMovers } from "~/domain/market/coin-selection";
import { parseCurrency } from "~/domain/market/currency";
import { moversFollowPage } from "~/services/page-models/follow-page.server";
import { feedPageResponse, pageHeaders } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.followMovers, followMeta);

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const currency = parseCurrency(query.get("currency"));
  return feedPageResponse(() => moversFollowPage(currency, parseFollowedMovers(query), request.signal));
}

export default function FollowMovers() {
  return <FollowView {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = createErrorBoundary(PAGES.followMovers);
