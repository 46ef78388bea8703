import * as v from "valibot";

/**
 * Lenient readers for the fields of a service that sends nulls everywhere, and strings or `{}` now and then. Each takes
 * anything and gives a clean value or null.
 */

/** A finite number, also from text such as `"21000000.0"` or `"3.78e-06"`; anything else is null. */
export const looseNumber = v.pipe(v.unknown(), v.transform(readNumber));

/** An address that starts with http or https; anything else is null. */
export const looseHttpUrl = v.pipe(v.unknown(), v.transform(readHttpUrl));

/** Text without invisible characters and outer spaces; anything else is the empty text. */
export const looseText = v.pipe(v.unknown(), v.transform(readText));

/** A moment in milliseconds since the epoch, from ISO text; anything else is null. */
export const looseTime = v.pipe(v.unknown(), v.transform(readTime));

/** The last millisecond that a Date can hold. */
export const LATEST_TIME = 8.64e15;

/** Closer to zero than any figure of a market; arithmetic with such numbers loses its way. */
export const SMALLEST_NUMBER = 1e-100;

function readNumber(value: unknown): number | null {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const number = Number(value);
  if (!Number.isFinite(number)) return null;
  return Math.abs(number) < SMALLEST_NUMBER ? 0 : number;
}

export function readHttpUrl(value: unknown): string | null {
  if (typeof value !== "string" || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}

/** In UTF-16 units. */
export const LONGEST_TEXT = 200;

function readText(value: unknown): string {
  if (typeof value !== "string") return "";
  // Some names begin with zero-width spaces; control and format characters have no place in a line of text.
  return value
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(0, LONGEST_TEXT);
}

function readTime(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
