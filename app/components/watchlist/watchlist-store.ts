import { useSyncExternalStore } from "react";
import { PAGES } from "~/domain/pages";
import {
  describeChange,
  formatWatchlist,
  isWatched,
  LIST_MESSAGES,
  type ListChange,
  listChange,
  readWatchlist,
  type WatchedCoin,
  watchlistCookie,
  withAdded,
  withoutWatched,
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
  const after =
    coin === undefined
      ? withAdded(before, [removed.get(id) ?? { id, amount: null }])
      : withoutWatched(before, id);
  if (after === null) return LIST_MESSAGES.full(name);
  const kept = writeList(after);
  if (kept.length !== after.length) return LIST_MESSAGES.withoutCookies;
  sendList(kept);
  if (coin?.amount) return LIST_MESSAGES.removedWithAmount(name);
  return describeChange({ kind: coin === undefined ? "add" : "remove", name });
}

export function undoForm({ before }: Pick<ListChange, "before">): ToastForm {
  return { path: PATH, values: { action: "undo", ids: formatWatchlist(before) }, label: "Undo" };
}

/**
 * Sends the whole list, so that the server sets the cookie: some browsers keep script-set cookies for only a week. If the list
 * changed meanwhile, the cookie is written again, because the answer has overwritten it.
 */
async function sendList(sent: readonly WatchedCoin[]): Promise<void> {
  const ids = formatWatchlist(sent);
  await postList(new URLSearchParams({ action: "replace", ids }));
  const latest = currentList();
  if (formatWatchlist(latest) !== ids) writeList(latest);
}

export const FAILED = "failed";

/** Chain of changes, because each builds on the list that the previous one left. */
let changing: Promise<unknown> = Promise.resolve();

/** Sends a form that changes the list, and says what has happened. Resolves to the change, another object each time. */
export function changeList(form: URLSearchParams): Promise<ListChange | typeof FAILED> {
  const sending = changing.then(async () => {
    const before = readList();
    // The return address is for browsers without JavaScript; their next page shows what happened.
    form.delete("returnTo");
    if (!(await postList(form))) {
      showToast(LIST_MESSAGES.failed);
      return FAILED;
    }
    const change = listChange(before, readList(), form);
    showToast(describeChange(change), undoForm(change));
    return change;
  });
  changing = sending;
  return sending;
}

const MAX_WAIT_MS = 20_000;

async function postList(body: URLSearchParams): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    const { type } = await fetch(PATH, { method: "POST", body, redirect: "manual", keepalive: true, signal });
    return type === "opaqueredirect";
  } catch {
    return false;
  }
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
