import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { knownPage, pageAddress } from "~/domain/page-address";
import { isOwnList } from "~/domain/pages";

/** Milliseconds of hovering before a prefetch, the same as for Remix's `prefetch="intent"`. */
const INTENT_MS = 100;

/** Location on the screen. Outlives the component, because an error page renders its own document. */
let shown: { readonly key: string; readonly pathname: string } | null = null;

/**
 * Covers the screen while another page loads. The old page stays beneath, so scroll position and focus survive. A page
 * that dims a part of itself while its own parameters change is not covered.
 */
export function LoadingSpinner() {
  const { location: next } = useNavigation();
  const location = useLocation();
  const isItself = next?.pathname === location.pathname && knownPage(location)?.dimsItself === true;
  const isLoading = next !== undefined && !isItself;
  return (
    <div className="loading" role="status" data-loading={isLoading}>
      {isLoading ? (
        <>
          <span className="loader" aria-hidden="true" />
          <span className="is-sr-only">Loading…</span>
        </>
      ) : null}
    </div>
  );
}

/**
 * Does after a navigation what browsers do after loading a document: announces the new page's title, and moves the focus
 * to the beginning of another page. A page that only changes its currency or range keeps the focus.
 */
export function PageAnnouncer() {
  const { key, pathname } = useLocation();
  const [title, setTitle] = useState("");
  useEffect(() => {
    const previous = shown;
    shown = { key, pathname };
    if (previous === null || previous.key === key) return;
    setTitle(document.title);
    if (previous.pathname !== pathname) document.getElementById("content")?.focus({ preventScroll: true });
  }, [key, pathname]);
  return (
    <p className="is-sr-only" aria-live="polite">
      {title}
    </p>
  );
}

/**
 * Prefetches the data of a link that is hovered, focused or touched, with the exact request that following it makes.
 * Remix leaves data out of its own prefetch for routes with a client loader.
 */
export function PrefetchedData() {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => clearTimeout(timer);
    const come = ({ target }: Event) => {
      leave();
      const link = target instanceof Element ? target.closest("a") : null;
      const ahead = link === null ? null : dataAddress(link);
      if (ahead !== null) timer = setTimeout(() => setAddress(ahead), INTENT_MS);
    };
    document.addEventListener("pointerover", come);
    document.addEventListener("focusin", come);
    document.addEventListener("focusout", leave);
    return () => {
      leave();
      document.removeEventListener("pointerover", come);
      document.removeEventListener("focusin", come);
      document.removeEventListener("focusout", leave);
    };
  }, []);
  return address === null ? null : <link key={address} rel="prefetch" as="fetch" href={address} />;
}

/** Address from which Remix loads the data of a link's page; null for other sites, pages without data, and private ones. */
function dataAddress({ href }: HTMLAnchorElement): string | null {
  const url = new URL(href, window.location.href);
  const page = knownPage(url);
  if (page === null || page.failure === null || url.origin !== window.location.origin) return null;
  if (page.address === pageAddress(window.location) || isOwnList(page.address)) return null;
  url.pathname += ".data";
  url.searchParams.set("_routes", page.routeId);
  return url.pathname + url.search;
}
