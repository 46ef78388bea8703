import { Link, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { pageAddress } from "~/domain/addresses/canonical-address";
import { PAGES, withCurrency } from "~/domain/addresses/page-addresses";
import {
  describeChange,
  formatWatchlist,
  LIST_MESSAGES,
  type ListChange,
  type WatchedCoin,
  wholeList,
  withoutWatched,
} from "~/domain/watchlist/watchlist";
import { HiddenInputs } from "../site/controls";
import { useCurrency, useHydrated } from "../site/hydration";
import { useSiteData } from "../site/site-data";
import { showToast, type ToastForm } from "../site/toasts";
import { readList, writeList } from "./watchlist-store";

/**
 * Returns the change of the visitor's list that the page answers, which is then for this visitor alone. Null on all other pages, and
 * once hydrated: a toast says the same.
 */
export function useListChange(): ListChange | null {
  const site = useSiteData();
  return useHydrated() ? null : (site?.listChange ?? null);
}

export function ListNotice() {
  const change = useListChange();
  const address = pageAddress(useLocation());
  const currency = useCurrency();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first page answers the form.
  useEffect(() => {
    if (change === null) return;
    // The form was sent when this page began to load.
    import("./list-merging").then(({ mergeChanges }) => mergeChanges(performance.timeOrigin)).catch(() => {});
    showToast(describeChange(change), undoForm(change));
  }, []);
  if (change === null) return null;
  const { path } = PAGES.watchlist;
  const undo = undoForm(change);
  return (
    <div className="notification toast list-notice" role="status">
      <p>{`${describeChange(change)}. `}</p>
      <form action={path} method="post">
        <HiddenInputs
          values={{ ...undo.values, id: change.id ?? "", name: change.name ?? "", returnTo: address }}
        />
        <button type="submit">{undo.label}</button>
      </form>{" "}
      {address.startsWith(path) ? null : <Link to={withCurrency(path, currency)}>Your watchlist</Link>}
    </div>
  );
}

/** Coins removed on this page: pressing a star again restores the amount as well. */
const removed = new Map<string, WatchedCoin>();

/** Adds a coin to the list or removes it at once. @returns the message for the visitor */
export function toggleWatched(id: string, name: string): string {
  const before = readList();
  const coin = before.find((each) => each.id === id);
  if (coin !== undefined) removed.set(id, coin);
  const after =
    coin === undefined ? [...before, removed.get(id) ?? { id, amount: null }] : withoutWatched(before, id);
  const failure = changeList(before, after, name);
  if (failure !== null) return failure;
  if (coin?.amount) return LIST_MESSAGES.removedWithAmount(name);
  return describeChange({ kind: coin === undefined ? "add" : "remove", name });
}

export function undoForm({ before, after }: Pick<ListChange, "before" | "after">): ToastForm {
  const values = { action: "undo", ids: formatWatchlist(before), was: formatWatchlist(after) };
  return { path: PAGES.watchlist.path, values, label: "Undo" };
}

/** @returns why the list is as it was; null if it has changed */
export function changeList(
  before: readonly WatchedCoin[],
  after: readonly WatchedCoin[],
  name: string,
): string | null {
  if (wholeList(after) === null) return LIST_MESSAGES.full(name);
  if (writeList(after).length !== after.length) return LIST_MESSAGES.withoutCookies;
  const now = Date.now();
  import("./list-merging").then(({ noteChange }) => noteChange(now, before, after)).catch(() => {});
  return null;
}
