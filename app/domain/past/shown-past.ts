import Big from "big.js";
import { drawPriceChart } from "../chart/drawing";
import { intervalsOf } from "../chart/intervals";
import { downsamplePriceHistory, type PricePoint } from "../chart/price-history";
import { AMOUNT_PROBLEMS, formatGivenCoins, parseAmount, writeAmount } from "../format/amount";
import { currencySymbol, formatAmount, formatPrice, formatShortAmount } from "../format/money";
import { formatPercent, NOT_AVAILABLE } from "../format/number";
import { isolated } from "../format/text";
import { formatDate, formatUtc } from "../format/time";
import { type Currency, currencyCalled } from "../market/currency";
import { dayAt, TIME } from "../time";
import { formatGain, formatValue } from "../watchlist/valuation";
import type { Every, PastQuery } from "./past-query";
import {
  buy,
  dailyCloses,
  followWorth,
  formatDayIso,
  outcomeOf,
  type Purchase,
  parseDay,
  purchaseDays,
} from "./purchases";

const MAX_PURCHASES = 600;

/** Amounts of one purchase. */
const AMOUNTS = { min: 0.01, max: 1e9 } as const;

/** Days back to the default date, and how far the chart of a year reaches. */
export const ONE_YEAR_DAYS = 365;

/** A point for eight pixels of a wide screen: with two lines and 600 purchases, the page stays below 28 kB. */
const MAX_DRAWN_POINTS = 60;

export interface KnownPast {
  readonly points: readonly PricePoint[];
  /** Whether nothing is known to be before them. */
  readonly isWhole: boolean;
  readonly isOneYearOnly: boolean;
}

interface PastCoin {
  readonly name: string;
  readonly symbol: string;
}

export type ShownPast = ReturnType<typeof lookBack>;

/**
 * Reads a query and buys as it says, at the closes of days up to yesterday.
 * @param now in milliseconds since the epoch
 * @returns the purchases, none where a value has a problem; and what is wrong with which
 */
export function readPast(query: PastQuery, coin: PastCoin, currency: Currency, past: KnownPast, now: number) {
  const today = dayAt(now);
  const closes = dailyCloses(past.points, today);
  const { value: amount, ...read } = readAmount(query.amount, currency);
  const first = closes[0]?.day;
  const day = query.date === null ? Math.max(first ?? 0, today - ONE_YEAR_DAYS) : parseDay(query.date);
  const asked = day === null ? unreadDate(query.date ?? "") : outOfReach(day, first, coin, past, today);
  const days = asked === null && day !== null ? purchaseDays(day, today - 1, query.every) : [];
  const { purchases, unpriced } = buy(amount ?? new Big(1), days, closes);
  const problem = asked ?? tooMany(days, query.every) ?? noneOf(purchases, coin);
  const isRead = amount !== null && problem === null;
  return {
    amount: amount ?? new Big(0),
    day: day ?? 0,
    closes,
    purchases: isRead ? purchases : [],
    unpriced: isRead ? unpriced : 0,
    problems: { amount: read.problem, date: problem },
    remark: read.remark,
    // The dates that the field offers.
    first: past.isWhole && first !== undefined ? formatDayIso(first) : undefined,
    last: formatDayIso(today - 1),
    date: query.date ?? (first === undefined || day === null ? "" : formatDayIso(day)),
    // Whether a field for dates can show it.
    isDate: day !== null || query.date === "",
  };
}

/** Looks back as a query asks: makes the texts of the page, its chart, and its tables. */
export function lookBack(query: PastQuery, coin: PastCoin, currency: Currency, past: KnownPast, now: number) {
  const { amount, day, closes, purchases, unpriced, ...fields } = readPast(query, coin, currency, past, now);
  const [first, last, newest] = [purchases[0], purchases.at(-1), past.points.at(-1)];
  const outcome = last && newest && outcomeOf(last, newest[1]);
  if (!first || !last || !newest || !outcome) return { ...fields, shown: null };
  const moments = followWorth(purchases, closes, newest);
  const name = isolated(coin.name);
  const given = currencySymbol(currency) + formatGivenCoins(amount, currency);
  const [since, worthAt] = [formatDay(day), formatUtc(newest[0])];
  const heading = `${given} of ${name} ${HEADINGS[query.every]} ${since}`;
  const worth = formatValue(outcome.worth, currency);
  const paid = formatValue(last.paidInAll, currency);
  const gain = formatGain(outcome.gain, last.paidInAll, currency);
  const late = purchases.filter((purchase) => purchase.close.day !== purchase.day).length;
  const coinsOf = (value: Big) => `${formatCoins(value, currency)} ${isolated(coin.symbol.toUpperCase())}`;
  const row = (purchase: Purchase) => ({
    day: formatDay(purchase.day),
    at: purchase.close.day === purchase.day ? null : formatDay(purchase.close.day),
    price: formatPrice(purchase.close.price, currency),
    coins: formatCoins(purchase.coins, currency),
    worth: formatValue(purchase.coins.times(newest[1]), currency),
  });
  const years = [...new Set(moments.map((moment) => yearOf(moment.day)))].reverse();
  const year = years.find((each) => each === query.year) ?? yearOf(last.day);
  return {
    ...fields,
    shown: {
      heading,
      sentence: `${heading}${last === first ? "" : `, ${purchases.length} purchases for ${paid},`} would be worth ${worth} on ${worthAt}: ${formatPercent(outcome.percent)}.`,
      worth,
      paid,
      gain,
      times: purchases.length,
      coins: coinsOf(last.coinsInAll),
      average: formatPrice(last.paidInAll.div(last.coinsInAll).toNumber(), currency),
      onTheDay: onTheDay(first, day, newest[1], currency),
      notes: [
        ...(late === 0
          ? []
          : [`${late} of the days ${late === 1 ? "has" : "have"} no known price: bought at the next one.`]),
        ...(unpriced === 0
          ? []
          : [`No price is known after ${formatDay(last.close.day)}: ${unpriced} left out.`]),
      ],
      years: years.map((each) => {
        const end = moments.findLast((moment) => yearOf(moment.day) === each) ?? moments[0];
        const isNow = each === years[0];
        return {
          year: each,
          isNow,
          paid: formatWhole(end?.purchase.paidInAll ?? null, currency),
          price: formatPrice(end?.price ?? null, currency),
          worth: formatWhole(end ? outcomeOf(end.purchase, end.price).worth : null, currency),
        };
      }),
      year,
      purchases: purchases.filter((purchase) => yearOf(purchase.day) === year).map(row),
      ...drawWorth(moments, currency),
    },
  };
}

