import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, type ShouldRevalidateFunctionArgs, useLoaderData, useLocation } from "@remix-run/react";
import { memo, useCallback } from "react";
import { ChoiceMenu } from "~/components/chart/chart-menu";
import { PriceChart } from "~/components/chart/price-chart";
import { RangeButtons } from "~/components/chart/range-buttons";
import { WaitingChart, WaitingNote } from "~/components/chart/waiting-chart";
import { DayRangeBar, Figures } from "~/components/coin/coin-figures";
import { CoinHeading } from "~/components/coin/coin-heading";
import { ChangeRow, CoinSections, Notices, SectionLinks } from "~/components/coin/coin-sections";
import { ExportMenu } from "~/components/coin/export-menu";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { useRecentCoin } from "~/components/search/recent-coins";
import { CopyLink, currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { FollowMenu } from "~/components/site/follow";
import { Icon } from "~/components/site/icons";
import { usePageRefresh } from "~/components/site/page-refresh";
import { useSiteData } from "~/components/site/site-data";
import { WatchButton, WatchForm } from "~/components/watchlist/watch-button";
import { addressOfData, askedOf } from "~/domain/addresses/canonical-address";
import {
  coinFollowHref,
  coinHref,
  coinMarketsHref,
  coinPath,
  compareHref,
  convertHref,
  feedHref,
  PAGES,
  pastHref,
} from "~/domain/addresses/page-addresses";
import {
  chartParameters,
  KIND_NAMES,
  kindOf,
  metricInCurrency,
  SCALE_NAMES,
  withKind,
} from "~/domain/chart/chart-view";
import { type Marks, markedPoints, markParameters } from "~/domain/chart/marks";
import { RULE_NAMES } from "~/domain/feed/rules";
import { formatPrice } from "~/domain/format/money";
import { isolated } from "~/domain/format/text";
import { coinCard, pageTitle } from "~/domain/page-meta";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { coinPage } from "~/services/page-models/coin-page.server";
import { throwUnknownCoin } from "~/services/page-models/search-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.coin, (page) => {
  const { coin, description, currency, range, view, isMarked } = page;
  return {
    title: pageTitle(`${isolated(coin.name)} ${formatPrice(coin.price, currency)}`),
    description,
    canonical: coinHref(coin.id, currency, range, view),
    card: coinCard(coin, currency, range),
    feed: {
      title: `${isolated(coin.name)}: each day’s close`,
      path: feedHref(coinFollowHref(coin.id, currency)),
    },
    isForSearch: !isMarked,
  };
});

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { id, currency, range, view, marks } = askedOf(PAGES.coin, new URL(request.url));
  const { signal } = request;
  return pageResponse(
    coinPage(id, currency, range, view, signal, marks).catch((error: unknown) =>
      throwUnknownCoin(error, id, signal),
    ),
    // There are too many pairs of points to keep their pages.
    marks !== null,
  );
}

