import { isCoinId } from "~/domain/market/coin";
import { MarketDataFailure } from "../failure.server";

// Lenient readers for a service that often sends nulls, and sometimes strings or `{}`. Each accepts any value.

/** An object of a body; any field may be missing or invalid. */
export type Fields = Readonly<Record<string, unknown>>;

/** A row of a list, with a validated id. */
export type Row = Fields & { readonly id: string };

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads an object; anything else has no fields. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Reads a list; anything else is an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** 1 January 2100. Later times are not milliseconds: some services count in microseconds. */
export const MAX_TIME = 4_102_444_800_000;

/** Closer to zero, or larger, than any market figure: sums and differences of numbers between these stay finite and exact. */
const MIN_NUMBER = 1e-100;
const MAX_NUMBER = 1e100;

/** In whole characters. */
const MAX_TEXT_LENGTH = 200;

/** In characters; longer addresses are dropped. */
const MAX_URL_LENGTH = 2000;

/** Removes invisible characters, direction marks, line separators and lone surrogates. */
export function removeUnsafeCharacters(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "");
}

/** Reads a number up to 10¹⁰⁰, also from text such as `"21000000.0"` or `"3.78e-06"`; anything else is null. */
export function readNumber(value: unknown): number | null {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const number = Number(value);
  if (!(Math.abs(number) <= MAX_NUMBER)) return null;
  return Math.abs(number) < MIN_NUMBER ? 0 : number;
}

/** Reads an amount that the service gives as 0 where it is not known, such as a volume; null for that and for anything below. */
export function readAmount(value: unknown): number | null {
  const amount = readNumber(value);
  return amount !== null && amount > 0 ? amount : null;
}

/** Larger changes in per cent, and losses of more than everything, are mistakes. */
const MAX_CHANGE = 1e9;

/** Reads a change in per cent. */
export function readChange(value: unknown): number | null {
  const change = readNumber(value);
  return change !== null && change >= -100 && change <= MAX_CHANGE ? change : null;
}

/** Reads a share in per cent; null beyond 0 and 100. */
export function readShare(value: unknown): number | null {
  const share = readNumber(value);
  return share !== null && share >= 0 && share <= 100 ? share : null;
}

/** Reads a whole number within limits; anything else is null. */
export function readInteger(value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): number | null {
  const number = readNumber(value);
  return number !== null && Number.isInteger(number) && number >= min && number <= max ? number : null;
}

/** Reads an id as `isCoinId` requires it, also of an exchange: both are path segments. Anything else is null. */
export function readId(value: unknown): string | null {
  return typeof value === "string" && isCoinId(value) ? value : null;
}

/**
 * Reads an http or https address; anything else is null. So is an address with a user name or password: what looks like the
 * host in `https://binance.com@evil.example/` is not.
 * @param maxLength in characters, after encoding
 */
export function readHttpUrl(value: unknown, maxLength = MAX_URL_LENGTH): string | null {
  if (typeof value !== "string" || value.length > MAX_URL_LENGTH || !URL.canParse(value)) return null;
  const { protocol, username, password, href } = new URL(value);
  const isPlain = /^https?:$/.test(protocol) && username === "" && password === "";
  return isPlain && href.length <= maxLength ? href : null;
}

/** Reads the https address of a picture; the Content Security Policy blocks others. */
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

/** Reads a moment in milliseconds since the epoch, from an ISO date or time; anything else is null, as is 30 February. */
export function readTime(value: unknown): number | null {
  const [, date] = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(String(value)) ?? [];
  const isDate = date !== undefined && new Date(Date.parse(date) || 0).toISOString().startsWith(date);
  const time = isDate ? Date.parse(String(value)) : Number.NaN;
  return Math.abs(time) <= MAX_TIME ? time : null;
}

/** Returns the address of a picture at 50 by 50 pixels. The service's own hosts have three sizes; other addresses are unchanged. */
export function smallPicture(address: string | null): string | null {
  if (address === null || !new URL(address).hostname.endsWith(".coingecko.com")) return address;
  return address.replace(/\/(thumb|small|large)\//, "/small/");
}

/** The service's maximum rows per call; requests are for 100, or for all of them. */
export const MAX_ROWS = 250;

/**
 * Reads a list into a frozen one. Rows without an id, with a duplicate id or beyond the 250th are dropped and counted in the
 * log.
 * @throws {MarketDataFailure} `bad-response` when the body is not a list
 */
export function readRows<Item>(body: unknown, read: (row: Row) => Item, path: string): readonly Item[] {
  if (!Array.isArray(body)) throw new MarketDataFailure("bad-response", `${path}: the body is not a list`);
  const rows = new Map<string, Item>();
  for (const row of body.slice(0, MAX_ROWS).map(fieldsOf)) {
    const id = readId(row.id);
    if (id !== null && !rows.has(id)) rows.set(id, read({ ...row, id }));
  }
  const dropped = body.length - rows.size;
  if (dropped > 0) console.warn(`market data: ${path}: dropped ${dropped} of ${body.length} rows`);
  return Object.freeze([...rows.values()]);
}
