import Big from "big.js";
import { currencySymbol, formatAmount, formatPrice, scientific } from "../format/money";
import { decimal } from "../format/number";
import type { Currency } from "../market/currency";

/** More decimals than the smallest amount of the cheapest coin has, told in the dearest. */
Big.DP = 80;

/**
 * Significant digits that prices are taken to carry. Numbers come without zeros at the end, so few digits do not mean that few
 * are known: it is two decimals at the least, as prices are shown.
 */
const KNOWN_DIGITS = { min: 6, max: 10, decimals: 2 } as const;

/** An amount of something, and how many of its digits mean anything. */
export interface Converted {
  readonly value: Big;
  /** Infinite for an amount that was given. */
  readonly digits: number;
}

/** Takes a price from an answer of the service, digit for digit as it was sent. */
export function priceOf(price: number): Converted {
  const value = new Big(price);
  const { min, max, decimals } = KNOWN_DIGITS;
  return { value, digits: Math.min(max, Math.max(min, value.c.length, value.e + 1 + decimals)) };
}

/** The price of anything in itself. */
export const ONE: Converted = { value: new Big(1), digits: Number.POSITIVE_INFINITY };

/**
 * Converts an amount of what has one price into what has the other, both prices in the same currency, in decimals and without a
 * rounding that could show. The result is known to as many digits as the price that is known least.
 * @param to not zero
 */
export function convert(amount: Big, from: Converted, to: Converted): Converted {
  return { value: amount.times(from.value).div(to.value), digits: Math.min(from.digits, to.digits) };
}

/** Digits beyond these a number of JavaScript does not hold. */
const MAX_DIGITS = 15;
/** Below 1, and with a power of ten, prices keep so many. */
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
 * Formats an amount of a currency as prices are formatted. Two decimals need digits that carry at least the first of them, or a
 * result without a remainder; otherwise there are none, and zeros stand for digits that nobody knows.
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

/** Formats an amount of a currency with all the decimals that somebody wrote: a thousandth of a dollar is not a cent. */
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
