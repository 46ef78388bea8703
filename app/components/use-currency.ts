import { useLocation } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from "~/domain/market/currency";
import { namedCurrency } from "~/domain/page-address";

const KEY = "currency";

/**
 * Returns the currency for links to other pages: the one that the address names, or else the one that was chosen last in this
 * browser. The latter comes after hydration: the page is the same for everyone until then.
 */
export function useCurrency(): Currency {
  const chosen = useSyncExternalStore(subscribeToNothing, chosenCurrency, () => undefined);
  return namedCurrency(useLocation()) ?? chosen ?? DEFAULT_CURRENCY;
}

/** Remembers a currency that the visitor has chosen, as far as the browser lets it. */
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
