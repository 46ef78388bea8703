import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { FollowView, followMeta } from "~/components/site/follow-page";
import { askedOf } from "~/domain/addresses/canonical-address";
import { PAGES, watchlistHref } from "~/domain/addresses/page-addresses";
import { watchlistFeed } from "~/services/exports/feeds.server";
import { followResponse } from "~/services/page-models/follow-page.server";
import { pageHeaders } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.followList, followMeta);

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const asked = askedOf(PAGES.followList, new URL(request.url));
  if (asked.list.length === 0) throw redirect(watchlistHref(asked.currency, []));
  return followResponse(asked, request, watchlistFeed);
}

export default FollowView;

export const ErrorBoundary = createErrorBoundary(PAGES.followList);