const HEADINGS: Readonly<Record<Every, string>> = {
  once: "on",
  week: "every week since",
  month: "every month since",
};

function formatDay(day: number): string {
  return formatDate(day * TIME.DAY, "utc");
}

function yearOf(day: number): number {
  return new Date(day * TIME.DAY).getUTCFullYear();
}

/** Without decimals from 1,000 upward, so that three of them fit a phone. */
function formatWhole(value: Big | null, currency: Currency): string {
  if (value === null) return NOT_AVAILABLE;
  const isWhole = value.gte(1000) && value.lt(1e15);
  return isWhole ? formatAmount(value.round(0).toNumber(), currency) : formatValue(value, currency);
}

/** Nine significant digits, or two decimals of millions. */
function formatCoins(value: Big, currency: Currency): string {
  return formatGivenCoins(value.e < 7 ? value.prec(9) : value.round(2), currency);
}

/** The figures of the first purchase's day. */
function onTheDay({ close }: Purchase, day: number, price: number, currency: Currency) {
  const change = new Big(price).div(close.price).minus(1).times(100).toNumber();
  return {
    title: `On ${formatDay(close.day)}`,
    isLater: close.day !== day,
    figures: [
      { term: "Price at the close", value: formatPrice(close.price, currency) },
      { term: "Market Cap", value: formatShortAmount(close.marketCap || null, currency) },
      { term: "Volume (24h)", value: formatShortAmount(close.volume || null, currency) },
    ],
    change,
  };
}

/** Draws what all purchases were worth, and below or above it what had been paid in. Both have the same moments. */
function drawWorth(moments: ReturnType<typeof followWorth>, currency: Currency) {
  const worth = moments.map(({ time, price, purchase }): PricePoint => {
    return [time, Number(outcomeOf(purchase, price).worth.toPrecision(8))];
  });
  const { gaps } = intervalsOf(worth);
  const points = downsamplePriceHistory(worth, MAX_DRAWN_POINTS, gaps.slice(-MAX_DRAWN_POINTS / 8).flat());
  const paidAt = new Map(moments.map(({ time, purchase }) => [time, purchase.paidInAll.toNumber()]));
  const paidIn = points.map(([time]) => paidAt.get(time) ?? 0);
  // The axis has room for both, and the tag at its end is that of the worth.
  const both = points.flatMap((point, index): PricePoint[] => [[point[0], paidIn[index] ?? 0], point]);
  const { points: _, gaps: __, ...drawing } = drawPriceChart(both, currency);
  return { points, paidIn, gaps, drawing: { ...drawing, openY: null } };
}

function readAmount(text: string, currency: Currency) {
  const read = parseAmount(text);
  const refuse = (problem: string) => ({ value: null, problem, remark: null });
  const bounds = `Enter an amount from ${currencySymbol(currency)}${AMOUNTS.min} to ${formatAmount(AMOUNTS.max, currency)}.`;
  if (read.kind === "empty" || read.kind === "too-long" || read.kind === "not-understood")
    return refuse(AMOUNT_PROBLEMS[read.kind]);
  if (read.kind !== "amount" || read.value.lt(AMOUNTS.min) || read.value.gt(AMOUNTS.max))
    return refuse(bounds);
  const unit = read.units.find((each) => currencyCalled(each) !== currency);
  if (unit !== undefined)
    return refuse(`The amount is in “${unit}”. Write it in ${currency.toUpperCase()}, or without a unit.`);
  const { value, other } = read;
  const remark =
    other === null ? null : `“${text}” is read as ${writeAmount(value)}. It could also mean ${other}.`;
  return { value, problem: null, remark };
}

function unreadDate(text: string): string {
  return text === "" ? "Enter a date." : `“${text}” is no date. Write one such as 2026-01-15.`;
}

function outOfReach(
  day: number,
  first: number | undefined,
  { name }: PastCoin,
  { isOneYearOnly }: KnownPast,
  today: number,
): string | null {
  if (day >= today)
    return `This day has no close yet. Choose one up to yesterday, ${formatDay(today - 1)} (UTC).`;
  if (first === undefined) return `No past price of ${isolated(name)} is known.`;
  if (day >= first) return null;
  const from = `Choose a date from ${formatDay(first)} on.`;
  return isOneYearOnly
    ? `The market data service provides one year of history only. ${from}`
    : `No price of ${isolated(name)} is known before ${formatDay(first)}. ${from}`;
}

function tooMany(days: readonly number[], every: Every): string | null {
  if (days.length <= MAX_PURCHASES) return null;
  return `These are ${days.length} purchases, and at most ${MAX_PURCHASES} can be shown. Choose a later date${every === "week" ? ", or every month" : ""}.`;
}

function noneOf(purchases: readonly Purchase[], { name }: PastCoin): string | null {
  return purchases.length > 0 ? null : `No price of ${isolated(name)} is known since that day.`;
}
