import { useSyncExternalStore } from "react";
import { PAGES } from "~/domain/pages";
import {
  changedWatchlist,
  describeChange,
  formatWatchlist,
  isWatched,
  LIST_MESSAGES,
  type ListChange,
  listChange,
  readWatchlist,
  type WatchedCoin,
  watchlistCookie,
} from "~/domain/watchlist";
import { setOwnCookie } from "../site/hydration";
import { showToast, type ToastForm } from "../site/toasts";

const PATH = PAGES.watchlist.path;

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
  const added = formatWatchlist([removed.get(id) ?? { id, amount: null }]);
  const form = coin === undefined ? { action: "append", ids: added } : { action: "remove", id };
  const failure = makeChange(new URLSearchParams(form), name);
  if (failure !== null) return failure;
  if (coin?.amount) return LIST_MESSAGES.removedWithAmount(name);
  return describeChange({ kind: coin === undefined ? "add" : "remove", name });
}

export function undoForm({ before, after }: Pick<ListChange, "before" | "after">): ToastForm {
  const values = { action: "undo", ids: formatWatchlist(before), was: formatWatchlist(after) };
  return { path: PATH, values, label: "Undo" };
}

/** Makes the change of a form, and says what has happened. Returns the change, another object each time; null: it failed. */
export function changeList(form: URLSearchParams): ListChange | null {
  const before = readList();
  const failure = makeChange(form, "The coin");
  if (failure !== null) {
    showToast(failure);
    return null;
  }
  const change = listChange(before, readList(), form);
  showToast(describeChange(change), undoForm(change));
  return change;
}

/** @returns why the list is as it was; null if it has changed */
function makeChange(form: URLSearchParams, name: string): string | null {
  const after = changedWatchlist(readList(), form);
  if (after === null) return LIST_MESSAGES.full(name);
  if (writeList(after).length !== after.length) return LIST_MESSAGES.withoutCookies;
  noteChange(form);
  clearTimeout(renewal);
  renewal = setTimeout(renewList, QUIET_MS);
  return null;
}

let renewal: ReturnType<typeof setTimeout> | undefined;

/** Time without a change. A form that another tab has sent meanwhile is answered by then. */
const QUIET_MS = 5000;
const MAX_WAIT_MS = 20_000;

/** Lets the server set the cookie as it is: some browsers keep script-set cookies for only a week. */
async function renewList(): Promise<void> {
  const since = Date.now();
  const body = new URLSearchParams({ action: "append" });
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  await fetch(PATH, { method: "POST", body, redirect: "manual", keepalive: true, signal }).catch(() => {});
  mergeChanges(since);
}

/** Where all tabs note the changes that their scripts have made lately: an answer may set the cookie as it was before. */
const NOTES = "watchlist-changes";

const NOTED_MS = 60_000;

function notedChanges(): (readonly [at: number, form: string])[] {
  try {
    const notes: unknown = JSON.parse(localStorage.getItem(NOTES) ?? "");
    return Array.isArray(notes) ? notes.filter(([at]) => Date.now() - at < NOTED_MS) : [];
  } catch {
    return [];
  }
}

function noteChange(form: URLSearchParams): void {
  try {
    localStorage.setItem(NOTES, JSON.stringify([...notedChanges(), [Date.now(), String(form)]]));
  } catch {}
}

/** Makes all changes since a time again, after an answer to a request from then has set the cookie. Those it has stay as they are. */
export function mergeChanges(since: number): void {
  const before = readList();
  const after = notedChanges()
    .filter(([at]) => at >= since)
    .reduce((all, [, form]) => changedWatchlist(all, new URLSearchParams(form)) ?? all, before);
  if (formatWatchlist(after) !== formatWatchlist(before)) writeList(after);
}

/** @returns the list that the browser kept: the old one if cookies are disabled */
function writeList(after: readonly WatchedCoin[]): readonly WatchedCoin[] {
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
