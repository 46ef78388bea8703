import {
  formatWatchlist,
  MAX_WATCHED,
  readWatchlist,
  type WatchedCoin,
  watchlistCookie,
  withoutWatched,
  withWatched,
} from "~/domain/watchlist";
import { showToast } from "../site/toasts";
import { LIST_CHANGED } from "./list-change";

/** Makes all buttons of the page toggles that show what is on the visitor's list. */
function showWatched(): void {
  const watched = new Set(readWatchlist(document.cookie).map(({ id }) => id));
  for (const button of document.querySelectorAll<HTMLButtonElement>(BUTTONS)) {
    // Not `ariaPressed`, which older browsers take for a property of ours.
    button.setAttribute("aria-pressed", String(watched.has(idOf(button))));
  }
}

const BUTTONS = "button.watch";

/** Returns the id of a button's coin, as its form would send it. */
function idOf({ form }: HTMLButtonElement): string {
  return String(new FormData(form ?? undefined).get("id"));
}

/** Coins that were removed on this page: pressing a star once more brings back the amount as well. */
const removed = new Map<string, WatchedCoin>();

/** Changes the list at once instead of submitting the form. */
function change(event: SubmitEvent): void {
  const { submitter } = event;
  if (!(submitter instanceof HTMLButtonElement) || !submitter.matches(BUTTONS)) return;
  event.preventDefault();
  const id = idOf(submitter);
  const name = submitter.querySelector("span")?.textContent || id;
  const before = readWatchlist(document.cookie);
  const coin = before.find((each) => each.id === id);
  if (coin !== undefined) removed.set(id, coin);
  const after =
    coin === undefined
      ? withWatched(before, removed.get(id) ?? { id, amount: null })
      : withoutWatched(before, id);
  if (after === null) {
    showToast(`Your watchlist is full: it holds ${MAX_WATCHED} coins. ${name} was not added.`);
    return;
  }
  write(after);
  if (readWatchlist(document.cookie).length !== after.length) {
    showToast("Your browser does not keep this site's cookies, so the list cannot be saved.");
    return;
  }
  const change = `${name} is ${coin === undefined ? "now" : "no longer"} on your watchlist`;
  showToast(coin?.amount ? `${change}. Press its star again to bring back its amount.` : change);
  latest = after;
  clearTimeout(timer);
  timer = setTimeout(sendList, SEND_AFTER_MS);
}

function write(list: readonly WatchedCoin[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, and that is a promise.
  document.cookie = watchlistCookie(list);
  document.dispatchEvent(new Event(LIST_CHANGED));
}

/** Milliseconds from the last change until the list is sent. */
const SEND_AFTER_MS = 1000;

/** List as it was changed last on this page. */
let latest: readonly WatchedCoin[] = [];

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the whole list, so that the server sets the cookie: some browsers keep cookies of scripts for a week only. If the list
 * changed meanwhile, the cookie is written again, because the answer has overwritten it.
 */
async function sendList(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const before = latest;
  const ids = formatWatchlist(readWatchlist(document.cookie));
  const body = new URLSearchParams({ action: "replace", ids });
  try {
    await fetch("/watchlist", { method: "POST", body, redirect: "manual", keepalive: true });
  } catch {}
  if (latest !== before) write(latest);
}

/** Sends a pending change before the page goes away. */
function sendListAtOnce(): void {
  if (timer !== undefined) sendList();
}

showWatched();
document.addEventListener("submit", change);
// Other pages and new prices bring new buttons. Charts and times change more often, and bring none.
new MutationObserver(() => {
  if (document.querySelector(`${BUTTONS}:not([aria-pressed])`) !== null) showWatched();
}).observe(document.body, { childList: true, subtree: true });
// The list may have changed in another tab, or on a later page of this one.
document.addEventListener("visibilitychange", () => (document.hidden ? sendListAtOnce() : showWatched()));
window.addEventListener("pageshow", showWatched);
document.addEventListener(LIST_CHANGED, showWatched);
window.addEventListener("pagehide", sendListAtOnce);
