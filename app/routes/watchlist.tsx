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
  useActionData,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { CoinTable } from "~/components/coins/coin-table";
import { AsOf } from "~/components/market/figures";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink, currencyChoice, RadioForm, viewChoice } from "~/components/site/controls";
import { createErrorBoundary } from "~/components/site/errors";
import { FollowMenu } from "~/components/site/follow";
import { usePageRefresh } from "~/components/site/page-refresh";
import { EditList, ListFile } from "~/components/watchlist/edit-list";
import { EmptyList, FullList, MissingCoins } from "~/components/watchlist/list-notices";
import { holdingColumns, PortfolioSummary, WatchedRows } from "~/components/watchlist/portfolio";
import { PastOfList } from "~/components/watchlist/portfolio-past";
import { KeepList, ShareLinks } from "~/components/watchlist/share-list";
import { SinceLastVisit } from "~/components/watchlist/since-last-visit";
import { undoChange } from "~/components/watchlist/undo-change";
import { askedOf, parseReturnPath } from "~/domain/addresses/canonical-address";
import { watchlistFeedHref } from "~/domain/addresses/file-addresses";
import { editListHref, PAGES, watchlistHref } from "~/domain/addresses/page-addresses";
import { DEFAULT_CURRENCY } from "~/domain/market/currency";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { FORGOTTEN_VISIT, noteVisit } from "~/domain/watchlist/last-visit";
import { changedWatchlist, withChange } from "~/domain/watchlist/merging";
import { pastViewParameters } from "~/domain/watchlist/past-view";
import { pressedButton, readTypedCoins, refusalOf } from "~/domain/watchlist/typed-coins";
import {
  CHANGED_PLACE,
  FULL_LIST,
  formatWatchlist,
  hasAmounts,
  listChange,
  listChangeCookie,
  parseWatchlist,
  readWatchlist,
  type WatchedCoin,
  watchlistCookie,
  wholeList,
  withAdded,
  withEdits,
  withoutAmounts,
} from "~/domain/watchlist/watchlist";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { decodedText, NO_ROOM, readListCsv } from "~/services/exports/list-csv.server";
import {
  editListPage,
  namedCoin,
  unknownCoins,
  watchlistPage,
} from "~/services/page-models/watchlist-page.server";
import { appendCookie, NO_STORE, OWN_PAGE_HEADERS } from "~/services/responses/headers.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: pageTitle(isFull(error) ? FULL_LIST : PAGES.watchlist.failure.message) }];
  const { list, isOwn, currency, isTable } = data;
  const page = {
    title: pageTitle(data.kind === "edit" ? EDIT_LIST : isOwn ? "Watchlist" : "Shared list"),
    description: `A list of crypto coins and their prices in ${currency}.`,
    // Browsers offer this address for sharing, so it has no amounts.
    canonical: watchlistHref(currency, isOwn ? [] : withoutAmounts(list), isTable),
    isForSearch: false,
    ...(list.length > 0 && { feed: { title: "The list’s days", path: watchlistFeedHref(list, currency) } }),
  };
  return pageMeta(page, matches);
};

const EDIT_LIST = "Edit watchlist";

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shared, currency, isTable, past, isEditing } = askedOf(PAGES.watchlist, new URL(request.url));
  const isOwn = shared.length === 0;
  const list = isOwn ? readWatchlist(request.headers.get("Cookie")) : shared;
  const visit = isOwn ? noteVisit(request.headers.get("Cookie"), list, SYSTEM_CLOCK.now()) : null;
  const asked = { list, isOwn, currency, isTable, view: past, since: visit?.since ?? null };
  if (isEditing) return data(editListPage(asked), { headers: OWN_PAGE_HEADERS });
  return pageResponse(watchlistPage(asked, request.signal), isOwn || hasAmounts(list), visit?.cookie);
}

