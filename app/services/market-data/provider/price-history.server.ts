import { downsamplePriceHistory, normalisePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import { type Range, upstreamDays } from "~/domain/market/range";
import { MarketDataFailure } from "../failure.server";
import type { Endpoint } from "./client.server";
import { endpointPath } from "./coin.server";
import { fieldsOf, listOf, MAX_TIME, readNumber } from "./fields.server";

/** The service's error code for history beyond the plan. */
const BEYOND_PLAN = 10012;

/** Maximum number of points in a price history: thirteen years of daily ones. */
export const MAX_POINTS = 5000;

/**
 * A coin's prices over a range, normalised, and downsampled if there are more than `MAX_POINTS`. The call fails with
 * `beyond-plan` if the plan does not include the range.
 */
export function historyEndpoint(id: string, currency: Currency, range: Range) {
  return {
    name: "market_chart",
    path: `${endpointPath(id)}/market_chart?vs_currency=${currency}&days=${upstreamDays(range)}`,
    // 10,000 points with a market cap and a volume each; the service sends half as many.
    limits: { maxBytes: 2_000_000, maxValues: 100_000 },
    read(body: unknown, name: string) {
      const points: readonly PricePoint[] = normalisePriceHistory(readPriceHistory(body, name), range);
      return Object.freeze(downsamplePriceHistory(points, MAX_POINTS));
    },
    failureOf: beyondPlanOf,
  } satisfies Endpoint<readonly PricePoint[]>;
}

function beyondPlanOf(failure: MarketDataFailure): MarketDataFailure {
  const { code, status } = failure;
  if (code !== BEYOND_PLAN || (status !== 401 && status !== 200)) return failure;
  return new MarketDataFailure("beyond-plan", failure.message, { status, code, cause: failure });
}

/**
 * Reads a price history as points in order of arrival, dropping those without a time or a price, with the volumes and market caps
 * of the same moments.
 * @throws {MarketDataFailure} `bad-response` when the body has no list of prices
 */
export function readPriceHistory(body: unknown, path: string): readonly PricePoint[] {
  const { prices, total_volumes, market_caps } = fieldsOf(body);
  if (!Array.isArray(prices)) throw new MarketDataFailure("bad-response", `${path}: the body has no prices`);
  // The service sends zero for unknown values.
  const [volumes, marketCaps] = [total_volumes, market_caps].map(
    (amounts) => new Map(readMoments(amounts).filter(([, amount]) => amount > 0)),
  );
  return readMoments(prices).map(([time, price]) => {
    const [volume = null, marketCap = null] = [volumes?.get(time), marketCaps?.get(time)];
    return volume === null && marketCap === null ? [time, price] : [time, price, volume, marketCap];
  });
}

function readMoments(pairs: unknown): (readonly [time: number, value: number])[] {
  return listOf(pairs).flatMap((pair) => {
    const [time = null, value = null] = listOf(pair).slice(0, 2).map(readNumber);
    return time === null || value === null || Math.abs(time) > MAX_TIME ? [] : [[time, value] as const];
  });
}
