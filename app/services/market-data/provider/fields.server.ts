import * as v from "valibot";

/**
 * Lenient readers for the fields of a service that sends nulls everywhere, and strings or `{}` now and then. Each takes
 * anything and gives a clean value or null.
 */

/** A finite number, also from text such as `"21000000.0"` or `"3.78e-06"`; anything else is null. */
export const looseNumber = v.pipe(v.unknown(), v.transform(readNumber));

/** A place among others, a whole number from 1; anything else is null. */
export const looseRank = v.pipe(
  looseNumber,
  v.transform((rank) => (rank !== null && Number.isSafeInteger(rank) && rank > 0 ? rank : null)),
);

/** An address that starts with http or https; anything else is null. */
export const looseHttpUrl = v.pipe(v.unknown(), v.transform(readHttpUrl));

/** The address of a picture; one over http is none, because the Content Security Policy refuses it. */
export const loosePictureUrl = v.pipe(v.unknown(), v.transform(readPictureUrl));

/** One line of text without invisible characters and outer spaces; anything else is the empty text. */
export const looseText = v.pipe(v.unknown(), v.transform(readText));

/** A moment in milliseconds since the epoch, from ISO text; anything else is null. */
export const looseTime = v.pipe(v.unknown(), v.transform(readTime));

/** 1 January 2100. Later times are not milliseconds: some services count in microseconds. */
export const MAX_TIME = 4_102_444_800_000;

/** Closer to zero than any figure of a market; arithmetic with such numbers loses its way. */
export const MIN_NUMBER = 1e-100;

/** In characters, each of them whole. */
export const MAX_TEXT_LENGTH = 200;

/** In characters; longer addresses are taken for none. */
const MAX_URL_LENGTH = 2000;

/**
 * Control and format characters, among them zero-width ones and those that turn the direction of a line, separators of
 * lines, and halves of characters.
 */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Tells whether a text holds no character that is invisible, turns the line around or is half. */
export function isCleanText(text: string): boolean {
  return text.replace(UNSAFE_CHARACTERS, "") === text;
}

export function readNumber(value: unknown): number | null {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const number = Number(value);
  if (!Number.isFinite(number)) return null;
  return Math.abs(number) < MIN_NUMBER ? 0 : number;
}

export function readHttpUrl(value: unknown): string | null {
  if (typeof value !== "string" || value.length > MAX_URL_LENGTH || !URL.canParse(value)) return null;
  const url = new URL(value);
  const isHttp = url.protocol === "https:" || url.protocol === "http:";
  // Percent-encoding can make it longer.
  return isHttp && url.href.length <= MAX_URL_LENGTH ? url.href : null;
}

export function readPictureUrl(value: unknown): string | null {
  const url = readHttpUrl(value);
  return url?.startsWith("https:") ? url : null;
}

function readText(value: unknown): string {
  if (typeof value !== "string") return "";
  // A first cut keeps the work small; the second is between characters, which may be two units each.
  const text = value.slice(0, 10 * MAX_TEXT_LENGTH).replace(UNSAFE_CHARACTERS, "");
  return [...text.trim()].slice(0, MAX_TEXT_LENGTH).join("").trim();
}

function readTime(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Math.abs(time) <= MAX_TIME ? time : null;
}

/** The service keeps each picture in three sizes, told apart by one segment of the path. */
const SIZE_SEGMENT = /\/(thumb|small|large)\//;

/**
 * Returns the address of a picture at 50 by 50 pixels, where the service offers sizes (its own hosts do); any other address stays
 * as it is.
 */
export function smallPicture(address: string | null): string | null {
  if (address === null || !new URL(address).hostname.endsWith(".coingecko.com")) return address;
  return address.replace(SIZE_SEGMENT, "/small/");
}
