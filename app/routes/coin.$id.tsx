import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { PriceChart } from "~/components/chart/price-chart";
import { RangeButtons } from "~/components/chart/range-buttons";
import { RangeChange } from "~/components/chart/range-change";
import { WaitingChart, WaitingNote } from "~/components/chart/waiting-chart";
import { DayRangeBar, Figures } from "~/components/coin/coin-figures";
import { CoinHeading } from "~/components/coin/coin-heading";
import { CoinSections } from "~/components/coin/coin-sections";
import { ExportLinks } from "~/components/coin/export-links";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink, currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, failureTitle } from "~/components/site/errors";
import { keepDataWhenRefreshFails, triggerReload, usePageRefresh } from "~/components/site/page-refresh";
import { WatchButton } from "~/components/watchlist/watch-button";
import {
  chartParameters,
  METRICS,
  metricInCurrency,
  parseChartView,
  SCALES,
} from "~/domain/chart/chart-view";
import { formatPrice } from "~/domain/format/money";
import { parseCurrency } from "~/domain/market/currency";
import { parseRange } from "~/domain/market/range";
import { pageAddress } from "~/domain/page-address";
import { coinCard, pageMeta, pageTitle } from "~/domain/page-meta";
import { coinHref, coinMarketsHref, coinPath, convertHref, PAGES } from "~/domain/pages";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { pageHeaders, pageResponse } from "~/services/documents/responses.server";
import { coinPage } from "~/services/pages/coin-page.server";
import { throwUnknownCoin } from "~/services/pages/search-page.server";
import type { loader as siteLoader } from "../root";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: failureTitle(PAGES.coin, error) }];
  const { coin, description, currency, range, view } = data;
  const price = formatPrice(coin.price, currency);
  return pageMeta(
    {
      title: pageTitle(`${coin.name} ${price}`),
      description,
      canonical: coinHref(coin.id, currency, range, view),
      card: coinCard(coin, currency, range),
    },
    matches,
  );
};

export const headers = pageHeaders;

export function loader({ params, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const { id = "" } = params;
  const { signal } = request;
  return pageResponse(
    coinPage(
      id,
      parseCurrency(query.get("currency")),
      parseRange(query.get("range")),
      parseChartView(query),
      signal,
    ).catch((error: unknown) => throwUnknownCoin(error, id, signal)),
  );
}

export const clientLoader = keepDataWhenRefreshFails;

export const clientAction = triggerReload;

export default function CoinRoute() {
  const data = useLoaderData<typeof loader>();
  const { coin, dayRange, figures, details, currency, range, view, history } = data;
  const { fetchedAt, isOutOfDate, oldHistoryFrom, retryInMs } = data;
  const siteUrl = useRouteLoaderData<typeof siteLoader>("root")?.siteUrl ?? null;
  usePageRefresh({ data, noun: "prices", dataFrom: fetchedAt, freshMs: PRICES_FRESH_MS, retryInMs });
  const action = coinPath(coin.id);
  const { metric, scale } = view;
  const kept = chartParameters(view);
  return (
    <div className="page">
      <OutOfDateNotice
        what={oldHistoryFrom === undefined ? "Prices" : "Past prices"}
        isOutOfDate={isOutOfDate}
        fetchedAt={oldHistoryFrom ?? fetchedAt}
      />
      <CoinHeading coin={coin} currency={currency}>
        <div className="coin-actions">
          <div className="controls-row">
            <RadioForm action={action} choices={[currencyChoice(currency)]} kept={{ range, ...kept }} />
            <CopyLink path={coinHref(coin.id, currency, range, view)} />
          </div>
          <WatchButton
            id={coin.id}
            name={coin.name}
            returnTo={pageAddress(useLocation())}
            className="button watch"
          />
        </div>
      </CoinHeading>
      <div className="coin-layout">
        <section className="box coin-chart" aria-labelledby="price-history">
          <h2 id="price-history" className="is-sr-only">
            Price history
          </h2>
          <div className="chart-head">
            <RangeChange
              figures={history?.figures ?? null}
              metric={history?.metric ?? metric}
              currency={currency}
              range={history?.range ?? range}
            />
            <RangeButtons action={action} value={range} kept={{ currency, ...kept }} />
            <RadioForm
              action={action}
              choices={[
                { legend: "Chart of", name: "metric", values: METRICS, value: metric },
                { legend: "Scale", name: "scale", values: SCALES, value: scale },
              ]}
              kept={{ currency, range }}
              submitName="Show chart"
            />
          </div>
          {history === null ? (
            <WaitingChart series={metricInCurrency(metric, currency)} range={range} retryInMs={retryInMs} />
          ) : (
            <PriceChart name={coin.name} currency={currency} {...history} />
          )}
          <ExportLinks
            id={coin.id}
            name={coin.name}
            currency={currency}
            range={range}
            view={view}
            siteUrl={siteUrl}
          />
        </section>
        <section className="box coin-figures" aria-labelledby="key-figures">
          <h2 id="key-figures">Key figures</h2>
          <DayRangeBar {...dayRange} />
          <Figures figures={figures} />
          <p className="coin-converter">
            <Link className="button" to={convertHref({ amount: "1", from: coin.id, to: currency })}>
              Convert an amount
            </Link>
          </p>
          {history === null || retryInMs === null ? null : <WaitingNote retryInMs={retryInMs} />}
        </section>
      </div>
      {details === null ? null : (
        <CoinSections
          name={coin.name}
          details={details}
          marketsHref={coinMarketsHref(coin.id, currency, 1)}
        />
      )}
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.coin);
