import { setTimeout as pause } from "node:timers/promises";
import { isCoinId, type MarketCoin, UNKNOWN_QUOTE } from "~/domain/market/coin";
import type { NamedCoin } from "~/domain/market/coin-names";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { Clock } from "../clock.server";
import { createSingleFlight } from "../single-flight.server";
import { freshForMs, REFRESH, type Reading, type ServedAnswer } from "./cache/answer-cache.server";
import type { CachePolicy } from "./cache/cache-policy.server";
import type { GetAnswer } from "./cache/calls.server";
import type { CoolDowns } from "./cache/cool-downs.server";
import type { Lane, Place } from "./cache/rate-limiter.server";
import { joinWithinBudget, type RequestBudget } from "./cache/request-budget.server";
import type { CoinRecords, Needs } from "./coin-records.server";
import { MarketDataFailure } from "./failure.server";
import type { Endpoint } from "./provider/client.server";
import { coinRowsEndpoint } from "./provider/coin-lists.server";

/** Coins in the order of their ids, as far as they are available. */
export interface ServedRows extends ServedAnswer<readonly MarketCoin[]> {
  /** Ids that are known not to be coins. Others without a row are not available at the moment. */
  readonly notFound: readonly string[];
  /** Why they are not; null where all are available. */
  readonly failure: MarketDataFailure | null;
}

/** Ids that one read, and so one call, may name. */
const MAX_ROWS_OF_CALL = 50;

/** Characters of all ids of a call as they stand in its address: services and proxies refuse longer ones. */
const MAX_IDS_LENGTH = 4000;

interface CoinRowsOptions {
  readonly records: CoinRecords;
  readonly policy: CachePolicy;
  readonly getAnswer: GetAnswer;
  readonly coolDowns: CoolDowns;
  /** Finds a coin in the list of all coins; null where it is not on it. Rejects with a MarketDataFailure without a list. */
  readonly listedCoin: (id: string) => Promise<NamedCoin | null>;
  /** Whether calls cost nothing, so that unverified ids need no lane of their own. */
  readonly isSample: boolean;
  readonly clock: Clock;
}

/**
 * Creates the reader of single coins, from their records. Coins whose records are missing or stale are fetched together in one
 * call, or two where some ids are unverified. However many combinations are asked for, there is one call under way for a coin,
 * and none while its record is fresh, cools down after a failure, or is known not to exist.
 *
 * Where some coins are not available the others are served, and count as stale; the promise rejects with a MarketDataFailure
 * only where there is none.
 */
