import { coinHref, moversHref, watchlistHref } from "../addresses/page-addresses";
import { formatPrice, zerosWrittenOut } from "../format/money";
import { formatPercent } from "../format/number";
import { isolated, joinWords } from "../format/text";
import { formatDate } from "../format/time";
import type { NamedCoin } from "../market/coin";
import { listInWords, type MoversView, topInWords } from "../market/coin-selection";
import type { Currency } from "../market/currency";
import { TIME } from "../time";
import { changeOf, type Day, isPassed, TOLD_DAYS } from "./days";
import { type FeedRules, hasRules } from "./rules";

/** What a feed tells, always in the same words: nothing in it depends on when it is read. */
export interface FeedEntry {
  /** What identifies it, for ever. */
  readonly key: readonly (string | number)[];
  /** Milliseconds since the epoch: that of its day, not of when it was noticed. */
  readonly time: number;
  readonly title: string;
  readonly text: string;
  /** Path of the page about it. */
  readonly href: string;
}

/** Which coins rose or fell most on a day, by the change in per cent. */
export interface MoversDay {
  readonly day: number;
  readonly coins: readonly { readonly id: string; readonly name: string; readonly change: number }[];
}

export interface CoinDays {
  readonly coin: NamedCoin;
  readonly days: readonly Day[];
  /** The first day whose figures may still come. */
  readonly finalBefore: number;
}

/** Tells, the newest first, what the rules of a coin's feed say, or the closes of the last thirty days that have ended. */
export function coinEntries(
  coin: NamedCoin,
  currency: Currency,
  days: readonly Day[],
  rules: FeedRules,
  today: number,
): readonly FeedEntry[] {
  if (hasRules(rules)) return ruleEntries(coin, currency, days, rules, today);
  return closesOf(coin, currency, days, today)
    .map(({ day, name, price, change, range }) => {
      const date = formatDate(day * TIME.DAY, "utc");
      const since = change === null ? "." : `, ${change} since the day before.`;
      return {
        key: ["close", coin.id, currency, day],
        time: (day + 1) * TIME.DAY,
        title: `${name} closed at ${price} on ${date}${change === null ? "" : ` (${change})`}`,
        text: `The price at the end of ${date} (UTC) was ${price}${since}${range}`,
        href: coinHref(coin.id, currency, "30d"),
      };
    })
    .reverse();
}

/** The closes of the last thirty days that have ended, in words. */
function closesOf(coin: NamedCoin, currency: Currency, days: readonly Day[], today: number) {
  const name = isolated(coin.name);
  const priced = (price: number) => zerosWrittenOut(formatPrice(price, currency));
  const first = days.find(({ figures }) => figures !== null)?.day;
  return days.flatMap(({ day, figures }) => {
    // Whether the first known one has a change depends on what is known.
    if (figures === null || day < today - TOLD_DAYS || day === first) return [];
    const [close, low, high] = figures;
    const before = days.find((other) => other.day === day - 1)?.figures?.[0] ?? 0;
    const change = before > 0 ? formatPercent(changeOf(close, before)) : null;
    const range =
      low === null || high === null ? "" : ` Low ${priced(low)}, high ${priced(high)}, of hourly prices.`;
    return [{ day, name, price: priced(close), change, range }];
  });
}

/** Tells on which of the last thirty days, and today, a rule has come true for the first time that day: one entry for each direction. */
function ruleEntries(
  coin: NamedCoin,
  currency: Currency,
  days: readonly Day[],
  rules: FeedRules,
  today: number,
): readonly FeedEntry[] {
  const name = isolated(coin.name);
  const told = outcomesOf(currency, rules);
  return days
    .filter(({ day }) => day >= today - TOLD_DAYS)
    .flatMap((each) =>
      told.flatMap(({ key, words, value, passed }) => {
        if (!isPassed(value, each[passed])) return [];
        const date = formatDate(each.day * TIME.DAY, "utc");
        return {
          key: [...key, coin.id, currency, each.day],
          time: each.day * TIME.DAY,
          title: `${name} ${words}`,
          text: `On ${date} (UTC), ${name} ${words}, for the first time on that day.`,
          href: coinHref(coin.id, currency),
        };
      }),
    )
    .reverse();
}

