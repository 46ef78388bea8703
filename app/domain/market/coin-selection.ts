import { wordOf } from "../search/query";

/** Coins by their change: the biggest gainers, or the biggest losers. */
export const MOVER_LISTS = ["gainers", "losers"] as const;

/** The period of a change. */
export const MOVER_PERIODS = ["24h", "7d"] as const;

/** A list of the coins that have changed most. */
export interface MoversView {
  readonly list: (typeof MOVER_LISTS)[number];
  readonly period: (typeof MOVER_PERIODS)[number];
  readonly isTable: boolean;
}

/** Parses which list of movers is requested, by default over 24 hours; null if none. */
export function parseMoversView(query: URLSearchParams): MoversView | null {
  const list = MOVER_LISTS.find((each) => each === wordOf(query, "list"));
  if (list === undefined) return null;
  const period = MOVER_PERIODS.find((each) => each === wordOf(query, "period")) ?? "24h";
  return { list, period, isTable: wordOf(query, "view") === "table" };
}

/** In characters; the longest in use has about fifty. */
const MAX_CATEGORY_LENGTH = 64;

/** Parses the service's id of a category: words of letters and digits separated by hyphens. Anything else is null. */
export function parseCategory(value: string | null): string | null {
  const id = value?.trim().toLowerCase() ?? "";
  return id.length <= MAX_CATEGORY_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) ? id : null;
}
