import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ExchangeCard } from "~/components/exchanges/exchange-card";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { createErrorBoundary } from "~/components/site/errors";
import { keepDataWhenRefreshFails, triggerReload, usePageRefresh } from "~/components/site/page-refresh";
import { ScrollToTop } from "~/components/site/scroll-to-top";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { PAGES } from "~/domain/pages";
import { EXCHANGES_FRESH_MS } from "~/domain/refresh-plan";
import { pageHeaders, pageResponse } from "~/services/documents/responses.server";
import { exchangesPage } from "~/services/pages/exchanges-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  !data
    ? [{ title: pageTitle(PAGES.exchanges.failure.message) }]
    : pageMeta(
        {
          title: pageTitle("Exchanges"),
          description: data.description,
          canonical: PAGES.exchanges.path,
          card: { trail: [["Exchanges", PAGES.exchanges.path]] },
        },
        matches,
      );

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  return pageResponse(exchangesPage(request.signal));
}

export const clientLoader = keepDataWhenRefreshFails;

export const clientAction = triggerReload;

export default function Exchanges() {
  const data = useLoaderData<typeof loader>();
  const { exchanges, fetchedAt, isOutOfDate } = data;
  usePageRefresh({ data, noun: "exchanges", dataFrom: fetchedAt, freshMs: EXCHANGES_FRESH_MS });
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="title">Exchanges</h1>
        <p>The most trusted first</p>
      </div>
      <OutOfDateNotice what="Exchanges" isOutOfDate={isOutOfDate} fetchedAt={fetchedAt} />
      {exchanges.length === 0 ? <p className="nothing">There are no exchanges to show.</p> : null}
      <ul className="card-grid">
        {exchanges.map((exchange, index) => (
          <ExchangeCard key={exchange.id} exchange={exchange} isBelowFold={index >= 20} />
        ))}
      </ul>
      <ScrollToTop />
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.exchanges);
