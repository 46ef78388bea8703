import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";

/** A page that can be sent: what it shows, and how long that holds. */
export interface Page<Model extends object> {
  readonly model: Model;
  /** Milliseconds for which it is fresh; 0 once one of its parts is stale. */
  readonly freshForMs: number;
}

/** Age of the data, which every page model names. */
export interface DataAge {
  /** Time at which its prices, or whatever its visitors come for, were fetched, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** A part of it is old because it cannot be refreshed, and the page has to say so. */
  readonly isOutOfDate: boolean;
}

/** What a link to a page is shown with, and what search engines show. */
export interface Described {
  /** A sentence or two with the figures of the moment, in UTC. */
  readonly description: string;
}

/**
 * Makes a page of answers and of what it shows. Of several answers the first is the one whose age the page names; a page that
 * names two ages leaves its visitors to guess which is the price's.
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
