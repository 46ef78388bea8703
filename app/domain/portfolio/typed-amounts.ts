import Big from "big.js";
import { type AMOUNT_PROBLEMS, parseAmount, writeAmount } from "../convert/amount";
import { MAX_AMOUNT_LENGTH } from "../convert/conversion-query";
import { parseLine } from "../search/query";
import { AMOUNT_DIGITS, MAX_WATCHED } from "../watchlist";

/** What a visitor has typed into the field of a coin. */
export interface TypedAmount {
  readonly id: string;
  /** For the list: digits, or null for no amount. */
  readonly amount: string | null;
  /** What the field shows. */
  readonly text: string;
  /** Why it cannot be saved, as a sentence; null if it can. */
  readonly problem: string | null;
}

/**
 * Parses the form of the amounts: pairs of `id` and `amount`, as people write them. Empty and zero mean no amount; an ambiguous
 * amount is a problem, because the wrong reading is off by a factor of a thousand.
 */
export function readTypedAmounts(form: URLSearchParams): readonly TypedAmount[] {
  const texts = form.getAll("amount");
  return form
    .getAll("id")
    .slice(0, MAX_WATCHED)
    .map((id, index) => ({ id, ...readAmount(parseLine(texts[index] ?? "", MAX_AMOUNT_LENGTH + 1)) }));
}

/**
 * Explains why amounts are not saved, as sentences.
 * @param haveRoom whether they fit in the cookie
 * @returns null if they can be saved
 */
export function refusalOf(typed: readonly TypedAmount[], haveRoom: boolean): string | null {
  const count = typed.filter(({ problem }) => problem !== null).length;
  if (count > 0)
    return `Nothing has been saved yet: ${count === 1 ? "one amount needs" : `${count} amounts need`} another look.`;
  if (!haveRoom)
    return "There is no room for so many digits. Shorten some of them, or remove coins from the list.";
  return null;
}

/** Formats an amount of the list for a field, so that it parses to the same value. */
export function amountField(amount: string | null): string {
  return amount === null ? "" : writeAmount(new Big(amount));
}

const TOO_LARGE = `An amount has at most ${AMOUNT_DIGITS.whole} digits before the point.`;
const TOO_SMALL = `An amount has at most ${AMOUNT_DIGITS.decimals} decimals.`;
const UNREADABLE = "This amount cannot be read. Use digits, such as 1500 or 0.25.";

/** By how the amount was understood; null: it means no amount. */
const PROBLEMS: Readonly<Record<keyof typeof AMOUNT_PROBLEMS, string | null>> = {
  empty: null,
  zero: null,
  negative: "An amount cannot be below zero.",
  "too-large": TOO_LARGE,
  "too-small": TOO_SMALL,
  "too-long": UNREADABLE,
  "not-understood": UNREADABLE,
};

function readAmount(text: string): Omit<TypedAmount, "id"> {
  const read = parseAmount(text);
  const refuse = (problem: string | null, shown = text) => ({ amount: null, text: shown, problem });
  if (read.kind !== "amount") return refuse(PROBLEMS[read.kind]);
  const { value, units, other } = read;
  if (units.length > 0) return refuse("Write how many coins you have, without a unit.");
  if (value.e >= AMOUNT_DIGITS.whole) return refuse(TOO_LARGE);
  if (!value.round(AMOUNT_DIGITS.decimals).eq(value)) return refuse(TOO_SMALL);
  if (other === null) return { amount: value.toFixed(), text, problem: null };
  const question = `“${text}” could also mean ${other}. Correct it, or save it as it is now.`;
  return refuse(question, writeAmount(value));
}
