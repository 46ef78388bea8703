import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CoinCards } from "~/components/coins/coin-cards";
import { CoinTable } from "~/components/coins/coin-table";
import { PageButtons } from "~/components/coins/page-buttons";
import { Glance } from "~/components/market/glance";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink, RadioForm } from "~/components/site/controls";
import { createErrorBoundary } from "~/components/site/errors";
import { keepDataWhenRefreshFails, triggerReload, usePageRefresh } from "~/components/site/page-refresh";
import { ScrollToTop } from "~/components/site/scroll-to-top";
import { CURRENCIES, parseCurrency } from "~/domain/market/currency";
import { parsePageNumber, parseTableView, tableCaption } from "~/domain/market/table-view";
import { coinsCard, pageMeta, pageTitle } from "~/domain/page-meta";
import { coinsHref, PAGES, viewParameters } from "~/domain/pages";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { pageHeaders, pageResponse } from "~/services/documents/responses.server";
import { coinsPage } from "~/services/pages/coins-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: pageTitle(PAGES.coins.failure.message) }];
  const { currency, pageNumber, description, table } = data;
  const name = table === null ? "Coins" : "Coin table";
  return pageMeta(
    {
      // From the second page on with its number, so that entries of the browser's history differ.
      title: pageTitle(pageNumber === 1 ? name : `${name}, page ${pageNumber}`),
      description,
      // Sorting a page does not change which coins it has.
      canonical: coinsHref(currency, pageNumber, table && { ...table, sort: null }),
      card: import.meta.env.SSR ? coinsCard(currency, pageNumber) : null,
    },
    matches,
  );
};

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const currency = parseCurrency(query.get("currency"));
  const pageNumber = parsePageNumber(query.get("page"));
  return pageResponse(coinsPage(currency, pageNumber, parseTableView(query), request.signal));
}

export const clientLoader = keepDataWhenRefreshFails;

export const clientAction = triggerReload;

export default function Coins() {
  const data = useLoaderData<typeof loader>();
  const { currency, pageNumber, table, fetchedAt, isOutOfDate } = data;
  usePageRefresh({ data, noun: "prices", dataFrom: fetchedAt, freshMs: PRICES_FRESH_MS });
  const { view = "cards", ...order } = viewParameters(table);
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="title">Coins</h1>
        <div className="controls-row">
          <RadioForm
            action={PAGES.coins.path}
            choices={[
              { legend: "Currency", name: "currency", values: CURRENCIES, value: currency },
              { legend: "View", name: "view", values: ["cards", "table"], value: view },
            ]}
            kept={{ page: String(pageNumber), ...order }}
          />
          <CopyLink path={coinsHref(currency, pageNumber, table)} />
        </div>
        {table === null ? <p>The largest first, with their change in 24 hours</p> : null}
      </div>
      <Glance text={data.glance} />
      <OutOfDateNotice isOutOfDate={isOutOfDate} fetchedAt={fetchedAt} />
      {data.coins.length === 0 ? <p className="nothing">There are no coins on this page.</p> : null}
      {data.table === null ? (
        <CoinCards coins={data.coins} currency={currency} />
      ) : (
        <CoinTable
          rows={data.coins}
          currency={currency}
          caption={tableCaption(data.table)}
          sorting={{ view: data.table, pageNumber }}
        />
      )}
      <PageButtons currency={currency} page={pageNumber} table={table} />
      <ScrollToTop />
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.coins);
