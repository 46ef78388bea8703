/** A currency the site shows prices in; the lower-case code is what stands in URLs and what the upstream takes. */
export type Currency = "inr" | "eur" | "usd";

/** In the order in which they are offered on /coins. */
export const CURRENCIES = ["inr", "eur", "usd"] as const satisfies readonly Currency[];

export const DEFAULT_CURRENCY: Currency = "inr";

/**
 * Reads a currency from a query value: `USD` is `usd`; anything that is not a currency of ours is the default.
 */
export function parseCurrency(value: string | null): Currency {
  const code = value?.trim().toLowerCase();
  return CURRENCIES.find((currency) => currency === code) ?? DEFAULT_CURRENCY;
}
