import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { FollowView, followMeta } from "~/components/site/follow-page";
import { askedOf } from "~/domain/addresses/canonical-address";
import { PAGES, watchlistHref } from "~/domain/addresses/page-addresses";
import { watchlistFollowPage } from "~/services/page-models/follow-page.server";
import { feedPageResponse, pageHeaders } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.followList, followMeta);

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { list, currency, rules } = askedOf(PAGES.followList, new URL(request.url));
  if (list.length === 0) throw redirect(watchlistHref(currency, []));
  return feedPageResponse(() => watchlistFollowPage(list, currency, rules, request.signal));
}

export default function FollowList() {
  return <FollowView {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = createErrorBoundary(PAGES.followList);
