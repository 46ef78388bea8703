import type { KnownCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { marketData } from "~/services/market-data/configured.server";

type Gathered = Omit<Awaited<ReturnType<typeof marketData.gather>>, "values"> & {
  readonly values: { readonly list: readonly KnownCoin[] | null };
};

/**
 * What the hundred largest coins need, of which Home and the movers of the top 100 show the same.
 * @param hasWeek whether the change of seven days is needed, too
 */
export function topHundredNeed(currency: Currency, hasWeek: boolean) {
  return { currency, page: 1, order: hasWeek ? "market_cap_desc" : null, wait: "may" } as const;
}

/**
 * Returns the hundred largest coins; while their list is missing, those that are known.
 * @returns also why there is none, if the service has failed
 */
export function topHundred({ values, failures, age, retryInMs }: Gathered, currency: Currency) {
  if (values.list !== null) return { coins: values.list.slice(0, 100), age, retryInMs, failed: null };
  const coins = marketData.largest(currency, 100);
  const failed = failures.find(({ reason }) => reason !== "overloaded") ?? null;
  const fetchedAt = Math.min(age.fetchedAt, ...coins.map((coin) => coin.fetchedAt));
  return {
    coins,
    age: { ...age, fetchedAt, isOutOfDate: failed !== null && coins.length > 0 },
    retryInMs,
    failed: coins.length === 0 ? failed : null,
  };
}
