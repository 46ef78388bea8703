import Big from "big.js";
import type { PricePoint } from "../chart/price-history";
import { dayAt, TIME } from "../time";
import type { Every } from "./past-query";

/** Days are counted in UTC, from the first of January 1970. */
export interface Close {
  readonly day: number;
  /** The moment of the price, in milliseconds since the epoch. */
  readonly time: number;
  readonly price: number;
  readonly volume: number | null;
  readonly marketCap: number | null;
}

export interface Purchase {
  /** The day that was asked for. */
  readonly day: number;
  /** The close at which it buys: that of the day, or the next one that is known. */
  readonly close: Close;
  readonly coins: Big;
  readonly coinsInAll: Big;
  readonly paidInAll: Big;
}

export interface Bought {
  readonly purchases: readonly Purchase[];
  /** Purchases of days after which no close is known. */
  readonly unpriced: number;
}

/** Amounts of coins are quotients, which have no end. They are cut where no price of any coin notices: nothing else is rounded here. */
const Exact = Big();
Exact.DP = 60;

/** The service's points may be a little late. */
const LATE_MS = 10 * TIME.MINUTE;

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Parses a date such as `2026-01-15`; null if there is no such day. */
export function parseDay(text: string): number | null {
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN;
  // The 30th of February may be read as a day of March.
  return Number.isNaN(time) || formatDayIso(dayAt(time)) !== text ? null : dayAt(time);
}

export function formatDayIso(day: number): string {
  return new Date(day * TIME.DAY).toISOString().slice(0, 10);
}

/** The day whose close a price may be: that before a midnight up to ten minutes ago. */
export function closeDay(time: number): number {
  return Math.ceil((time - LATE_MS) / TIME.DAY) - 1;
}

/**
 * Finds the close of each day that has ended: of the prices since the midnight before, the one nearest to the midnight (UTC) after it.
 * A daily point at 00:00 is hence the close of the day before; one up to ten minutes late is so, too. A day without a price has no
 * close, and a price of zero, at which nothing can be bought, is none.
 * @param points sorted
 * @param today the day that has not ended
 */
export function dailyCloses(points: readonly PricePoint[], today: number): readonly Close[] {
  const closes = new Map<number, Close>();
  for (const [time, price, volume = null, marketCap = null] of points) {
    const day = closeDay(time);
    const distance = (at: number) => Math.abs((day + 1) * TIME.DAY - at);
    const known = closes.get(day);
    if (day >= today || price <= 0 || (known && distance(known.time) <= distance(time))) continue;
    closes.set(day, { day, time, price, volume, marketCap });
  }
  return [...closes.values()];
}

/** Returns the days on which to buy. What begins on the 31st is bought on the last day of shorter months. @param last inclusive */
export function purchaseDays(first: number, last: number, every: Every): readonly number[] {
  const days: number[] = [];
  for (let day = first; day <= last; day = dayAfter(first, days.length, every)) days.push(day);
  return days;
}

function dayAfter(first: number, count: number, every: Every): number {
  if (every !== "month") return every === "week" ? first + 7 * count : Number.POSITIVE_INFINITY;
  const date = new Date(first * TIME.DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)));
}

/** Buys for an amount on each day, in exact decimals. @param closes sorted by day */
export function buy(amount: Big, days: readonly number[], closes: readonly Close[]): Bought {
  const purchases: Purchase[] = [];
  let at = 0;
  for (const day of days) {
    while ((closes[at]?.day ?? Number.POSITIVE_INFINITY) < day) at += 1;
    const close = closes[at];
    if (close === undefined) break;
    const coins = new Exact(amount).div(close.price);
    const before = purchases.at(-1);
    purchases.push({
      day,
      close,
      coins,
      coinsInAll: coins.plus(before?.coinsInAll ?? 0),
      paidInAll: new Exact(amount).plus(before?.paidInAll ?? 0),
    });
  }
  return { purchases, unpriced: days.length - purchases.length };
}

/** What purchases have come to at a price. The gain in per cent is that of what was paid in. */
export function outcomeOf({ coinsInAll, paidInAll }: Purchase, price: number) {
  const worth = coinsInAll.times(price);
  const gain = worth.minus(paidInAll);
  return { worth, gain, percent: gain.div(paidInAll).times(100).toNumber() };
}

/** Follows purchases from the first one over all closes, up to the newest price: what had been paid in by then, and its worth. */
export function followWorth(purchases: readonly Purchase[], closes: readonly Close[], now: PricePoint) {
  let at = 0;
  const moments = closes.flatMap(({ day, time, price }) => {
    while ((purchases[at + 1]?.close.day ?? Number.POSITIVE_INFINITY) <= day) at += 1;
    const purchase = purchases[at];
    const isBegun = purchase !== undefined && purchase.close.day <= day;
    return isBegun ? [{ day, time, price, purchase }] : [];
  });
  const last = purchases.at(-1);
  if (last === undefined || now[0] <= (moments.at(-1)?.time ?? 0)) return moments;
  return [...moments, { day: dayAt(now[0]), time: now[0], price: now[1], purchase: last }];
}
