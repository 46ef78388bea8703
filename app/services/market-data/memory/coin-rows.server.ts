import { type CoinNames, isCoinId, type KnownCoin, type MarketCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Gate } from "../gate/gate.server";
import { createPatience, type Patience } from "../gate/patience.server";
import { type Answer, fetchedAtTime } from "../policy/cache-policy.server";
import { MarketDataFailure } from "../policy/failure.server";
import { coinRowsEndpoints, MAX_ROWS_OF_CALL, readMarketCoin } from "../source/coin-lists.server";
import type { ServedAnswer } from "./answers.server";
import type { CoinRecords, Needs } from "./coin-records.server";

export interface ServedRows extends ServedAnswer<readonly KnownCoin[]> {
  /** Ids known not to be coins. Others without a row are unavailable at the moment. */
  readonly notFound: readonly string[];
  /** Why they are unavailable; null if all are available. */
  readonly failure: MarketDataFailure | null;
}

export type CoinRows = ReturnType<typeof createCoinRows>;

/**
 * Creates the reader of single coins, from their records. Those whose records are stale, or lack required figures, are fetched together
 * in one call. If some are unavailable the others are served, and count as stale.
 */
export function createCoinRows(
  gate: Gate,
  records: CoinRecords,
  coinNames: () => Promise<ServedAnswer<CoinNames>>,
) {
  const { coolDowns, freshness, metrics } = gate;

  async function noteRows(answer: Answer<readonly MarketCoin[]>, ids: readonly string[], currency: Currency) {
    records.noteCoins(currency, answer, true);
    const leftOut = new Set(ids);
    for (const { id } of answer.value) if (leftOut.delete(id)) coolDowns.succeeded(coinKey(id));
    await Promise.all(Array.from(leftOut, (id) => settleLeftOut(id, currency)));
  }

  /** The failure of a coin that the service recently left out of its rows; or null. */
  const blocking = (id: string) => coolDowns.blocking(coinKey(id));
  const isKnownNotToExist = (id: string) => records.isMadeUp(id) || blocking(id)?.reason === "not-found";

  /** A coin that the service has left out has no figures if it is on the list of all coins. A known one stays the first time. */
  async function settleLeftOut(id: string, currency: Currency): Promise<void> {
    const wasKnown = records.read(id, currency) !== null;
    const unknown = new MarketDataFailure("not-found", `${id}: no such coin`, { status: 404 });
    const fail = (failure: MarketDataFailure) => void coolDowns.failed(coinKey(id), failure, wasKnown);
    if (wasKnown && coolDowns.latest(coinKey(id))?.status !== 404) return fail(unknown);
    try {
      const coin = (await coinNames()).value.get(id);
      if (coin === undefined) {
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

  return async function coinRows(
    ids: readonly string[],
    currency: Currency,
    patience: Patience = createPatience(),
    needs: Needs = "week",
  ): Promise<ServedRows> {
    const policy = freshness.policyOf("prices");
    const wanted = [...new Set(ids)].slice(0, MAX_ROWS_OF_CALL);
    const readable = wanted.filter((id) => isCoinId(id) && !id.includes(",") && !isKnownNotToExist(id));
    const stateOf = (id: string, of = needs) => records.read(id, currency, of)?.state ?? "incomplete";
    const askable = readable.filter((id) => blocking(id) === null);
    const states = askable.map((id) => stateOf(id));
    const [isMissing, isStale] = [states.includes("incomplete"), states.includes("stale")];
    // A coin known only from its own answer lacks the line of the week; a call that is due anyway fetches it.
    const isAsked = (id: string) => stateOf(id) !== "fresh" || stateOf(id, "week") === "incomplete";
    const asked = isMissing || isStale ? askable.filter(isAsked).toSorted() : [];
    const endpoints = coinRowsEndpoints(currency, asked).map((endpoint) => ({
      ...endpoint,
      onAnswer: (answer: Answer<readonly MarketCoin[]>) => noteRows(answer, endpoint.ids, currency),
    }));
    const failures: MarketDataFailure[] = [];
    for (const endpoint of isMissing ? [] : endpoints) gate.refresh(endpoint, patience);
    const waits = (isMissing ? endpoints : []).map((endpoint) => gate.call(endpoint, patience));
    await Promise.all(waits.map((wait) => wait.catch((failure) => failures.push(failure))));

    const rows = readable.flatMap((id) => records.read(id, currency, needs) ?? []);
    const absent = wanted.filter((id) => rows.every(({ coin }) => coin.id !== id));
    const notFound = absent.filter((id) => !readable.includes(id) || isKnownNotToExist(id));
    const unavailable = absent.find((id) => !notFound.includes(id));
    const noAnswer = () => new MarketDataFailure("unreachable", `${unavailable}: no answer`);
    const failure = unavailable === undefined ? null : (failures[0] ?? blocking(unavailable) ?? noAnswer());
    if (rows.length === 0 && failure !== null) throw metrics.failed("records", failure, patience);
    const isWhole = failure === null && rows.every(({ state }) => state !== "incomplete");
    const oldestMs = Math.max(0, ...rows.map(({ ageMs }) => ageMs));
    metrics.served("records", isMissing ? "miss" : isStale ? "stale" : "hit", oldestMs);
    return {
      value: Object.freeze(rows.map(({ coin }) => coin)),
      notFound,
      failure,
      fetchedAt: Math.min(freshness.clock.now(), ...rows.map(({ coin }) => coin.fetchedAt)),
      freshForMs: isWhole ? Math.min(policy.ttlMs, ...rows.map((row) => row.freshForMs)) : 0,
      isOutOfDate: oldestMs > 2 * policy.ttlMs && endpoints.some(({ path }) => gate.isFailing(path)),
    };
  };
}

/** Returns the key of a coin's cool-down, which no address equals. */
function coinKey(id: string): string {
  return `coin ${id}`;
}