interface Outcome {
  readonly key: readonly [kind: string, value: string];
  readonly words: string;
  readonly subject: string;
  /** The value that is passed upward; a negative one stands for a price that is passed downward. */
  readonly value: number;
  readonly passed: "rises" | "falls" | "surges" | "slumps";
}

/** What can come true. */
function outcomesOf(currency: Currency, { above, below, move }: FeedRules): readonly Outcome[] {
  const price = (text: string) => zerosWrittenOut(formatPrice(Number(text), currency));
  const within = `${move}\u00a0% or more within 24 hours`;
  const subject = `changes of ${move}\u00a0% within 24 hours`;
  const all: readonly Outcome[] = [
    {
      key: ["above", above],
      words: `rose to ${price(above)} or more`,
      subject: `rises to ${price(above)}`,
      value: Number(above),
      passed: "rises",
    },
    {
      key: ["below", below],
      words: `fell to ${price(below)} or less`,
      subject: `falls to ${price(below)}`,
      value: -Number(below),
      passed: "falls",
    },
    { key: ["up", move], words: `rose by ${within}`, subject, value: Number(move), passed: "surges" },
    { key: ["down", move], words: `fell by ${within}`, subject, value: Number(move), passed: "slumps" },
  ];
  return all.filter(({ key: [, text] }) => text !== "");
}

/** Says what a feed tells of, after a name. */
export function subjectOf(currency: Currency, rules: FeedRules): string {
  if (!hasRules(rules)) return `each day’s close in ${currency.toUpperCase()}`;
  return joinWords([...new Set(outcomesOf(currency, rules).map(({ subject }) => subject))], "and");
}

/** Tells the days of a list of movers, the newest first. */
export function moversEntries(
  days: readonly MoversDay[],
  { list, top }: Pick<MoversView, "list" | "top">,
  currency: Currency,
): readonly FeedEntry[] {
  const scope = `${listInWords(list)}, ${topInWords(top)}`;
  return days.toReversed().map(({ day, coins }) => {
    const moves = coins.map(({ name, change }) => `${isolated(name)} ${formatPercent(change)}`);
    const date = formatDate(day * TIME.DAY, "utc");
    return {
      key: ["movers", list, top, currency, day],
      time: (day + 1) * TIME.DAY,
      title: `${scope} on ${date}: ${moves.slice(0, 3).join(", ") || "none"}`,
      text: `${scope} of ${date} (UTC), in ${currency.toUpperCase()}: ${moves.join(", ") || "none"}.`,
      href: moversHref(currency, { list, top, period: "24h", isTable: false }),
    };
  });
}

/** As many of a list as readers can be sent. */
const MAX_ENTRIES = 500;

/**
 * Tells the days of a list of coins: when what its rules say has come true, or each day's closes, once all of its coins that had one
 * are known.
 */
export function listEntries(
  list: readonly CoinDays[],
  currency: Currency,
  rules: FeedRules,
  today: number,
): readonly FeedEntry[] {
  if (hasRules(rules)) {
    const entries = list.flatMap(({ coin, days }) => ruleEntries(coin, currency, days, rules, today));
    return entries.sort((one, other) => other.time - one.time).slice(0, MAX_ENTRIES);
  }
  const end = Math.min(...list.map(({ finalBefore }) => finalBefore), today);
  const closes = list.map(({ coin, days }) => closesOf(coin, currency, days, today));
  return Array.from({ length: TOLD_DAYS }, (_, age) => today - 1 - age).flatMap((day) => {
    const told = closes.flatMap((each) => each.filter((close) => close.day === day));
    if (day >= end || told.length === 0) return [];
    const date = formatDate(day * TIME.DAY, "utc");
    const moves = told.map(({ name, change }) => (change === null ? name : `${name} ${change}`));
    return {
      key: ["list", currency, day, ...list.map(({ coin }) => coin.id)],
      time: (day + 1) * TIME.DAY,
      title: `${date}: ${moves.slice(0, 5).join(", ")}${moves.length > 5 ? ` and ${moves.length - 5} more` : ""}`,
      text: `Closes of ${date} (UTC): ${told.map(({ name, price, change }) => `${name} ${price}${change === null ? "" : ` (${change})`}`).join(", ")}.`,
      href: watchlistHref(
        currency,
        list.map(({ coin }) => ({ id: coin.id, amount: null })),
      ),
    };
  });
}
