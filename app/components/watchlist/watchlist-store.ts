import { useSyncExternalStore } from "react";
import { FORGOTTEN_VISIT } from "~/domain/watchlist/last-visit";
import { isWatched, readWatchlist, type WatchedCoin, watchlistCookie } from "~/domain/watchlist/watchlist";
import { setOwnCookie } from "../site/hydration";

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

/** @returns the list that the browser has stored: the old one if cookies are disabled */
export function writeList(after: readonly WatchedCoin[]): readonly WatchedCoin[] {
  setOwnCookie(watchlistCookie(after));
  if (after.length === 0) setOwnCookie(FORGOTTEN_VISIT);
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
