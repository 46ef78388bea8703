import { cookieValue, ONE_YEAR_SECONDS, setCookie } from "../cookies";

/** A currency. Adding one takes a record here and a sample rate in `sample-prices.server.ts`. */
interface CurrencyDetails {
  readonly sign: string;
  readonly name: string;
  readonly plural: string;
  /** Other names that people type, besides its code, sign and plural, in lower case. */
  readonly words: readonly string[];
  /** Where a group of whole digits ends: 54,32,100 in India, 5,432,100 elsewhere. */
  readonly groupEnds: RegExp;
  /** Units of short amounts, the largest first. A word includes the space before it, if there is one. */
  readonly units: readonly (readonly [size: number, word: string, letters: string])[];
}

const LAKH = 1e5;
const CRORE = 1e7;

const INDIAN_UNITS = [
  [LAKH * CRORE, " lakh crore", "L\u00a0Cr"],
  [CRORE, " crore", "\u00a0Cr"],
  [LAKH, " lakh", "L"],
] as const;

const WESTERN_UNITS = [
  [1e12, "T", "T"],
  [1e9, "B", "B"],
  [1e6, "M", "M"],
] as const;

/** By lower-case code, as it stands in URLs and as the upstream takes it; in the order in which they are offered. */
const DETAILS = {
  inr: {
    sign: "₹",
    name: "Indian rupee",
    plural: "rupees",
    words: ["rs", "rupee"],
    groupEnds: /\B(?=(?:\d\d)*\d{3}$)/g,
    units: INDIAN_UNITS,
  },
  eur: {
    sign: "€",
    name: "Euro",
    plural: "euros",
    words: ["euro"],
    groupEnds: /\B(?=(?:\d{3})+$)/g,
    units: WESTERN_UNITS,
  },
  usd: {
    sign: "$",
    name: "US dollar",
    plural: "dollars",
    words: ["us$", "dollar"],
    groupEnds: /\B(?=(?:\d{3})+$)/g,
    units: WESTERN_UNITS,
  },
} as const satisfies Readonly<Record<string, CurrencyDetails>>;

export type Currency = keyof typeof DETAILS;

export const CURRENCY_DETAILS: Readonly<Record<Currency, CurrencyDetails>> = DETAILS;

export const CURRENCIES = Object.keys(DETAILS) as readonly Currency[];

export const CURRENCY_PLURALS = CURRENCIES.map((currency) => DETAILS[currency].plural);

export const DEFAULT_CURRENCY: Currency = "inr";

/** Returns the currencies with some of them first, and the others after them in their usual order. */
export function currenciesStartingWith(...first: readonly Currency[]): readonly Currency[] {
  return [...new Set([...first, ...CURRENCIES])];
}

function namesOf(currency: Currency): readonly string[] {
  const { sign, name, plural, words } = CURRENCY_DETAILS[currency];
  return [currency, sign, name.toLowerCase(), plural, ...words];
}

/** Returns the currency of that name; undefined if there is none. */
export function currencyCalled(text: string): Currency | undefined {
  return CURRENCIES.find((currency) => namesOf(currency).includes(text.toLowerCase()));
}

/** Returns the currencies of which a name begins with what was typed so far. */
export function currenciesBeginning(text: string): readonly Currency[] {
  const typed = text.trim().toLowerCase();
  const begins = (currency: Currency) => namesOf(currency).some((name) => name.startsWith(typed));
  return typed === "" ? [] : CURRENCIES.filter(begins);
}

export function perCurrency<Value>(
  compute: (currency: Currency) => Value,
): Readonly<Record<Currency, Value>> {
  return Object.fromEntries(CURRENCIES.map((currency) => [currency, compute(currency)])) as Record<
    Currency,
    Value
  >;
}

/**
 * Parses a currency from a query value: `USD` is `usd`; an unsupported currency becomes the default.
 */
export function parseCurrency(value: string | null): Currency {
  const code = value?.trim().toLowerCase();
  return CURRENCIES.find((currency) => currency === code) ?? DEFAULT_CURRENCY;
}

/** Reads the currency that the visitor chose last; anything else is null. @param cookies as `cookieValue` takes them */
export function readCurrency(cookies: string | null | undefined): Currency | null {
  return CURRENCIES.find((currency) => currency === cookieValue(cookies, "currency")) ?? null;
}

/**
 * The `Set-Cookie` or `document.cookie` value that keeps a chosen currency for a year. The default one needs none, and links leave it
 * out: with a cookie, nginx would ask the app for each of those pages.
 */
export function currencyCookie(currency: Currency): string {
  return setCookie("currency", currency === DEFAULT_CURRENCY ? "" : currency, ONE_YEAR_SECONDS);
}

/** Parameter of the form of choices: the currency before the choice, which tells a choice from a link that somebody shared. */
export const CURRENCY_BEFORE = "before";
