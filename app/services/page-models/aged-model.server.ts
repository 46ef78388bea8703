import type { DataAge } from "~/domain/refresh-schedule";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import type { Age } from "~/services/market-data/configured.server";

/** What a page, or a file or picture of it, shows, and how long it is fresh. */
export interface AgedModel<Model extends object> {
  readonly model: Model;
  readonly freshForMs: number;
}

/** Returns the age of the oldest data. @param freshForMs of a model without any */
export function oldestOf(ages: readonly Age[], freshForMs: number): Age {
  return {
    fetchedAt: Math.min(SYSTEM_CLOCK.now(), ...ages.map((age) => age.fetchedAt)),
    isOutOfDate: ages.some((age) => age.isOutOfDate),
    freshForMs: ages.length === 0 ? freshForMs : Math.min(...ages.map((age) => age.freshForMs)),
  };
}

/** Combines fields with the age of their data. */
export function agedModel<Fields extends object>(
  { fetchedAt, isOutOfDate, freshForMs }: Age,
  fields: Fields,
): AgedModel<Fields & DataAge> {
  return { model: { ...fields, fetchedAt, isOutOfDate }, freshForMs };
}
