import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ErrorResponse,
  isRouteErrorResponse,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { CoinCards } from "~/components/coins/coin-cards";
import { CoinTable } from "~/components/coins/coin-table";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { RadioForm } from "~/components/site/controls";
import { createErrorBoundary } from "~/components/site/errors";
import { keepDataWhenRefreshFails, triggerReload, usePageRefresh } from "~/components/site/page-refresh";
import { EmptyList, FULL_LIST, FullList, MissingCoins } from "~/components/watchlist/list-notices";
import { postChange, useOwnActions } from "~/components/watchlist/own-list";
import { KeepList, ShareLink } from "~/components/watchlist/share-list";
import { CURRENCIES, parseCurrency } from "~/domain/market/currency";
import { parseTableView } from "~/domain/market/table-view";
import { parseReturnPath } from "~/domain/page-address";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { PAGES, watchlistHref } from "~/domain/pages";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import {
  CHANGED_PLACE,
  changedWatchlist,
  listChange,
  listChangeCookie,
  parseWatchedIds,
  readWatchlist,
  watchlistCookie,
} from "~/domain/watchlist";
import { NO_STORE } from "~/services/documents/headers.server";
import { pageHeaders, pageResponse } from "~/services/documents/responses.server";
import { watchlistPage } from "~/services/pages/watchlist-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: pageTitle(isFull(error) ? FULL_LIST : PAGES.watchlist.failure.message) }];
  const { ids, isOwn, currency, isTable } = data;
  return [
    ...pageMeta(
      {
        title: pageTitle(isOwn ? "Watchlist" : "Shared list"),
        description: `A list of crypto coins and their prices in ${currency}.`,
        canonical: watchlistHref(currency, isOwn ? [] : ids, isTable),
      },
      matches,
    ),
    // The visitor's own list is private, and anyone can link to a shared one.
    { name: "robots", content: "noindex" },
  ];
};

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const shared = parseWatchedIds(query.get("ids"));
  const isOwn = shared.length === 0;
  const ids = isOwn ? readWatchlist(request.headers.get("Cookie")) : shared;
  const currency = parseCurrency(query.get("currency"));
  const isTable = parseTableView(query) !== null;
  return pageResponse(watchlistPage({ ids, isOwn, currency, isTable }, request.signal), isOwn);
}

/**
 * Changes the visitor's list as the form says, and redirects to `returnTo`, where the next page says what has happened. Scripts
 * say it themselves, and send no `returnTo`. A full list stays as it is: 409.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = new URLSearchParams(await request.text());
  const before = readWatchlist(request.headers.get("Cookie"));
  const after = changedWatchlist(before, form);
  const returnTo = parseReturnPath(form.get("returnTo"));
  const headers = new Headers({ "Cache-Control": NO_STORE });
  if (after === null) throw new Response(returnTo, { status: 409, statusText: "Conflict", headers });
  if (after !== before) headers.append("Set-Cookie", watchlistCookie(after));
  if (!form.has("returnTo")) return redirect("/", { status: 303, headers });
  headers.append("Set-Cookie", listChangeCookie(listChange(before, after, form)));
  return redirect(`${returnTo}#${CHANGED_PLACE}`, { status: 303, headers });
}

export const clientLoader = keepDataWhenRefreshFails;

/** Sends a change of the list, if the form has one; Remix then reloads the page's data. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  await postChange(new URLSearchParams(await request.text()));
  return triggerReload();
}

export default function Watchlist() {
  const data = useLoaderData<typeof loader>();
  const { ids, isOwn, currency, coins, popular, isTable, gone, missing, fetchedAt, isOutOfDate } = data;
  usePageRefresh({ data, noun: "prices", dataFrom: fetchedAt, freshMs: PRICES_FRESH_MS });
  const actions = useOwnActions(ids, isOwn);
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="title" tabIndex={-1}>
          {isOwn ? "Watchlist" : "Shared list"}
        </h1>
        {ids.length === 0 ? null : (
          <div className="list-controls">
            <RadioForm
              action={PAGES.watchlist.path}
              choices={[
                { legend: "Currency", name: "currency", values: CURRENCIES, value: currency },
                {
                  legend: "View",
                  name: "view",
                  values: ["cards", "table"],
                  value: isTable ? "table" : "cards",
                },
              ]}
              kept={isOwn ? {} : { ids: ids.join(",") }}
            />
            <ShareLink href={watchlistHref(currency, ids, isTable)} isOwn={isOwn} />
            {isOwn ? null : <KeepList ids={ids} currency={currency} isTable={isTable} />}
          </div>
        )}
      </div>
      <OutOfDateNotice isOutOfDate={isOutOfDate} fetchedAt={fetchedAt} />
      {ids.length === 0 ? <EmptyList currency={currency} popular={popular} /> : null}
      {ids.length === 0 ? null : isTable ? (
        <CoinTable
          rows={coins}
          currency={currency}
          caption="In the order of the list"
          sorting={null}
          more={actions?.all}
        />
      ) : (
        <CoinCards coins={coins} currency={currency} more={actions?.all} />
      )}
      <MissingCoins gone={gone} missing={missing} removal={actions?.removal} />
    </div>
  );
}

const FailedWatchlist = createErrorBoundary(PAGES.watchlist);

export function ErrorBoundary() {
  const error = useRouteError();
  return isFull(error) ? <FullList returnTo={String(error.data)} /> : <FailedWatchlist />;
}

/** Tells whether the list had no room for a coin. */
function isFull(error: unknown): error is ErrorResponse {
  return isRouteErrorResponse(error) && error.status === 409;
}
