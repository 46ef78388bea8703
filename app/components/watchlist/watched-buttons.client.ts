import { MAX_WATCHED, readWatchlist, watchlistCookie, withoutWatched, withWatched } from "~/domain/watchlist";
import { showToast } from "../site/toasts";
import { LIST_CHANGED } from "./list-change";

/** Makes all buttons of the page toggles that show what is on the visitor's list. */
function showWatched(): void {
  const watched = new Set(readWatchlist(document.cookie));
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

/** Changes the list at once instead of submitting the form. */
function change(event: SubmitEvent): void {
  const { submitter } = event;
  if (!(submitter instanceof HTMLButtonElement) || !submitter.matches(BUTTONS)) return;
  event.preventDefault();
  const id = idOf(submitter);
  const name = submitter.querySelector("span")?.textContent || id;
  const before = readWatchlist(document.cookie);
  const isWatched = before.includes(id);
  const after = isWatched ? withoutWatched(before, id) : withWatched(before, id);
  if (after === null) {
    showToast(`Your watchlist is full: it holds ${MAX_WATCHED} coins. ${name} was not added.`);
    return;
  }
  write(after);
  if (readWatchlist(document.cookie).length !== after.length) {
    showToast("Your browser keeps no cookies of this site, so the list cannot be kept.");
    return;
  }
  showToast(`${name} is ${isWatched ? "no longer" : "now"} on your watchlist`);
  latest = after;
  clearTimeout(timer);
  timer = setTimeout(sendList, SEND_AFTER_MS);
}

function write(list: readonly string[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, and that is a promise.
  document.cookie = watchlistCookie(list);
  document.dispatchEvent(new Event(LIST_CHANGED));
}

/** Milliseconds from the last change until the list is sent. */
const SEND_AFTER_MS = 1000;

/** List as it was changed last on this page. */
let latest: readonly string[] = [];

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the whole list, so that the server sets the cookie: some browsers keep cookies of scripts for a week only. If the list
 * changed meanwhile, the cookie is written again, because the answer has overwritten it.
 */
async function sendList(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const before = latest;
  const ids = readWatchlist(document.cookie).join(",");
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
