import { parseLine } from "../format/text";
import { MAX_QUERY_LENGTH } from "../search/query";

/** How often to buy, by its value in addresses; the first is the default. */
export const EVERY_NAMES = { once: "once", week: "weekly", month: "monthly" } as const;

export type Every = keyof typeof EVERY_NAMES;

const EVERIES = Object.keys(EVERY_NAMES) as readonly Every[];

export interface PastQuery {
  /** As written; null: a year ago. */
  readonly date: string | null;
  readonly amount: string;
  readonly every: Every;
  /** The year whose purchases are listed; null: the last one. */
  readonly year: number | null;
}

export const DEFAULT_PAST: PastQuery = { date: null, amount: "500", every: "once", year: null };

/** Parses what to look back on. Texts stay as written except for spaces and their length, so that the page can show them again. */
export function parsePast(query: URLSearchParams): PastQuery {
  const [date, year] = [query.get("date"), query.get("year") ?? ""];
  const every = query.get("every")?.trim().toLowerCase();
  return {
    date: date === null ? null : parseLine(date, MAX_QUERY_LENGTH),
    amount: parseLine(query.get("amount") ?? DEFAULT_PAST.amount, MAX_QUERY_LENGTH),
    every: EVERIES.find((each) => each === every) ?? DEFAULT_PAST.every,
    year: /^20\d\d$/.test(year) ? Number(year) : null,
  };
}

/** Returns the parameters of a look back, for addresses and forms, in their canonical order. */
export function pastParameters({ date, amount, every, year }: PastQuery): Readonly<Record<string, string>> {
  return {
    ...(date === null ? {} : { date }),
    amount,
    every,
    ...(year === null ? {} : { year: String(year) }),
  };
}
