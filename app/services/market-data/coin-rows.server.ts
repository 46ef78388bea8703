import { type CoinRow, isCoinId } from "~/domain/market/coin";
import type { NamedCoin } from "~/domain/market/coin-names";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { Clock } from "../clock.server";
import {
  type Answer,
  type AnswerCache,
  freshForMs,
  type Reading,
  type ServedAnswer,
} from "./cache/answer-cache.server";
import type { CachePolicy } from "./cache/cache-policy.server";
import type { GetAnswer } from "./cache/calls.server";
import type { CoolDowns } from "./cache/cool-downs.server";
import type { CallRequest, Place } from "./cache/rate-limiter.server";
import type { RequestBudget } from "./cache/request-budget.server";
import { MarketDataFailure } from "./failure.server";
import type { Endpoint } from "./provider/client.server";
import { coinRowsEndpoint } from "./provider/coin-lists.server";
import type { SeenCoins } from "./seen-coins.server";

/** Rows of single coins in the order of their ids, as far as they are available. */
export interface ServedRows extends ServedAnswer<readonly CoinRow[]> {
  /** Ids that are known not to be coins. Others without a row are not available at the moment. */
  readonly notFound: readonly string[];
}

/** Ids that one read, and so one call, may name. */
const MAX_ROWS_OF_CALL = 50;

/** Characters of all ids of a call as they stand in its address: services and proxies refuse longer ones. */
const MAX_IDS_LENGTH = 4000;

interface CoinRowsOptions {
  /** Label of the kind of data in /metrics. */
  readonly kind: string;
  readonly cache: AnswerCache<CoinRow>;
  readonly policy: CachePolicy;
  readonly getAnswer: GetAnswer;
  readonly coolDowns: CoolDowns;
  readonly seen: SeenCoins;
  /** Finds a coin in the list of all coins; null where it is not on it. Rejects with a MarketDataFailure without a list. */
  readonly listedCoin: (id: string) => Promise<NamedCoin | null>;
  /** Whether calls cost nothing, so that unverified ids need no lane of their own. */
  readonly isSample: boolean;
  readonly clock: Clock;
}

/** Returns the key of a coin's row in a currency. An id contains no slash. */
export function rowKey(id: string, currency: Currency): string {
  return `${currency}/${id}`;
}

/**
 * Creates the reader of rows of single coins. Each row is an answer of its own in the cache: however many combinations are
 * asked for, there is one call under way for a coin, and none while its row is fresh, cools down after a failure, or is known
 * not to exist. Rows that are missing or stale in one read are fetched in one call, or two where some ids are unverified.
 *
 * Where some rows are not available the others are served, and count as stale; the promise rejects with a MarketDataFailure
 * only where there is none.
 */
export function createCoinRows(options: CoinRowsOptions) {
  const { cache, policy, coolDowns, seen, isSample, clock } = options;
  const loadRow = createRowLoader(options);

  /** Whatever the currency: an unknown coin is unknown for ten minutes, or while the list of all coins does not name it. */
  function isKnownNotToExist(id: string): boolean {
    const isUnknownIn = (currency: Currency) => isNotFound(coolDowns.blockingKey(rowKey(id, currency)));
    return seen.isMadeUp(id) || CURRENCIES.some(isUnknownIn);
  }

  function readRow(
    id: string,
    currency: Currency,
    budget: RequestBudget,
  ): Promise<Reading<ServedAnswer<CoinRow>>> {
    return cache.read({
      key: rowKey(id, currency),
      policy,
      lane: isSample || seen.has(id) ? "visitor" : "unverified",
      budget,
      load: async (request) => {
        if (request.lane !== "refresh" && isKnownNotToExist(id)) throw noSuchCoin(id);
        return loadRow(id, currency, request);
      },
    });
  }

  return async function read(
    ids: readonly string[],
    currency: Currency,
    budget: RequestBudget,
  ): Promise<Reading<ServedRows>> {
    const wanted = [...new Set(ids)].slice(0, MAX_ROWS_OF_CALL);
    const readable = wanted.filter(isReadable);
    // The rows are waited for side by side, so the longest wait counts and not the sum. Each has a signal of its own, because
    // one signal is not made for fifty listeners.
    const { signal, waitedMs } = budget;
    const budgets = readable.map(() => ({ ...budget, signal: signal && AbortSignal.any([signal]) }));
    const outcomes = await Promise.allSettled(
      readable.map((id, index) => readRow(id, currency, budgets[index] ?? budget)),
    );
    budget.waitedMs = Math.max(waitedMs, ...budgets.map((each) => each.waitedMs));
    const readings = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
    const failures = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason : null));
    const others = failures.filter((failure) => failure !== null && !isNotFound(failure));
    if (readings.length === 0 && others.length > 0) throw others[0];
    const notFound = wanted.filter((id) => !isReadable(id) || isNotFound(failures[readable.indexOf(id)]));
    return together(readings, notFound, others.length === 0);
  };

  /** A list is as old as its oldest row. */
  function together(
    readings: readonly Reading<ServedAnswer<CoinRow>>[],
    notFound: readonly string[],
    isWhole: boolean,
  ): Reading<ServedRows> {
    const rows = readings.map(({ answer }) => answer);
    const now = { value: null, fetchedAt: clock.now(), receivedAt: clock.monotonic() };
    const freshMs = [freshForMs(now, policy, clock), ...rows.map((row) => row.freshForMs)];
    const states = readings.map(({ state }) => state);
    return {
      state: (["miss", "stale"] as const).find((state) => states.includes(state)) ?? "hit",
      answer: {
        value: Object.freeze(rows.map(({ value }) => value)),
        notFound,
        fetchedAt: Math.min(now.fetchedAt, ...rows.map(({ fetchedAt }) => fetchedAt)),
        freshForMs: isWhole ? Math.min(...freshMs) : 0,
        isOutOfDate: rows.some(({ isOutOfDate }) => isOutOfDate),
      },
    };
  }
}

