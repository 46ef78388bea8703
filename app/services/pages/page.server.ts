import { setTimeout as pause } from "node:timers/promises";
import { attemptAfterMs, type DataAge } from "~/domain/refresh-plan";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { isDelay, MarketDataFailure } from "~/services/market-data/policy/failure.server";

/** A page's model, and how long it is fresh. */
export interface Page<Model extends object> {
  readonly model: Model;
  readonly freshForMs: number;
}

/**
 * Milliseconds that a page with something to show waits, in total, for the calls for its other parts to start. A part that arrives
 * within this time plus about a second for its call spares the visitor a changing page; a longer wait would leave the screen blank.
 */
export const PART_WAIT_MS = 1500;

/** An answer that a page is made of, reduced to its age. */
export interface Dated {
  readonly fetchedAt: number;
  readonly freshForMs: number;
  readonly isOutOfDate?: boolean;
}

/**
 * Combines answers and fields into a page. The page names the age of the first answer; with several, visitors could not tell
 * which is the price's.
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

/** Placeholder for a page without answers. */
export function madeNow(freshForMs: number): Dated {
  return { fetchedAt: SYSTEM_CLOCK.now(), freshForMs };
}

/** Resolves to the answer or the failure; the other one is null. @throws anything but a MarketDataFailure */
export async function outcomeOf<Answer>(promised: Promise<Answer>) {
  try {
    return { answer: await promised, failure: null };
  } catch (failure) {
    if (!(failure instanceof MarketDataFailure)) throw failure;
    return { answer: null, failure };
  }
}

/**
 * Resolves to the answer for a part of a page, or to null if its call has to wait: the page is then sent without it.
 * @throws {MarketDataFailure} if the call failed
 */
export async function answerOrDelay<Answer>(promised: Promise<Answer>) {
  const outcome = await outcomeOf(promised);
  if (outcome.failure !== null && !isDelay(outcome.failure)) throw outcome.failure;
  return outcome;
}

/** Milliseconds that a page without data waits for calls of low priority, or for calls that fill it by chance. */
export const FIRST_WAIT_MS = 1000;

/** Resolves to null where a promise takes longer than such a page waits. */
export function shortly<Result>(promised: Promise<Result>): Promise<Result | null> {
  return Promise.race([promised, pause(FIRST_WAIT_MS, null, { ref: false })]);
}

/**
 * Waits for the first data of a page, up to a second. Resolves to the milliseconds after which the page requests them again; null if
 * it has some, or there are none.
 * @throws {MarketDataFailure} if there are none because the service has failed or refused a call; others wait for their slots
 */
export async function waitForFirst(
  isEmpty: () => boolean,
  ask: () => Promise<readonly { readonly failure: MarketDataFailure | null }[]>,
): Promise<number | null> {
  if (!isEmpty()) return null;
  const outcomes = await shortly(ask());
  if (!isEmpty()) return null;
  const failures = outcomes?.map(({ failure }) => failure) ?? [];
  const failed = failures.find((failure) => failure !== null && failure.reason !== "overloaded");
  if (failed) throw failed;
  return outcomes === null ? attemptAfterMs(FIRST_WAIT_MS) : retryInMs(failures);
}

/** Returns the milliseconds after which a page requests its missing parts, by the latest of them; null if none are missing. */
export function retryInMs(delays: readonly (MarketDataFailure | null)[]): number | null {
  const waits = delays.flatMap((delay) => (delay === null ? [] : attemptAfterMs(delay.retryAfterMs)));
  return waits.length === 0 ? null : Math.max(...waits);
}
