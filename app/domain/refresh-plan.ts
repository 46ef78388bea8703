/** How an open page keeps itself current. All times in milliseconds. */

/** Prices are fresh for so long: on the server, which remembers them, and in a page that is left open. */
export const PRICES_FRESH_MS = 60_000;

/** The same for exchanges. */
export const EXCHANGES_FRESH_MS = 600_000;

/** After a failure the next attempt is not later than this. */
const RETRY_MS = 60_000;

const LEAST_SLACK_MS = 2000;
const MOST_SLACK_MS = 8000;

interface Arrival {
  /** How old the data were when they came, by the visitor's clock, which may be wrong. */
  readonly ageMs: number;
  readonly freshMs: number;
  /** They came with the page, not by a refresh of it. */
  readonly isFirst: boolean;
  /** From 0 to 1. */
  readonly chance: number;
}

/**
 * How long to wait after data have come. The slack, left to chance, lets the first of many visitors make the site fetch
 * anew, so that the others find fresh data. What came old is asked for again at once, but only the first time: a service
 * that is down, or a clock that is wrong, must not turn a page into a flood.
 */
export function refreshAfterMs({ ageMs, freshMs, isFirst, chance }: Arrival): number {
  const age = Math.max(0, ageMs);
  if (age < freshMs) return freshMs - age + slackMs(chance);
  return (isFirst ? 0 : freshMs) + slackMs(chance);
}

/** How long to wait after an attempt that brought nothing. */
export function retryAfterMs(freshMs: number, chance: number): number {
  return Math.min(freshMs, RETRY_MS) + slackMs(chance);
}

function slackMs(chance: number): number {
  return LEAST_SLACK_MS + chance * (MOST_SLACK_MS - LEAST_SLACK_MS);
}
