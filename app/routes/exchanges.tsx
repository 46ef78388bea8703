import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ExchangeFilter } from "~/components/exchanges/exchange-filter";
import { ExchangeCards, ExchangeTable } from "~/components/exchanges/exchange-list";
import { AsOf } from "~/components/market/figures";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink, currencyChoice, RadioForm, viewChoice } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { usePageRefresh } from "~/components/site/page-refresh";
import { ScrollToTop } from "~/components/site/scroll-to-top";
import { askedOf } from "~/domain/addresses/canonical-address";
import { exchangesHref, PAGES } from "~/domain/addresses/page-addresses";
import { formatPrice } from "~/domain/format/money";
import { EXCHANGE_ORDERS } from "~/domain/market/exchange";
import { pageTitle } from "~/domain/page-meta";
import { EXCHANGES_FRESH_MS } from "~/domain/refresh-schedule";
import { exchangesPage } from "~/services/page-models/exchanges-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.exchanges, ({ description }) => ({
  title: pageTitle("Exchanges"),
  description,
  canonical: PAGES.exchanges.path,
  card: { trail: [["Exchanges", PAGES.exchanges.path]] },
}));

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { currency, view } = askedOf(PAGES.exchanges, new URL(request.url));
  return pageResponse(exchangesPage(currency, view, request.signal));
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

export default function Exchanges() {
  const data = useLoaderData<typeof loader>();
  const { exchanges, count, currency, view, areRanked, bitcoinPrice } = data;
  usePageRefresh(data, "exchanges", EXCHANGES_FRESH_MS);
  const order = EXCHANGE_ORDERS[view.order].words;
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="title">Exchanges</h1>
        <div>
          <RadioForm
            action={PAGES.exchanges.path}
            choices={[currencyChoice(currency), viewChoice(view.isTable)]}
            others={{}}
          />
          <CopyLink path={exchangesHref(currency, view)} />
        </div>
        <p className="is-quiet">
          <span>{order}</span>
          {bitcoinPrice === null ? (
            <span>. Volumes are in bitcoins, whose price is not known</span>
          ) : (
            <span translate="no">{`. 1 BTC = ${formatPrice(bitcoinPrice, currency)}`}</span>
          )}
        </p>
      </div>
      <ExchangeFilter view={view} areRanked={areRanked} />
      <OutOfDateNotice what="Exchanges" age={data} />
      {view.query === "" || exchanges.length === 0 ? null : (
        <p className="search-outcome">{`${exchanges.length} of ${count} exchanges match “${view.query}”.`}</p>
      )}
      {exchanges.length > 0 ? null : (
        <p className="search-outcome">
          {count === 0
            ? "There are no exchanges to show."
            : `None of ${count} exchanges has “${view.query}” in its name or country.`}
        </p>
      )}
      {exchanges.length === 0 ? null : view.isTable ? (
        <ExchangeTable {...{ exchanges, view, currency, bitcoinPrice }} caption={`Exchanges: ${order}`} />
      ) : (
        <ExchangeCards {...{ exchanges, currency, bitcoinPrice }} />
      )}
      {exchanges.length === 0 ? null : <AsOf time={data.fetchedAt} />}
      <ScrollToTop />
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.exchanges);
