import { isCoinId, type KnownCoin, type MarketCoin } from "~/domain/market/coin";
import type { NamedCoin } from "~/domain/market/coin-names";
import { type Currency, perCurrency } from "~/domain/market/currency";
import type { RequestBudget } from "../calls/request-budget.server";
import { createSharedCalls, type Shared } from "../calls/shared-calls.server";
import type { ServedAnswer } from "../facts/answers.server";
import { fetchedAtTime, pricePolicy } from "../facts/cache-policy.server";
import { MarketDataFailure } from "../failure.server";
import { coinRowsEndpoint, idsOf, readMarketCoin } from "../provider/coin-lists.server";
import { splitByAddress } from "../provider/simple-prices.server";
import type { CoinRecords, Needs } from "./coin-records.server";

/** Available coins in the order of their ids. */
export interface ServedRows extends ServedAnswer<readonly KnownCoin[]> {
  /** Ids known not to be coins. Others without a row are unavailable at the moment. */
  readonly notFound: readonly string[];
  /** Why they are unavailable; null if all are available. */
  readonly failure: MarketDataFailure | null;
}

/** Maximum number of ids in one read, and so in one call. */
const MAX_ROWS_OF_CALL = 50;

/**
 * Creates the reader of single coins, from their records. Coins with missing or stale records are fetched together in one
 * call; a coin with a fresh record, or one known not to exist, is never requested.
 *
 * If some coins are unavailable the others are served, and count as stale; the promise rejects with a MarketDataFailure only
 * if there are none.
 * @param listedCoin finds a coin in the list of all coins; rejects with a MarketDataFailure without a list
 */
export function createCoinRows(
  shared: Shared,
  records: CoinRecords,
  listedCoin: (id: string) => Promise<NamedCoin | null>,
) {
  const { coolDowns, freshness, metrics, planNow } = shared;

  const callsIn = perCurrency((currency) =>
    createSharedCalls<readonly MarketCoin[]>("records", shared, {
      async onAnswer(answer, { path }) {
        records.noteCoins(currency, answer, true);
        const leftOut = new Set(idsOf(path));
        for (const { id } of answer.value) if (leftOut.delete(id)) coolDowns.succeeded(coinKey(id));
        await Promise.all(Array.from(leftOut, (id) => settleLeftOut(id, currency)));
      },
    }),
  );

  /** The failure of a coin that the service recently left out of its rows; or null. */
  const blocking = (id: string) => coolDowns.blockingKey(coinKey(id));
  const isKnownNotToExist = (id: string) => records.isMadeUp(id) || blocking(id)?.reason === "not-found";

  /**
   * Handles a coin that the service has left out: without figures if it is on the list of all coins, otherwise as unknown.
   * A known coin is kept the first time, because services make mistakes.
   */
  async function settleLeftOut(id: string, currency: Currency): Promise<void> {
    const wasKnown = records.read(id, currency) !== null;
    const unknown = new MarketDataFailure("not-found", `${id}: no such coin`, { status: 404 });
    const fail = (failure: MarketDataFailure) => void coolDowns.failed(coinKey(id), failure, wasKnown);
    if (wasKnown && coolDowns.latest(coinKey(id))?.status !== 404) return fail(unknown);
    try {
      const coin = await listedCoin(id);
      if (coin === null) {
        records.forget(id, currency);
        return fail(unknown);
      }
      const at = fetchedAtTime(freshness.clock, freshness.clock.now());
      records.noteCoins(currency, { value: [readMarketCoin({ ...coin })], ...at }, true);
      coolDowns.succeeded(coinKey(id));
    } catch (cause) {
      fail(new MarketDataFailure("bad-response", `${id}: no row, and no list of all coins`, { cause }));
    }
  }

  return async function read(
    ids: readonly string[],
    currency: Currency,
    needs: Needs,
    budget: RequestBudget,
  ): Promise<ServedRows> {
    const calls = callsIn[currency];
    const policy = pricePolicy(planNow());
    const wanted = [...new Set(ids)].slice(0, MAX_ROWS_OF_CALL);
    const readable = wanted.filter((id) => isCoinId(id) && !id.includes(",") && !isKnownNotToExist(id));
    const askable = readable.filter((id) => blocking(id) === null);
    const stateOf = (id: string, what = needs) => records.read(id, currency, what)?.state ?? "incomplete";
    const states = askable.map((id) => ({ id, state: stateOf(id) }));
    const missing = states.filter(({ state }) => state === "incomplete");
    const stale = states.filter(({ state }) => state === "stale");
    const isDue = missing.length + stale.length > 0;
    // A coin known only from its own answer lacks the line of the week; a call that is due anyway fetches it.
    const isAsked = ({ id, state }: (typeof states)[number]) =>
      state !== "fresh" || stateOf(id, "week") === "incomplete";
    const asked = isDue ? states.filter(isAsked).map(({ id }) => id) : [];
    const endpoints = splitByAddress(asked.toSorted(), MAX_ROWS_OF_CALL).map((list) =>
      coinRowsEndpoint(currency, list),
    );
    const call = { policy, budget, isCharged: true };
    const failures: MarketDataFailure[] = [];
    if (missing.length === 0) for (const endpoint of endpoints) calls.refresh(endpoint, call);
    const waits = missing.length === 0 ? [] : endpoints.map((endpoint) => calls.call(endpoint, call));
    await Promise.all(waits.map((wait) => wait.catch((failure) => failures.push(failure))));

    const rows = readable.flatMap((id) => records.read(id, currency, needs) ?? []);
    const absent = wanted.filter((id) => rows.every(({ coin }) => coin.id !== id));
    const notFound = absent.filter((id) => !readable.includes(id) || isKnownNotToExist(id));
    const unavailable = absent.find((id) => !notFound.includes(id));
    const noAnswer = () => new MarketDataFailure("unreachable", `${unavailable}: no answer`);
    const failure = unavailable === undefined ? null : (failures[0] ?? blocking(unavailable) ?? noAnswer());
    if (rows.length === 0 && failure !== null) throw failure;
    const isWhole = failure === null && rows.every(({ state }) => state !== "incomplete");
    const oldestMs = Math.max(0, ...rows.map(({ ageMs }) => ageMs));
    metrics.served("records", missing.length > 0 ? "miss" : stale.length > 0 ? "stale" : "hit", oldestMs);
    return {
      value: Object.freeze(rows.map(({ coin }) => coin)),
      notFound,
      failure,
      // A list is as old as its oldest row.
      fetchedAt: Math.min(freshness.clock.now(), ...rows.map(({ coin }) => coin.fetchedAt)),
      freshForMs: isWhole ? Math.min(policy.ttlMs, ...rows.map((row) => row.freshForMs)) : 0,
      isOutOfDate: oldestMs > 2 * policy.ttlMs && endpoints.some(({ path }) => calls.isFailing(path)),
    };
  };
}

/** Returns the key of a coin's cool-down, which no address equals. */
function coinKey(id: string): string {
  return `coin ${id}`;
}
