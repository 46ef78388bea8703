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
  Link,
  useActionData,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { AsOf } from "~/components/market/figures";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink, currencyChoice, RadioForm, useFocusThatStays } from "~/components/site/controls";
import { createErrorBoundary } from "~/components/site/errors";
import { FollowMenu } from "~/components/site/follow";
import { Icon } from "~/components/site/icons";
import { usePageRefresh } from "~/components/site/page-refresh";
import { pageSheet } from "~/components/site/site-style";
import { EditList } from "~/components/watchlist/edit-list";
import { Holdings } from "~/components/watchlist/holdings";
import { useListChange } from "~/components/watchlist/list-change";
import { ListFile } from "~/components/watchlist/list-file";
import { AddCoin, EmptyList, FullList, MissingCoins } from "~/components/watchlist/list-notices";
import { Portfolio } from "~/components/watchlist/portfolio";
import { KeepList, ShareLink } from "~/components/watchlist/share-list";
import { SinceLastVisit } from "~/components/watchlist/since-last-visit";
import { undoChange } from "~/components/watchlist/undo-change";
import { WatchForm } from "~/components/watchlist/watch-button";
import { askedOf, parseReturnPath } from "~/domain/addresses/canonical-address";
import {
  editListHref,
  feedHref,
  listFollowHref,
  PAGES,
  watchlistHref,
} from "~/domain/addresses/page-addresses";
import { DEFAULT_CURRENCY } from "~/domain/market/currency";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { type DataAge, PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { FORGOTTEN_VISIT, noteVisit } from "~/domain/watchlist/last-visit";
import { changedWatchlist, withChange } from "~/domain/watchlist/merging";
import { pastViewParameters } from "~/domain/watchlist/past-view";
import { areRead, pressedButton, readTypedCoins } from "~/domain/watchlist/typed-coins";
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
import { namedCoin, unknownCoins, watchlistPage } from "~/services/page-models/watchlist-page.server";
import { appendCookie, NO_STORE } from "~/services/responses/headers.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";
import sheet from "~/styles/pages/watchlist.scss?url";

export const handle = { sheet };
export const links = pageSheet(sheet);

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: pageTitle(isFull(error) ? FULL_LIST : PAGES.watchlist.failure.message) }];
  const { list, isOwn, currency } = data;
  const page = {
    title: pageTitle(titleOf(data)),
    description: `A list of crypto coins and their prices in ${currency}.`,
    // Browsers offer this address for sharing, so it has no amounts.
    canonical: watchlistHref(currency, isOwn ? [] : withoutAmounts(list)),
    isForSearch: false,
    ...(list.length > 0 && {
      feed: { title: "The list’s days", path: feedHref(listFollowHref(list, currency)) },
    }),
  };
  return pageMeta(page, matches);
};

