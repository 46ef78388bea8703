import Big from "big.js";

/** More decimals than the smallest amount of the cheapest coin has, told in the dearest. */
Big.DP = 80;

/**
 * Significant digits that prices are taken to carry. Numbers come without zeros at the end, so few digits do not mean that few
 * are known: it is two decimals at the least, as prices are shown.
 */
const PRICE_DIGITS = { min: 6, max: 10, decimals: 2 } as const;

/** An amount of something, and how many of its digits mean anything. */
export interface Converted {
  readonly value: Big;
  /** Infinite for an amount that was given. */
  readonly digits: number;
}

/** Takes a price from an answer of the service, digit for digit as it was sent. */
export function priceOf(price: number): Converted {
  const value = new Big(price);
  const { min, max, decimals } = PRICE_DIGITS;
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
