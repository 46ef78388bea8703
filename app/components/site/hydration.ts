import { useLocation } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import type { Zone } from "~/domain/format/time";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from "~/domain/market/currency";
import { namedCurrency } from "~/domain/page-address";

/** Returns false on the server and in the first client render, and true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

/** Returns the zone of the times on a page: UTC until it is hydrated, the visitor's from then on. */
export function useZone(): Zone {
  return useHydrated() ? "local" : "utc";
}

const KEY = "currency";

/**
 * Returns the currency for links to other pages: the one in the address, or else the one last chosen in this browser. The
 * latter is used only after hydration, because the server renders the same page for everyone.
 */
export function useCurrency(): Currency {
  const chosen = useSyncExternalStore(subscribeToNothing, chosenCurrency, () => undefined);
  return namedCurrency(useLocation()) ?? chosen ?? DEFAULT_CURRENCY;
}

/** Remembers a currency that the visitor has chosen, if the browser allows it. */
export function rememberCurrency(currency: string): void {
  try {
    localStorage.setItem(KEY, currency);
  } catch {}
}

function chosenCurrency(): Currency | undefined {
  try {
    return CURRENCIES.find((currency) => currency === localStorage.getItem(KEY));
  } catch {
    return undefined;
  }
}

function subscribeToNothing() {
  return () => {};
}