/**
 * Changes the visitor's list as the form says, and redirects to `returnTo`, where the next page reports the change. Scripts
 * send no `returnTo`: they have changed the cookie themselves, and let it be set for longer. A list without room for the change is unchanged: 409. Fields and files that cannot be
 * saved are shown again: 422, or 409 for a file that there is no room for.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const before = readWatchlist(request.headers.get("Cookie"));
  switch (form.get("action")) {
    case "edit": {
      const { currency } = askedOf(PAGES.watchlist, new URL(request.url));
      const typed = readTypedCoins(form, currency);
      const pressed = pressedButton(form);
      // Another tab may have changed the list since the form was opened.
      const was = form.has("was") ? parseWatchlist(form.get("was")) : before;
      const edited = withEdits(was, typed, pressed);
      const after = edited && wholeList(withChange(before, was, edited));
      const refusal = refusalOf(typed, after !== null);
      if (after === null || refusal !== null) return data({ typed, was, refusal, refused: null }, 422);
      const { action, id, name } = pressed;
      // One coin was moved, and there may be more to change.
      if (action === "up") form.set("returnTo", new URL(request.url).pathname + new URL(request.url).search);
      const change = new URLSearchParams({ action, id, name });
      return changed(before, after, form, change);
    }
    case "import": {
      const text = form.get("text") ?? "";
      const { list, problems } = readListCsv(text, await unknownCoins(request.signal));
      const refuse = (problems: readonly string[], status: number) =>
        data({ typed: [], was: before, refusal: null, refused: { text, problems } }, status);
      if (problems.length > 0) return refuse(problems, 422);
      const after = form.get("mode") === "replace" ? wholeList(list) : withAdded(before, list);
      if (after === null) return refuse([NO_ROOM], 409);
      return changed(before, after, form, new URLSearchParams({ action: "imported" }));
    }
    default: {
      const change = pressedStar(form);
      return changed(before, changedWatchlist(before, change), form, change);
    }
  }
}

/** A star sends only the id of its coin, as `remove` if it takes that off the list; any other form is complete. */
function pressedStar(form: URLSearchParams): URLSearchParams {
  const removed = form.get("remove");
  const id = removed ?? form.get("id");
  if (id === null || form.has("action")) return form;
  const { name } = namedCoin(id, DEFAULT_CURRENCY);
  return new URLSearchParams({ action: removed === null ? "add" : "remove", id, name });
}

/** Reads a form; a file in place of the field `text`, if one was chosen. One that is not well-formed is empty. */
async function readForm(request: Request): Promise<URLSearchParams> {
  const form = new URLSearchParams();
  const sent = await request.formData().catch(() => new FormData());
  for (const [name, value] of sent) {
    if (typeof value === "string") form.append(name, value);
    else if (value.size > 0) form.set("text", decodedText(await value.arrayBuffer()));
  }
  return form;
}

function changed(
  before: readonly WatchedCoin[],
  after: readonly WatchedCoin[] | null,
  form: URLSearchParams,
  change: URLSearchParams,
) {
  const returnTo = parseReturnPath(form.get("returnTo"));
  const headers = new Headers({ "Cache-Control": NO_STORE });
  if (after === null) throw new Response(returnTo, { status: 409, statusText: "Conflict", headers });
  const isScript = !form.has("returnTo");
  const isSame = watchlistCookie(after) === watchlistCookie(before);
  if (isScript ? after.length > 0 : !isSame) appendCookie(headers, watchlistCookie(after));
  if (before.length > 0 && after.length === 0) appendCookie(headers, FORGOTTEN_VISIT);
  if (isScript) return redirect("/", { status: 303, headers });
  appendCookie(headers, listChangeCookie(listChange(before, after, change)));
  return redirect(`${returnTo}#${CHANGED_PLACE}`, { status: 303, headers });
}

export { clientLoader } from "~/components/site/page-refresh";

