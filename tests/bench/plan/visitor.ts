import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { coinHref, coinsHref, compareHref, convertHref, searchHref } from "~/domain/pages";
import { parseQuery } from "~/domain/search/query";
import { TOP_HUNDRED_COINS } from "~/services/sample-market/top-hundred-coins.server";
import { between, choose, oneOf, type Random } from "./random";

export type ViewKind = "list" | "table" | "coin" | "compare" | "search" | "convert";

/** A page that a visitor opens. */
export interface View {
  readonly kind: ViewKind;
  /** Path and query. */
  readonly address: string;
}

/** What visitors look at, all alike: popular coins, ranges and currencies would save calls. */
const COINS = TOP_HUNDRED_COINS.slice(0, 30).map(([id, , name]) => ({ id, name }));
const RANGES: readonly Range[] = ["24h", "7d", "30d"];
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
const FIRST: readonly (readonly [ViewKind, number])[] = [
  ["list", 45],
  ["coin", 30],
  ["search", 10],
  ["table", 5],
  ["compare", 5],
  ["convert", 5],
];
const AFTER_LIST: readonly (readonly [ViewKind | "range", number])[] = [
  ["coin", 60],
  ["list", 15],
  ["table", 10],
  ["search", 7],
  ["compare", 4],
  ["convert", 4],
];
const AFTER_COIN: readonly (readonly [ViewKind | "range", number])[] = [
  ["range", 35],
  ["coin", 20],
  ["list", 20],
  ["compare", 9],
  ["search", 8],
  ["convert", 8],
];
const NEXT: Readonly<Record<ViewKind, readonly (readonly [ViewKind | "range", number])[]>> = {
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
export function* walk(random: Random): Generator<View, never> {
  let currency: Currency = oneOf(random, CURRENCIES);
  let coin = oneOf(random, COINS);
  let range = oneOf(random, RANGES);
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
    while (ids.size < count) ids.add(oneOf(random, COINS).id);
    return [...ids];
  }

  for (;;) {
    yield { kind, address: addressOf() };
    const next = choose(random, NEXT[kind]);
    if (random() < CURRENCY_CHANGE_SHARE) currency = oneOf(random, CURRENCIES);
    if (next === "coin") {
      coin = oneOf(random, COINS);
      range = oneOf(random, RANGES);
    }
    if (next === "range")
      range = oneOf(
        random,
        RANGES.filter((each) => each !== range),
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
