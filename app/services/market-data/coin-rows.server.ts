import { isCoinId, type MarketCoin } from "~/domain/market/coin";
import type { NamedCoin } from "~/domain/market/coin-names";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { Clock } from "../clock.server";
import { createSingleFlight } from "../single-flight.server";
import { freshForMs, isRefreshFailing, type Reading, type ServedAnswer } from "./cache/answer-cache.server";
import type { CachePolicy } from "./cache/cache-policy.server";
import type { GetAnswer } from "./cache/calls.server";
import type { CoolDowns } from "./cache/cool-downs.server";
import type { Lane, Place } from "./cache/rate-limiter.server";
import { joinWithinBudget, type RequestBudget } from "./cache/request-budget.server";
import type { CoinRecords, Needs, ServedRecord } from "./coin-records.server";
import { MarketDataFailure } from "./failure.server";
import { coinRowsEndpoint, readMarketCoin } from "./provider/coin-lists.server";

/** Coins in the order of their ids, as far as they are available. */
export interface ServedRows extends ServedAnswer<readonly MarketCoin[]> {
  /** Ids that are known not to be coins. Others without a row are not available at the moment. */
  readonly notFound: readonly string[];
  /** Why they are not; null where all are available. */
  readonly failure: MarketDataFailure | null;
}

/** Ids that one read, and so one call, may name. */
const MAX_ROWS_OF_CALL = 50;

/** In characters: services and proxies refuse longer ones. */
const MAX_ADDRESS_LENGTH = 4100;

interface CoinRowsOptions {
  readonly records: CoinRecords;
  readonly policyNow: () => CachePolicy;
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
  const { records, policyNow, getAnswer, coolDowns, listedCoin, isSample, clock } = options;
  const calls = createSingleFlight<void, Place>(clock);
  /** Addresses of calls that are under way, by the row that they bring. */
  const addresses = new Map<string, string>();

  const callOf = (key: string) => calls.get(addresses.get(key) ?? "");

  /** Whatever the currency: an unknown coin is unknown for ten minutes, or while the list of all coins does not name it. */
  function isKnownNotToExist(id: string): boolean {
    const isUnknownIn = (currency: Currency) => isNotFound(coolDowns.blockingKey(rowKey(id, currency)));
    return records.isMadeUp(id) || CURRENCIES.some(isUnknownIn);
  }

