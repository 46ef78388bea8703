import { useSyncExternalStore } from "react";
import { PAGES } from "~/domain/addresses/page-addresses";
import {
  describeChange,
  formatWatchlist,
  isWatched,
  LIST_MESSAGES,
  type ListChange,
  readWatchlist,
  type WatchedCoin,
  watchlistCookie,
  wholeList,
  withoutWatched,
} from "~/domain/watchlist/watchlist";
import { setOwnCookie } from "../site/hydration";
import type { ToastForm } from "../site/toasts";

/** The visitor's list as last read from the cookie; null until a component asks for it. Never read on the server. */
let list: readonly WatchedCoin[] | null = null;

const listeners = new Set<() => void>();

/** Returns whether a coin is on the visitor's list; false on the server and while hydrating, as pages are the same for everyone. */
export function useIsWatched(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isWatched(currentList(), id),
    () => false,
  );
}

/** Returns how many coins the visitor watches; 0 on the server and while hydrating. */
export function useWatchedCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => currentList().length,
    () => 0,
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

type List = readonly WatchedCoin[];

/** @returns why the list is as it was; null if it has changed */
export function changeList(before: List, after: List, name: string): string | null {
  if (wholeList(after) === null) return LIST_MESSAGES.full(name);
  if (writeList(after).length !== after.length) return LIST_MESSAGES.withoutCookies;
  const now = Date.now();
  import("./list-merging").then(({ noteChange }) => noteChange(now, before, after)).catch(() => {});
  return null;
}

/** @returns the list that the browser has stored: the old one if cookies are disabled */
export function writeList(after: readonly WatchedCoin[]): readonly WatchedCoin[] {
  setOwnCookie(watchlistCookie(after));
  return readList();
}

/** Reads the list, which another tab or the server may have changed, and updates the page. */
export function readList(): readonly WatchedCoin[] {
  list = readWatchlist(document.cookie);
  for (const listener of listeners) listener();
  return list;
}

function currentList(): readonly WatchedCoin[] {
  list ??= readWatchlist(document.cookie);
  return list;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // The list may have changed in another tab, or on a later page of this one.
    window.addEventListener("visibilitychange", readList);
    window.addEventListener("pageshow", readList);
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}
