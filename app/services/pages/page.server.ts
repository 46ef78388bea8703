import { attemptAfterMs } from "~/domain/refresh-plan";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { isDelay, MarketDataFailure } from "~/services/market-data/failure.server";

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
  /** Milliseconds after which parts that had to wait for their calls are asked for again; null or none: nothing is missing. */
  readonly retryInMs?: number | null | undefined;
}

/** Description for link previews and search engines. */
export interface Described {
  /** A sentence or two with the figures of the moment, in UTC. */
  readonly description: string;
}

/**
 * Milliseconds that a page with something to show waits for the calls for its other parts to start, all together. A part that comes
 * within this time and that of its call, about a second, spares the visitor a page that changes; a visitor who waits longer sees
 * nothing meanwhile.
 */
export const PART_WAIT_MS = 1500;

/** An answer that a page is made of, as far as its age counts. */
export interface Dated {
  readonly fetchedAt: number;
  readonly freshForMs: number;
  readonly isOutOfDate?: boolean;
}

/**
 * Makes a page of answers and the fields that it shows. The page names the age of the first answer; naming several would leave
 * visitors to guess which is the price's.
 */
export function pageOf<Fields extends object>(
  answers: readonly [Dated, ...Dated[]],
  fields: Fields,
): Page<Fields & DataAge> {
  const { fetchedAt } = answers[0];
  const isOutOfDate = answers.some((answer) => answer.isOutOfDate);
  return {
    model: { ...fields, fetchedAt, isOutOfDate },
    freshForMs: Math.min(...answers.map((answer) => answer.freshForMs)),
  };
}

/** Stands for the answers of a page that needs none. */
export function madeNow(freshForMs: number): Dated {
  return { fetchedAt: SYSTEM_CLOCK.now(), freshForMs };
}

/** Resolves to the answer or to the failure; the other is null. @throws anything but a MarketDataFailure */
export async function outcomeOf<Answer>(promised: Promise<Answer>) {
  try {
    return { answer: await promised, failure: null };
  } catch (failure) {
    if (!(failure instanceof MarketDataFailure)) throw failure;
    return { answer: null, failure };
  }
}

/**
 * Resolves to the answer for a part of a page, or to null where its call has to wait: the page is then sent without it.
 * @throws {MarketDataFailure} where the call failed
 */
export async function answerOrDelay<Answer>(promised: Promise<Answer>) {
  const outcome = await outcomeOf(promised);
  if (outcome.failure !== null && !isDelay(outcome.failure)) throw outcome.failure;
  return outcome;
}

/** Returns the milliseconds after which a page asks again for the parts that had to wait, the last of them; null without any. */
export function retryInMs(delays: readonly (MarketDataFailure | null)[]): number | null {
  const waits = delays.flatMap((delay) => (delay === null ? [] : attemptAfterMs(delay.retryAfterMs)));
  return waits.length === 0 ? null : Math.max(...waits);
}