export function createCoinRows(options: CoinRowsOptions) {
  const { records, policy, getAnswer, coolDowns, listedCoin, isSample, clock } = options;
  const calls = createSingleFlight<void, Place>(clock);
  /** Addresses of the calls that are under way, by the row that they bring. */
  const addresses = new Map<string, string>();

  function addressOf(key: string): string | null {
    const address = addresses.get(key);
    return address !== undefined && calls.get(address) !== undefined ? address : null;
  }

  /** Whatever the currency: an unknown coin is unknown for ten minutes, or while the list of all coins does not name it. */
  function isKnownNotToExist(id: string): boolean {
    const isUnknownIn = (currency: Currency) => isNotFound(coolDowns.blockingKey(rowKey(id, currency)));
    return records.isMadeUp(id) || CURRENCIES.some(isUnknownIn);
  }

  /** Anyone can make up an id, so those never seen have a lane of their own. */
  const isVerified = (id: string) => isSample || records.has(id);

  /** Starts the calls for rows, if there are none under way and nothing forbids them. */
  function call(missing: readonly string[], stale: readonly string[], currency: Currency): void {
    const isIdle = (id: string) => addressOf(rowKey(id, currency)) === null;
    const wanted = missing.filter(
      (id) => isIdle(id) && coolDowns.blockingKey(rowKey(id, currency)) === null && !isKnownNotToExist(id),
    );
    const verified = wanted.filter(isVerified);
    const refreshed = stale.filter((id) => isIdle(id) && coolDowns.blocking(rowKey(id, currency)) === null);
    const lane = verified.length > 0 ? "visitor" : "refresh";
    for (const batch of batchesOf([...verified, ...refreshed])) begin(batch, currency, lane);
    for (const batch of batchesOf(wanted.filter((id) => !isVerified(id))))
      begin(batch, currency, "unverified");
  }

  function begin(ids: readonly string[], currency: Currency, lane: Lane): void {
    const rows = coinRowsEndpoint(currency, ids);
    const endpoint = lane === "unverified" ? notFoundIfEmpty(rows) : rows;
    const keys = ids.map((id) => rowKey(id, currency));
    const { promise } = calls.begin(endpoint.path, async (signal, onStart, onQueued) => {
      const leftOut = new Set(ids);
      try {
        const request = { lane, signal, onStart, onQueued };
        const answer = await getAnswer({ kind: "coinRows", endpoint, policy, keys }, request);
        // Another replica refreshes them.
        if (answer === null) return await pause(REFRESH.pollMs, undefined, { ref: false });
        records.noteCoins("table", currency, answer);
        for (const { id } of answer.value) if (leftOut.delete(id)) coolDowns.succeeded(rowKey(id, currency));
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      await Promise.all(Array.from(leftOut, (id) => settleLeftOut(id, currency)));
    });
    for (const key of keys) addresses.set(key, endpoint.path);
    const end = () => {
      if (calls.get(endpoint.path) === undefined) for (const key of keys) addresses.delete(key);
    };
    // Its failure is for those who wait for it.
    promise.then(end, end);
  }

  /**
   * Settles a coin that the service has left out: without figures for one on the list of all coins, and as unknown for any
   * other. One that was there is kept the first time, because services err.
   */
  async function settleLeftOut(id: string, currency: Currency): Promise<void> {
    const key = rowKey(id, currency);
    const wasKnown = records.read(id, currency) !== null;
    const fail = (failure: MarketDataFailure) => void coolDowns.failed([key], failure, wasKnown);
    if (wasKnown && coolDowns.latest(key)?.status !== 404) return fail(noSuchCoin(id));
    try {
      const coin = await listedCoin(id);
      if (coin === null) {
        records.forget(id, currency);
        return fail(noSuchCoin(id));
      }
      const value = [Object.freeze({ ...NO_FIGURES, ...coin, ...records.facts(id) })];
      records.noteCoins("table", currency, { value, fetchedAt: clock.now(), receivedAt: clock.monotonic() });
      coolDowns.succeeded(key);
    } catch (cause) {
      fail(new MarketDataFailure("bad-response", `${id}: no row, and no list of all coins`, { cause }));
    }
  }

  /** Waits for the calls that bring rows. They are waited for side by side, so the longest wait counts and not the sum. */
  async function waitFor(
    ids: readonly string[],
    currency: Currency,
    budget: RequestBudget,
  ): Promise<readonly MarketDataFailure[]> {
    const lanes = new Map<string, Lane>();
    for (const id of ids) {
      const address = addressOf(rowKey(id, currency));
      if (address === null) continue;
      if (isVerified(id) || !lanes.has(address))
        lanes.set(address, isVerified(id) ? "visitor" : "unverified");
    }
    const waited = [...lanes];
    // Each has a signal of its own, because one signal is not made for fifty listeners.
    const { signal } = budget;
    const budgets = waited.map(() => ({ ...budget, signal: signal && AbortSignal.any([signal]) }));
    const outcomes = await Promise.allSettled(
      waited.map(([address, lane], index) =>
        joinWithinBudget(calls, address, budgets[index] ?? budget, clock, lane),
      ),
    );
    budget.waitedMs = Math.max(budget.waitedMs, ...budgets.map((each) => each.waitedMs));
    return outcomes.flatMap((outcome) => {
      if (outcome.status === "fulfilled") return [];
      if (outcome.reason instanceof MarketDataFailure) return outcome.reason;
      throw outcome.reason;
    });
  }

  function isRefreshFailing(key: string): boolean {
    const begunAt = calls.get(addressOf(key) ?? "")?.begunAt ?? Number.POSITIVE_INFINITY;
    const isLate = clock.monotonic() - begunAt > REFRESH.lateMs;
    return isLate || coolDowns.latest(key) !== null || coolDowns.pausing() !== null;
  }

  return async function read(
    ids: readonly string[],
    currency: Currency,
    needs: Needs,
    budget: RequestBudget,
  ): Promise<Reading<ServedRows>> {
    const wanted = [...new Set(ids)].slice(0, MAX_ROWS_OF_CALL);
    const readable = wanted.filter(isReadable);
    const keyOf = (id: string) => rowKey(id, currency);
    const stateOf = (id: string) => records.read(id, currency, needs)?.state ?? "incomplete";
    const missing = readable.filter((id) => stateOf(id) === "incomplete");
    const stale = readable.filter((id) => stateOf(id) === "stale");
    call(missing, stale, currency);
    const failures = await waitFor(missing, currency, budget);
    const rows = readable.flatMap((id) => records.read(id, currency, needs) ?? []);
    const absent = wanted.filter((id) => rows.every(({ coin }) => coin.id !== id));
    const notFound = absent.filter((id) => !isReadable(id) || isKnownNotToExist(id));
    const [unavailable] = absent.filter((id) => !notFound.includes(id));
    const failure =
      unavailable === undefined
        ? null
        : (failures[0] ?? coolDowns.blocking(keyOf(unavailable)) ?? noAnswer(unavailable));
    if (rows.length === 0 && failure !== null) throw failure;
    const isWhole = failure === null && rows.every(({ state }) => state !== "incomplete");
    const now = { value: null, fetchedAt: clock.now(), receivedAt: clock.monotonic() };
    const freshMs = [freshForMs(now, policy, clock), ...rows.map((row) => row.freshForMs)];
    return {
      state: missing.length > 0 ? "miss" : stale.length > 0 ? "stale" : "hit",
      answer: {
        value: Object.freeze(rows.map(({ coin }) => coin)),
        notFound,
        failure,
        // A list is as old as its oldest row.
        fetchedAt: Math.min(now.fetchedAt, ...rows.map(({ coin }) => coin.fetchedAt)),
        freshForMs: isWhole ? Math.min(...freshMs) : 0,
        isOutOfDate: rows.some(
          ({ coin, ageMs }) => ageMs > 2 * policy.ttlMs && isRefreshFailing(keyOf(coin.id)),
        ),
      },
    };
  };
}

/** Returns the key of a coin's cool-down in a currency. An id contains no slash. */
function rowKey(id: string, currency: Currency): string {
  return `${currency}/${id}`;
}

const NO_FIGURES = {
  ...UNKNOWN_QUOTE,
  maxSupply: null,
  circulatingSupply: null,
  lastUpdated: null,
  week: [],
} satisfies Partial<MarketCoin>;

/** Splits ids into as few calls as possible, with addresses that every service reads; sorted, so that replicas share them. */
function batchesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const id of ids.toSorted()) {
    const idLength = encodeURIComponent(id).length + 1;
    length += idLength;
    const last = batches.at(-1);
    if (last !== undefined && length <= MAX_IDS_LENGTH) last.push(id);
    else {
      batches.push([id]);
      length = idLength;
    }
  }
  return batches;
}

/** Unverified ids none of which is a coin cost a token of their quota, like one that is not found by itself. */
function notFoundIfEmpty(endpoint: Endpoint<readonly MarketCoin[]>): Endpoint<readonly MarketCoin[]> {
  return {
    ...endpoint,
    async read(body, path) {
      const rows = await endpoint.read(body, path);
      if (rows.length > 0) return rows;
      throw new MarketDataFailure("not-found", `${path}: none of the ids is a coin`, { status: 404 });
    },
  };
}

function noSuchCoin(id: string): MarketDataFailure {
  return new MarketDataFailure("not-found", `${id}: no such coin`, { status: 404 });
}

function noAnswer(id: string): MarketDataFailure {
  return new MarketDataFailure("unreachable", `${id}: no answer`);
}

function isNotFound(failure: unknown): boolean {
  return failure instanceof MarketDataFailure && failure.reason === "not-found";
}

/** Returns whether an id can be one of several in an address: the service separates them with commas. */
function isReadable(id: string): boolean {
  return isCoinId(id) && !id.includes(",");
}
