import { PAGES } from "~/domain/addresses/page-addresses";
import { withChange } from "~/domain/watchlist/merging";
import { formatWatchlist, parseWatchlist, type WatchedCoin, wholeList } from "~/domain/watchlist/watchlist";
import { readList, writeList } from "./watchlist-store";

/** Where all tabs note the latest changes that their scripts have made. */
const NOTES = "watchlist-changes";

const MAX_NOTES = 10;

/** When a change was made, in milliseconds since the epoch, and the lists before and after it. */
type Note = readonly [at: number, before: string, after: string];

function notes(): readonly Note[] {
  try {
    const noted: unknown = JSON.parse(localStorage.getItem(NOTES) ?? "");
    return Array.isArray(noted) ? noted : [];
  } catch {
    return [];
  }
}

/** Notes a change for all tabs, and lets the server set the cookie soon. @param at in milliseconds since the epoch */
export function noteChange(at: number, before: readonly WatchedCoin[], after: readonly WatchedCoin[]): void {
  const note: Note = [at, formatWatchlist(before), formatWatchlist(after)];
  try {
    localStorage.setItem(NOTES, JSON.stringify([...notes(), note].slice(-MAX_NOTES)));
  } catch {}
  clearTimeout(renewal);
  renewal = setTimeout(renewList, QUIET_MS);
}

let renewal: ReturnType<typeof setTimeout> | undefined;

/** Time without a change. A form that another tab has sent meanwhile is answered by then. */
const QUIET_MS = 5000;

/** Lets the server set the cookie as it is: some browsers keep script-set cookies for only a week. */
async function renewList(): Promise<void> {
  const since = Date.now();
  const body = new URLSearchParams({ action: "append" });
  await fetch(PAGES.watchlist.path, { method: "POST", body, redirect: "manual" }).catch(() => {});
  mergeChanges(since);
}

/**
 * Makes all changes since a time again: an answer to a request from then has set the cookie as it was at that time. What is in it
 * already stays as it is.
 */
export function mergeChanges(since: number): void {
  const before = readList();
  const after = notes()
    .filter(([at]) => at >= since)
    .reduce((all, [, from, to]) => withNoted(all, from, to), before);
  if (formatWatchlist(after) !== formatWatchlist(before) && wholeList(after) !== null) writeList(after);
}

/** Makes on a list the change between two lists as texts. */
export function withNoted(list: readonly WatchedCoin[], from: string | null, to: string | null) {
  return withChange(list, parseWatchlist(from), parseWatchlist(to));
}
