import * as v from "valibot";
import { MarketDataFailure } from "../failure.server";

/**
 * Lenient readers for the fields and rows of a service that sends nulls everywhere, and strings or `{}` now and then. Each
 * field reader takes anything and returns a clean value or null.
 */

export const looseNumber = v.pipe(v.unknown(), v.transform(readNumber));

/** An http or https address; anything else is null. */
export const looseHttpUrl = v.pipe(v.unknown(), v.transform(readHttpUrl));

export const loosePictureUrl = v.pipe(v.unknown(), v.transform(readPictureUrl));

export const looseText = v.pipe(v.unknown(), v.transform(readText));

/** 1 January 2100. Later times are not milliseconds: some services count in microseconds. */
export const MAX_TIME = 4_102_444_800_000;

/** Closer to zero than any figure of a market; arithmetic with smaller numbers loses precision. */
const MIN_NUMBER = 1e-100;

/** In characters, each of them whole. */
const MAX_TEXT_LENGTH = 200;

/** In characters; longer addresses are dropped. */
const MAX_URL_LENGTH = 2000;

/** Control and format characters (zero-width ones and direction marks among them), line separators and lone surrogates. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Removes invisible characters, direction marks, line separators and lone surrogates. */
export function removeUnsafeCharacters(text: string): string {
  return text.replace(UNSAFE_CHARACTERS, "");
}

/** Returns whether a text is no longer than 200 characters and has no invisible one, direction mark or lone surrogate. */
export function isCleanText(text: string): boolean {
  if (text.length > MAX_TEXT_LENGTH && [...text.slice(0, 2 * MAX_TEXT_LENGTH + 1)].length > MAX_TEXT_LENGTH)
    return false;
  return removeUnsafeCharacters(text) === text;
}

/** Reads a finite number, also from text such as `"21000000.0"` or `"3.78e-06"`; anything else is null. */
export function readNumber(value: unknown): number | null {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const number = Number(value);
  if (!Number.isFinite(number)) return null;
  return Math.abs(number) < MIN_NUMBER ? 0 : number;
}

/** Reads a place among others, a whole number from 1; anything else is null. */
export function readRank(value: unknown): number | null {
  const rank = readNumber(value);
  return rank !== null && Number.isSafeInteger(rank) && rank > 0 ? rank : null;
}

/** Reads an http or https address; anything else is null. */
export function readHttpUrl(value: unknown): string | null {
  if (typeof value !== "string" || value.length > MAX_URL_LENGTH || !URL.canParse(value)) return null;
  const url = new URL(value);
  const isHttp = url.protocol === "https:" || url.protocol === "http:";
  // Percent-encoding can make it longer.
  return isHttp && url.href.length <= MAX_URL_LENGTH ? url.href : null;
}

/** Reads the https address of a picture; the Content Security Policy refuses others. */
export function readPictureUrl(value: unknown): string | null {
  const url = readHttpUrl(value);
  return url?.startsWith("https:") ? url : null;
}

/** Reads one line of text without invisible characters and outer spaces; anything else is the empty text. */
export function readText(value: unknown): string {
  if (typeof value !== "string") return "";
  // A first cut keeps the work small; the second is between characters, which may be two units each.
  const text = removeUnsafeCharacters(value.slice(0, 10 * MAX_TEXT_LENGTH));
  return [...text.trim()].slice(0, MAX_TEXT_LENGTH).join("").trim();
}

/** Reads a moment in milliseconds since the epoch, from ISO text; anything else is null. */
export function readTime(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Math.abs(time) <= MAX_TIME ? time : null;
}

/** The service keeps each picture in three sizes, named by one segment of the path. */
const SIZE_SEGMENT = /\/(thumb|small|large)\//;

/**
 * Returns the address of a picture at 50 by 50 pixels where the service offers sizes, as its own hosts do, and any other address
 * unchanged.
 */
export function smallPicture(address: string | null): string | null {
  if (address === null || !new URL(address).hostname.endsWith(".coingecko.com")) return address;
  return address.replace(SIZE_SEGMENT, "/small/");
}

/** The most rows that the service returns at a time; it is asked for 100, or for all of them. */
export const MAX_ROWS = 250;

/**
 * Reads a list: rows that do not fit the schema, rows with an id that came before, and those beyond the 250th are dropped and
 * counted in the log.
 * @throws {MarketDataFailure} `bad-response` when the body is not a list
 */
export function readRows<Row extends { readonly id: string }>(
  body: unknown,
  schema: v.GenericSchema<unknown, Row>,
  path: string,
): Row[] {
  if (!Array.isArray(body)) throw new MarketDataFailure("bad-response", `${path}: the body is not a list`);
  const rows = new Map<string, Row>();
  for (const row of body.slice(0, MAX_ROWS)) {
    const result = v.safeParse(schema, row);
    if (result.success && !rows.has(result.output.id)) rows.set(result.output.id, result.output);
  }
  const dropped = body.length - rows.size;
  if (dropped > 0) console.warn(`market data: ${path}: dropped ${dropped} of ${body.length} rows`);
  return [...rows.values()];
}
