import { useLocation } from "@remix-run/react";
import { startTransition, useEffect, useState } from "react";
import { namedCurrency } from "~/domain/addresses/canonical-address";
import type { Zone } from "~/domain/format/time";
import {
  type Currency,
  currencyCookie,
  DEFAULT_CURRENCY,
  parseCurrency,
  readCurrency,
} from "~/domain/market/currency";

let isHydrated = false;

/** Returns false on the server and in the first client render, and true soon after it. */
export function useHydrated(): boolean {
  const [is, setIs] = useState(isHydrated);
  useEffect(() => {
    isHydrated = true;
    // In slices: a phone answers nothing while a hundred stars change at once.
    startTransition(() => setIs(true));
  }, []);
  return is;
}

/** Returns the zone of the times on a page: UTC until it is hydrated, the visitor's from then on. */
export function useZone(): Zone {
  return useHydrated() ? "local" : "utc";
}

/**
 * Returns the currency for links to other pages: the one in the address, or else the one last chosen in this browser. The
 * latter is used only after hydration, because the server renders the same page for everyone.
 */
export function useCurrency(): Currency {
  const chosen = useHydrated() ? readCurrency(document.cookie) : null;
  return namedCurrency(useLocation()) ?? chosen ?? DEFAULT_CURRENCY;
}

export function rememberCurrency(currency: string): void {
  setOwnCookie(currencyCookie(parseCurrency(currency)));
}

/** Sets a cookie of the site, as the server does. */
export function setOwnCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, and that is a promise.
  document.cookie = `${cookie}${location.protocol === "https:" ? "; Secure" : ""}`;
}

/** Returns the value from when the page was opened, so that a background refresh moves nothing on it. */
export function useFirstOfVisit<Value>(value: Value): Value {
  const { key } = useLocation();
  const [first, setFirst] = useState({ key, value });
  if (first.key === key) return first.value;
  setFirst({ key, value });
  return value;
}
