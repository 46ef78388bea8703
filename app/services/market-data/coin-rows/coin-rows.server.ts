import { type CoinRow, isCoinId } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { ServedAnswer } from "../cache/answer-cache.server";
import { type Answer, ageOf, freshForMs } from "../cache/freshness.server";
import { createVisit, type Visit } from "../cache/visit.server";
import { MarketDataFailure } from "../failure.server";
import type { SeenCoins } from "../seen-coins.server";
import { MAX_ROWS_OF_CALL } from "./row-batches.server";
import { createRowCalls, type RowCallsOptions, type RowsWanted } from "./row-calls.server";

/** Rows of single coins in the order in which they were asked for, as far as they can be had. */
export interface ServedRows extends ServedAnswer<readonly CoinRow[]> {
  /** Ids of which it is known that they are no coins. Others without a row cannot be had at the moment. */
  readonly notFound: readonly string[];
}

export interface RowsRead extends RowsWanted {
  readonly ids: readonly string[];
  readonly visit?: Visit | undefined;
}

interface CoinRowsOptions extends RowCallsOptions {
  readonly seen: SeenCoins;
  /** Whether calls cost nothing, so that made-up ids need no lane of their own. */
  readonly isSample: boolean;
  /** Called with the reason when a reader is turned away who is still there. */
  readonly onTurnedAway: (why: string) => void;
}

/**
 * Creates the reader of rows of single coins. Each row is remembered by itself: however many combinations are asked for, there is
 * one call under way for a coin, and none while its row is fresh, cools down after a failure, or is known not to exist.
 *
 * | of all rows | served |
 * |---|---|
 * | fresh | they, without a call |
 * | some stale | they at once, while one refresh runs |
 * | some missing | after one call for those that any list has named, and one in the lane of made-up ids for others |
 * | some cannot be had | the others; the failure only where there is none |
 *
 * The promise rejects with a MarketDataFailure and nothing else.
 */
export function createCoinRows(options: CoinRowsOptions) {
  const { kind, policy, known, coolDowns, seen, isSample, metrics, clock, onTurnedAway } = options;
  const calls = createRowCalls(options);
  const isUnseen = (id: string) => !isSample && !seen.has(id);

  /** Begins the calls that are needed. Stale rows go along where a call is made for a visitor anyway. */
  function beginCalls(ids: readonly string[], wanted: RowsWanted): void {
    const { currency } = wanted;
    const idle = ids.filter((id) => !calls.isUnderWay(id, currency));
    const missing = idle.filter((id) => known.standingOf(id, currency).kind === "missing");
    const stale = idle.filter(
      (id) => known.standingOf(id, currency).kind === "stale" && !known.isBlocked(id, currency),
    );
    const seenOnes = missing.filter((id) => !isUnseen(id));
    if (seenOnes.length > 0) calls.begin([...seenOnes, ...stale], wanted, "visitor");
    else calls.refresh(stale, wanted);
    calls.begin(missing.filter(isUnseen), wanted, "unseen");
  }

  /** Waits until rows are there or cannot be had. @returns the failure of those that cannot */
  async function bring(ids: readonly string[], wanted: RowsWanted, visit: Visit): Promise<unknown> {
    const { currency } = wanted;
    // A second time, when what was waited for was a refresh that left them to another replica.
    for (let time = 1; time <= 2; time++) {
      beginCalls(ids, wanted);
      const missing = ids.filter((id) => known.standingOf(id, currency).kind === "missing");
      if (missing.length === 0) break;
      const failure = await calls.join(missing, currency, visit);
      if (failure !== null) return failure;
    }
    const standings = ids.map((id) => known.standingOf(id, currency));
    return standings.find((standing) => standing.kind === "blocked")?.failure ?? null;
  }

  function isTroubled(id: string, currency: Currency): boolean {
    return calls.isLate(id, currency) || known.hasFailed(id, currency) || coolDowns.pausing() !== null;
  }

  function served(ids: readonly string[], currency: Currency): ServedRows {
    const standings = ids.map((id) => ({ id, standing: known.standingOf(id, currency) }));
    const rows = standings.flatMap(({ id, standing }) => ("answer" in standing ? { id, ...standing } : []));
    const notFound = standings.flatMap(({ id, standing }) => (standing.kind === "not-found" ? id : []));
    const isWhole = rows.length + notFound.length === ids.length;
    const oldest = rows
      .map(({ answer }) => answer)
      .reduce<Answer<unknown>>((one, other) => (other.receivedAt < one.receivedAt ? other : one), {
        value: null,
        fetchedAt: clock.now(),
        receivedAt: clock.monotonic(),
      });
    return {
      value: Object.freeze(rows.map(({ answer }) => answer.value)),
      notFound,
      fetchedAt: oldest.fetchedAt,
      freshForMs: isWhole ? freshForMs(oldest, policy, clock) : 0,
      isOutOfDate: rows.some(
        ({ id, answer }) => ageOf(answer, clock) > 2 * policy.ttlMs && isTroubled(id, currency),
      ),
    };
  }

  function countServed(answer: ServedRows, hasWaited: boolean): void {
    const state = hasWaited ? "miss" : answer.freshForMs === 0 ? "stale" : "hit";
    metrics.served(kind, state, Math.max(0, clock.now() - answer.fetchedAt));
  }

  function countFailure(failure: unknown, visit: Visit): void {
    const isOverload = failure instanceof MarketDataFailure && failure.reason === "overloaded";
    metrics.served(kind, isOverload ? "turned-away" : "failed", 0);
    if (isOverload && !visit.signal?.aborted) onTurnedAway(failure.message);
  }

  return async function read({ ids, visit = createVisit(), ...wanted }: RowsRead): Promise<ServedRows> {
    const { currency } = wanted;
    const asked = [...new Set(ids)].slice(0, MAX_ROWS_OF_CALL);
    const askable = asked.filter(isAskable);
    const hasWaited = askable.some((id) => known.standingOf(id, currency).kind === "missing");
    const failure = await bring(askable, wanted, visit);
    const answer = served(askable, currency);
    if (answer.value.length === 0 && answer.notFound.length < askable.length) {
      countFailure(failure, visit);
      throw failure ?? new MarketDataFailure("unreachable", "no rows for a visitor");
    }
    countServed(answer, hasWaited);
    return { ...answer, notFound: asked.filter((id) => !isAskable(id) || answer.notFound.includes(id)) };
  };
}

/** Tells whether an id can be asked for among others: the service reads a comma as the end of one. */
function isAskable(id: string): boolean {
  return isCoinId(id) && !id.includes(",");
}
