import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { memo } from "react";
import { CoinCards } from "~/components/coins/coin-cards";
import { CoinTable } from "~/components/coins/coin-table";
import { ListLinks } from "~/components/coins/list-links";
import { MoverList } from "~/components/coins/mover-list";
import { CategorySteps, PageButtons } from "~/components/coins/page-buttons";
import { AsOf } from "~/components/market/figures";
import { Glance } from "~/components/market/glance";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import {
  CopyLink,
  currencyChoice,
  RadioForm,
  useFocusThatStays,
  viewChoice,
} from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { usePageRefresh } from "~/components/site/page-refresh";
import { ScrollToTop } from "~/components/site/scroll-to-top";
import { askedOf } from "~/domain/addresses/canonical-address";
import {
  coinsHref,
  feedHref,
  moversFollowHref,
  moversHref,
  PAGES,
  viewParameters,
} from "~/domain/addresses/page-addresses";
import { isolated } from "~/domain/format/text";
import { tableCaption } from "~/domain/market/coin-columns";
import { listInWords, moversInWords } from "~/domain/market/coin-selection";
import { moversMeantBy } from "~/domain/market/table-view";
import { coinsCard, pageTitle } from "~/domain/page-meta";
import { PRICES_FRESH_MS, RANKS_FRESH_MS } from "~/domain/refresh-schedule";
import { type CoinsPage, coinsPage } from "~/services/page-models/coins-page.server";
import { type MoversPage, moversPage } from "~/services/page-models/movers-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.coins, (data) =>
  "movers" in data ? moversMeta(data) : coinsMeta(data),
);

function coinsMeta({ currency, pageNumber, description, table, category, categoryName }: CoinsPage) {
  const kind = table === null ? "Coins" : "Coin table";
  const name = categoryName === null ? kind : `${kind}: ${isolated(categoryName)}`;
  return {
    // The number is included from the second page on, so that history entries differ.
    title: pageTitle(pageNumber === 1 ? name : `${name}, page ${pageNumber}`),
    description,
    // Sorting a page does not change which coins it has.
    canonical: coinsHref(currency, pageNumber, table && { ...table, sort: null }, category),
    card: coinsCard(currency, pageNumber),
  };
}

function moversMeta({ currency, movers, description }: MoversPage) {
  return {
    title: pageTitle(moversInWords(movers)),
    description,
    canonical: moversHref(currency, movers),
    card: coinsCard(currency, 1),
    feed: {
      title: `${listInWords(movers.list)} of each day`,
      path: feedHref(moversFollowHref(currency, movers)),
    },
  };
}

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const asked = askedOf(PAGES.coins, new URL(request.url));
  if (asked.movers !== null)
    return pageResponse<CoinsPage | MoversPage>(moversPage(asked.currency, asked.movers));
  const { currency, pageNumber, table, category } = asked;
  return pageResponse<CoinsPage | MoversPage>(
    coinsPage(currency, pageNumber, table, category, request.signal),
  );
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

export default function Coins() {
  const data = useLoaderData<typeof loader>();
  usePageRefresh(data, "prices", "movers" in data ? RANKS_FRESH_MS : PRICES_FRESH_MS);
  // Pressed in one of two trees, of which the other has taken the place.
  useFocusThatStays(String("movers" in data), ".chips [aria-current]");
  return (
    <div className="page">
      {"movers" in data ? <MoverList {...data} /> : <CoinList {...data} />}
      <ScrollToTop />
    </div>
  );
}

/** Memoised, as all long lists: a navigation has several states, and rendering a hundred coins for each takes a phone a tenth of a second. */
const CoinList = memo(function CoinList(data: CoinsPage) {
  const { coins, currency, pageNumber, table, category, categoryName } = data;
  const { view: _view, ...order } = viewParameters(table);
  const meant = table === null || category !== null ? null : moversMeantBy(table);
  const hrefOf = (page: number) => coinsHref(currency, page, table, category);
  return (
    <>
      <div className="list-head">
        <h1 className={categoryName === null ? "title" : "title is-long"}>
          {categoryName === null ? (
            "Coins"
          ) : (
            <>
              <span>Coins: </span>
              <bdi>{categoryName}</bdi>
            </>
          )}
        </h1>
        <div>
          <RadioForm
            action={PAGES.coins.path}
            choices={[currencyChoice(currency), viewChoice(table !== null)]}
            others={{ page: String(pageNumber), ...(category === null ? {} : { category }), ...order }}
          />
          <CopyLink path={hrefOf(pageNumber)} />
        </div>
      </div>
      <div className="list-bar">
        <ListLinks
          currency={currency}
          isTable={table !== null}
          shown={category === null ? "all" : { category }}
          categories={data.categories}
        />
        {table === null || table.sort === null ? (
          <Glance line={data.glance} isScrollable />
        ) : (
          <p className="glance is-quiet">
            {"Only the coins of this page are sorted. "}
            {meant === null ? null : <Link to={moversHref(currency, meant)}>{moversInWords(meant)}</Link>}
          </p>
        )}
      </div>
      <OutOfDateNotice age={data} />
      {coins.length === 0 ? <p className="search-outcome">There are no coins on this page.</p> : null}
      {table === null ? (
        <CoinCards coins={coins} currency={currency} />
      ) : (
        <CoinTable
          rows={coins}
          currency={currency}
          caption={tableCaption(table, category)}
          sorting={{ view: table, pageNumber, category }}
        />
      )}
      {coins.length === 0 ? null : <AsOf time={data.fetchedAt} />}
      {category === null ? (
        <PageButtons currency={currency} page={pageNumber} table={table} />
      ) : (
        <CategorySteps pageNumber={pageNumber} isLast={coins.length < 100} hrefOf={hrefOf} />
      )}
    </>
  );
});

export const ErrorBoundary = createErrorBoundary(PAGES.coins);