  function call(ids: readonly string[], currency: Currency, lane: Lane): void {
    if (ids.length === 0) return;
    const { path, ...rows } = coinRowsEndpoint(currency, ids.toSorted());
    if (path.length > MAX_ADDRESS_LENGTH && ids.length > 1) {
      const half = Math.ceil(ids.length / 2);
      for (const part of [ids.slice(0, half), ids.slice(half)]) call(part, currency, lane);
      return;
    }
    const keys = ids.map((id) => rowKey(id, currency));
    const leftOut = new Set(ids);
    async function read(body: unknown, name: string): Promise<readonly MarketCoin[]> {
      const coins = await rows.read(body, name);
      // Unverified ids none of which is a coin cost a token of their quota, like one that is not found by itself.
      if (coins.length === 0 && lane === "unverified") throw noSuchCoin(name);
      return coins;
    }
    const { promise } = calls.begin(path, async (signal, onStart, onQueued) => {
      try {
        const endpoint = { ...rows, path, read };
        const answer = await getAnswer(
          { kind: "records", endpoint, policy: policyNow(), keys },
          { lane, signal, onStart, onQueued },
        );
        // Another replica refreshes them.
        if (answer === null) return;
        records.noteCoins(currency, answer, true);
        for (const { id } of answer.value) if (leftOut.delete(id)) coolDowns.succeeded(rowKey(id, currency));
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      await Promise.all(Array.from(leftOut, (id) => settleLeftOut(id, currency)));
    });
    for (const key of keys) addresses.set(key, path);
    const end = () => {
      for (const key of keys) if (callOf(key) === undefined) addresses.delete(key);
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
      const value = [readMarketCoin({ ...coin })];
      records.noteCoins(currency, { value, fetchedAt: clock.now(), receivedAt: clock.monotonic() }, true);
      coolDowns.succeeded(key);
    } catch (cause) {
      fail(new MarketDataFailure("bad-response", `${id}: no row, and no list of all coins`, { cause }));
    }
  }

  /** Waits for the calls that bring rows, which run side by side. Returns the first failure, if there is one. */
  async function waitFor(ids: readonly string[], currency: Currency, budget: RequestBudget, lane: Lane) {
    let first: MarketDataFailure | null = null;
    for (const address of new Set(ids.flatMap((id) => addresses.get(rowKey(id, currency)) ?? []))) {
      try {
        if (calls.get(address)) await joinWithinBudget(calls, address, budget, clock, lane);
      } catch (failure) {
        if (!(failure instanceof MarketDataFailure)) throw failure;
        first ??= failure;
      }
    }
    return first;
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
    const isIdle = (id: string) => callOf(keyOf(id)) === undefined;
    const isAskable = (id: string) =>
      isIdle(id) && coolDowns.blockingKey(keyOf(id)) === null && !isKnownNotToExist(id);
    const missing = readable.filter((id) => stateOf(id) === "incomplete");
    // Anyone can make up an id, so those never seen have a lane of their own.
    const verified = missing.filter((id) => isSample || records.has(id));
    const unverified = missing.filter((id) => !verified.includes(id));
    const stale = readable.filter((id) => stateOf(id) === "stale");
    const asked = verified.filter(isAskable);
    const refreshed = stale.filter((id) => isIdle(id) && coolDowns.blocking(keyOf(id)) === null);
    const due = [...asked, ...refreshed];
    // Known from its own answer alone, a coin lacks the line of the week, which a call that is due anyway brings along.
    const lacksLine = (id: string) => records.read(id, currency, "week")?.state === "incomplete";
    const joined =
      due.length === 0 ? [] : readable.filter((id) => !due.includes(id) && lacksLine(id) && isAskable(id));
    call([...due, ...joined], currency, asked.length > 0 ? "visitor" : "background");
    call(unverified.filter(isAskable), currency, "unverified");
    const failed = [
      await waitFor(verified, currency, budget, "visitor"),
      await waitFor(unverified, currency, budget, "unverified"),
    ].find((failure) => failure !== null);
    const rows = readable.flatMap((id) => records.read(id, currency, needs) ?? []);
    const absent = wanted.filter((id) => rows.every(({ coin }) => coin.id !== id));
    const notFound = absent.filter((id) => !isReadable(id) || isKnownNotToExist(id));
    const [unavailable] = absent.filter((id) => !notFound.includes(id));
    const failure =
      unavailable === undefined
        ? null
        : (failed ??
          coolDowns.blocking(keyOf(unavailable)) ??
          new MarketDataFailure("unreachable", `${unavailable}: no answer`));
    if (rows.length === 0 && failure !== null) throw failure;
    const isWhole = failure === null && rows.every(({ state }) => state !== "incomplete");
    const policy = policyNow();
    const now = { value: null, fetchedAt: clock.now(), receivedAt: clock.monotonic() };
    const freshMs = [freshForMs(now, policy, clock), ...rows.map((row) => row.freshForMs)];
    const isOld = ({ coin, ageMs }: ServedRecord) =>
      ageMs > 2 * policy.ttlMs &&
      isRefreshFailing(keyOf(coin.id), callOf(keyOf(coin.id))?.begunAt, coolDowns, clock);
    return {
      state: missing.length > 0 ? "miss" : stale.length > 0 ? "stale" : "hit",
      answer: {
        value: Object.freeze(rows.map(({ coin }) => coin)),
        notFound,
        failure,
        // A list is as old as its oldest row.
        fetchedAt: Math.min(now.fetchedAt, ...rows.map(({ coin }) => coin.fetchedAt)),
        freshForMs: isWhole ? Math.min(...freshMs) : 0,
        isOutOfDate: rows.some(isOld),
      },
    };
  };
}

/** Returns the key of a coin's cool-down in a currency. An id contains no slash. */
function rowKey(id: string, currency: Currency): string {
  return `${currency}/${id}`;
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
