import { removeUnsafeCharacters } from "~/domain/format/text";
import { isCoinId } from "~/domain/market/coin";
import { FIRST_PRICES, TIME } from "~/domain/time";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { unreadable } from "../policy/failure.server";

// Lenient readers for a service that often sends nulls, and sometimes strings or `{}`: each accepts any value. Used as `read.text(…)`.

/** An object of a body; any field may be missing or invalid. */
export type Fields = Readonly<Record<string, unknown>>;

export type Row = Fields & { readonly id: string };

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** 1 January 2100. Later times are not milliseconds: some services count in microseconds. */
export const MAX_TIME = 4_102_444_800_000;

/** The service's maximum rows per call; requests are for 100, or for all of them. */
export const MAX_ROWS = 250;

/** Closer to zero, or larger, than any market figure: sums and differences of numbers between these stay finite and exact. */
const [MIN_NUMBER, MAX_NUMBER] = [1e-100, 1e100];

/** In characters; longer texts are cut, and longer addresses dropped. */
const [MAX_TEXT_LENGTH, MAX_URL_LENGTH] = [200, 2000];

/** Reads a number within bounds, also from text such as `"21000000.0"` or `"3.78e-06"`; anything else is null. */
export function number(value: unknown, min = -MAX_NUMBER, max = MAX_NUMBER): number | null {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const figure = Number(value);
  if (!(figure >= min && figure <= max)) return null;
  return Math.abs(figure) < MIN_NUMBER ? 0 : figure;
}

/** Reads an amount that the service gives as 0 where it is not known, such as a volume. */
export function amount(value: unknown): number | null {
  return number(value, 0) || null;
}

/** In per cent. Larger changes, and losses of more than everything, are mistakes. */
export function change(value: unknown): number | null {
  return number(value, -100, 1e9);
}

export function share(value: unknown): number | null {
  return number(value, 0, 100);
}

export function integer(value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): number | null {
  const figure = number(value, min, max);
  return Number.isInteger(figure) ? figure : null;
}

/** Reads an id of a coin or an exchange: both are path segments. */
export function id(value: unknown): string | null {
  return typeof value === "string" && isCoinId(value) ? value : null;
}

/**
 * Reads an http or https address without a user name or password: what looks like the host in `https://binance.com@evil.example/`
 * is not. Anything else is null.
 * @param maxLength in characters, after encoding
 */
export function httpUrl(value: unknown, maxLength = MAX_URL_LENGTH): string | null {
  if (typeof value !== "string" || value.length > MAX_URL_LENGTH || !URL.canParse(value)) return null;
  const { protocol, username, password, href } = new URL(value);
  const isPlain = /^https?:$/.test(protocol) && username === "" && password === "";
  return isPlain && href.length <= maxLength ? href : null;
}

/** Reads one line of text without invisible characters and outer spaces; anything else is the empty text. */
export function text(value: unknown): string {
  if (typeof value !== "string") return "";
  // A first cut keeps the work small; the second is between characters, which may be two units each.
  const line = removeUnsafeCharacters(value.slice(0, 10 * MAX_TEXT_LENGTH));
  return [...line.trim()].slice(0, MAX_TEXT_LENGTH).join("").trim();
}

/** Reads a moment in milliseconds since the epoch, from an ISO date or time; anything else is null, as is 30 February. */
export function time(value: unknown): number | null {
  const [, date] = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(String(value)) ?? [];
  const isDate = date !== undefined && new Date(Date.parse(date) || 0).toISOString().startsWith(date);
  const moment = isDate ? Date.parse(String(value)) : Number.NaN;
  return Math.abs(moment) <= MAX_TIME ? moment : null;
}

/** Reads the time of a price or trade, as `time` does; null before 2009, and more than five minutes from now: clocks differ. */
export function pastTime(value: unknown): number | null {
  return pastMoment(time(value) ?? 0);
}

export function pastSeconds(value: unknown): number | null {
  return pastMoment((number(value) ?? 0) * TIME.SECOND);
}

function pastMoment(time: number): number | null {
  return time >= FIRST_PRICES && time <= SYSTEM_CLOCK.now() + 5 * TIME.MINUTE ? time : null;
}

/**
 * Reads a list into a frozen one. Rows without an id, with a duplicate id or beyond the 250th are dropped and counted in the log.
 * @throws {MarketDataFailure} `bad-response` when the body is not a list
 */
export function rows<Item>(body: unknown, read: (row: Row) => Item, path: string): readonly Item[] {
  if (!Array.isArray(body)) throw unreadable(path, "is not a list");
  const items = new Map<string, Item>();
  for (const row of body.slice(0, MAX_ROWS).map(fields)) {
    const rowId = id(row.id);
    if (rowId !== null && !items.has(rowId)) items.set(rowId, read({ ...row, id: rowId }));
  }
  warnOfDropped(body.length - items.size, body.length, path);
  return Object.freeze([...items.values()]);
}

export function warnOfDropped(dropped: number, length: number, path: string): void {
  if (dropped > 0) console.warn(`market data: ${path}: dropped ${dropped} of ${length} rows`);
}
