import { LRUCache } from "lru-cache";
import type { Currency } from "~/domain/market/currency";
import { currentNetwork } from "../../visitor-network.server";
import type { Gate } from "../gate/gate.server";
import { createPatience, type Patience } from "../gate/patience.server";
import type { Answer, Fetched } from "../policy/cache-policy.server";
import { MarketDataFailure } from "../policy/failure.server";
import { PRICES_KEY, type SimplePrices, simplePricesEndpoints } from "../source/coin-lists.server";
import type { Age } from "./answers.server";
import type { CoinRecords } from "./coin-records.server";

/** A page briefly waits for prices if the known ones are older than this multiple of their ttl. */
const WAIT_FROM = 1.1;
const MAX_WAIT_MS = 1500;

const MAX_COINS = 2000;

const NEVER: Fetched = { fetchedAt: 0, receivedAt: Number.NEGATIVE_INFINITY };

/** Creates what refreshes the prices of all viewed coins by one call, in all currencies, when somebody requests stale ones. */
export function createPrices(gate: Gate, records: CoinRecords) {
  const { shares, metrics, freshness } = gate;
  const { freshTimes, policyOf } = freshness;
  const lookedAt = new LRUCache<string, true>({ max: MAX_COINS });
  /** Times of the latest calls for coins: one without a price is not requested all the time. */
  const askedAt = new LRUCache<string, Fetched>({ max: MAX_COINS });
  let latest = NEVER;

  function notePrices(answer: Answer<SimplePrices>, ids: readonly string[]): void {
    records.notePrices(answer);
    latest = answer;
    for (const id of [...ids, ...answer.value.keys()]) askedAt.set(id, answer);
  }

  function pricedAt(id: string, currency: Currency): Fetched {
    const [priced, asked] = [records.latestFetch(id, currency) ?? NEVER, askedAt.get(id) ?? NEVER];
    return priced.receivedAt < asked.receivedAt ? asked : priced;
  }

  /** Calls for due coins, together with those that were viewed last. Never rejects. */
  async function renewNow(due: ReadonlySet<string>, patience: Patience): Promise<void> {
    // Rarely viewed coins can cause further calls, which count towards the network's share.
    const isCharged = freshness.of(latest, policyOf("prices")) === "fresh";
    try {
      for (const endpoint of simplePricesEndpoints(due, lookedAt.keys())) {
        const onAnswer = (answer: Answer<SimplePrices>) => notePrices(answer, endpoint.ids);
        await gate.call({ ...endpoint, onAnswer }, patience, isCharged);
      }
    } catch (error) {
      // The call logs its failure, and the page says that its prices are old.
      if (!(error instanceof MarketDataFailure)) console.error(error);
    }
  }

  return {
    /**
     * Has stale prices of coins refreshed. Waits only if they are clearly older, and briefly; never rejects because of the service.
     * @returns the age of the prices; null if lists bring them, because the plan has no monthly limit
     */
    async renew(
      ids: readonly string[],
      currency: Currency,
      { signal }: Pick<Patience, "signal"> = {},
    ): Promise<Age | null> {
      if (freshTimes() === null || ids.length === 0) return null;
      const policy = policyOf("prices");
      const askable = ids.filter((id) => !id.includes(","));
      // Coins beyond a network's share are not included in other visitors' calls.
      if (shares.waitMs(currentNetwork()) === 0)
        for (const id of askable.toReversed()) lookedAt.set(id, true);
      const ageInMs = (id: string) => freshness.ageOf(pricedAt(id, currency));
      const oldest = () => Math.max(0, ...askable.map(ageInMs));
      // A call under way may be for other coins.
      for (let round = 0; round < 2 && oldest() > policy.ttlMs; round++) {
        const isOld = oldest() > WAIT_FROM * policy.ttlMs;
        if (gate.blocking(PRICES_KEY) !== null) break;
        const due = new Set(askable.filter((id) => ageInMs(id) > policy.ttlMs));
        const renewed = renewNow(due, createPatience(isOld ? signal : undefined, MAX_WAIT_MS));
        if (!isOld) break;
        await renewed;
      }
      const times = askable.map((id) => pricedAt(id, currency)).filter((time) => time !== NEVER);
      const state = oldest() > policy.ttlMs ? "stale" : "hit";
      metrics.served("prices", state, Math.max(0, ...times.map(freshness.ageOf)));
      return {
        fetchedAt: Math.min(freshness.clock.now(), ...times.map(({ fetchedAt }) => fetchedAt)),
        freshForMs: Math.min(policy.ttlMs, ...times.map((time) => freshness.leftMs(time, policy))),
        isOutOfDate: oldest() > 2 * policy.ttlMs,
      };
    },
  };
}
