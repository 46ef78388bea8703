import { LRUCache } from "lru-cache";
import type { Currency } from "~/domain/market/currency";
import { currentNetwork } from "../../visitor-network.server";
import { createRequestBudget, type RequestBudget } from "../calls/request-budget.server";
import { createSharedCalls, type Shared } from "../calls/shared-calls.server";
import type { ServedAnswer } from "../facts/answers.server";
import { type Answer, type Fetched, pricePolicy } from "../facts/cache-policy.server";
import { MarketDataFailure } from "../failure.server";
import { idsOf } from "../provider/coin-lists.server";
import {
  MAX_PRICED_IDS,
  PRICES_KEY,
  type SimplePrices,
  simplePricesEndpoint,
  splitByAddress,
} from "../provider/simple-prices.server";
import type { CoinRecords } from "./coin-records.server";

/** A page briefly waits for prices if the known ones are older than this multiple of their ttl. */
const WAIT_FROM = 1.1;
const MAX_WAIT_MS = 1500;

/** Remembered viewed coins; a call includes the latest of them. */
const MAX_LOOKED_AT = 2000;

const NEVER: Fetched = { fetchedAt: 0, receivedAt: Number.NEGATIVE_INFINITY };

/**
 * Creates what refreshes the prices of all viewed coins by one call, in all currencies. The call is made when somebody requests a
 * page with stale prices, never by a timer.
 */
export function createPrices(shared: Shared, records: CoinRecords) {
  const { coolDowns, shares, metrics, freshness, planNow } = shared;
  const lookedAt = new LRUCache<string, true>({ max: MAX_LOOKED_AT });
  /** Times of the latest calls for coins: one without a price is not requested all the time. */
  const askedAt = new LRUCache<string, Fetched>({ max: MAX_LOOKED_AT });
  let latest = NEVER;
  let hasFailed = false;
  const calls = createSharedCalls<SimplePrices>("prices", shared, {
    isShared: true,
    onAnswer(answer, { path }) {
      records.notePrices(answer);
      latest = answer;
      for (const id of [...idsOf(path), ...answer.value.keys()]) askedAt.set(id, answer);
    },
  });

  function pricedAt(id: string, currency: Currency): Fetched {
    const [priced, asked] = [records.pricedAt(id, currency), askedAt.get(id) ?? NEVER];
    return priced === undefined || priced.receivedAt < asked.receivedAt ? asked : priced;
  }

  /**
   * Makes the call, or two if the due coins do not fit in one address; the remaining room is for the most recently viewed
   * coins. Never rejects.
   */
  async function renewNow(due: readonly string[], budget: RequestBudget): Promise<void> {
    const policy = pricePolicy(planNow());
    // Rarely viewed coins can cause further calls, which count towards the network's share.
    const isCharged = freshness.of(latest, policy) === "fresh";
    const lists = splitByAddress([...new Set([...due, ...lookedAt.keys()])], MAX_PRICED_IDS);
    try {
      for (const ids of lists.slice(0, splitByAddress(due, MAX_PRICED_IDS).length)) {
        const accepts = ({ value, ...at }: Answer<SimplePrices>) =>
          freshness.of(at, policy) === "fresh" && ids.every((id) => value.has(id) || !due.includes(id));
        await calls.call(simplePricesEndpoint(ids), { policy, budget, isCharged, accepts });
      }
      hasFailed = false;
    } catch (error) {
      hasFailed ||= !isCharged;
      if (!(error instanceof MarketDataFailure)) console.error(error);
    }
  }

  return {
    /**
     * Has stale prices of coins refreshed. Waits only if they are clearly older, and briefly; never rejects because of the
     * service.
     */
    async renew(
      ids: readonly string[],
      currency: Currency,
      { signal }: Pick<RequestBudget, "signal"> = {},
    ): Promise<Omit<ServedAnswer<unknown>, "value">> {
      const policy = pricePolicy(planNow());
      const askable = ids.filter((id) => !id.includes(","));
      // Coins beyond a network's share are not included in other visitors' calls.
      if (shares.waitMs(currentNetwork()) === 0)
        for (const id of askable.toReversed()) lookedAt.set(id, true);
      const ageInMs = (id: string) => freshness.ageOf(pricedAt(id, currency));
      const oldest = () => Math.max(0, ...askable.map(ageInMs));
      // A call under way may be for other coins.
      for (let round = 0; round < 2 && oldest() > policy.ttlMs; round++) {
        const isOld = oldest() > WAIT_FROM * policy.ttlMs;
        if (coolDowns.blocking(PRICES_KEY) !== null || (!isOld && calls.underWay(PRICES_KEY) !== null)) break;
        const due = askable.filter((id) => ageInMs(id) > policy.ttlMs);
        const renewed = renewNow(due, createRequestBudget(isOld ? signal : undefined, MAX_WAIT_MS));
        if (!isOld) break;
        await renewed;
      }
      const times = askable.map((id) => pricedAt(id, currency)).filter((time) => time !== NEVER);
      const state = oldest() > policy.ttlMs ? "stale" : "hit";
      metrics.served("prices", state, Math.max(0, ...times.map(freshness.ageOf)));
      return {
        fetchedAt: Math.min(freshness.clock.now(), ...times.map(({ fetchedAt }) => fetchedAt)),
        freshForMs: Math.min(policy.ttlMs, ...times.map((time) => freshness.leftMs(time, policy))),
        isOutOfDate: oldest() > 2 * policy.ttlMs && (hasFailed || calls.isFailing(PRICES_KEY)),
      };
    },
  };
}
