import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { FollowView, followMeta } from "~/components/site/follow-page";
import { askedOf } from "~/domain/addresses/canonical-address";
import { PAGES } from "~/domain/addresses/page-addresses";
import { moversFollowPage } from "~/services/page-models/follow-page.server";
import { feedPageResponse, pageHeaders } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.followMovers, followMeta);

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { currency, movers } = askedOf(PAGES.followMovers, new URL(request.url));
  return feedPageResponse(() => moversFollowPage(currency, movers, request.signal));
}

export default function FollowMovers() {
  return <FollowView {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = createErrorBoundary(PAGES.followMovers);
