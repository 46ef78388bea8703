import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CoinCard } from "~/components/coin-card";
import { CopyLink } from "~/components/copy-link";
import { CurrencyRadios } from "~/components/currency-radios";
import { FAILED_COINS, FailedCoins } from "~/components/failed-page";
import { OutOfDateNotice } from "~/components/out-of-date-notice";
import { PageButtons } from "~/components/page-buttons";
import { loadOrKeep } from "~/components/page-refresh/shown-page";
import { refreshAction, usePageRefresh } from "~/components/page-refresh/use-page-refresh";
import { ScrollToTop } from "~/components/scroll-to-top";
import { withUnexpectedError } from "~/components/with-unexpected-error";
import { coinsHref } from "~/domain/links";
import { CURRENCIES, parseCurrency } from "~/domain/market/currency";
import { parsePageNumber } from "~/domain/market/page-number";
import { pageMeta } from "~/domain/page-meta";
import { pageTitle } from "~/domain/page-title";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { unpackCoins } from "~/domain/wire/coin-list";
import { pageHeaders } from "~/services/documents/page-headers.server";
import { pageResponse } from "~/services/documents/page-response.server";
import { coinsPage } from "~/services/pages/coins-page.server";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  !data
    ? [{ title: pageTitle(FAILED_COINS) }]
    : pageMeta({
        // From the second page on the number is there, so that steps in the history can be told apart.
        title: pageTitle(data.page === 1 ? "Coins" : `Coins, page ${data.page}`),
        description: `Crypto coins and their prices in ${data.currency}, page ${data.page}.`,
        canonical: coinsHref(data.currency, data.page),
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
  const { coins: packed, currency, page, fetchedAt, isOutOfDate } = data;
  usePageRefresh({ data, noun: "prices", dataFrom: fetchedAt, freshMs: PRICES_FRESH_MS });
  const coins = unpackCoins(packed);
  return (
    <div className="page">
      <h1 className="page-title">Coins</h1>
      <OutOfDateNotice isOutOfDate={isOutOfDate} fetchedAt={fetchedAt} />
      <div className="controls-row">
        <CurrencyRadios
          action="/coins"
          currencies={CURRENCIES}
          value={currency}
          kept={{ page: String(page) }}
        />
        <CopyLink path={coinsHref(currency, page)} />
      </div>
      {coins.length === 0 ? <p className="nothing">There are no coins on this page.</p> : null}
      <ul className="card-grid">
        {coins.map((coin, index) => (
          <CoinCard key={coin.id} coin={coin} currency={currency} isBelowFold={index >= 20} />
        ))}
      </ul>
      <PageButtons currency={currency} page={page} />
      <ScrollToTop />
    </div>
  );
}

export const ErrorBoundary = withUnexpectedError(FailedCoins);
