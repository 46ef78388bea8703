import { useEffect, useState } from "react";
import { knownPage, pageAddress } from "~/domain/page-address";

/** So long a link has to be pointed at, like `prefetch="intent"` of Remix, which fetches its code. */
const INTENT_MS = 100;

/**
 * Fetches the data of a link that is pointed at, focused or touched ahead, with the very request that following it makes.
 * Remix leaves that out for routes with a client loader.
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

/** Where Remix gets the data of the page that a link leads to; null for other sites and pages without data. */
function dataAddress({ href }: HTMLAnchorElement): string | null {
  const url = new URL(href, window.location.href);
  const page = knownPage(url);
  if (page === null || page.address === "/" || url.origin !== window.location.origin) return null;
  if (page.address === pageAddress(window.location)) return null;
  url.pathname += ".data";
  url.searchParams.set("_routes", page.routeId);
  return url.pathname + url.search;
}
