import Big from "big.js";
import type { PriceDrawing } from "../chart/drawing";
import {
  AMOUNT_EXPONENTS,
  AMOUNT_PROBLEMS,
  type Figure,
  formatCoins,
  formatGivenCoins,
  MAX_DIGITS,
  parseAmount,
  WRITTEN_OUT,
  type WrittenAmount,
  writeAmount,
} from "../format/amount";
import { currencySymbol, formatAmount, formatPrice } from "../format/money";
import { isolated } from "../format/text";
import type { KnownCoin } from "../market/coin";
import {
  CURRENCY_DETAILS,
  type Currency,
  currenciesStartingWith,
  currencyCalled,
  DEFAULT_CURRENCY,
} from "../market/currency";
import type { Range } from "../market/range";
import type { ConversionQuery } from "./conversion-query";

export interface QuotedCoin extends Pick<KnownCoin, "id" | "symbol" | "name" | "pricedAt"> {
  readonly quotes: Readonly<Record<Currency, Pick<KnownCoin, "price">>>;
}

export type Side =
  | { readonly kind: "currency"; readonly currency: Currency }
  | { readonly kind: "coin"; readonly coin: QuotedCoin };

/** A problem, or how something was understood, with other conversions as links. */
export interface Remark {
  readonly text: string;
  readonly isProblem: boolean;
  readonly suggestions: readonly { readonly text: string; readonly query: ConversionQuery }[];
}

interface Conversion {
  /** `1.5 Bitcoin`, `=` or, if digits were rounded off, `≈`, `$100,781.01`; null if there is no result. */
  readonly result: { readonly given: string; readonly sign: "=" | "≈"; readonly text: string } | null;
  /** What one of each is worth, and the prices used: `1 BTC = $67,187.34`. */
  readonly rates: readonly string[];
  readonly amountRemark: Remark | null;
  readonly missingPrice: string | null;
}

export interface ShownSide {
  /** Text of the field: a currency's code, a coin's name, or what was written. */
  readonly text: string;
  readonly name: string | null;
  /** Asks which coin is meant, or mentions others with that symbol or name. */
  readonly remark: Remark | null;
}

export interface ShownConversion extends Conversion {
  readonly query: ConversionQuery;
  readonly from: ShownSide;
  readonly to: ShownSide;
  /** Time of the older of the prices, in milliseconds since the epoch; null without any. */
  readonly pricesFrom: number | null;
  /** In both directions. */
  readonly common: readonly CommonAmounts[];
  /** The coin's price in the currency, as far as its history is known; null: not at all, or there is no such pair. */
  readonly past: PairPast | null;
}

export interface PairPast {
  /** `BTC in EUR`. */
  readonly title: string;
  readonly range: Range;
  readonly drawing: PriceDrawing;
  /** In per cent; null: unknown. */
  readonly change: number | null;
}

/** The coin whose prices connect two currencies: the one that is traded most in all of them. */
export const BRIDGE_ID = "bitcoin";

/** The price of anything in itself. */
const ONE: Figure = { value: new Big(1), digits: Number.POSITIVE_INFINITY };

/**
 * Significant digits that prices are assumed to have. Numbers arrive without trailing zeros, so few digits do not mean low
 * precision: at least two decimals are known, as prices are shown.
 */
const KNOWN_DIGITS = { min: 6, decimals: 2 } as const;

/** Significant digits of prices below 10 and of those in scientific notation. */
const PRICE_DIGITS = 6;

/**
 * Converts what a query asks for, or explains why that is impossible and what to do instead.
 * @param bridge the coin with the id `BRIDGE_ID`, whose prices connect two currencies; null if unknown
 */
export function convert(query: ConversionQuery, from: Side, to: Side, bridge: QuotedCoin | null): Conversion {
  const amount = parseAmount(query.amount, (word) => isUnitOf(word, from));
  const amountRemark = remarkOf(amount, query, from, to);
  const currency = sharedCurrency(from, to, query.currency ?? DEFAULT_CURRENCY);
  const prices = pricesUsed(from, to, currency, bridge);
  const missing = prices.find(([coin, code]) => !hasPrice(coin, code));
  if (missing !== undefined) {
    const missingPrice = `The price of ${isolated(missing[0]?.name ?? "Bitcoin")} in ${missing[1]} is not known.`;
    return { result: null, rates: [], amountRemark, missingPrice };
  }
  const resultOf = (value: Big, one: Side, other: Side) => {
    const [price, otherPrice] = [
      priceIn(one, other, currency, bridge),
      priceIn(other, one, currency, bridge),
    ];
    // The less precise price limits the significant digits.
    const digits = Math.min(price.digits, otherPrice.digits);
    const converted = { value: value.times(price.value).div(otherPrice.value), digits };
    const { text, isRounded } = format(converted, other, currency);
    // The price of one coin is shown as on every page.
    const isPrice = one.kind === "coin" && other.kind === "currency" && value.eq(1);
    return {
      given: formatGiven(value, one, currency),
      sign: isRounded && !isPrice ? ("≈" as const) : ("=" as const),
      text,
    };
  };
  const rateOf = (one: Side, other: Side) => {
    const { given, sign, text } = resultOf(ONE.value, inShort(one, other), inShort(other, one));
    return `${given} ${sign} ${text}`;
  };
  const rates = [rateOf(from, to), rateOf(to, from)];
  for (const [coin, code] of prices)
    if (coin !== null) rates.push(rateOf({ kind: "coin", coin }, { kind: "currency", currency: code }));
  const result =
    amountRemark?.isProblem || amount.kind !== "amount" ? null : resultOf(amount.value, from, to);
  return { result, rates: [...new Set(rates)], amountRemark, missingPrice: null };
}

