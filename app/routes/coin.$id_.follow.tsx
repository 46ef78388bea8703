import type { LoaderFunctionArgs } from "@remix-run/node";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { FollowView, followMeta } from "~/components/site/follow-page";
import { askedOf } from "~/domain/addresses/canonical-address";
import { PAGES } from "~/domain/addresses/page-addresses";
import { coinFeed } from "~/services/exports/feeds.server";
import { followResponse } from "~/services/page-models/follow-page.server";
import { throwUnknownCoin } from "~/services/page-models/search-page.server";
import { pageHeaders } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.follow, followMeta);

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  return followResponse(askedOf(PAGES.follow, new URL(request.url)), request, (asked, signal, ...rest) =>
    coinFeed(asked, signal, ...rest).catch((error: unknown) => throwUnknownCoin(error, asked.id, signal)),
  );
}

export default FollowView;

export const ErrorBoundary = createErrorBoundary(PAGES.follow);