/** Undoes a change of the list; a form without an action is a refresh. Remix then reloads the page's data. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = new URLSearchParams(await request.text());
  return form.has("action") ? undoChange(form) : null;
}

export default function Watchlist() {
  const data = useLoaderData<typeof loader>();
  return data.kind === "edit" ? <Edit {...data} /> : <List data={data} />;
}

type PageData = ReturnType<typeof useLoaderData<typeof loader>>;

function Edit({ list, fields, currency, isTable }: Extract<PageData, { kind: "edit" }>) {
  const { typed = [], was = [], refusal = null, refused = null } = useActionData<typeof action>() ?? {};
  const shown = fields.map((field) => ({ ...field, ...typed.find(({ id }) => id === field.id) }));
  return (
    <div className="page">
      <h1 className="title mb-4">{EDIT_LIST}</h1>
      {shown.length === 0 ? null : (
        <EditList
          fields={shown}
          was={list.map((coin) => was.find(({ id }) => id === coin.id) ?? coin)}
          currency={currency}
          isTable={isTable}
          refusal={refusal}
        />
      )}
      <ListFile currency={currency} isTable={isTable} isEmpty={shown.length === 0} refused={refused} />
    </div>
  );
}

function List({ data }: { readonly data: Extract<PageData, { kind: "list" }> }) {
  const { list, isOwn, currency, coins, portfolio, popular, isTable, gone, missing } = data;
  const { past, view } = data;
  usePageRefresh(data, "prices", PRICES_FRESH_MS);
  const holdings = portfolio?.holdings ?? [];
  return (
    <div className="page">
      <div className={isOwn ? "list-head is-linkless" : "list-head"}>
        <h1 className="title" tabIndex={-1}>
          {isOwn ? "Watchlist" : "Shared list"}
        </h1>
        {list.length === 0 ? null : (
          <div>
            <RadioForm
              action={PAGES.watchlist.path}
              choices={[currencyChoice(currency), viewChoice(isTable)]}
              others={{ ...(!isOwn && { ids: formatWatchlist(list) }), ...pastViewParameters(view) }}
            />
            {isOwn ? null : <CopyLink path={watchlistHref(currency, list, isTable, view)} />}
          </div>
        )}
      </div>
      <OutOfDateNotice age={data} />
      <SinceLastVisit since={data.since} />
      {portfolio === null ? null : (
        <PortfolioSummary {...portfolio} coins={coins}>
          {past === null ? null : (
            <PastOfList
              past={past.shown}
              {...{ view, changes: past.changes }}
              hrefOf={(other) => watchlistHref(currency, isOwn ? [] : list, isTable, other)}
            />
          )}
        </PortfolioSummary>
      )}
      {list.length === 0 ? null : (
        <div className="list-controls">
          {isOwn ? (
            <ShareLinks list={list} currency={currency} isTable={isTable} />
          ) : (
            <KeepList list={list} currency={currency} isTable={isTable} />
          )}{" "}
          <FollowMenu
            action={PAGES.followList.path}
            names={["move"]}
            others={{ ids: formatWatchlist(withoutAmounts(list)), currency }}
          />
        </div>
      )}
      {list.length === 0 ? (
        <EmptyList currency={currency} popular={popular} />
      ) : isTable ? (
        <CoinTable
          rows={coins}
          currency={currency}
          caption="In the order of the list"
          sorting={null}
          added={holdingColumns(holdings)}
          isOwnWatchlist={isOwn}
        />
      ) : (
        <WatchedRows
          {...{ coins, holdings, currency }}
          editHref={isOwn ? editListHref(currency, false) : null}
        />
      )}
      {coins.length + popular.length === 0 ? null : <AsOf time={data.fetchedAt} />}
      <MissingCoins gone={gone} missing={missing} />
    </div>
  );
}

const FailedWatchlist = createErrorBoundary(PAGES.watchlist);

export function ErrorBoundary() {
  const error = useRouteError();
  return isFull(error) ? <FullList returnTo={String(error.data)} /> : <FailedWatchlist />;
}

function isFull(error: unknown): error is ErrorResponse {
  return isRouteErrorResponse(error) && error.status === 409;
}
