import Big from "big.js";
import { DEFAULT_CURRENCY } from "../market/currency";
import {
  type AmountProblem,
  MAX_AMOUNT_LENGTH,
  parseAmount,
  type ReadAmount,
  type WrittenAmount,
  writeAmount,
} from "./amount";
import { convert } from "./conversion";
import type { ConversionQuery } from "./conversion-query";
import {
  currencyOfUnit,
  isUnitOf,
  type PricedCoin,
  type PricedSide,
  pairOf,
  type Side,
  sideName,
} from "./side";

/** Another conversion, as a link. */
export interface Suggestion {
  readonly text: string;
  readonly query: ConversionQuery;
}

/** What is wrong, or how something was understood, and what to do instead. */
export interface Remark {
  readonly text: string;
  /** False where there is a result. */
  readonly isProblem: boolean;
  readonly suggestions: readonly Suggestion[];
}

/** What the page says of a conversion whose sides are known, as text. */
export interface DescribedConversion {
  /** `1.5 Bitcoin`, `=` or, where digits were left off, `≈`, `$100,781.01`; null where there is no result. */
  readonly result: { readonly given: string; readonly sign: "=" | "≈"; readonly text: string } | null;
  /** What one of each is worth, and the prices that were used: `1 Bitcoin = $67,187.34`. */
  readonly rates: readonly string[];
  /** What is wrong with the amount, or how it could be read as well. */
  readonly amountRemark: Remark | null;
  /** What is wrong with the sides. */
  readonly sidesRemark: Remark | null;
}

const PROBLEMS: Record<AmountProblem, string> = {
  empty: "Enter an amount.",
  "too-long": `This is too long for an amount: up to ${MAX_AMOUNT_LENGTH} characters can be read.`,
  "not-understood": "This amount cannot be read. Use digits, such as 1500 or 1.5.",
  negative: "Only amounts above zero can be converted.",
  zero: "Only amounts above zero can be converted.",
  "too-large": "Amounts from 10²⁴ upward cannot be converted.",
  "too-small": "Amounts below 10⁻¹⁸ cannot be converted.",
};

/**
 * Converts what a query asks for, or says why that is not possible and what to do instead.
 * @param bridge the coin with whose prices two currencies are compared (`BRIDGE_ID`); null where it is not known
 */
export function describeConversion(
  query: ConversionQuery,
  from: Side,
  to: Side,
  bridge: PricedCoin | null = null,
): DescribedConversion {
  const amount = parseAmount(query.amount, (word) => isUnitOf(word, from));
  const amountRemark = remarkOf(amount, query, from, to);
  const pair = pairOf(from, to, query.currency ?? DEFAULT_CURRENCY, bridge);
  if (pair.kind === "no-price") {
    const text = `The price of ${pair.name} in ${pair.currency} is not known.`;
    return { result: null, rates: [], amountRemark, sidesRemark: { text, isProblem: true, suggestions: [] } };
  }
  const rates = [rateOf(pair.from, pair.to), rateOf(pair.to, pair.from)];
  for (const [coin, currency] of pair.prices) {
    const priced = pairOf({ kind: "coin", coin }, { kind: "currency", currency }, currency, null);
    if (priced.kind === "pair") rates.push(rateOf(priced.from, priced.to));
  }
  const isAsked = amount.kind === "amount" && !amountRemark?.isProblem;
  const result = isAsked ? resultOf(amount.value, pair.from, pair.to) : null;
  return { result, rates: [...new Set(rates)], amountRemark, sidesRemark: null };
}

function resultOf(amount: Big, from: PricedSide, to: PricedSide) {
  const { text, isRounded } = to.format(convert(amount, from.price, to.price));
  return { given: from.formatGiven(amount), sign: isRounded ? ("≈" as const) : ("=" as const), text };
}

function rateOf(from: PricedSide, to: PricedSide): string {
  const { given, sign, text } = resultOf(new Big(1), from, to);
  return `${given} ${sign} ${text}`;
}

/** Says why a text is no amount, or has another unit than what is converted, or can be read in another way; null if none. */
function remarkOf(amount: WrittenAmount, query: ConversionQuery, from: Side, to: Side): Remark | null {
  if (amount.kind !== "amount") return { text: PROBLEMS[amount.kind], isProblem: true, suggestions: [] };
  const remark = unitRemark(amount, query, from, to);
  if (remark !== null || amount.other === null) return remark;
  return {
    text: `“${query.amount}” is read as ${amount.value.toFixed()}, and not as`,
    isProblem: false,
    suggestions: [{ text: amount.other, query: { ...query, amount: amount.other } }],
  };
}

function unitRemark(written: ReadAmount, query: ConversionQuery, from: Side, to: Side): Remark | null {
  const other = written.units.find((unit) => !isUnitOf(unit, from));
  if (other === undefined) return null;
  const amount = writeAmount(written.value);
  const meant = isUnitOf(other, to)
    ? { ...query, amount, from: query.to, to: query.from }
    : { ...query, amount, from: currencyOfUnit(other) ?? other };
  return {
    text: `The amount is in “${other}”, and what is converted is ${sideName(from)}.`,
    isProblem: true,
    suggestions: [
      { text: /\p{L}/u.test(other) ? `${amount} ${other}` : other + amount, query: meant },
      { text: `${amount} ${sideName(from)}`, query: { ...query, amount } },
    ],
  };
}
