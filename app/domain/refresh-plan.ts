import { TIME } from "./time";

/** Prices are fresh for this long: on the server, which keeps them, and in a page that is left open. */
export const PRICES_FRESH_MS = TIME.MINUTE;

/** The same for exchanges. */
export const EXCHANGES_FRESH_MS = 10 * TIME.MINUTE;

/** After a failure the next attempt is not later than this. */
const MAX_RETRY_MS = TIME.MINUTE;

const MIN_SLACK_MS = 2000;
const MAX_SLACK_MS = 8000;

/** Data that have arrived at an open page; times in milliseconds. */
interface Arrival {
  /** Age of the data when they arrived, by the visitor's clock, which may be wrong. */
  readonly ageMs: number;
  readonly freshMs: number;
  /** True for data that came with the page, not with a refresh. */
  readonly isFirst: boolean;
  /** From 0 to 1. */
  readonly chance: number;
}

/**
 * Returns the milliseconds to wait after data have arrived. The random slack lets the first of many visitors make the site
 * fetch, so that the others find fresh data. Data that arrive old are requested again at once, but only the first time: a
 * service that is down, or a wrong clock, must not turn a page into a flood of requests.
 */
export function refreshAfterMs({ ageMs, freshMs, isFirst, chance }: Arrival): number {
  const age = Math.max(0, ageMs);
  if (age < freshMs) return freshMs - age + slackMs(chance);
  return (isFirst ? 0 : freshMs) + slackMs(chance);
}

/** Returns the milliseconds to wait after a failed attempt. */
export function retryAfterMs(freshMs: number, chance: number): number {
  return Math.min(freshMs, MAX_RETRY_MS) + slackMs(chance);
}

function slackMs(chance: number): number {
  return MIN_SLACK_MS + chance * (MAX_SLACK_MS - MIN_SLACK_MS);
}