function titleOf({ fields, isOwn }: { readonly fields: object | null; readonly isOwn: boolean }): string {
  return fields !== null ? "Edit watchlist" : isOwn ? "Watchlist" : "Shared list";
}

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shared, currency, view, isEditing } = askedOf(PAGES.watchlist, new URL(request.url));
  const isOwn = shared.length === 0;
  const list = isOwn ? readWatchlist(request.headers.get("Cookie")) : shared;
  const visit = isOwn ? noteVisit(request.headers.get("Cookie"), list, SYSTEM_CLOCK.now()) : null;
  const asked = { list, isOwn, currency, view, isEditing: isEditing && list.length > 0 };
  const model = watchlistPage({ ...asked, since: visit?.since ?? null }, request.signal);
  return pageResponse(model, isOwn || hasAmounts(list), visit?.cookie);
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
      if (after === null || !areRead(typed)) return data({ typed, was, refused: null }, 422);
      const { action, id, name } = pressed;
      // There may be more to change.
      if (id !== "" && after.length > 0)
        form.set("returnTo", new URL(request.url).pathname + new URL(request.url).search);
      const change = new URLSearchParams({ action, id, name });
      return changed(before, after, form, change);
    }
    case "import": {
      const text = form.get("text") ?? "";
      const { list, problems } = readListCsv(text, await unknownCoins(request.signal));
      const refuse = (problems: readonly string[], status: number) =>
        data({ typed: [], was: before, refused: { text, problems } }, status);
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
  const { typed = [], was = [], refused = null } = useActionData<typeof action>() ?? {};
  const { list, isOwn, currency, coins, portfolio, past, view, popular, gone, missing } = data;
  const change = useListChange();
  const isEditing = data.fields !== null;
  useFocusThatStays(`${isEditing} ${list.map(({ id }) => id).join()}`, "h1");
  const isEmpty = list.length === 0;
  const fields = data.fields?.map((field) => ({ ...field, ...typed.find(({ id }) => id === field.id) }));
  const table = (
    <section className="box" aria-label="Coins">
      <Holdings
        {...{ coins, currency }}
        holdings={portfolio?.holdings ?? []}
        editHref={isOwn ? editListHref(currency, view) : null}
        fields={fields ?? null}
      />
      {isOwn && !isEditing ? <AddCoin currency={currency} /> : null}
    </section>
  );
  return (
    <div className="page">
      <div className={isOwn ? "list-head is-linkless" : "list-head"}>
        {/* Where the page begins that answers a change, unless that has a place of its own. */}
        <h1
          id={change?.kind === "up" || change?.kind === "down" ? undefined : CHANGED_PLACE}
          className="title"
          tabIndex={-1}
        >
          {titleOf(data)}
        </h1>
        {isEmpty || isEditing ? null : (
          <div>
            <RadioForm
              action={PAGES.watchlist.path}
              choices={[currencyChoice(currency)]}
              others={{ ...(!isOwn && { ids: formatWatchlist(list) }), ...pastViewParameters(view) }}
            />
            {isOwn ? null : <CopyLink path={watchlistHref(currency, list, view)} />}
          </div>
        )}
        {isEmpty || isEditing ? null : (
          <div className="list-actions">
            {isOwn ? (
              <>
                <Link className="button" to={editListHref(currency, view)}>
                  <Icon name="edit" /> Edit
                </Link>{" "}
                <ShareLink href={watchlistHref(currency, withoutAmounts(list))} text="Share" />
              </>
            ) : (
              <KeepList list={list} currency={currency} />
            )}{" "}
            <FollowMenu address={listFollowHref(list, currency)} names={["move"]} />
          </div>
        )}
      </div>
      {isEditing ? null : <Refresh data={data} />}
      <OutOfDateNotice age={data} />
      <SinceLastVisit since={data.since} />
      <div className="watchlist mt-3">
        {portfolio === null ? null : (
          <Portfolio
            {...{ ...portfolio, coins, past, view }}
            hrefOf={isEditing ? null : (other) => watchlistHref(currency, isOwn ? [] : list, other)}
          />
        )}
        <div>
          {isEmpty ? (
            <EmptyList currency={currency} popular={popular} />
          ) : fields ? (
            <EditList
              {...{ fields, coins, currency, view }}
              was={list.map((coin) => was.find(({ id }) => id === coin.id) ?? coin)}
              isRefused={typed.length > 0}
            >
              {table}
            </EditList>
          ) : isOwn ? (
            table
          ) : (
            <WatchForm coins={coins}>{table}</WatchForm>
          )}
          {coins.length + popular.length === 0 ? null : <AsOf time={data.fetchedAt} />}
          <MissingCoins gone={gone} missing={missing} />
        </div>
        {isOwn ? <ListFile {...{ list, currency, view, refused }} /> : null}
      </div>
    </div>
  );
}

/** Not of a form, whose fields would be those of another tab meanwhile. */
function Refresh({ data }: { readonly data: DataAge }) {
  usePageRefresh(data, "prices", PRICES_FRESH_MS);
  return null;
}

const FailedWatchlist = createErrorBoundary(PAGES.watchlist);

export function ErrorBoundary() {
  const error = useRouteError();
  return isFull(error) ? <FullList returnTo={String(error.data)} /> : <FailedWatchlist />;
}

function isFull(error: unknown): error is ErrorResponse {
  return isRouteErrorResponse(error) && error.status === 409;
}
