import { LRUCache } from "lru-cache";
import { isCoinId, type KnownCoin, type MarketCoin } from "~/domain/market/coin";
import type { NamedCoin } from "~/domain/market/coin-names";
import { CURRENCIES, type Currency, perCurrency } from "~/domain/market/currency";
import type { RequestBudget } from "../calls/request-budget.server";
import { createAnswers, type ServedAnswer, type Shared } from "../facts/answers.server";
import { MarketDataFailure } from "../failure.server";
import { coinRowsEndpoint, idsOf, readMarketCoin } from "../provider/coin-lists.server";
import { MAX_ADDRESS_LENGTH } from "../provider/simple-prices.server";
import type { CoinRecords, Needs } from "./coin-records.server";

/** Coins in the order of their ids, as far as they are available. */
export interface ServedRows extends ServedAnswer<readonly KnownCoin[]> {
  /** Ids that are known not to be coins. Others without a row are not available at the moment. */
  readonly notFound: readonly string[];
  /** Why they are not; null where all are available. */
  readonly failure: MarketDataFailure | null;
}

interface LatestCall {
  readonly join: (budget: RequestBudget) => Promise<unknown>;
  readonly isUnderWay: () => boolean;
}

/** Rows whose latest calls are remembered. */
const MAX_CALLS = 10_000;

/** Ids that one read, and so one call, may name. */
const MAX_ROWS_OF_CALL = 50;

/** Finds a coin in the list of all coins; null where it is not on it. Rejects with a MarketDataFailure without a list. */
type FindListed = (id: string) => Promise<NamedCoin | null>;

/**
 * Creates the reader of single coins, from their records. Coins whose records are missing or stale are fetched together in one
 * call. However many combinations are asked for, there is one call under way for a coin, and none while its record is fresh, cools
 * down after a failure, or is known not to exist.
 *
 * Where some coins are not available the others are served, and count as stale; the promise rejects with a MarketDataFailure
 * only where there is none.
 */
