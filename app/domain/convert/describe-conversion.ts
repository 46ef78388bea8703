import Big from "big.js";
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
import { currencyOfUnit, isUnitOf, type PricedSide, pairOf, type Side, sideName } from "./side";

/** Another conversion, as a link. */
export interface Suggestion {
  readonly text: string;
  readonly query: ConversionQuery;
}

/** What is wrong, and what to do instead. */
export interface Remark {
  readonly text: string;
  readonly suggestions: readonly Suggestion[];
}

/** What the page says of a conversion whose sides are known, as text. */
export interface DescribedConversion {
  /** `1.5 Bitcoin`, `=` or, where digits were left off, `≈`, `$100,781.01`; null where there is no result. */
  readonly result: { readonly given: string; readonly sign: "=" | "≈"; readonly text: string } | null;
  /** What one of each is worth, and the prices that were used: `1 Bitcoin = $67,187.34`. */
  readonly rates: readonly string[];
  /** What is wrong with the amount. */
  readonly amountRemark: Remark | null;
  /** What is wrong with the sides. */
  readonly sidesRemark: Remark | null;
}

const PROBLEMS: Record<AmountProblem, string> = {
  empty: "Enter an amount.",
  "too-long": `This is too long for an amount: up to ${MAX_AMOUNT_LENGTH} characters can be read.`,
  "not-understood": "This amount is not understood. Write it in digits, like 1500 or 1.5.",
  negative: "Only amounts above zero can be converted.",
  zero: "Only amounts above zero can be converted.",
  "too-large": "Amounts from 10²⁴ upward cannot be converted.",
  "too-small": "Amounts below 10⁻¹⁸ cannot be converted.",
};

/** Converts what a query asks for, or says why that is not possible and what to do instead. */
export function describeConversion(query: ConversionQuery, from: Side, to: Side): DescribedConversion {
  const amount = parseAmount(query.amount);
  const amountRemark = remarkOf(amount, query, from, to);
  const pair = pairOf(from, to);
  if (pair.kind !== "pair") {
    const sidesRemark =
      pair.kind === "no-price"
        ? { text: `The price of ${pair.name} in ${pair.currency} is not known.`, suggestions: [] }
        : twoCurrencies(query);
    return { result: null, rates: [], amountRemark, sidesRemark };
  }
  const rates = [rateOf(pair.from, pair.to), rateOf(pair.to, pair.from)];
  if (from.kind === "coin" && to.kind === "coin") {
    const { currency } = pair;
    for (const coin of [from, to]) {
      const priced = pairOf(coin, { kind: "currency", currency });
      if (priced.kind === "pair") rates.push(rateOf(priced.from, priced.to));
    }
  }
  const isAsked = amount.kind === "amount" && amountRemark === null;
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

/** Says why a text is no amount, or has another unit than what is converted; null if neither. */
function remarkOf(amount: WrittenAmount, query: ConversionQuery, from: Side, to: Side): Remark | null {
  if (amount.kind === "amount") return unitRemark(amount, query, from, to);
  if (amount.kind !== "ambiguous") return { text: PROBLEMS[amount.kind], suggestions: [] };
  const [one, other] = amount.readings;
  return {
    text: `“${query.amount}” can be ${one} or ${other}. Which one?`,
    suggestions: amount.readings.map((reading) => ({ text: reading, query: { ...query, amount: reading } })),
  };
}

function unitRemark(written: ReadAmount, query: ConversionQuery, from: Side, to: Side): Remark | null {
  const other = written.units.find((unit) => !isUnitOf(unit, from));
  if (other === undefined) return null;
  const amount = writeAmount(written.value);
  const meant = isUnitOf(other, to)
    ? { amount, from: query.to, to: query.from }
    : { amount, from: currencyOfUnit(other) ?? other, to: query.to };
  return {
    text: `The amount is in “${other}”, and what is converted is ${sideName(from)}.`,
    suggestions: [
      { text: /\p{L}/u.test(other) ? `${amount} ${other}` : other + amount, query: meant },
      { text: `${amount} ${sideName(from)}`, query: { ...query, amount } },
    ],
  };
}

function twoCurrencies(query: ConversionQuery): Remark {
  const { from, to } = query;
  return {
    text: "Choose a coin on one side: one currency is not converted into another here.",
    suggestions: [
      { text: `${from} to Bitcoin`, query: { ...query, to: "bitcoin" } },
      { text: `Bitcoin to ${to}`, query: { ...query, from: "bitcoin" } },
    ],
  };
}
