import * as v from "valibot";
import type { PricePoint } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import { type Range, upstreamDays } from "~/domain/market/range";
import { MarketDataFailure } from "../failure.server";
import { coinApiPath } from "./coin.server";
import { looseNumber, MAX_TIME } from "./fields.server";

/** Path of the service for a coin's prices over a range. */
export function historyApiPath(id: string, currency: Currency, range: Range): string {
  return `${coinApiPath(id)}/market_chart?vs_currency=${currency}&days=${upstreamDays(range)}`;
}

const series = v.object({ prices: v.array(v.unknown()) });
const point = v.tuple([looseNumber, looseNumber]);

/** Older points are not read; the service sends fewer than 10,000. */
const MAX_POINTS_READ = 50_000;

/**
 * Reads the body of `historyApiPath` as points in the order in which they came, without those that lack a time or a
 * price.
 * @throws {MarketDataFailure} `bad-response` when the body holds no list of prices
 */
export function readPriceHistory(body: unknown, path: string): readonly PricePoint[] {
  const result = v.safeParse(series, body);
  if (!result.success) throw new MarketDataFailure("bad-response", `${path}: the body holds no prices`);
  return result.output.prices.slice(-MAX_POINTS_READ).flatMap((pair) => {
    const parsed = v.safeParse(point, pair);
    if (!parsed.success) return [];
    const [time, price] = parsed.output;
    return time === null || price === null || Math.abs(time) > MAX_TIME ? [] : [[time, price] as const];
  });
}
