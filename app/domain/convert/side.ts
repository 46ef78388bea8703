import type Big from "big.js";
import type { Coin } from "../market/coin";
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

/** What is converted, or converted to. */
export type Side =
  | { readonly kind: "currency"; readonly currency: Currency }
  | { readonly kind: "coin"; readonly coin: Coin };

/** A side whose price is known. */
export interface PricedSide {
  readonly price: Converted;
  /** Formats what was given, with all its digits. */
  readonly formatGiven: (value: Big) => string;
  /** Formats what came out. */
  readonly format: (amount: Converted) => FigureText;
}

/** Two sides with prices in one currency; or why there are none. */
type Pair =
  | {
      readonly kind: "pair";
      readonly from: PricedSide;
      readonly to: PricedSide;
      /** Currency of both prices. */
      readonly currency: Currency;
    }
  | { readonly kind: "two-currencies" }
  | { readonly kind: "no-price"; readonly name: string; readonly currency: Currency };

/** Two coins are converted by way of the first of these currencies in which both have a price. */
const COMMON_CURRENCIES = currenciesStartingWith("usd", "eur");

/** Writes the name of a side: `Bitcoin (BTC)`, `US dollar ($)`. */
export function sideName(side: Side): string {
  if (side.kind === "currency") {
    const { name, sign } = CURRENCY_DETAILS[side.currency];
    return `${name} (${sign})`;
  }
  const { name, symbol } = side.coin;
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

/** Finds the prices with which one side can be converted into the other. */
export function pairOf(from: Side, to: Side): Pair {
  const currency = commonCurrency(from, to);
  if (currency === null) return { kind: "two-currencies" };
  const unpriced = [from, to].find((side) => side.kind === "coin" && !hasPrice(side.coin, currency));
  if (unpriced?.kind === "coin") return { kind: "no-price", name: unpriced.coin.name, currency };
  const isSame = from.kind === "coin" && to.kind === "coin" && from.coin.id === to.coin.id;
  const priced = (side: Side) => pricedSide(side, currency, isSame);
  return { kind: "pair", from: priced(from), to: priced(to), currency };
}

/** Null: both sides are currencies. */
function commonCurrency(from: Side, to: Side): Currency | null {
  if (from.kind === "currency") return to.kind === "currency" ? null : from.currency;
  if (to.kind === "currency") return to.currency;
  const coins = [from.coin, to.coin];
  return COMMON_CURRENCIES.find((currency) => coins.every((coin) => hasPrice(coin, currency))) ?? "usd";
}

/** Nothing can be divided by a price of zero. */
function hasPrice({ quotes }: Coin, currency: Currency): boolean {
  return (quotes[currency].price ?? 0) > 0;
}

function pricedSide(side: Side, currency: Currency, isSame: boolean): PricedSide {
  if (side.kind === "currency") {
    return {
      price: ONE,
      formatGiven: (value) => formatGivenMoney(value, currency),
      format: (amount) => formatMoney(amount, currency),
    };
  }
  const { name, quotes } = side.coin;
  return {
    price: isSame ? ONE : priceOf(quotes[currency].price ?? 0),
    formatGiven: (value) => `${formatGivenCoins(value, currency)} ${name}`,
    format(amount) {
      const { text, isRounded } = formatCoins(amount, currency);
      return { text: `${text} ${name}`, isRounded };
    },
  };
}
