import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ErrorResponse,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { CoinCards } from "~/components/coins/coin-cards";
import { CoinTable } from "~/components/coins/coin-table";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { currencyChoice, RadioForm, viewChoice } from "~/components/site/controls";
import { createErrorBoundary } from "~/components/site/errors";
import { keepDataWhenRefreshFails, triggerReload, usePageRefresh } from "~/components/site/page-refresh";
import { AmountsForm } from "~/components/watchlist/amounts-form";
import { EmptyList, FullList, MissingCoins } from "~/components/watchlist/list-notices";
import { changeList, FAILED, useOwnControls } from "~/components/watchlist/own-list";
import { holdingsOf, PortfolioSummary } from "~/components/watchlist/portfolio";
import { KeepList, ShareLinks } from "~/components/watchlist/share-list";
import { parseCurrency } from "~/domain/market/currency";
import { parseTableView } from "~/domain/market/table-view";
import { parseReturnPath } from "~/domain/page-address";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { isEditingAmounts, PAGES, watchlistHref } from "~/domain/pages";
import { readTypedAmounts, refusalOf } from "~/domain/portfolio/typed-amounts";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import {
  CHANGED_PLACE,
  changedWatchlist,
  FULL_LIST,
  formatWatchlist,
  hasAmounts,
  listChange,
  listChangeCookie,
  parseWatchlist,
  readWatchlist,
  watchlistCookie,
  withAmounts,
  withoutAmounts,
} from "~/domain/watchlist";
import { appendCookie, NO_STORE, OWN_PAGE_HEADERS } from "~/services/documents/headers.server";
import { pageHeaders, pageResponse } from "~/services/documents/responses.server";
import { amountsPage, watchlistPage } from "~/services/pages/watchlist-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: pageTitle(isFull(error) ? FULL_LIST : PAGES.watchlist.failure.message) }];
  const { list, isOwn, currency, isTable } = data;
  return [
    ...pageMeta(
      {
        title: pageTitle(data.kind === "amounts" ? AMOUNTS : isOwn ? "Watchlist" : "Shared list"),
        description: `A list of crypto coins and their prices in ${currency}.`,
        // Browsers offer this address for sharing, so it has no amounts.
        canonical: watchlistHref(currency, isOwn ? [] : withoutAmounts(list), isTable),
      },
      matches,
    ),
    // The visitor's own list is private, and anyone can link to a shared one.
    { name: "robots", content: "noindex" },
  ];
};

const AMOUNTS = "Amounts";

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const shared = parseWatchlist(query.get("ids"));
  const isOwn = shared.length === 0;
  const list = isOwn ? readWatchlist(request.headers.get("Cookie")) : shared;
  const asked = {
    list,
    isOwn,
    currency: parseCurrency(query.get("currency")),
    isTable: parseTableView(query) !== null,
  };
  if (isEditingAmounts(query) && list.length > 0)
    return data(amountsPage(asked), { headers: OWN_PAGE_HEADERS });
  return pageResponse(watchlistPage(asked, request.signal), isOwn || hasAmounts(list));
}

