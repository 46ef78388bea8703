import { useEffect, useState } from "react";

/** So long a link has to be pointed at, like `prefetch="intent"` of Remix, which fetches its code. */
const INTENT_MS = 100;

/** The pages with data, each with the id of its route, by which Remix asks for the data of one route alone. */
const PAGES: readonly (readonly [path: RegExp, routeId: string])[] = [
  [/^\/coins$/, "routes/coins"],
  [/^\/coin\/[^/]+$/, "routes/coin.$id"],
  [/^\/exchanges$/, "routes/exchanges"],
];

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
  const [, routeId = null] = PAGES.find(([path]) => path.test(url.pathname)) ?? [];
  if (routeId === null || url.origin !== window.location.origin) return null;
  if (url.pathname + url.search === window.location.pathname + window.location.search) return null;
  url.pathname += ".data";
  url.searchParams.set("_routes", routeId);
  return url.pathname + url.search;
}
