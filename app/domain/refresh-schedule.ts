import { TIME } from "./time";

/** Age of the data, which every page model names. */
export interface DataAge {
  /** Time at which its main data were fetched, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** A part of it could not be refreshed, which the page has to say. */
  readonly isOutOfDate: boolean;
  /** Milliseconds after which parts that wait for their calls are requested again; null or absent: nothing is missing. */
  readonly retryInMs?: number | null | undefined;
  /** The service has failed, and the page stands without its data: nothing keeps it. */
  readonly hasFailed?: boolean | undefined;
}

/** Prices are fresh for this long, in the server's cache and in an open page. */
export const PRICES_FRESH_MS = TIME.MINUTE;

/** The same for exchanges and categories. */
export const EXCHANGES_FRESH_MS = 10 * TIME.MINUTE;

/** The same for the ranks of the largest coins, and their changes. */
export const RANKS_FRESH_MS = TIME.HOUR;

const MAX_RETRY_MS = TIME.MINUTE;

const MIN_SLACK_MS = 2000;
const MAX_SLACK_MS = 8000;

const MIN_ATTEMPT_MS = 2000;
const MAX_ATTEMPT_MS = 10 * TIME.MINUTE;
const UNKNOWN_WAIT_MS = 5000;
/** After this many attempts in a row, an open page asks only as often as for new prices. */
const MAX_ATTEMPTS = 10;

interface Arrival {
  /** Age of the data when they arrived, by the visitor's clock, which may be wrong. */
  readonly ageMs: number;
  readonly freshMs: number;
  /** True for data that came with the page, not with a refresh. */
  readonly isFirst: boolean;
  readonly chance: number;
}

/**
 * Returns the milliseconds to wait after data have arrived. Random slack lets the first of many visitors trigger the
 * fetch, so that the others find fresh data. Data that arrive stale are requested again at once, but only the first time:
 * an outage or a wrong clock must not turn a page into a flood of requests.
 */
export function refreshAfterMs({ ageMs, freshMs, isFirst, chance }: Arrival): number {
  const age = Math.max(0, ageMs);
  if (age < freshMs) return freshMs - age + slackMs(chance);
  return (isFirst ? 0 : freshMs) + slackMs(chance);
}

export function retryAfterMs(freshMs: number, chance: number): number {
  return Math.min(freshMs, MAX_RETRY_MS) + slackMs(chance);
}

/**
 * Returns the milliseconds after which a page with a missing part requests it again.
 * @param waitMs of the call for that part; undefined if unknown
 */
export function attemptAfterMs(waitMs: number = UNKNOWN_WAIT_MS): number {
  return Math.min(MAX_ATTEMPT_MS, Math.max(MIN_ATTEMPT_MS, Math.ceil(waitMs)));
}

/**
 * Returns the milliseconds after which an open page requests its missing part, for the attempt with this number, from 1; null
 * after too many attempts. Visitors of one page ask within a second.
 */
export function openPageAttemptMs(retryInMs: number, attempt: number, chance: number): number | null {
  return attempt > MAX_ATTEMPTS ? null : retryInMs + chance * 1000;
}

function slackMs(chance: number): number {
  return MIN_SLACK_MS + chance * (MAX_SLACK_MS - MIN_SLACK_MS);
}
