import { CURRENCIES, CURRENCY_DETAILS, type Currency } from "../market/currency";
import { decimal, NOT_AVAILABLE, significantFractionDigits } from "./number";

/** Below the first, the zeros of a price are counted: ten are hard to count. From the second upward it has a power of ten. */
const MIN_WRITTEN_OUT = 1e-9;
const MAX_WRITTEN_OUT = 1e18;

/** Below 10, a price keeps this many significant digits: stablecoins differ from their currency by less than a thousandth. */
const SIGNIFICANT_DIGITS = 6;

const MIN_WITH_TWO_DECIMALS = 10;

/** Returns the sign before an amount; the dollar sign for an unsupported currency. */
export function currencySymbol(currency: string): string {
  return CURRENCY_DETAILS[CURRENCIES.find((code) => code === currency) ?? "usd"].sign;
}

/**
 * Formats a price, `NA` when it is missing. From 10 upward two decimals; below 10 at least two, and as many as
 * keep six significant digits, so that a price is never shown as 0.00 unless it is zero. The smallest count their
 * zeros (`$0.0₁₁77` for 7.7 × 10⁻¹²), the largest have a power of ten.
 */
export function formatPrice(price: number | null, currency: Currency): string {
  if (price === null || !Number.isFinite(price)) return NOT_AVAILABLE;
  const sign = price < 0 ? "−" : "";
  return `${sign}${currencySymbol(currency)}${unsignedPrice(Math.abs(price), currency)}`;
}

/** Writes out the prices in a text whose zeros are counted, for those who listen to it or copy it: `$0.0₁₁77` as `$0.0000000000077`. */
export function zerosWrittenOut(text: string): string {
  return text.replace(/0\.0([₀-₉]+)/g, (_, count: string) => {
    const digits = [...count].map((digit) => "₀₁₂₃₄₅₆₇₈₉".indexOf(digit));
    return `0.${"0".repeat(Number(digits.join("")))}`;
  });
}

/** Formats a large amount in full, without decimals: `₹1,07,21,00,00,00,000`. Below 1,000 and from 10¹⁸ it is written as a price. */
export function formatAmount(amount: number | null, currency: Currency): string {
  const isWrittenOut = amount !== null && amount >= 1000 && amount < MAX_WRITTEN_OUT;
  if (!isWrittenOut) return formatPrice(amount, currency);
  return `${currencySymbol(currency)}${decimal(amount, currency, 0, 0)}`;
}

/**
 * Abbreviates a large amount: `₹107.21 lakh crore`, `$1.20T`. Null below the smallest unit, where the short form would not be
 * shorter, and from 10¹⁸. Always two decimals, so that amounts in a column can be compared. By hand: ICU's words differ between
 * versions, and server and browser have to agree.
 * @param isNarrow has letters in place of words: `₹107.21L Cr`
 */
export function formatCompactAmount(
  amount: number | null,
  currency: Currency,
  isNarrow = false,
): string | null {
  const smallest = CURRENCY_DETAILS[currency].units.at(-1)?.[0] ?? 0;
  if (amount === null || !(amount >= smallest && amount < MAX_WRITTEN_OUT)) return null;
  for (const [size, word, letters] of CURRENCY_DETAILS[currency].units) {
    // An amount that would round up to the next unit is written in that: $1B and not $1,000M.
    if (Math.round((amount / size) * 100) >= 100) {
      return `${currencySymbol(currency)}${decimal(amount / size, currency, 2, 2)}${isNarrow ? letters : word}`;
    }
  }
  return null;
}

/** Formats a large amount for a narrow place, with three digits and the letters of its unit: `$1.28T`, `₹107L Cr`; `NA` if missing. */
export function formatBriefAmount(amount: number | null, currency: Currency): string {
  const unit = CURRENCY_DETAILS[currency].units.find(([size]) => (amount ?? 0) >= size);
  if (amount === null || unit === undefined || amount >= MAX_WRITTEN_OUT)
    return formatAmount(amount, currency);
  const [size, , letters] = unit;
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(amount / size)));
  return `${currencySymbol(currency)}${decimal(amount / size, currency, decimals, decimals)}${letters}`;
}

/**
 * Formats a market cap or another large amount, abbreviated if that is shorter: `$1.20T`, `$950`; `NA` if missing.
 * @param isNarrow as in `formatCompactAmount`
 */
export function formatShortAmount(amount: number | null, currency: Currency, isNarrow = false): string {
  return formatCompactAmount(amount, currency, isNarrow) ?? formatAmount(amount, currency);
}

/**
 * Formats the label of a tick on a price axis: with the decimals that the step needs, so that no two labels of an axis are
 * the same, and abbreviated where labels stay distinct.
 */
export function formatPriceTick(price: number, step: number, currency: Currency): string {
  if (!(step > 0) || !Number.isFinite(step)) return formatPrice(price, currency);
  if (price < 0) return `−${formatPriceTick(-price, step, currency)}`;
  const symbol = currencySymbol(currency);
  const isTiny = price > 0 && price < MIN_WRITTEN_OUT && step < MIN_WRITTEN_OUT;
  if (isTiny || price >= MAX_WRITTEN_OUT) {
    const digits = Math.max(1, Math.floor(Math.log10(price)) - Math.floor(Math.log10(step)) + 2);
    return `${symbol}${isTiny ? withZerosCounted(price, digits) : scientific(price, currency, digits)}`;
  }
  for (const [size, word] of CURRENCY_DETAILS[currency].units) {
    if (price >= size && step >= size / 1000) {
      return `${symbol}${decimal(price / size, currency, 0, stepFractionDigits(step / size))}${word}`;
    }
  }
  const digits = stepFractionDigits(step);
  return `${symbol}${decimal(price, currency, digits, digits)}`;
}

/** Returns the decimals that distinguish multiples of a step: none for 50, one for 0.5, two for 0.25. */
function stepFractionDigits(step: number): number {
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const rest = step * 10 ** digits;
  return Math.min(20, Math.abs(rest - Math.round(rest)) < 1e-6 ? digits : digits + 1);
}

function unsignedPrice(price: number, currency: Currency): string {
  if (price >= MAX_WRITTEN_OUT) return scientific(price, currency, SIGNIFICANT_DIGITS);
  if (price === 0 || price >= MIN_WITH_TWO_DECIMALS) return decimal(price, currency, 2, 2);
  if (price < MIN_WRITTEN_OUT) return withZerosCounted(price, SIGNIFICANT_DIGITS);
  return decimal(price, currency, 2, significantFractionDigits(price, SIGNIFICANT_DIGITS));
}

/** Formats `0.0₁₁77`: eleven zeros, and at most so many significant digits. */
function withZerosCounted(price: number, digits: number): string {
  const [mantissa = "0", exponent = "0"] = price.toExponential(Math.min(digits - 1, 20)).split("e");
  const zeros = String(-Number(exponent) - 1).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)] ?? "");
  return `0.0${zeros}${mantissa.replace(/\.?0*$/, "").replace(".", "")}`;
}

/** Formats `7.7 × 10⁻¹²`, with at most so many significant digits. */
export function scientific(price: number, currency: Currency, digits: number): string {
  const decimals = Math.min(digits - 1, 20);
  const [mantissa = "0", exponent = "0"] = price.toExponential(decimals).split("e");
  return `${decimal(Number(mantissa), currency, 0, decimals)} × 10${superscript(exponent)}`;
}

function superscript(exponent: string): string {
  return String(Number(exponent)).replace(/[-\d]/g, (sign) =>
    sign === "-" ? "⁻" : ("⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)] ?? ""),
  );
}
