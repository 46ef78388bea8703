import type { Currency } from "~/domain/market/currency";
import type { SampleCoin } from "./sample-coins.server";
import { fractionOf } from "./sample-hash.server";
import { factorAt, priceAtFactor, priceCurveOf, toEightDigits } from "./sample-price.server";

/** A moment in milliseconds since the epoch, and an amount of the currency asked for. */
export type HistoryPoint = [atMs: number, amount: number];

/** The body of `/coins/{id}/market_chart`. */
export type MarketChart = {
  prices: HistoryPoint[];
  market_caps: HistoryPoint[];
  total_volumes: HistoryPoint[];
};

export const DAY_MS = 86_400_000;

/**
 * Reads the parameter `days`: a whole number of days, with or without a `d`, or `max` for all there is (infinity).
 * `24h` is one day here, which is what a caller means by it; the real service reads the leading 24 and answers with 24
 * days. Null for anything else.
 */
export function parseDays(value: string | null): number | null {
  if (value === "max") return Number.POSITIVE_INFINITY;
  if (value === "24h") return 1;
  const digits = /^(\d{1,6})d?$/.exec(value ?? "")?.[1];
  const days = Number(digits);
  return days >= 1 ? days : null;
}

/**
 * The moments that a chart of that many days shows: on the grid of five minutes (up to a day), an hour (up to 90 days)
 * or a day at 00:00 UTC, none before the coin was traded, and "now" at the end. In milliseconds, ascending.
 */
export function historyTimes(coin: SampleCoin, days: number, nowMs: number): number[] {
  const stepMs = days <= 1 ? 300_000 : days <= 90 ? 3_600_000 : DAY_MS;
  const startMs = Math.max(nowMs - days * DAY_MS, tradedSinceMs(coin, nowMs));
  const times: number[] = [];
  for (let atMs = Math.ceil(startMs / stepMs) * stepMs; atMs < nowMs; atMs += stepMs) times.push(atMs);
  times.push(nowMs);
  return times;
}

/** Prices, market capitalisations and day's volumes over the last days; nothing for a coin that has no price. */
export function marketChart(coin: SampleCoin, currency: Currency, days: number, nowMs: number): MarketChart {
  const chart: MarketChart = { prices: [], market_caps: [], total_volumes: [] };
  const curve = priceCurveOf(coin);
  if (curve === null) return chart;
  const turnover = turnoverOf(coin);
  for (const atMs of historyTimes(coin, days, nowMs)) {
    const price = priceAtFactor(curve, factorAt(curve, atMs), currency);
    const marketCap = price * coin.circulatingSupply;
    chart.prices.push([atMs, price]);
    chart.market_caps.push([atMs, marketCap]);
    chart.total_volumes.push([atMs, toEightDigits(marketCap * turnover)]);
  }
  return chart;
}

/** Since when the coin has been traded, in milliseconds; never later than now. */
export function tradedSinceMs(coin: SampleCoin, nowMs: number): number {
  return coin.firstTradedMs === null ? nowMs - FRESH_MS : Math.min(coin.firstTradedMs, nowMs);
}

/** The part of the market capitalisation that changes hands in a day. */
export function turnoverOf(coin: SampleCoin): number {
  const fraction = fractionOf(`${coin.id}/turnover`);
  return coin.steady ? 0.05 + 0.35 * fraction : 0.005 + 0.1 * fraction;
}

/** How long ago a freshly listed coin began. */
const FRESH_MS = 6 * 3_600_000;
