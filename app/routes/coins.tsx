import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CoinCard } from "~/components/coins/coin-card";
import { PageButtons } from "~/components/coins/page-buttons";
import { CopyLink, CurrencyRadios } from "~/components/controls";
import { createErrorBoundary } from "~/components/errors";
import { OutOfDateNotice } from "~/components/out-of-date-notice";
import { loadOrKeep, refreshAction, usePageRefresh } from "~/components/page-refresh";
import { ScrollToTop } from "~/components/scroll-to-top";
import { CURRENCIES, parseCurrency } from "~/domain/market/currency";
import { parsePageNumber } from "~/domain/market/page-number";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { coinsHref, PAGES } from "~/domain/pages";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { unpackCoins } from "~/domain/wire/coin-list";
import { pageHeaders } from "~/services/documents/page-headers.server";
import { pageResponse } from "~/services/documents/page-response.server";
import { coinsPage } from "~/services/pages/coins-page.server";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  !data
    ? [{ title: pageTitle(PAGES.coins.failure.message) }]
    : pageMeta({
        // From the second page on the number is there, so that steps in the history can be told apart.
        title: pageTitle(data.pageNumber === 1 ? "Coins" : `Coins, page ${data.pageNumber}`),
        description: `Crypto coins and their prices in ${data.currency}, page ${data.pageNumber}.`,
        canonical: coinsHref(data.currency, data.pageNumber),
      });

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return pageResponse(
    coinsPage(parseCurrency(query.get("currency")), parsePageNumber(query.get("page")), request.signal),
  );
}

export const clientLoader = loadOrKeep;

export const clientAction = refreshAction;

export default function Coins() {
  const data = useLoaderData<typeof loader>();
  const { coins: packed, currency, pageNumber, fetchedAt, isOutOfDate } = data;
  usePageRefresh({ data, noun: "prices", dataFrom: fetchedAt, freshMs: PRICES_FRESH_MS });
  const coins = unpackCoins(packed);
  return (
    <div className="page">
      <h1 className="title">Coins</h1>
      <OutOfDateNotice isOutOfDate={isOutOfDate} fetchedAt={fetchedAt} />
      <div className="controls-row">
        <CurrencyRadios
          action={PAGES.coins.path}
          currencies={CURRENCIES}
          value={currency}
          kept={{ page: String(pageNumber) }}
        />
        <CopyLink path={coinsHref(currency, pageNumber)} />
      </div>
      {coins.length === 0 ? <p className="nothing">There are no coins on this page.</p> : null}
      <ul className="card-grid">
        {coins.map((coin, index) => (
          <CoinCard key={coin.id} coin={coin} currency={currency} isBelowFold={index >= 20} />
        ))}
      </ul>
      <PageButtons currency={currency} page={pageNumber} />
      <ScrollToTop />
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.coins);
