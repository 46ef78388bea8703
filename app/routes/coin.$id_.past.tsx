import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { WaitingNote } from "~/components/chart/waiting-chart";
import { AsOf } from "~/components/market/figures";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { PastForm } from "~/components/past/past-form";
import { Outcome, Purchases, Years } from "~/components/past/past-tables";
import { WorthChart } from "~/components/past/worth-chart";
import { CopyLink, currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { usePageRefresh } from "~/components/site/page-refresh";
import { pageSheet } from "~/components/site/site-style";
import { askedOf } from "~/domain/addresses/canonical-address";
import { coinFileHref, seriesName } from "~/domain/addresses/file-addresses";
import { coinHref, coinPath, PAGES, pastHref } from "~/domain/addresses/page-addresses";
import { isolated } from "~/domain/format/text";
import { RANGE_DETAILS } from "~/domain/market/range";
import { pageTitle } from "~/domain/page-meta";
import { pastParameters } from "~/domain/past/past-query";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { pastPage } from "~/services/page-models/past-page.server";
import { throwUnknownCoin } from "~/services/page-models/search-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";
import sheet from "~/styles/pages/past.scss?url";

export const handle = { sheet };
export const links = pageSheet(sheet);

export const meta = createMeta<typeof loader>(PAGES.past, ({ coin, currency, query, past }) => {
  const range = past?.first === undefined ? "1y" : "max";
  return {
    title: pageTitle(past?.shown?.heading ?? `${isolated(coin.name)} in the past`),
    description:
      past?.shown?.sentence ??
      `What ${isolated(coin.name)} cost on a day, and what an amount spent on it then, or since then, is worth now.`,
    canonical: pastHref(coin.id, currency, query),
    card: {
      picture: {
        path: coinFileHref("preview.png", coin.id, currency, range),
        alt: seriesName(coin.name, currency, RANGE_DETAILS[range].words),
      },
    },
    isForSearch: pastHref(coin.id, currency, query) === pastHref(coin.id, currency),
  };
});

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { id, currency, past } = askedOf(PAGES.past, new URL(request.url));
  const { signal } = request;
  return pageResponse(
    pastPage(id, currency, past, signal).catch((error: unknown) => throwUnknownCoin(error, id, signal)),
  );
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

export default function Past() {
  const data = useLoaderData<typeof loader>();
  const { coin, currency, query, past, retryInMs } = data;
  usePageRefresh(data, "prices", PRICES_FRESH_MS);
  const { shown = null } = past ?? {};
  return (
    <div className="page past">
      <div className="list-head">
        <h1 className="title" tabIndex={-1}>
          {shown === null ? (
            <span>
              <bdi translate="no">{coin.name}</bdi> in the past
            </span>
          ) : (
            <span>{shown.heading}</span>
          )}
        </h1>
        <div>
          <RadioForm
            action={`${coinPath(coin.id)}/past`}
            choices={[currencyChoice(currency)]}
            others={pastParameters(query)}
          />
          <CopyLink path={pastHref(coin.id, currency, query)} />
        </div>
        <p className="is-quiet">
          <Link to={coinHref(coin.id, currency)}>
            <bdi translate="no">{coin.name}</bdi>: price and history
          </Link>
        </p>
      </div>
      <OutOfDateNotice age={data} />
      {past === null ? (
        <WaitingNote retryInMs={retryInMs} />
      ) : (
        <PastForm id={coin.id} currency={currency} query={query} past={past} />
      )}
      {shown === null ? null : (
        <>
          <Outcome shown={shown} />
          <div className="past-layout my-3">
            <section className="box coin-chart" aria-label="Worth and paid in">
              <WorthChart shown={shown} currency={currency} />
            </section>
            <Years coinId={coin.id} {...{ currency, query, shown }} />
          </div>
          <Purchases coinId={coin.id} symbol={coin.symbol} {...{ currency, query, shown }} />
        </>
      )}
      <AsOf time={data.fetchedAt} />
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.past);
