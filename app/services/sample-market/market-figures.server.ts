import type { Currency } from "~/domain/market/currency";
import { DAY_MS, historyTimes, tradedSinceMs, turnoverOf } from "./price-history.server";
import type { SampleCoin } from "./sample-coins.server";
import { fractionOf } from "./sample-hash.server";
import {
  factorAt,
  type PriceCurve,
  priceAtFactor,
  priceBounds,
  priceCurveOf,
  toEightDigits,
} from "./sample-price.server";

/** Where a coin stands: amounts in units of one currency, changes in percent or amounts, dates in ISO 8601. */
export type MarketFigures = {
  price: number;
  marketCap: number;
  fullyDilutedValuation: number;
  volume: number;
  ath: number;
  athChangePercent: number;
  athDate: string;
  atl: number;
  atlChangePercent: number;
  atlDate: string;
  /** Null for a coin that has not been traded for a whole day. */
  lastDay: DayFigures | null;
};

export type DayFigures = { high: number; low: number; change: number; changePercent: number };

/** The coin's figures at a moment, or null for a coin that has no price. */
export function marketFigures(coin: SampleCoin, currency: Currency, nowMs: number): MarketFigures | null {
  const curve = priceCurveOf(coin);
  if (curve === null) return null;
  const price = priceAtFactor(curve, factorAt(curve, nowMs), currency);
  const marketCap = price * coin.circulatingSupply;
  const { highest, lowest } = priceBounds(curve, currency);
  return {
    price,
    marketCap,
    fullyDilutedValuation: price * totalSupply(coin),
    volume: toEightDigits(marketCap * turnoverOf(coin)),
    ath: highest,
    athChangePercent: changePercent(highest, price),
    athDate: recordDate(coin, "ath", nowMs),
    atl: lowest,
    atlChangePercent: changePercent(lowest, price),
    atlDate: recordDate(coin, "atl", nowMs),
    lastDay: lastDay(coin, curve, currency, nowMs),
  };
}

/** In coins: all that can ever be where there is a limit, otherwise those that circulate. */
export function totalSupply(coin: SampleCoin): number {
  return coin.maxSupply ?? coin.circulatingSupply;
}

/** Taken from the very points that the 24-hour chart shows, so that the two never disagree. */
function lastDay(coin: SampleCoin, curve: PriceCurve, currency: Currency, nowMs: number): DayFigures | null {
  if (tradedSinceMs(coin, nowMs) > nowMs - DAY_MS) return null;
  const factors = historyTimes(coin, 1, nowMs).map((atMs) => factorAt(curve, atMs));
  const first = priceAtFactor(curve, factors[0] ?? 1, currency);
  const last = priceAtFactor(curve, factors.at(-1) ?? 1, currency);
  return {
    high: priceAtFactor(curve, Math.max(...factors), currency),
    low: priceAtFactor(curve, Math.min(...factors), currency),
    change: toEightDigits(last - first),
    changePercent: changePercent(first, last),
  };
}

/** To five decimals; a price that stays at nothing has changed by nothing. */
function changePercent(from: number, to: number): number {
  return from === 0 ? 0 : Math.round((to / from - 1) * 1e7) / 1e5;
}

/**
 * The sample records are bounds, reached at no moment in particular: their dates are drawn from the years between the
 * coin's first day and a fixed one, so that they stay put while the clock moves.
 */
function recordDate(coin: SampleCoin, record: "ath" | "atl", nowMs: number): string {
  const sinceMs = tradedSinceMs(coin, nowMs);
  const spanMs = Math.max(0, RECORDS_SET_BY_MS - sinceMs);
  const atMs = sinceMs + Math.floor(spanMs * fractionOf(`${coin.id}/${record}`));
  return new Date(Math.min(atMs, nowMs)).toISOString();
}

const RECORDS_SET_BY_MS = Date.UTC(2025, 5, 1);
