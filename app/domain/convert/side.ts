import type Big from "big.js";
import type { Coin, CoinQuote } from "../market/coin";
import { CURRENCIES, CURRENCY_DETAILS, type Currency, currenciesStartingWith } from "../market/currency";
import {
  type Converted,
  type FigureText,
  formatCoins,
  formatGivenCoins,
  formatGivenMoney,
  formatMoney,
  ONE,
  priceOf,
} from "./conversion";

/** What a conversion needs of a coin. */
export interface PricedCoin extends Pick<Coin, "id" | "symbol" | "name" | "lastUpdated"> {
  readonly quotes: Readonly<Record<Currency, Pick<CoinQuote, "price">>>;
}

/** What is converted, or converted to. */
export type Side =
  | { readonly kind: "currency"; readonly currency: Currency }
  | { readonly kind: "coin"; readonly coin: PricedCoin };

/** A side whose price is known. */
export interface PricedSide {
  readonly price: Converted;
  /** Formats what was given, with all its digits. */
  readonly formatGiven: (value: Big) => string;
  /** Formats what came out. */
  readonly format: (amount: Converted) => FigureText;
}

/** Two sides with prices in one currency or coin; or why there are none. */
type Pair =
  | {
      readonly kind: "pair";
      readonly from: PricedSide;
      readonly to: PricedSide;
      /** Coins whose prices were used, each with the currency of its price. */
      readonly prices: readonly (readonly [coin: PricedCoin, currency: Currency])[];
    }
  | { readonly kind: "no-price"; readonly name: string; readonly currency: Currency };

/** The coin by way of whose prices one currency is converted into another: the one that is traded most in all of them. */
export const BRIDGE_ID = "bitcoin";

/** Writes the name of a side: `Bitcoin (BTC)`, `US dollar ($)`. */
export function sideName(side: Side): string {
  if (side.kind === "currency") {
    const { name, sign } = CURRENCY_DETAILS[side.currency];
    return `${name} (${sign})`;
  }
  return coinName(side.coin);
}

/** Writes the name of a coin with its symbol, if it has one. */
export function coinName({ name, symbol }: Pick<Coin, "name" | "symbol">): string {
  return symbol === "" ? name : `${name} (${symbol.toUpperCase()})`;
}

/** Finds the currency that a word or sign stands for; null where it is none of ours. */
export function currencyOfUnit(unit: string): Currency | null {
  return CURRENCIES.find((currency) => isUnitOf(unit, { kind: "currency", currency })) ?? null;
}

/** Tells whether a word or sign that stands beside an amount means this side. */
export function isUnitOf(unit: string, side: Side): boolean {
  const word = unit.toLowerCase();
  if (side.kind === "coin") {
    const { id, symbol, name } = side.coin;
    return [id, symbol, name].some((own) => own.toLowerCase() === word);
  }
  const { sign, plural, words } = CURRENCY_DETAILS[side.currency];
  return [side.currency, sign, plural, ...words].includes(word);
}

/**
 * Finds the prices with which one side can be converted into the other.
 * @param preferred the currency in which two coins are priced, if both have a price in it
 * @param bridge the coin for two currencies; null where it is not known
 */
export function pairOf(from: Side, to: Side, preferred: Currency, bridge: PricedCoin | null): Pair {
  if (from.kind === "currency" && to.kind === "currency") return currencyPair(from, to, bridge);
  const currency = commonCurrency(from, to, preferred);
  const coins = [from, to].flatMap((side) => (side.kind === "coin" ? [side.coin] : []));
  const unpriced = coins.find((coin) => !hasPrice(coin, currency));
  if (unpriced !== undefined) return { kind: "no-price", name: unpriced.name, currency };
  const isSame = coins.length === 2 && coins[0]?.id === coins[1]?.id;
  const priced = (side: Side) =>
    side.kind === "currency"
      ? pricedCurrency(side.currency, ONE)
      : pricedCoin(side.coin, currency, isSame ? ONE : priceOf(side.coin.quotes[currency].price ?? 0));
  const prices = coins.map((coin) => [coin, currency] as const);
  return { kind: "pair", from: priced(from), to: priced(to), prices };
}

type CurrencySide = Extract<Side, { kind: "currency" }>;

/** A currency is worth as many times another as the coin costs in the other, divided by what it costs in the first. */
function currencyPair(
  { currency: one }: CurrencySide,
  { currency: other }: CurrencySide,
  bridge: PricedCoin | null,
): Pair {
  if (one === other)
    return { kind: "pair", from: pricedCurrency(one, ONE), to: pricedCurrency(one, ONE), prices: [] };
  const unpriced = [one, other].find((currency) => bridge === null || !hasPrice(bridge, currency));
  if (bridge === null || unpriced !== undefined)
    return { kind: "no-price", name: bridge?.name ?? "Bitcoin", currency: unpriced ?? one };
  const priceIn = (currency: Currency) => priceOf(bridge.quotes[currency].price ?? 0);
  return {
    kind: "pair",
    from: pricedCurrency(one, priceIn(other)),
    to: pricedCurrency(other, priceIn(one)),
    prices: [
      [bridge, one],
      [bridge, other],
    ],
  };
}

function commonCurrency(from: Side, to: Side, preferred: Currency): Currency {
  if (from.kind === "currency") return from.currency;
  if (to.kind === "currency") return to.currency;
  const inBoth = (currency: Currency) => [from.coin, to.coin].every((coin) => hasPrice(coin, currency));
  return currenciesStartingWith(preferred, "usd", "eur").find(inBoth) ?? "usd";
}

/** Nothing can be divided by a price of zero. */
function hasPrice({ quotes }: PricedCoin, currency: Currency): boolean {
  return (quotes[currency].price ?? 0) > 0;
}

function pricedCurrency(currency: Currency, price: Converted): PricedSide {
  return {
    price,
    formatGiven: (value) => formatGivenMoney(value, currency),
    format: (amount) => formatMoney(amount, currency),
  };
}

/** @param currency by whose custom digits are grouped */
function pricedCoin({ name }: PricedCoin, currency: Currency, price: Converted): PricedSide {
  return {
    price,
    formatGiven: (value) => `${formatGivenCoins(value, currency)} ${name}`,
    format(amount) {
      const { text, isRounded } = formatCoins(amount, currency);
      return { text: `${text} ${name}`, isRounded };
    },
  };
}