/**
 * Changes the visitor's list as the form says, and redirects to `returnTo`, where the next page reports the change. Scripts
 * report it themselves, and send no `returnTo`. A full list is unchanged: 409. Amounts that cannot be saved are shown again in
 * their fields: 422.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = new URLSearchParams(await request.text());
  const before = readWatchlist(request.headers.get("Cookie"));
  const typed = form.get("action") === "amounts" ? readTypedAmounts(form) : null;
  const after = typed === null ? changedWatchlist(before, form) : withAmounts(before, typed);
  const refusal = refusalOf(typed ?? [], after !== null);
  if (typed !== null && refusal !== null) return data({ typed, refusal }, 422);
  const returnTo = parseReturnPath(form.get("returnTo"));
  const headers = new Headers({ "Cache-Control": NO_STORE });
  if (after === null) throw new Response(returnTo, { status: 409, statusText: "Conflict", headers });
  if (watchlistCookie(after) !== watchlistCookie(before)) appendCookie(headers, watchlistCookie(after));
  if (!form.has("returnTo")) return redirect("/", { status: 303, headers });
  appendCookie(headers, listChangeCookie(listChange(before, after, form)));
  return redirect(`${returnTo}#${CHANGED_PLACE}`, { status: 303, headers });
}

export const clientLoader = keepDataWhenRefreshFails;

/** Posts a change of the list; a form without an action is a refresh. Remix then reloads the page's data. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = new URLSearchParams(await request.text());
  return form.has("action") ? changeList(form) : triggerReload();
}

/** Nothing has changed then, and a reload that fails as well would say so in place of that. */
export function shouldRevalidate({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionResult !== FAILED && defaultShouldRevalidate;
}

export default function Watchlist() {
  const data = useLoaderData<typeof loader>();
  return data.kind === "amounts" ? <Amounts {...data} /> : <List data={data} />;
}

type PageData = ReturnType<typeof useLoaderData<typeof loader>>;

function Amounts({ fields, currency, isTable }: Extract<PageData, { kind: "amounts" }>) {
  const { typed = [], refusal = null } = useActionData<typeof action>() ?? {};
  const shown = fields.map((field) => ({ ...field, ...typed.find(({ id }) => id === field.id) }));
  return (
    <div className="page">
      <h1 className="title">{AMOUNTS}</h1>
      <AmountsForm fields={shown} currency={currency} isTable={isTable} refusal={refusal} />
    </div>
  );
}

function List({ data }: { readonly data: Extract<PageData, { kind: "list" }> }) {
  const { list, isOwn, currency, cards, rows, portfolio, popular, isTable, gone, missing } = data;
  const { fetchedAt, isOutOfDate } = data;
  const ids = list.map(({ id }) => id);
  usePageRefresh({ data, noun: "prices", dataFrom: fetchedAt, freshMs: PRICES_FRESH_MS });
  const controls = useOwnControls(ids, isOwn);
  const holdings = holdingsOf(portfolio);
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="title" tabIndex={-1}>
          {isOwn ? "Watchlist" : "Shared list"}
        </h1>
        {portfolio === null ? null : <PortfolioSummary {...portfolio} />}
        {ids.length === 0 ? null : (
          <div className="list-controls">
            <RadioForm
              action={PAGES.watchlist.path}
              choices={[currencyChoice(currency), viewChoice(isTable)]}
              kept={isOwn ? {} : { ids: formatWatchlist(list) }}
            />
            <ShareLinks list={list} isOwn={isOwn} currency={currency} isTable={isTable} />
            {isOwn ? null : <KeepList list={list} currency={currency} isTable={isTable} />}
          </div>
        )}
      </div>
      <OutOfDateNotice isOutOfDate={isOutOfDate} fetchedAt={fetchedAt} />
      {ids.length === 0 ? <EmptyList currency={currency} popular={popular} /> : null}
      {ids.length === 0 || rows === null ? null : (
        <CoinTable
          rows={rows}
          currency={currency}
          caption="In the order of the list"
          sorting={null}
          more={controls}
          added={holdings?.columns}
        />
      )}
      {ids.length === 0 || cards === null ? null : (
        <CoinCards coins={cards} currency={currency} more={controls} below={holdings?.onCard} />
      )}
      <MissingCoins gone={gone} missing={missing} controls={controls} />
    </div>
  );
}

const FailedWatchlist = createErrorBoundary(PAGES.watchlist);

export function ErrorBoundary() {
  const error = useRouteError();
  return isFull(error) ? <FullList returnTo={String(error.data)} /> : <FailedWatchlist />;
}

/** Returns whether the list had no room for a coin. */
function isFull(error: unknown): error is ErrorResponse {
  return isRouteErrorResponse(error) && error.status === 409;
}
