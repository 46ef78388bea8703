import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PageSteps } from "~/components/coins/page-buttons";
import { AsOf } from "~/components/market/figures";
import { MarketsTable } from "~/components/market/markets-table";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink, currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { usePageRefresh } from "~/components/site/page-refresh";
import { askedOf } from "~/domain/addresses/canonical-address";
import { coinHref, coinMarketsHref, coinPath, coinsHref, PAGES } from "~/domain/addresses/page-addresses";
import { isolated } from "~/domain/format/text";
import { isTrustKnown } from "~/domain/market/shown-markets";
import { pageTitle } from "~/domain/page-meta";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { marketsPage } from "~/services/page-models/markets-page.server";
import { throwUnknownCoin } from "~/services/page-models/search-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.markets, (page) => {
  const { id, name, currency, pageNumber, count, markets } = page;
  const canonical = coinMarketsHref(id, currency, pageNumber);
  return {
    title: pageTitle(`${isolated(name)} markets${pageNumber === 1 ? "" : `, page ${pageNumber}`}`),
    description: `Where ${isolated(name)} is traded: ${count} markets by volume, with price${isTrustKnown(markets) ? ", spread and trust" : " and spread"}.`,
    canonical,
    card: {
      trail: [
        ["Coins", coinsHref(currency, 1)],
        [name, coinHref(id, currency)],
        ["Markets", canonical],
      ],
    },
  };
});

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { id, currency, pageNumber } = askedOf(PAGES.markets, new URL(request.url));
  const { signal } = request;
  return pageResponse(
    marketsPage(id, currency, pageNumber, signal).catch((error: unknown) =>
      throwUnknownCoin(error, id, signal),
    ),
  );
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

export default function Markets() {
  const data = useLoaderData<typeof loader>();
  const { id, name, currency, pageNumber, pageCount, count, markets } = data;
  usePageRefresh(data, "prices", PRICES_FRESH_MS);
  const hrefOf = (number: number) => coinMarketsHref(id, currency, number);
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="title">
          <bdi translate="no">{name}</bdi> markets
        </h1>
        <div>
          <RadioForm
            action={`${coinPath(id)}/markets`}
            choices={[currencyChoice(currency)]}
            others={{ page: String(pageNumber) }}
          />
          <CopyLink path={hrefOf(pageNumber)} />
        </div>
        <p className="is-quiet">
          <Link to={coinHref(id, currency)}>
            <bdi translate="no">{name}</bdi>: price and history
          </Link>
        </p>
      </div>
      <OutOfDateNotice age={data} />
      {markets.length === 0 ? (
        <p className="search-outcome">
          {count === 0 ? `No market of ${isolated(name)} is known.` : "There are no markets on this page."}
        </p>
      ) : (
        <div className="box coin-section">
          <MarketsTable
            caption={`Where ${isolated(name)} is traded, the largest volume first`}
            markets={markets}
          />
        </div>
      )}
      <AsOf time={data.fetchedAt} />
      {pageCount === 1 ? null : (
        <PageSteps
          place={`Page ${pageNumber} of ${pageCount}`}
          previous={pageNumber > 1 ? hrefOf(Math.min(pageNumber - 1, pageCount)) : null}
          next={pageNumber < pageCount ? hrefOf(pageNumber + 1) : null}
        />
      )}
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.markets);
