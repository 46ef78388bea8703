import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";

/** A page's model, and how long it is fresh. */
export interface Page<Model extends object> {
  readonly model: Model;
  /** Milliseconds; 0 once one of its parts is stale. */
  readonly freshForMs: number;
}

/** Age of the data, which every page model names. */
export interface DataAge {
  /** Time at which its main data were fetched, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** A part of it could not be refreshed, which the page has to say. */
  readonly isOutOfDate: boolean;
}

/** Description for link previews and search engines. */
export interface Described {
  /** A sentence or two with the figures of the moment, in UTC. */
  readonly description: string;
}

/**
 * Makes a page of answers and of what it shows. The page names the age of the first answer; naming several would leave
 * visitors to guess which is the price's.
 */
export function pageOf<Fields extends object>(
  answers: readonly [ServedAnswer<object>, ...ServedAnswer<object>[]],
  fields: Fields,
): Page<Fields & DataAge> {
  const { fetchedAt } = answers[0];
  const isOutOfDate = answers.some((answer) => answer.isOutOfDate);
  return {
    model: { ...fields, fetchedAt, isOutOfDate },
    freshForMs: Math.min(...answers.map((answer) => answer.freshForMs)),
  };
}
