import { LRUCache } from "lru-cache";
import type { GenericSchema } from "valibot";
import type { CoinRow } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Clock } from "../../clock.server";
import { createSingleFlight } from "../../single-flight.server";
import type { CachePolicy } from "../cache/cache-policy.server";
import type { MakeCall } from "../cache/calls.server";
import type { CoolDowns } from "../cache/cool-downs.server";
import { ageOf } from "../cache/freshness.server";
import type { Lane } from "../cache/lanes.server";
import type { MarketMetrics } from "../cache/metrics.server";
import type { CallRequest } from "../cache/rate-limiter.server";
import { joinAsVisitor, type Visit } from "../cache/visit.server";
import { MarketDataFailure } from "../failure.server";
import type { ReadShared } from "../shared/read-shared.server";
import { type KnownRows, rowKey } from "./known-rows.server";
import { batchesOf, batchKey } from "./row-batches.server";

export interface RowCallsOptions {
  /** Label of the figures. */
  readonly kind: string;
  readonly endpoint: string;
  readonly policy: CachePolicy;
  readonly schema: GenericSchema<unknown, readonly CoinRow[]>;
  readonly known: KnownRows;
  readonly makeCall: MakeCall;
  readonly readShared: ReadShared;
  readonly coolDowns: CoolDowns;
  readonly metrics: MarketMetrics;
  readonly clock: Clock;
  /** Milliseconds for which a visit waits for calls to start. */
  readonly maxWaitMs: number;
}

/** Rows to be had by a call. */
export interface RowsWanted {
  readonly currency: Currency;
  /** Calls the service for ids, of which it may leave out some. */
  readonly call: (ids: readonly string[]) => Promise<readonly CoinRow[]>;
}

interface Batch extends RowsWanted {
  readonly key: string;
  readonly ids: readonly string[];
}

/** Times in milliseconds. */
const REFRESH = {
  /** A call that takes longer than this is late: the page says that its data are old, once they are. */
  lateMs: 10_000,
  /** While another replica refreshes the same rows, this one reads whether they are there so often. */
  pollMs: 1000,
} as const;

const MAX_POLLED = 1000;

