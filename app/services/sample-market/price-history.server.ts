import type { Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import type { SampleCoin } from "./sample-coins.server";
import { factorAt, priceAtFactor, priceCurveOf } from "./sample-price.server";

/** Time since a freshly listed coin began to be traded. */
const FRESH_MS = 6 * TIME.HOUR;

/**
 * Reads the parameter `days`: `24h`, a whole number with a `d`, or `max` for all there is (infinity). `24h` is one day
 * here, which is what a caller means by it; the real service reads the leading 24 and answers with 24 days. Null for
 * anything else.
 */
export function parseDays(value: string | null): number | null {
  if (value === "max") return Number.POSITIVE_INFINITY;
  if (value === "24h") return 1;
  const days = Number(/^(\d{1,6})d$/.exec(value ?? "")?.[1]);
  return days >= 1 ? days : null;
}

/**
 * Finds the moments that a chart of that many days shows: on the grid of five minutes (up to a day), an hour (up to 90
 * days) or a day at 00:00 UTC, none before the coin was traded, and "now" at the end. In milliseconds, ascending.
 */
export function historyTimes(coin: SampleCoin, days: number, nowMs: number): number[] {
  const stepMs = days <= 1 ? 5 * TIME.MINUTE : days <= 90 ? TIME.HOUR : TIME.DAY;
  const startMs = Math.max(nowMs - days * TIME.DAY, tradedSinceMs(coin, nowMs));
  const times: number[] = [];
  for (let atMs = Math.ceil(startMs / stepMs) * stepMs; atMs < nowMs; atMs += stepMs) times.push(atMs);
  times.push(nowMs);
  return times;
}

/** Makes the body of `/coins/{id}/market_chart`: prices over the last days; none for a coin that has no price. */
export function marketChart(coin: SampleCoin, currency: Currency, days: number, nowMs: number) {
  const prices: [atMs: number, price: number][] = [];
  const curve = priceCurveOf(coin);
  if (curve === null) return { prices };
  for (const atMs of historyTimes(coin, days, nowMs)) {
    prices.push([atMs, priceAtFactor(curve, factorAt(curve, atMs), currency)]);
  }
  return { prices };
}

/** Finds the moment since which the coin has been traded, in milliseconds; never later than now. */
export function tradedSinceMs(coin: SampleCoin, nowMs: number): number {
  return coin.firstTradedMs === null ? nowMs - FRESH_MS : Math.min(coin.firstTradedMs, nowMs);
}

/** Computes a change in per cent to five decimals; a price that stays at nothing has changed by nothing. */
export function changePercent(from: number, to: number): number {
  return from === 0 ? 0 : Math.round((to / from - 1) * 1e7) / 1e5;
}
