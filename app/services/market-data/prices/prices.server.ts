import { LRUCache } from "lru-cache";
import type { Currency } from "~/domain/market/currency";
import { currentNetwork } from "../../visitor-network.server";
import type { Answer } from "../calls/calls.server";
import { createRequestBudget, type RequestBudget } from "../calls/request-budget.server";
import { createAnswers, type ServedAnswer, type Shared } from "../facts/answers.server";
import type { Fetched } from "../facts/cache-policy.server";
import { MarketDataFailure } from "../failure.server";
import { idsOf } from "../provider/coin-lists.server";
import {
  MAX_ADDRESS_LENGTH,
  MAX_PRICED_IDS,
  PRICES_KEY,
  type SimplePrices,
  simplePricesEndpoint,
} from "../provider/simple-prices.server";
import type { CoinRecords } from "./coin-records.server";

/** The age of the prices on a page. */
export type PriceAge = Omit<ServedAnswer<unknown>, "value">;

/** A page waits for prices when those that it knows are older than so many times their ttl, and not for long. */
const WAIT_FROM = 1.1;
const MAX_WAIT_MS = 1500;

/** Coins that somebody has looked at, of which a call brings along the latest. */
const MAX_LOOKED_AT = 2000;

const NEVER: Fetched = { fetchedAt: 0, receivedAt: Number.NEGATIVE_INFINITY };

/**
 * Creates what renews the prices of all coins that are looked at by one call, in all currencies. It is made when somebody asks for
 * a page whose prices are no longer fresh, and never by a timer.
 */
export function createPrices(shared: Shared, records: CoinRecords) {
  const { coolDowns, shares, metrics, freshness } = shared;
  const policyNow = () => shared.policyNow("prices");
  const lookedAt = new LRUCache<string, true>({ max: MAX_LOOKED_AT });
  /** Times of the latest calls that asked for coins: one without a price is not asked for all the time. */
  const askedAt = new LRUCache<string, Fetched>({ max: MAX_LOOKED_AT });
  /** Takes note of prices, and of the coins that have been asked for. */
  function onNew(answer: Answer<SimplePrices>, { path }: { readonly path: string }): void {
    records.notePrices(answer);
    latest = { fetchedAt: answer.fetchedAt, receivedAt: answer.receivedAt };
    for (const id of [...idsOf(path), ...answer.value.keys()]) askedAt.set(id, latest);
  }
  const regular = createAnswers<SimplePrices>("prices", shared, {
    isShared: true,
    isCountedElsewhere: true,
    onNew,
  });
  /** Calls before the prices of the one before are stale, for coins that few look at: each network has a share of them. */
  const further = createAnswers<SimplePrices>("prices", shared, {
    isCharged: true,
    isCountedElsewhere: true,
    onNew,
  });
  let latest = NEVER;
  let hasFailed = false;

  function pricedAt(id: string, currency: Currency): Fetched {
    const [priced, asked] = [records.pricedAt(id, currency), askedAt.get(id) ?? NEVER];
    return priced === undefined || priced.receivedAt < asked.receivedAt ? asked : priced;
  }

  /** Makes the call, or two. Never rejects. */
  async function call(due: readonly string[], budget: RequestBudget): Promise<void> {
    const isFurther = freshness.of(latest, policyNow()) === "fresh";
    const answers = isFurther ? further : regular;
    try {
      for (const ids of chosen(due, lookedAt.keys())) {
        const accepts = ({ value, ...at }: Answer<SimplePrices>) =>
          freshness.of(at, policyNow()) === "fresh" && ids.every((id) => value.has(id) || !due.includes(id));
        const options = { budget, isNew: true, accepts };
        await answers.read(simplePricesEndpoint(ids), options);
      }
      hasFailed = false;
    } catch (error) {
      hasFailed ||= !isFurther;
      if (!(error instanceof MarketDataFailure)) console.error(error);
    }
  }

  return {
    /**
     * Has the prices of coins renewed where they are no longer fresh. Waits for that only where they are clearly older, and not
     * for long; never rejects because of the service.
     */
    async renew(
      ids: readonly string[],
      currency: Currency,
      { signal }: Pick<RequestBudget, "signal"> = {},
    ): Promise<PriceAge> {
      const policy = policyNow();
      const askable = ids.filter((id) => !id.includes(","));
      // What a network asks for beyond its share is not brought along for all others.
      if (shares.waitMs(currentNetwork()) === 0)
        for (const id of askable.toReversed()) lookedAt.set(id, true);
      const ageInMs = (id: string) => freshness.ageOf(pricedAt(id, currency));
      const oldest = () => Math.max(0, ...askable.map(ageInMs));
      const isOld = () => oldest() > WAIT_FROM * policy.ttlMs;
      // A call that is under way may bring other coins.
      for (let round = 0; round < 2 && oldest() > policy.ttlMs; round++) {
        if (!isOld() && (regular.isCalling(PRICES_KEY) || further.isCalling(PRICES_KEY))) break;
        if (coolDowns.blocking(PRICES_KEY) !== null) break;
        const due = askable.filter((id) => ageInMs(id) > policy.ttlMs);
        const called = call(due, createRequestBudget(isOld() ? signal : undefined, MAX_WAIT_MS));
        if (isOld()) await called;
        else break;
      }
      const times = askable.map((id) => pricedAt(id, currency)).filter((time) => time !== NEVER);
      const state = oldest() > policy.ttlMs ? "stale" : "hit";
      metrics.served("prices", state, Math.max(0, ...times.map(freshness.ageOf)));
      return {
        fetchedAt: Math.min(freshness.clock.now(), ...times.map(({ fetchedAt }) => fetchedAt)),
        freshForMs: Math.min(policy.ttlMs, ...times.map((time) => freshness.leftMs(time, policy))),
        isOutOfDate: oldest() > 2 * policy.ttlMs && (hasFailed || regular.isFailing(PRICES_KEY)),
      };
    },
  };
}

/** Chooses the coins of a call, or of two where those that are due need them; the others are those that were looked at last. */
function chosen(due: readonly string[], lookedAt: Iterable<string>): readonly (readonly string[])[] {
  const calls: { ids: string[]; space: number }[] = [];
  const dueIds = new Set(due);
  for (const id of new Set([...due, ...lookedAt])) {
    const length = encodeURIComponent(id).length + 1;
    let call = calls.find(({ ids, space }) => ids.length < MAX_PRICED_IDS && length <= space);
    if (call === undefined && (dueIds.has(id) || calls.length === 0)) {
      call = { ids: [], space: MAX_ADDRESS_LENGTH - simplePricesEndpoint([]).path.length };
      calls.push(call);
    }
    call?.ids.push(id);
    if (call !== undefined) call.space -= length;
  }
  return calls.map(({ ids }) => ids);
}
