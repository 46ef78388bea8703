import type { DataAge } from "~/domain/refresh-plan";
import { SYSTEM_CLOCK } from "~/services/clock.server";

/** A page's model, and how long it is fresh. */
export interface Page<Model extends object> {
  readonly model: Model;
  readonly freshForMs: number;
}

/** How old the data of a page are, and how much longer they are fresh. */
export interface PageAge extends Pick<DataAge, "fetchedAt" | "isOutOfDate"> {
  readonly freshForMs: number;
}

/** Returns the age of the oldest data. @param freshForMs of a page without any */
export function oldestOf(ages: readonly PageAge[], freshForMs: number): PageAge {
  return {
    fetchedAt: Math.min(SYSTEM_CLOCK.now(), ...ages.map((age) => age.fetchedAt)),
    isOutOfDate: ages.some((age) => age.isOutOfDate),
    freshForMs: ages.length === 0 ? freshForMs : Math.min(...ages.map((age) => age.freshForMs)),
  };
}

/** Combines fields with the age of their data into a page. */
export function pageOf<Fields extends object>(
  { fetchedAt, isOutOfDate, freshForMs }: PageAge,
  fields: Fields,
): Page<Fields & DataAge> {
  return { model: { ...fields, fetchedAt, isOutOfDate }, freshForMs };
}
