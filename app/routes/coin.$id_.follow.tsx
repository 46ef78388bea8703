import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { FollowView, followMeta } from "~/components/site/follow-page";
import { askedOf } from "~/domain/addresses/canonical-address";
import { PAGES } from "~/domain/addresses/page-addresses";
import { coinFollowPage } from "~/services/page-models/follow-page.server";
import { throwUnknownCoin } from "~/services/page-models/search-page.server";
import { feedPageResponse, pageHeaders } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.follow, followMeta);

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { id, currency, rules } = askedOf(PAGES.follow, new URL(request.url));
  const { signal } = request;
  return feedPageResponse(() =>
    coinFollowPage(id, currency, rules, signal).catch((error: unknown) =>
      throwUnknownCoin(error, id, signal),
    ),
  );
}

export default function FollowCoin() {
  return <FollowView {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = createErrorBoundary(PAGES.follow);
