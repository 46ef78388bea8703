import { CURRENCY_DETAILS, type Currency } from "../market/currency";

export const NOT_AVAILABLE = "NA";

export type Direction = "up" | "down" | "unchanged";

export const SIGNS: Readonly<Record<Direction, string>> = { up: "+", down: "−", unchanged: "" };

/**
 * Formats a number in the currency's grouping with at least and at most so many decimals. By hand: the first `Intl.NumberFormat` of
 * a page takes a phone a tenth of a second.
 */
export function decimal(value: number, currency: Currency, minDecimals: number, maxDecimals: number): string {
  if (!Number.isFinite(value)) return NOT_AVAILABLE;
  const [whole = "", decimals = ""] = rounded(Math.abs(value), maxDecimals).split(".");
  const digits = decimals.slice(0, minDecimals) + decimals.slice(minDecimals).replace(/0+$/, "");
  const grouped = whole.replace(CURRENCY_DETAILS[currency].groupEnds, ",");
  return `${value < 0 ? "-" : ""}${grouped}${digits === "" ? "" : `.${digits}`}`;
}

/** Writes a number with so many decimals. Halves are rounded up as they are written: 1.005 is 1.01, though its binary is less. */
function rounded(size: number, decimals: number): string {
  const [mantissa = "", exponent] = size.toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const shown = Math.max(-1, Number(exponent) + 1 + decimals);
  const next = shown < 0 ? "0" : (digits[shown] ?? "0");
  const units = BigInt(digits.slice(0, Math.max(0, shown)).padEnd(shown, "0")) + (next >= "5" ? 1n : 0n);
  const text = String(units).padStart(decimals + 1, "0");
  return `${text.slice(0, text.length - decimals)}.${text.slice(text.length - decimals)}`;
}

/** Changes closer to zero are shown as `0.00 %`. */
const MIN_CHANGE = 0.005;

/**
 * Formats a change in per cent, always with its sign and two decimals: `+3.20 %`, `−0.50 %`, `0.00 %`; `NA` if missing. A loss
 * of almost everything gets more decimals, because `−100.00 %` means that nothing is left: `−99.999 %`.
 */
export function formatPercent(percent: number | null): string {
  if (percent === null || !Number.isFinite(percent)) return NOT_AVAILABLE;
  return `${SIGNS[directionOf(percent)]}${unsignedPercent(percent)}`;
}

const ARROWS = { up: "▲ ", down: "▼ ", unchanged: "" } as const satisfies Record<Direction, string>;

/** Formats a change behind an arrow, for pictures, which have no icons: `▲ +3.20 %`. */
export function formatPercentWithArrow(percent: number): string {
  return `${ARROWS[directionOf(percent)]}${formatPercent(percent)}`;
}

/** Formats a change without its sign: `3.20 %`. @param percent a finite number */
export function unsignedPercent(percent: number): string {
  const rest = 100 + percent;
  const decimals = rest > 0 && rest <= MIN_CHANGE ? significantFractionDigits(rest, 1) : 2;
  return `${decimal(Math.abs(percent), "usd", 2, decimals)}\u00a0%`;
}

export function formatShare(percent: number, decimals: number): string {
  return `${decimal(percent, "usd", decimals, decimals)}\u00a0%`;
}

/** Returns the direction of a change as shown: one that rounds to `0.00 %` is unchanged. */
export function directionOf(percent: number): Direction {
  if (Math.abs(percent) < MIN_CHANGE) return "unchanged";
  return percent > 0 ? "up" : "down";
}

/** Formats a number of coins, grouped, at most two decimals from 1 upward: `1,98,32,115`; `NA` when unknown or without limit. */
export function formatSupply(supply: number | null, currency: Currency): string {
  if (supply === null || !Number.isFinite(supply)) return NOT_AVAILABLE;
  const size = Math.abs(supply);
  const maxDecimals = size === 0 || size >= 1 ? 2 : significantFractionDigits(size, 6);
  return decimal(supply, currency, 0, maxDecimals);
}

/** From this on, amounts are whole bitcoins. */
const MIN_WHOLE_BTC = 100;

/** Formats an amount in bitcoins, grouped as in a currency: `9,79,051 BTC`, `12.35 BTC`; `NA` if missing. */
export function formatBitcoins(amount: number | null, currency: Currency): string {
  if (amount === null) return NOT_AVAILABLE;
  return `${decimal(amount, currency, 0, Math.abs(amount) >= MIN_WHOLE_BTC ? 0 : 2)}\u00a0BTC`;
}

/** Returns the decimals that a number between 0 and 1 needs for that many significant digits. */
export function significantFractionDigits(value: number, significant: number): number {
  return Math.min(20, significant - 1 - Math.floor(Math.log10(value)));
}
