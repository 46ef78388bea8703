import { useLocation, useNavigation } from "@remix-run/react";
import { type PropsWithChildren, useEffect, useState } from "react";
import { addressOfData, dataPath, knownPage, pageAddress } from "~/domain/addresses/canonical-address";
import { isOwnWatchlist, PAGES } from "~/domain/addresses/page-addresses";
import { CHOICES_ID, chosenAddress } from "./controls";
import { remix } from "./new-version";
import { rememberedData } from "./page-refresh";

/** Milliseconds of hovering before a prefetch, as in Remix. */
const HOVERED_MS = 100;

/** Frames before a touched link is fetched, as the touch may begin to scroll. Chromium runs no timer until the finger is lifted. */
const TOUCHED_FRAMES = 2;

/** Location on the screen. Outlives the component, because an error page renders its own document. */
let shown: { readonly key: string; readonly pathname: string } | null = null;

/** Pages whose first load is covered by the spinner; all others keep what is on the screen. */
const COVERED: readonly (string | undefined)[] = [PAGES.exchanges.path, PAGES.coins.path, PAGES.coin.path];

/** The content of the page. While it loads in another currency or range, it is busy, and its old figures are dimmed. */
export function Main({ children }: PropsWithChildren) {
  const { location: next } = useNavigation();
  return (
    <main
      id="content"
      className="is-flex-grow-1"
      tabIndex={-1}
      aria-busy={next?.pathname === useLocation().pathname}
    >
      {children}
    </main>
  );
}

/**
 * Shows that a page loads: a spinner over the whole screen for a list or a coin, a thin bar at the top for anything else, and for
 * changes of a page. The old page stays beneath, so scroll position and focus survive.
 */
export function LoadingIndicator() {
  const { location: next } = useNavigation();
  const location = useLocation();
  const isCovered = next?.pathname !== location.pathname && COVERED.includes(next && knownPage(next)?.path);
  // What was seen a moment ago is there before a spinner could be.
  const isLoading = next !== undefined && rememberedData(pageAddress(next)) === null;
  return (
    <div className="loading" role="status" data-loading={isLoading && (isCovered ? "page" : "change")}>
      {isLoading && isCovered ? <span className="loader" aria-hidden="true" /> : null}
      {isLoading ? <span className="is-sr-only">Loading…</span> : null}
    </div>
  );
}

/**
 * Does after a navigation what browsers do after loading a document: announces the new page's title, and moves the focus
 * to the beginning of another page, or to the field that the address names. A page that only changes its currency or range keeps it.
 */
export function PageAnnouncer() {
  const { key, pathname, hash } = useLocation();
  const [title, setTitle] = useState("");
  useEffect(() => {
    const previous = shown;
    shown = { key, pathname };
    if (previous === null || previous.key === key) return;
    setTitle(document.title);
    const focus = (id: string) => document.getElementById(id)?.focus({ preventScroll: true });
    if (previous.pathname !== pathname) focus("content");
    // Where the browser itself has followed a link to a section, the visitor may have gone on.
    if (key !== "default") focus(decodeURIComponent(hash.slice(1)));
  }, [key, pathname, hash]);
  return (
    <p className="is-sr-only" aria-live="polite">
      {title}
    </p>
  );
}

/**
 * Fetches the page that a visitor is about to open, with the exact requests that opening it makes: when a link, a button or a radio
 * is pressed, before it is released, and after a moment when a link is hovered or focused. Remix leaves data out of its own prefetch
 * for routes with a client loader, and renders for it, which keeps a phone from noticing the release.
 */
export function usePrefetch(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const leave = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
    const fetchAfter = (frames: number, next: NextPage) => {
      if (frames === 0) fetchAhead(next, true);
      else frame = requestAnimationFrame(() => fetchAfter(frames - 1, next));
    };
    const come = (event: Event) => {
      leave();
      const { target, type } = event;
      const isPressed = type === "pointerdown";
      const next = target instanceof Element ? nextPage(target, isPressed) : null;
      if (next === null) return;
      const isTouched = event instanceof PointerEvent && event.pointerType === "touch";
      if (isPressed) fetchAfter(isTouched && next.isLink ? TOUCHED_FRAMES : 0, next);
      else if (!isTouched) timer = setTimeout(fetchAhead, HOVERED_MS, next, false);
    };
    const events = {
      pointerdown: come,
      pointerover: come,
      focusin: come,
      focusout: leave,
      pointercancel: leave,
    };
    for (const [event, listener] of Object.entries(events)) document.addEventListener(event, listener);
    return () => {
      leave();
      for (const [event, listener] of Object.entries(events)) document.removeEventListener(event, listener);
    };
  }, []);
}

/** Class of the links that fetch the next page ahead. */
const AHEAD = "ahead";

/** Fetches what a page needs: in place of what else the browser waits for, if it is being opened, or after it. */
function fetchAhead({ routeId, data }: NextPage, isPressed: boolean): void {
  const links = [...document.querySelectorAll(`.${AHEAD}`)];
  if (links.some((link) => link.getAttribute("href") === data)) return;
  for (const link of links) link.remove();
  const { module, imports = [] } = remix().__remixManifest.routes[routeId] ?? {};
  const add = (link: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement("link"), { className: AHEAD, ...link }));
  if (isPressed) add({ rel: "preload", as: "fetch", href: data, crossOrigin: "anonymous" });
  else add({ rel: "prefetch", as: "fetch", href: data });
  for (const href of module === undefined ? [] : [module, ...imports]) add({ rel: "modulepreload", href });
}

interface NextPage {
  readonly routeId: string;
  /** Address of its data. */
  readonly data: string;
  readonly isLink: boolean;
}

/** Address of the page that a control leads to, and of its data; null for other sites, pages without data, and private ones. */
function nextPage(target: Element, isPressed: boolean): NextPage | null {
  const control = target.closest("a, button, label");
  const isLink = control instanceof HTMLAnchorElement;
  const href = isLink ? control.href : isPressed ? formAddress(control) : null;
  if (href === null) return null;
  const url = new URL(href, window.location.href);
  const page = knownPage(url);
  if (page === null || url.origin !== window.location.origin) return null;
  if (addressOfData(url) === addressOfData(window.location) || isOwnWatchlist(page.address)) return null;
  if (rememberedData(page.address) !== null) return null;
  // The form of choices opens the canonical address; links and other forms open what they say.
  const opened = control?.matches(`label, [form=${CHOICES_ID}]`) ? new URL(page.address, url) : url;
  opened.searchParams.set("_routes", page.routeId);
  return { routeId: page.routeId, data: dataPath(opened.pathname) + opened.search, isLink };
}

/** Address that a form leads to when its button, or the label of one of its radios, is pressed; null: none. */
function formAddress(pressed: Element | null): string | null {
  const control = pressed instanceof HTMLLabelElement ? pressed.control : pressed;
  const isChoice = control instanceof HTMLInputElement && control.type === "radio";
  if (!isChoice && !(control instanceof HTMLButtonElement)) return null;
  return control.form?.method === "get" ? chosenAddress(control.form, control) : null;
}