export function createCoinRows(shared: Shared, records: CoinRecords, listedCoin: FindListed) {
  const { coolDowns, freshness, metrics } = shared;
  /** The latest call for each row: what joins it, while it is under way. */
  const calls = new LRUCache<string, LatestCall>({ max: MAX_CALLS });
  const joinOf = (key: string) => {
    const call = calls.get(key);
    return call?.isUnderWay() ? call.join : undefined;
  };

  const readers = perCurrency((currency) =>
    createAnswers<readonly MarketCoin[]>("records", shared, {
      isCharged: true,
      isCountedElsewhere: true,
      coolDownKeys: ({ path }) => idsOf(path).map((id) => rowKey(id, currency)),
      async onNew(answer, { path }) {
        records.noteCoins(currency, answer, true);
        const leftOut = new Set(idsOf(path));
        for (const { id } of answer.value) if (leftOut.delete(id)) coolDowns.succeeded(rowKey(id, currency));
        await Promise.all(Array.from(leftOut, (id) => settleLeftOut(id, currency)));
      },
    }),
  );

  /** Whatever the currency: an unknown coin is unknown for ten minutes, or while the list of all coins does not name it. */
  function isKnownNotToExist(id: string): boolean {
    const isUnknownIn = (currency: Currency) =>
      coolDowns.blockingKey(rowKey(id, currency))?.reason === "not-found";
    return records.isMadeUp(id) || CURRENCIES.some(isUnknownIn);
  }

  /**
   * Settles a coin that the service has left out: without figures for one on the list of all coins, and as unknown for any
   * other. One that was there is kept the first time, because services err.
   */
  async function settleLeftOut(id: string, currency: Currency): Promise<void> {
    const { clock } = freshness;
    const key = rowKey(id, currency);
    const wasKnown = records.read(id, currency) !== null;
    const fail = (failure: MarketDataFailure) => void coolDowns.failed(key, failure, wasKnown);
    const unknown = new MarketDataFailure("not-found", `${id}: no such coin`, { status: 404 });
    if (wasKnown && coolDowns.latest(key)?.status !== 404) return fail(unknown);
    try {
      const coin = await listedCoin(id);
      if (coin === null) {
        records.forget(id, currency);
        return fail(unknown);
      }
      const value = [readMarketCoin({ ...coin })];
      records.noteCoins(currency, { value, fetchedAt: clock.now(), receivedAt: clock.monotonic() }, true);
      coolDowns.succeeded(key);
    } catch (cause) {
      fail(new MarketDataFailure("bad-response", `${id}: no row, and no list of all coins`, { cause }));
    }
  }

  /** Begins the call for coins, or several where its address would be too long. */
  function begin(
    ids: readonly string[],
    currency: Currency,
    budget: RequestBudget,
    isBackground: boolean,
  ): Promise<unknown>[] {
    if (ids.length === 0) return [];
    const endpoint = coinRowsEndpoint(currency, ids.toSorted());
    if (endpoint.path.length > MAX_ADDRESS_LENGTH && ids.length > 1) {
      const half = Math.ceil(ids.length / 2);
      return [ids.slice(0, half), ids.slice(half)].flatMap((part) =>
        begin(part, currency, budget, isBackground),
      );
    }
    const reader = readers[currency];
    const join = (own: RequestBudget) => reader.read(endpoint, { budget: own, isNew: true });
    const call = { join, isUnderWay: () => reader.isCalling(endpoint.path) };
    for (const id of ids) calls.set(rowKey(id, currency), call);
    const first = reader.read(endpoint, { budget, isNew: true, isBackground });
    // Its failure is for those who wait for it.
    first.catch(() => {});
    return [first];
  }

  return async function read(
    ids: readonly string[],
    currency: Currency,
    needs: Needs,
    budget: RequestBudget,
  ): Promise<ServedRows> {
    const wanted = [...new Set(ids)].slice(0, MAX_ROWS_OF_CALL);
    const readable = wanted.filter((id) => isCoinId(id) && !id.includes(","));
    const keyOf = (id: string) => rowKey(id, currency);
    const stateOf = (id: string, what = needs) => records.read(id, currency, what)?.state ?? "incomplete";
    const isAskable = (id: string) =>
      joinOf(keyOf(id)) === undefined && coolDowns.blockingKey(keyOf(id)) === null && !isKnownNotToExist(id);
    const missing = readable.filter((id) => stateOf(id) === "incomplete");
    const stale = coolDowns.pausing() ? [] : readable.filter((id) => stateOf(id) === "stale");
    const asked = [...missing, ...stale].filter(isAskable);
    // Known from its own answer alone, a coin lacks the line of the week, which a call that is due anyway brings along.
    const lacksLine = (id: string) => !asked.includes(id) && stateOf(id, "week") === "incomplete";
    const joined = asked.length === 0 ? [] : readable.filter((id) => lacksLine(id) && isAskable(id));
    const underWay = [...new Set(missing.flatMap((id) => joinOf(keyOf(id)) ?? []))];
    const begun = begin([...asked, ...joined], currency, budget, missing.length === 0);
    const waits = missing.length === 0 ? [] : [...begun, ...underWay.map((join) => join(budget))];
    const outcomes = await Promise.allSettled(waits);
    const failed = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []))[0];
    const rows = readable.flatMap((id) => records.read(id, currency, needs) ?? []);
    const absent = wanted.filter((id) => rows.every(({ coin }) => coin.id !== id));
    const notFound = absent.filter((id) => !readable.includes(id) || isKnownNotToExist(id));
    const [unavailable] = absent.filter((id) => !notFound.includes(id));
    const noAnswer = () => new MarketDataFailure("unreachable", `${unavailable}: no answer`);
    const failure: MarketDataFailure | null =
      unavailable === undefined ? null : (failed ?? coolDowns.blocking(keyOf(unavailable)) ?? noAnswer());
    if (rows.length === 0 && failure !== null) throw failure;
    const isWhole = failure === null && rows.every(({ state }) => state !== "incomplete");
    const { ttlMs } = records.policies().price;
    const state = missing.length > 0 ? "miss" : stale.length > 0 ? "stale" : "hit";
    metrics.served("records", state, Math.max(0, ...rows.map(({ ageMs }) => ageMs)));
    return {
      value: Object.freeze(rows.map(({ coin }) => coin)),
      notFound,
      failure,
      // A list is as old as its oldest row.
      fetchedAt: Math.min(freshness.clock.now(), ...rows.map(({ coin }) => coin.fetchedAt)),
      freshForMs: isWhole ? Math.min(ttlMs, ...rows.map((row) => row.freshForMs)) : 0,
      isOutOfDate: rows.some(
        ({ coin, ageMs }) =>
          ageMs > 2 * ttlMs && (coolDowns.latest(keyOf(coin.id)) !== null || coolDowns.pausing() !== null),
      ),
    };
  };
}

/** Returns the key of a coin's cool-down in a currency. An id contains no slash. */
function rowKey(id: string, currency: Currency): string {
  return `${currency}/${id}`;
}