/** Common amounts, as multiples of the smallest of them: ten of a currency; of a coin what is worth about one, or a thousandth. */
const MULTIPLES = [1, 10, 100, 500, 1000, 5000, 10_000];

/** Its multiples can still be converted. */
const MAX_SMALLEST_EXPONENT = AMOUNT_EXPONENTS.max - 5;

export interface CommonAmounts {
  /** Names of both sides, in short. */
  readonly heads: readonly [from: string, to: string];
  readonly rows: readonly {
    readonly query: ConversionQuery;
    readonly given: string;
    readonly text: string;
  }[];
}

/** Returns what common amounts of one side are in the other; null where a price is missing, or both are the same. */
export function commonAmounts(
  query: ConversionQuery,
  from: Side,
  to: Side,
  bridge: QuotedCoin | null,
): CommonAmounts | null {
  const currency = sharedCurrency(from, to, query.currency ?? DEFAULT_CURRENCY);
  const isPriced = pricesUsed(from, to, currency, bridge).every(([coin, code]) => hasPrice(coin, code));
  if (!isPriced || query.from === query.to) return null;
  const [one, other] = [priceIn(from, to, currency, bridge), priceIn(to, from, currency, bridge)];
  const exponent = one.value.div(other.value).e;
  const smallest = new Big(10).pow(
    from.kind === "currency"
      ? 1
      : exponent >= 3
        ? -3
        : Math.min(Math.max(0, -exponent), MAX_SMALLEST_EXPONENT),
  );
  // In columns below the unit.
  const bare = (text: string, side: Side) =>
    side.kind === "coin" ? text.replace(` ${isolated(side.coin.name)}`, "") : text;
  return {
    heads: [unitOf(from, to), unitOf(to, from)],
    rows: MULTIPLES.map((multiple) => {
      const value = smallest.times(multiple);
      const asked = { ...query, amount: writeAmount(value) };
      const { result } = convert(asked, from, to, bridge);
      return {
        query: asked,
        given: bare(formatGiven(value, from, currency), from),
        text: bare(result?.text ?? "", to),
      };
    }),
  };
}

function unitOf(side: Side, other: Side): string {
  const short = inShort(side, other);
  return short.kind === "coin" ? short.coin.name : short.currency.toUpperCase();
}

/** Returns a side with its symbol for its name, if the other side has another one. */
function inShort(side: Side, other: Side): Side {
  const symbolOf = (each: Side) => (each.kind === "coin" ? each.coin.symbol.toUpperCase() : "");
  const symbol = symbolOf(side);
  return side.kind === "currency" || symbol === symbolOf(other)
    ? side
    : { kind: "coin", coin: { ...side.coin, name: symbol } };
}

export function sideName(side: Side): string {
  if (side.kind === "coin") return coinName(side.coin);
  const { name, sign } = CURRENCY_DETAILS[side.currency];
  return `${name} (${sign})`;
}

export function coinName({ name, symbol }: Pick<KnownCoin, "name" | "symbol">): string {
  return symbol === "" ? isolated(name) : `${isolated(name)} (${isolated(symbol.toUpperCase())})`;
}

/** Returns the currency of a side that is one; otherwise one in which both coins have a price, preferably the preferred one. */
function sharedCurrency(from: Side, to: Side, preferred: Currency): Currency {
  if (from.kind === "currency") return from.currency;
  if (to.kind === "currency") return to.currency;
  const inBoth = (currency: Currency) => hasPrice(from.coin, currency) && hasPrice(to.coin, currency);
  return currenciesStartingWith(preferred, "usd", "eur").find(inBoth) ?? "usd";
}

/** Nothing can be divided by a price of zero. */
function hasPrice(coin: QuotedCoin | null, currency: Currency): boolean {
  return (coin?.quotes[currency].price ?? 0) > 0;
}

