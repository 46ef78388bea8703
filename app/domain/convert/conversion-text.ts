import type Big from "big.js";
import { currencySymbol, formatAmount, formatPrice, scientific } from "../format/money";
import { decimal } from "../format/number";
import type { Currency } from "../market/currency";
import type { Converted } from "./conversion";

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
