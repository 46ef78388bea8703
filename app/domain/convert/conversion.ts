import Big from "big.js";
import { currencySymbol, formatAmount, formatPrice, scientific } from "../format/money";
import { decimal } from "../format/number";
import type { Currency } from "../market/currency";

/** Enough decimals for the smallest amount of the cheapest coin in units of the most expensive one. */
Big.DP = 80;

/** A JavaScript number holds no more digits. */
const MAX_DIGITS = 15;

/**
 * Significant digits that prices are assumed to have. Numbers arrive without trailing zeros, so few digits do not mean that
 * few are known: at least two decimals are, as prices are shown.
 */
const KNOWN_DIGITS = { min: 6, decimals: 2 } as const;

/** An amount, and how many of its digits are significant. */
export interface Converted {
  readonly value: Big;
  /** Infinite for an amount that was given. */
  readonly digits: number;
}

/** Wraps a price of the service, digit for digit as it was sent. */
export function priceOf(price: number): Converted {
  const value = new Big(price);
  const { min, decimals } = KNOWN_DIGITS;
  return { value, digits: Math.min(MAX_DIGITS, Math.max(min, value.c.length, value.e + 1 + decimals)) };
}

/** The price of anything in itself. */
export const ONE: Converted = { value: new Big(1), digits: Number.POSITIVE_INFINITY };

/**
 * Converts an amount, given both prices in the same currency, in decimals and without visible rounding. The result has as
 * many significant digits as the less precise price.
 * @param to not zero
 */
export function convert(amount: Big, from: Converted, to: Converted): Converted {
  return { value: amount.times(from.value).div(to.value), digits: Math.min(from.digits, to.digits) };
}

/** Significant digits of prices below 1 and of those with a power of ten. */
const PRICE_DIGITS = 6;
/** Amounts of coins outside these powers of ten, or with more decimals than these, are written with a power. */
const WRITTEN_OUT = { min: -9, max: 18, decimals: 20 } as const;

/** A figure as it is shown. */
export interface FigureText {
  readonly text: string;
  /** Whether digits were left off. */
  readonly isRounded: boolean;
}

/**
 * Formats an amount of a currency like a price. It has two decimals if at least the first of them is significant, or if the
 * result is exact; otherwise it has none, and zeros stand for unknown digits.
 */
export function formatMoney({ value, digits }: Converted, currency: Currency): FigureText {
  const known = Math.min(digits, MAX_DIGITS);
  if (value.lt(1) || value.e >= WRITTEN_OUT.max) {
    const rounded = rounding(value, Math.min(known, PRICE_DIGITS));
    return figure(formatPrice(rounded.toNumber(), currency), value, rounded);
  }
  const hasDecimals = value.e + 1 < known || value.prec(known).eq(value);
  const rounded = hasDecimals ? value.round(2) : rounding(value, Math.min(known, value.e + 1));
  const format = hasDecimals ? formatPrice : formatAmount;
  return figure(format(rounded.toNumber(), currency), value, rounded);
}

/** Formats an amount of a currency with all the decimals that the visitor wrote. */
export function formatGivenMoney(value: Big, currency: Currency): string {
  const shown = value.lt(1) ? value.prec(PRICE_DIGITS) : value.round(2);
  if (value.e < MAX_DIGITS - 2 && shown.eq(value)) return formatPrice(value.toNumber(), currency);
  return currencySymbol(currency) + formatGivenCoins(value, currency);
}

/** Formats an amount of coins with as many digits as are known. @param currency by whose custom digits are grouped */
export function formatCoins({ value, digits }: Converted, currency: Currency): FigureText {
  const known = Math.min(digits, MAX_DIGITS);
  const rounded = rounding(value, known);
  if (rounded.eq(0)) return figure("0", value, rounded);
  const { min, max, decimals: maxDecimals } = WRITTEN_OUT;
  const decimals = Math.max(0, known - 1 - rounded.e);
  const isWrittenOut = rounded.e >= min && rounded.e < max && decimals <= maxDecimals;
  const number = rounded.toNumber();
  const text = isWrittenOut ? decimal(number, currency, 0, decimals) : scientific(number, currency, known);
  return figure(text, value, rounded);
}

/** Formats an amount of coins with all its digits, grouped as long as a number holds them. */
export function formatGivenCoins(value: Big, currency: Currency): string {
  const { text, isRounded } = formatCoins({ value, digits: value.c.length }, currency);
  return isRounded ? value.toFixed() : text;
}

function rounding(value: Big, digits: number): Big {
  return value.eq(0) ? value : value.prec(digits);
}

function figure(text: string, value: Big, rounded: Big): FigureText {
  return { text, isRounded: !rounded.eq(value) };
}
