import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { CoinFigures, DayRangeBar } from "~/components/coin/coin-figures";
import { CoinHeading } from "~/components/coin/coin-heading";
import { RangeButtons } from "~/components/coin/range-buttons";
import { TakeAlong } from "~/components/coin/take-along";
import { CopyLink, RadioForm } from "~/components/controls";
import { CoinConverter } from "~/components/convert/coin-converter";
import { createErrorBoundary } from "~/components/errors";
import { OutOfDateNotice } from "~/components/out-of-date-notice";
import { loadOrKeep, refreshAction, usePageRefresh } from "~/components/page-refresh";
import { PriceChart } from "~/components/price-chart/price-chart";
import { formatPrice } from "~/domain/format/money";
import { formatPercent } from "~/domain/format/number";
import { formatUtc } from "~/domain/format/time";
import { currenciesStartingWith, parseCurrency } from "~/domain/market/currency";
import { parseRange } from "~/domain/market/range";
import { coinCard } from "~/domain/page-cards";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { coinHref, coinPath, compareHref, PAGES } from "~/domain/pages";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { unpackPoints } from "~/domain/wire/price-history";
import { pageHeaders, pageResponse } from "~/services/documents/page-response.server";
import { throwUnknownCoin } from "~/services/documents/unknown-coin-response.server";
import { coinPage } from "~/services/pages/coin-page.server";
import type { loader as siteLoader } from "../root";

/** This page offers the dollar before the euro, by specification. */
const CURRENCIES_OFFERED = currenciesStartingWith("inr", "usd");

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: pageTitle(PAGES.coin.failure.message) }];
  const { coin, quote, currency, range } = data;
  const price = formatPrice(quote.price, currency);
  return pageMeta(
    {
      title: pageTitle(`${coin.name} ${price}`),
      description: `${coin.name}: ${price}, ${formatPercent(quote.change24h)} in 24 hours, on ${formatUtc(coin.lastUpdated ?? data.fetchedAt)}. Its price history and key figures.`,
      canonical: coinHref(coin.id, currency, range),
      card: import.meta.env.SSR ? coinCard(coin, currency, range) : null,
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
    coinPage(id, parseCurrency(query.get("currency")), parseRange(query.get("range")), signal).catch(
      (error: unknown) => throwUnknownCoin(error, id, signal),
    ),
  );
}

export const clientLoader = loadOrKeep;

export const clientAction = refreshAction;

export default function CoinRoute() {
  const data = useLoaderData<typeof loader>();
  const {
    coin,
    quote,
    currency,
    range,
    points: packed,
    drawing,
    isOneYearOnly,
    fetchedAt,
    isOutOfDate,
    oldHistoryFrom,
  } = data;
  const siteUrl = useRouteLoaderData<typeof siteLoader>("root")?.siteUrl ?? null;
  usePageRefresh({ data, noun: "prices", dataFrom: fetchedAt, freshMs: PRICES_FRESH_MS });
  const points = useMemo(() => unpackPoints(packed), [packed]);
  const action = coinPath(coin.id);
  return (
    <div className="page">
      <OutOfDateNotice
        what={oldHistoryFrom === undefined ? "Prices" : "Past prices"}
        isOutOfDate={isOutOfDate}
        fetchedAt={oldHistoryFrom ?? fetchedAt}
      />
      <CoinHeading coin={coin} quote={quote} currency={currency} />
      <div className="coin-layout">
        <section className="coin-chart" aria-label="Price history">
          <PriceChart
            name={coin.name}
            points={points}
            drawing={drawing}
            currency={currency}
            range={range}
            isOneYearOnly={isOneYearOnly}
          />
          <RangeButtons action={action} value={range} currency={currency} />
          <div className="controls-row">
            <RadioForm
              action={action}
              choices={[
                {
                  legend: "Currency",
                  name: "currency",
                  values: CURRENCIES_OFFERED,
                  value: currency,
                  isUpperCase: true,
                },
              ]}
              kept={{ range }}
            />
            <CopyLink path={coinHref(coin.id, currency, range)} />
          </div>
          <p className="take-along">
            <Link to={compareHref([coin.id], currency, range)} prefetch="intent" discover="none">
              Compare with …
            </Link>
          </p>
          <TakeAlong id={coin.id} name={coin.name} currency={currency} range={range} siteUrl={siteUrl} />
        </section>
        <section className="coin-figures" aria-label="Key figures">
          <DayRangeBar low={quote.low24h} high={quote.high24h} price={quote.price} currency={currency} />
          <CoinFigures coin={coin} quote={quote} currency={currency} />
          <CoinConverter id={coin.id} name={coin.name} currency={currency} />
        </section>
      </div>
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.coin);
