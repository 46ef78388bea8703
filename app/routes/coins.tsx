import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CoinCards } from "~/components/coins/coin-cards";
import { CoinTable } from "~/components/coins/coin-table";
import { PageButtons } from "~/components/coins/page-buttons";
import { CopyLink, RadioForm } from "~/components/controls";
import { createErrorBoundary } from "~/components/errors";
import { OutOfDateNotice } from "~/components/out-of-date-notice";
import { loadOrKeep, refreshAction, usePageRefresh } from "~/components/page-refresh";
import { ScrollToTop } from "~/components/scroll-to-top";
import { CURRENCIES, parseCurrency } from "~/domain/market/currency";
import { parsePageNumber } from "~/domain/market/page-number";
import { parseTableView } from "~/domain/market/table-view";
import { coinsCard } from "~/domain/page-cards";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { coinsHref, PAGES, viewParameters } from "~/domain/pages";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { pageHeaders, pageResponse } from "~/services/documents/page-response.server";
import { coinsPage } from "~/services/pages/coins-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: pageTitle(PAGES.coins.failure.message) }];
  const { currency, pageNumber, description, table = null } = data;
  const name = table === null ? "Coins" : "Coin table";
  return pageMeta(
    {
      // From the second page on the number is there, so that steps in the history can be told apart.
      title: pageTitle(pageNumber === 1 ? name : `${name}, page ${pageNumber}`),
      description,
      // However the coins of a page are sorted, they are the same.
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

export const clientLoader = loadOrKeep;

export const clientAction = refreshAction;

export default function Coins() {
  const data = useLoaderData<typeof loader>();
  const { coins, currency, pageNumber, table = null, fetchedAt, isOutOfDate } = data;
  usePageRefresh({ data, noun: "prices", dataFrom: fetchedAt, freshMs: PRICES_FRESH_MS });
  const { view = "cards", ...order } = viewParameters(table);
  return (
    <div className="page">
      <h1 className="title">Coins</h1>
      <OutOfDateNotice isOutOfDate={isOutOfDate} fetchedAt={fetchedAt} />
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
      {coins === "" ? <p className="nothing">There are no coins on this page.</p> : null}
      {table === null ? (
        <CoinCards packed={coins} currency={currency} />
      ) : (
        <CoinTable packed={coins} currency={currency} caption={table.caption} heads={table.heads} />
      )}
      <PageButtons currency={currency} page={pageNumber} table={table} />
      <ScrollToTop />
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.coins);