/** A row that waits for the call that brings it. */
interface Wanted {
  readonly id: string;
  readonly key: string;
  readonly request: CallRequest;
  readonly resolve: (answer: Answer<CoinRow> | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates what fetches rows: all that are asked for in the same turn of the event loop in as few calls as possible. */
function createRowLoader({ kind, policy, getAnswer, coolDowns, seen, listedCoin, clock }: CoinRowsOptions) {
  const groups = new Map<string, Wanted[]>();

  function callForGroup(group: string, currency: Currency): void {
    const wanted = groups.get(group) ?? [];
    groups.delete(group);
    for (const batch of batchesOf(wanted)) void callFor(batch, currency);
  }

  async function callFor(batch: readonly Wanted[], currency: Currency): Promise<void> {
    const request = requestOf(batch);
    const ids = batch.map(({ id }) => id);
    const rows = coinRowsEndpoint(currency, ids);
    const endpoint = request.lane === "unverified" ? notFoundIfEmpty(rows) : rows;
    try {
      const answer = await getAnswer({ kind, endpoint, policy, keys: batch.map(({ key }) => key) }, request);
      for (const wanted of batch) settle(wanted, answer);
    } catch (error) {
      for (const wanted of batch) {
        if (isNotFound(error)) void settleLeftOut(wanted);
        else wanted.reject(error);
      }
    }
  }

  function settle(wanted: Wanted, answer: Answer<readonly CoinRow[]> | null): void {
    const row = answer?.value.find((each) => each.id === wanted.id);
    if (answer === null) wanted.resolve(null);
    else if (row !== undefined) wanted.resolve({ ...answer, value: row });
    else void settleLeftOut(wanted);
  }

  /**
   * Settles a row that the service has left out: without figures for a coin on the list of all coins, and as unknown for any
   * other. A row that was there is kept the first time, because services err.
   */
  async function settleLeftOut({ id, key, request, resolve, reject }: Wanted): Promise<void> {
    const isRefresh = request.lane === "refresh";
    const fail = (failure: MarketDataFailure) => reject(coolDowns.failed([key], failure, isRefresh));
    if (isRefresh && coolDowns.latest(key)?.status !== 404) return fail(noSuchCoin(id));
    try {
      const coin = await listedCoin(id);
      if (coin === null) return fail(noSuchCoin(id));
      const value = Object.freeze({ ...coin, ...seen.facts(id), ...NO_FIGURES });
      resolve({ value, fetchedAt: clock.now(), receivedAt: clock.monotonic() });
    } catch (cause) {
      fail(new MarketDataFailure("bad-response", `${id}: no row, and no list of all coins`, { cause }));
    }
  }

  return function loadRow(
    id: string,
    currency: Currency,
    request: CallRequest,
  ): Promise<Answer<CoinRow> | null> {
    // Unverified ids wait in a lane of their own, so they do not delay others.
    const group = `${currency}/${request.lane === "unverified" ? "unverified" : "verified"}`;
    return new Promise((resolve, reject) => {
      const wanted = { id, key: rowKey(id, currency), request, resolve, reject };
      const others = groups.get(group);
      if (others !== undefined) return void others.push(wanted);
      groups.set(group, [wanted]);
      queueMicrotask(() => callForGroup(group, currency));
    });
  };
}

const NO_FIGURES = {
  price: null,
  change1h: null,
  change24h: null,
  change7d: null,
  marketCap: null,
  volume: null,
  week: [],
} as const satisfies Partial<CoinRow>;

/** Splits rows into as few calls as possible, with addresses that every service reads; sorted, so that replicas share them. */
function batchesOf(wanted: readonly Wanted[]): readonly (readonly Wanted[])[] {
  const batches: Wanted[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of wanted.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const idLength = encodeURIComponent(row.id).length + 1;
    const last = batches.at(-1);
    if (last === undefined || last.length >= MAX_ROWS_OF_CALL || length + idLength > MAX_IDS_LENGTH) {
      batches.push([row]);
      length = idLength;
    } else {
      last.push(row);
      length += idLength;
    }
  }
  return batches;
}

/** The request of a call for several rows: as urgent as the most urgent of them, and given up when nobody wants any. */
function requestOf(batch: readonly Wanted[]): CallRequest {
  const lanes = batch.map(({ request }) => request.lane);
  const lane = lanes.find((each) => each !== "refresh") ?? "refresh";
  const givenUp = new AbortController();
  let waiting = batch.length;
  for (const { request } of batch) {
    const leave = () => {
      waiting -= 1;
      if (waiting === 0) givenUp.abort(request.signal.reason);
    };
    if (request.signal.aborted) leave();
    else request.signal.addEventListener("abort", leave, { once: true });
  }
  const onStart = () => {
    for (const { request } of batch) request.onStart();
  };
  const onQueued = (place: Place) => {
    for (const { request } of batch) request.onQueued(place);
  };
  return { lane, signal: givenUp.signal, onQueued, onStart };
}

/** Unverified ids none of which is a coin cost a token of their quota, like one that is not found by itself. */
function notFoundIfEmpty(endpoint: Endpoint<readonly CoinRow[]>): Endpoint<readonly CoinRow[]> {
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

function isNotFound(failure: unknown): boolean {
  return failure instanceof MarketDataFailure && failure.reason === "not-found";
}

/** Returns whether an id can be one of several in an address: the service separates them with commas. */
function isReadable(id: string): boolean {
  return isCoinId(id) && !id.includes(",");
}