/** Marks are among the points that a page has already. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = change;
  const isSameData = addressOfData(currentUrl) === addressOfData(nextUrl);
  const areMarksNew = currentUrl.search !== nextUrl.search && isSameData;
  return areMarksNew ? false : defaultShouldRevalidate;
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

export default function CoinRoute() {
  const data = useLoaderData<typeof loader>();
  const { siteUrl = null, hasOpenData = false } = useSiteData() ?? {};
  usePageRefresh(data, "prices", PRICES_FRESH_MS);
  useRecentCoin(data.coin);
  const { marks } = askedOf(PAGES.coin, useLocation());
  return <CoinView {...{ data, siteUrl, hasOpenData, marks }} />;
}

interface CoinViewProps {
  readonly data: ReturnType<typeof useLoaderData<typeof loader>>;
  readonly siteUrl: string | null;
  readonly hasOpenData: boolean;
  readonly marks: Marks | null;
}

/** Not rendered again for each state of a navigation, which would keep a phone from going on with it. */
const CoinView = memo(function CoinView({ data, siteUrl, hasOpenData, marks: asked }: CoinViewProps) {
  const { coin, notices, dayRange, figures, details, currency, range, view, history } = data;
  const { oldHistoryFrom, retryInMs } = data;
  const { metric } = view;
  // Links lose what lies outside of the range that is shown.
  const marks = history === null || markedPoints(history.drawing.points, asked, history.range) ? asked : null;
  const markedHref = useCallback(
    (others: Marks | null) => coinHref(coin.id, currency, range, view, others),
    [coin.id, currency, range, view],
  );
  const controls = (
    <div className="chart-controls">
      <RangeButtons value={range} />
      <div className="chart-menus">
        <ChoiceMenu
          label="Chart of"
          names={KIND_NAMES}
          value={kindOf(view)}
          hrefOf={(kind) => coinHref(coin.id, currency, range, withKind(view, kind), marks)}
        />
        <ChoiceMenu
          label="Scale"
          names={SCALE_NAMES}
          value={view.scale}
          hrefOf={(scale) => coinHref(coin.id, currency, range, { ...view, scale }, marks)}
        />
        {hasOpenData ? (
          <ExportMenu {...{ currency, range, view, siteUrl }} id={coin.id} name={coin.name} />
        ) : null}
      </div>
    </div>
  );
  return (
    <div className="page">
      <OutOfDateNotice
        what={oldHistoryFrom === null ? "Prices" : "Past prices"}
        age={oldHistoryFrom === null ? data : { ...data, fetchedAt: oldHistoryFrom }}
      />
      <CoinHeading coin={coin} currency={currency}>
        <div className="coin-actions ml-auto">
          <div className="is-relative">
            <RadioForm
              action={coinPath(coin.id)}
              choices={[currencyChoice(currency)]}
              others={{ range, ...chartParameters(view), ...markParameters(marks) }}
            />
            <CopyLink path={markedHref(marks)} />
          </div>
          <WatchForm coins={[coin]}>
            <WatchButton id={coin.id} name={coin.name} className="button watch" />
          </WatchForm>
        </div>
      </CoinHeading>
      <Notices notices={notices} />
      <div className="coin-layout">
        <section className="box coin-chart" aria-labelledby="price-history">
          <h2 id="price-history" className="is-sr-only">
            Price history
          </h2>
          {history === null ? (
            <WaitingChart series={metricInCurrency(metric, currency)} range={range} retryInMs={retryInMs}>
              {controls}
            </WaitingChart>
          ) : (
            <PriceChart {...{ currency, marks, ...history }} name={coin.name} hrefOf={markedHref}>
              {controls}
            </PriceChart>
          )}
          {details === null ? null : (
            <ChangeRow
              changes={details.changes}
              range={range}
              hrefOf={(each) => coinHref(coin.id, currency, each, view, marks)}
            />
          )}
        </section>
        <SectionLinks {...details} hasMarkets={Boolean(details?.markets.length)} />
        <section className="box coin-figures" aria-labelledby="key-figures">
          <h2 id="key-figures">Key figures</h2>
          <DayRangeBar {...dayRange} />
          <Figures figures={figures} />
          <div className="buttons">
            <Link className="button" to={compareHref([coin.id], currency, range, "", view.scale)}>
              <Icon name="compare" />
              Compare
            </Link>{" "}
            <Link className="button" to={convertHref({ amount: "1", from: coin.id, to: currency })}>
              <Icon name="swap" />
              Convert <span className="is-sr-only">an amount</span>
            </Link>{" "}
            <Link className="button" to={pastHref(coin.id, currency)}>
              <Icon name="past" />
              Past
            </Link>{" "}
            <FollowMenu address={coinFollowHref(coin.id, currency)} names={RULE_NAMES} />
          </div>
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
});

export const ErrorBoundary = createErrorBoundary(PAGES.coin);
