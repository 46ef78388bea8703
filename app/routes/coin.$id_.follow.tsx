import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { FollowView, followMeta } from "~/components/site/follow-page";
import { PAGES } from "~/domain/addresses/page-addresses";
import { parseRules } from "~/domain/feed/rules";
import { parseCurrency } from "~/domain/market/currency";
import { coinFollowPage } from "~/services/page-models/follow-page.server";
import { throwUnknownCoin } from "~/services/page-models/search-page.server";
import { feedPageResponse, pageHeaders } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.follow, followMeta);

export const headers = pageHeaders;

export function loader({ params, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const [{ id = "" }, { signal }] = [params, request];
  const currency = parseCurrency(query.get("currency"));
  return feedPageResponse(() =>
    coinFollowPage(id, currency, parseRules(query), signal).catch((error: unknown) =>
      throwUnknownCoin(error, id, signal),
    ),
  );
}

export default function FollowCoin() {
  return <FollowView {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = createErrorBoundary(PAGES.follow);