/** Lists the prices that a conversion needs: coins, each with the currency of its price. */
function pricesUsed(from: Side, to: Side, currency: Currency, bridge: QuotedCoin | null) {
  const codes = [from, to].flatMap((side) => (side.kind === "currency" ? [side.currency] : []));
  if (codes.length === 2)
    return new Set(codes).size === 1 ? [] : codes.map((code) => [bridge, code] as const);
  return [from, to].flatMap((side) => (side.kind === "coin" ? [[side.coin, currency] as const] : []));
}

/**
 * Returns what a side is worth, in a unit that it shares with the other one. A currency's worth in the other is the bridge's
 * price in the other divided by its price in the first.
 * @param shared the currency in which two coins are priced
 */
function priceIn(side: Side, other: Side, shared: Currency, bridge: QuotedCoin | null): Figure {
  const currency = other.kind === "currency" ? other.currency : shared;
  const coin = side.kind === "coin" ? side.coin : bridge;
  const isOne =
    side.kind === "coin"
      ? other.kind === "coin" && other.coin.id === side.coin.id
      : other.kind === "coin" || other.currency === side.currency;
  if (isOne) return ONE;
  const value = new Big(coin?.quotes[currency].price ?? 0);
  const { min, decimals } = KNOWN_DIGITS;
  return { value, digits: Math.min(MAX_DIGITS, Math.max(min, value.c.length, value.e + 1 + decimals)) };
}

/** @param currency decides the digit grouping of coin amounts */
function format(figure: Figure, side: Side, currency: Currency) {
  if (side.kind === "currency") return formatMoney(figure, side.currency);
  const { text, isRounded } = formatCoins(figure, currency);
  return { text: `${text} ${isolated(side.coin.name)}`, isRounded };
}

function formatGiven(value: Big, side: Side, currency: Currency): string {
  if (side.kind === "coin") return `${formatGivenCoins(value, currency)} ${isolated(side.coin.name)}`;
  const { text, isRounded } = formatMoney({ value, digits: MAX_DIGITS }, side.currency);
  const isPrice = !isRounded && value.e < MAX_DIGITS - 2;
  return isPrice ? text : currencySymbol(side.currency) + formatGivenCoins(value, side.currency);
}

/**
 * Formats an amount of a currency like a price. From 10 upward it has two decimals if at least the first of them is significant
 * or the result is exact; otherwise none, with zeros for unknown digits.
 */
function formatMoney({ value, digits }: Figure, currency: Currency) {
  const known = Math.min(digits, MAX_DIGITS);
  const isPlain = value.gte(10) && value.e < WRITTEN_OUT.max;
  const hasDecimals = isPlain && (value.e + 1 < known || value.prec(known).eq(value));
  const shownDigits = isPlain ? value.e + 1 : PRICE_DIGITS;
  const rounded = hasDecimals ? value.round(2) : value.prec(Math.min(known, shownDigits));
  const write = isPlain && !hasDecimals ? formatAmount : formatPrice;
  return { text: write(rounded.toNumber(), currency), isRounded: !rounded.eq(value) };
}

/** Explains that a text is not an amount, has another unit than the side, or is ambiguous; null if none of these. */
function remarkOf(amount: WrittenAmount, query: ConversionQuery, from: Side, to: Side): Remark | null {
  if (amount.kind !== "amount")
    return { text: AMOUNT_PROBLEMS[amount.kind], isProblem: true, suggestions: [] };
  const unit = amount.units.find((each) => !isUnitOf(each, from));
  if (unit !== undefined) {
    const written = writeAmount(amount.value);
    const sides = isUnitOf(unit, to)
      ? { from: query.to, to: query.from }
      : { from: currencyCalled(unit) ?? unit };
    const text = /\p{L}/u.test(unit) ? `${written} ${unit}` : unit + written;
    return {
      text: `The amount is in “${unit}”, and what is converted is ${sideName(from)}.`,
      isProblem: true,
      suggestions: [
        { text, query: { ...query, amount: written, ...sides } },
        { text: `${written} ${sideName(from)}`, query: { ...query, amount: written } },
      ],
    };
  }
  if (amount.other === null) return null;
  return {
    text: `“${query.amount}” is read as ${amount.value.toFixed()}, and not as`,
    isProblem: false,
    suggestions: [{ text: amount.other, query: { ...query, amount: amount.other } }],
  };
}

function isUnitOf(unit: string, side: Side): boolean {
  if (side.kind === "currency") return side.currency === currencyCalled(unit);
  const { id, symbol, name } = side.coin;
  return [id, symbol, name].some((own) => own.toLowerCase() === unit.toLowerCase());
}