/** Creates the calls for rows. While a call for a coin is under way there is no other one: whoever wants its row waits for that. */
export function createRowCalls(options: RowCallsOptions) {
  const { coolDowns, clock, maxWaitMs } = options;
  const flights = createSingleFlight<void>(clock);
  /** Key of the call that is to bring a row, by the row; of use while that call is under way. */
  const callOfRow = new Map<string, string>();
  /** Time of the next look for rows that another replica calls for, on the monotonic clock, by the key of that call. */
  const pollAt = new LRUCache<string, number>({ max: MAX_POLLED });

  function flightOf(id: string, currency: Currency) {
    const key = callOfRow.get(rowKey(id, currency));
    const flight = key === undefined ? undefined : flights.get(key);
    return key === undefined || flight === undefined ? undefined : { key, begunAt: flight.begunAt };
  }

  async function fly(batch: Batch, request: CallRequest): Promise<void> {
    const isDone = await bringRows(batch, request, options);
    if (isDone) pollAt.delete(batch.key);
    else pollAt.set(batch.key, clock.monotonic() + REFRESH.pollMs);
  }

  function begin(batch: Batch, lane: Lane): Promise<void> {
    const rowKeys = batch.ids.map((id) => rowKey(id, batch.currency));
    for (const row of rowKeys) callOfRow.set(row, batch.key);
    const { promise } = flights.begin(batch.key, (signal, onStart) => fly(batch, { lane, signal, onStart }));
    return promise.finally(() => {
      if (flights.get(batch.key) !== undefined) return;
      for (const row of rowKeys) if (callOfRow.get(row) === batch.key) callOfRow.delete(row);
    });
  }

  function toBatches(ids: readonly string[], wanted: RowsWanted): readonly Batch[] {
    return batchesOf(ids).map((batch) => ({ ...wanted, ids: batch, key: batchKey(wanted.currency, batch) }));
  }

  return {
    isUnderWay: (id: string, currency: Currency) => flightOf(id, currency) !== undefined,
    /** Tells whether the call for a row has been under way for so long that something is wrong. */
    isLate(id: string, currency: Currency): boolean {
      const begunAt = flightOf(id, currency)?.begunAt ?? Number.POSITIVE_INFINITY;
      return clock.monotonic() - begunAt > REFRESH.lateMs;
    },
    /** Begins calls for rows for whom a visitor waits. Their failures are for those who join. */
    begin(ids: readonly string[], wanted: RowsWanted, lane: Lane): void {
      for (const batch of toBatches(ids, wanted)) begin(batch, lane).catch(() => {});
    },
    /** Begins calls for stale rows behind a reader's back, where nothing forbids them. */
    refresh(ids: readonly string[], wanted: RowsWanted): void {
      for (const batch of toBatches(ids, wanted)) {
        if (coolDowns.blocking(batch.key) !== null) continue;
        if ((pollAt.get(batch.key) ?? 0) > clock.monotonic()) continue;
        begin(batch, "refresh").catch((error: unknown) => {
          if (!(error instanceof MarketDataFailure)) console.error(error);
        });
      }
    },
    /** Waits for all calls under way for rows. @returns the first failure, or null */
    async join(ids: readonly string[], currency: Currency, visit: Visit): Promise<unknown> {
      const keys = new Set(ids.flatMap((id) => flightOf(id, currency)?.key ?? []));
      const { signal, waitedMs } = visit;
      // They are waited for side by side: what counts is the longest wait and not the sum.
      // Each has a signal of its own, because one signal is not made for fifty listeners.
      const visits = [...keys].map((key) => ({
        key,
        visit: { signal: signal && AbortSignal.any([signal]), waitedMs },
      }));
      const outcomes = await Promise.allSettled(
        visits.map(({ key, visit }) => joinAsVisitor(flights, key, visit, clock, maxWaitMs)),
      );
      visit.waitedMs = Math.max(waitedMs, ...visits.map(({ visit }) => visit.waitedMs));
      return outcomes.find((outcome) => outcome.status === "rejected")?.reason ?? null;
    },
  };
}

/**
 * Gets rows, from another replica or by a call, and keeps them.
 * @returns false where another replica is at it
 */
async function bringRows(
  { key, ids, currency, call }: Batch,
  request: CallRequest,
  { kind, endpoint, policy, schema, known, makeCall, readShared, coolDowns, metrics, clock }: RowCallsOptions,
): Promise<boolean> {
  try {
    const theirs = await readShared(key, schema);
    if (theirs !== null) known.keepAnswer(currency, ids, theirs);
    if (theirs !== null && ageOf(theirs, clock) <= policy.ttlMs) {
      coolDowns.succeeded(key);
      metrics.takenOver(kind);
      return true;
    }
    const blocked = coolDowns.blocking(key);
    if (blocked !== null) throw blocked;
    const callForRows = async () => {
      const rows = await callNoting(ids, currency, call, known);
      if (rows.length > 0 || request.lane !== "unseen") return rows;
      throw new MarketDataFailure("not-found", `${key}: none of ${ids.length} ids is a coin`, {
        status: 404,
      });
    };
    const answer = await makeCall({ key, kind, endpoint, schema, call: callForRows, ...policy }, request);
    if (answer !== null) known.keepAnswer(currency, ids, answer);
    return answer !== null;
  } catch (error) {
    if (!(error instanceof MarketDataFailure) || error.reason !== "not-found") throw error;
    known.keepAbsences(currency, ids);
    return true;
  }
}

/** Calls the service; a failure is remembered for each row, because the next call may name them in another combination. */
async function callNoting(
  ids: readonly string[],
  currency: Currency,
  call: RowsWanted["call"],
  known: KnownRows,
): Promise<readonly CoinRow[]> {
  try {
    return await call(ids);
  } catch (error) {
    const failure =
      error instanceof MarketDataFailure
        ? error
        : new MarketDataFailure("bad-response", "a fault while reading rows", { cause: error });
    known.keepFailure(currency, ids, failure);
    throw error;
  }
}
