import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChoiceMenu } from "~/components/chart/chart-menu";
import { RangeButtons } from "~/components/chart/range-buttons";
import { WaitingChart, WaitingNote } from "~/components/chart/waiting-chart";
import { AddCoin } from "~/components/compare/add-coin";
import { CHANGE_SERIES, CompareChart } from "~/components/compare/compare-chart";
import { ComparedList } from "~/components/compare/compared-list";
import { FiguresTable } from "~/components/compare/figures-table";
import { Invitation } from "~/components/compare/invitation";
import { AsOf } from "~/components/market/figures";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink, currencyChoice, RadioForm, useFocusThatStays } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { usePageRefresh } from "~/components/site/page-refresh";
import { pageSheet } from "~/components/site/site-style";
import { askedOf } from "~/domain/addresses/canonical-address";
import { compareHref, PAGES } from "~/domain/addresses/page-addresses";
import { chartParameters, SCALE_NAMES } from "~/domain/chart/chart-view";
import { comparedSpan } from "~/domain/chart/covered-span";
import { isAwaited, MAX_COMPARED, summariseChanges } from "~/domain/compare/compared-coins";
import { isolated } from "~/domain/format/text";
import { formatUtc } from "~/domain/format/time";
import { pageTitle } from "~/domain/page-meta";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { comparePage } from "~/services/page-models/compare-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";
import sheet from "~/styles/pages/compare.scss?url";

export const handle = { sheet };
export const links = pageSheet(sheet);

export const meta = createMeta<typeof loader>(PAGES.compare, (data) => {
  const { coins, currency, range, scale, fetchedAt, comparison } = data;
  const [ids, names] = [coins.map(({ id }) => id), coins.map(({ name }) => isolated(name))];
  return {
    title: pageTitle(comparison === null ? "Compare coins" : `${names.join(", ")} compared`),
    description:
      comparison === null
        ? "Compares the prices of two to five coins over the same time."
        : `Change in ${currency}, ${comparedSpan(comparison.shownRange, comparison.moments[0], comparison.moments.at(-1))}: ${summariseChanges(coins)} On ${formatUtc(fetchedAt)}.`,
    canonical: compareHref(ids, currency, range, "", scale),
    isForSearch: false,
  };
});

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  return pageResponse(comparePage(askedOf(PAGES.compare, new URL(request.url)), request.signal));
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

export default function Compare() {
  const data = useLoaderData<typeof loader>();
  const { coins, currency, range, scale, query, found, isNearest, alreadyCompared, isCut, comparison } = data;
  const { examples, retryInMs = null } = data;
  usePageRefresh(data, "prices", PRICES_FRESH_MS);
  const ids = coins.map(({ id }) => id);
  useFocusThatStays(coins.length, coins.length === 0 ? "h1" : ".compared-coins");
  const controls = (
    <div className="chart-controls">
      <RangeButtons value={range} />
      <div className="chart-menus">
        <ChoiceMenu
          label="Scale"
          names={SCALE_NAMES}
          value={scale}
          hrefOf={(other) => compareHref(ids, currency, range, "", other)}
        />
      </div>
    </div>
  );
  return (
    <div className="page compare-page">
      <div className={comparison === null ? "list-head" : "list-head has-link"}>
        <h1 className="title" tabIndex={-1}>
          Compare coins
        </h1>
        {comparison === null ? null : (
          <div>
            <RadioForm
              action={PAGES.compare.path}
              choices={[currencyChoice(currency)]}
              others={{ ids: ids.join(","), range, ...chartParameters({ scale }) }}
            />
            <CopyLink path={compareHref(ids, currency, range, "", scale)} />
          </div>
        )}
      </div>
      <OutOfDateNotice age={data} />
      {isCut ? (
        <p className="notification is-warning">
          {`A comparison has at most ${MAX_COMPARED} coins. The others are left out.`}
        </p>
      ) : null}
      <div className="compare-bar">
        {ids.length < MAX_COMPARED ? (
          <AddCoin {...{ ids, currency, range, scale, query, found, isNearest, alreadyCompared }} />
        ) : null}
        {coins.length === 0 ? null : (
          <ComparedList {...{ coins, currency, range, scale }} shownRange={comparison?.shownRange ?? range} />
        )}
      </div>
      <Invitation {...{ coins, examples, currency, range }} />
      {comparison === null ? null : (
        <section className="box coin-chart" aria-label="Change">
          {isAwaited(coins) ? (
            <WaitingChart
              series={CHANGE_SERIES}
              range={comparison.shownRange}
              retryInMs={retryInMs}
              isComparison
            >
              {controls}
            </WaitingChart>
          ) : (
            <CompareChart
              coins={coins}
              moments={comparison.moments}
              drawing={comparison.drawing}
              currency={currency}
              range={comparison.shownRange}
              limit={comparison.limit}
            >
              {controls}
            </CompareChart>
          )}
        </section>
      )}
      {ids.length < MAX_COMPARED ? null : (
        <p className="add-coin">A comparison has at most five coins. Remove one to add another.</p>
      )}
      {retryInMs === null || isAwaited(coins) ? null : <WaitingNote retryInMs={retryInMs} />}
      {comparison === null ? null : (
        <FiguresTable
          coins={coins}
          figures={comparison.figures}
          capsInWords={comparison.capsInWords}
          currency={currency}
          isWithoutRows={comparison.isWithoutRows}
        />
      )}
      {coins.length === 0 ? null : <AsOf time={data.fetchedAt} />}
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.compare);
