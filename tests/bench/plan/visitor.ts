import { coinHref, coinsHref, compareHref, convertHref, searchHref } from "~/domain/addresses/page-addresses";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { RANGES, type Range } from "~/domain/market/range";
import { parseQuery } from "~/domain/search/query";
import { TOP_HUNDRED_COINS } from "~/services/sample-market/top-hundred-coins.server";
import { between, choose, type Random } from "./random";

export type ViewKind = "list" | "table" | "coin" | "compare" | "search" | "convert";

/** A page that a visitor opens. */
export interface View {
  readonly kind: ViewKind;
  /** Path and query. */
  readonly address: string;
}

/** What visitors look at. A range or a currency of twice the weight is chosen twice as often; one without a weight, never. */
interface Profile {
  /** So many of the largest coins. */
  readonly coins: number;
  /** By Zipf's law the n-th largest coin is viewed 1/n as often as the largest; uniform: all as often. */
  readonly popularity: "uniform" | "zipf";
  readonly ranges: Readonly<Partial<Record<Range, number>>>;
  readonly currencies: Readonly<Partial<Record<Currency, number>>>;
}

/** The kinds of visitors. Everything about them is assumed, nothing measured. */
const PROFILES = {
  /** All coins, ranges and currencies alike: the popular ones of `popular` save calls. */
  uniform: {
    coins: 30,
    popularity: "uniform",
    ranges: { "24h": 1, "7d": 1, "30d": 1 },
    currencies: { usd: 1, eur: 1, inr: 1 },
  },
  /** More coins and all ranges, of which most visitors leave the default. In per cent. */
  popular: {
    coins: 100,
    popularity: "zipf",
    ranges: { "24h": 40, "7d": 20, "14d": 4, "30d": 10, "60d": 4, "200d": 4, "1y": 10, max: 8 },
    currencies: { usd: 70, eur: 20, inr: 10 },
  },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof PROFILES;

type Weighted<Value> = readonly (readonly [Value, number])[];

/** Pages of the list, which most leave at its beginning. */
const PAGE_NUMBERS = [
  [1, 5],
  [2, 2],
  [3, 1],
  [4, 1],
  [5, 1],
] as const;
const CURRENCY_CHANGE_SHARE = 0.03;

/** What visitors open first, and what they open after a page of each kind; `range`: the same coin over another range. */
const FIRST: Weighted<ViewKind> = [
  ["list", 45],
  ["coin", 30],
  ["search", 10],
  ["table", 5],
  ["compare", 5],
  ["convert", 5],
];
const AFTER_LIST: Weighted<ViewKind | "range"> = [
  ["coin", 60],
  ["list", 15],
  ["table", 10],
  ["search", 7],
  ["compare", 4],
  ["convert", 4],
];
const AFTER_COIN: Weighted<ViewKind | "range"> = [
  ["range", 35],
  ["coin", 20],
  ["list", 20],
  ["compare", 9],
  ["search", 8],
  ["convert", 8],
];
const NEXT: Readonly<Record<ViewKind, Weighted<ViewKind | "range">>> = {
  list: AFTER_LIST,
  table: AFTER_LIST,
  search: AFTER_LIST,
  coin: AFTER_COIN,
  compare: AFTER_COIN,
  convert: AFTER_COIN,
};

/**
 * Yields the pages that one visitor opens, without an end. The walk depends on nothing but the random numbers, so the same
 * visitors come whatever they are answered.
 */
export function* walk(random: Random, profileName: ProfileName): Generator<View, never> {
  const profile: Profile = PROFILES[profileName];
  const coins = TOP_HUNDRED_COINS.slice(0, profile.coins).map(
    ({ id, name }, index) => [{ id, name }, profile.popularity === "zipf" ? 1 / (index + 1) : 1] as const,
  );
  const ranges = RANGES.map((range) => [range, profile.ranges[range] ?? 0] as const);
  const currencies = CURRENCIES.map((currency) => [currency, profile.currencies[currency] ?? 0] as const);
  let currency = choose(random, currencies);
  let coin = choose(random, coins);
  let range = choose(random, ranges);
  let kind: ViewKind = choose(random, FIRST);

  function addressOf(): string {
    const page = choose(random, PAGE_NUMBERS);
    if (kind === "list") return coinsHref(currency, page);
    if (kind === "table") return coinsHref(currency, page, { order: "market_cap_desc", sort: null });
    if (kind === "search") return searchHref(parseQuery(searchedText(random, coin.name)), currency);
    if (kind === "convert") return convertHref({ amount: "1", from: coin.id, to: currency });
    return kind === "coin" ? coinHref(coin.id, currency, range) : compareHref(idsBeside(), currency, range);
  }

  function idsBeside(): string[] {
    const ids = new Set([coin.id]);
    const count = choose(random, [
      [2, 7],
      [3, 3],
    ]);
    while (ids.size < count) ids.add(choose(random, coins).id);
    return [...ids];
  }

  for (;;) {
    yield { kind, address: addressOf() };
    const next = choose(random, NEXT[kind]);
    if (random() < CURRENCY_CHANGE_SHARE) currency = choose(random, currencies);
    if (next === "coin") {
      coin = choose(random, coins);
      range = choose(random, ranges);
    }
    if (next === "range")
      range = choose(
        random,
        ranges.filter(([other]) => other !== range),
      );
    if (next !== "range") kind = next;
    else if (kind === "convert") kind = "coin";
  }
}

/** Milliseconds for which a visitor looks at a page: 5 to 35 seconds, so that no open page refreshes itself. */
export function lookMs(random: Random): number {
  return between(random, 5000, 35_000);
}

/** A visitor types the beginning of a name, or all of it. */
function searchedText(random: Random, name: string): string {
  return name.slice(0, Math.max(3, Math.ceil(name.length * random())));
}
