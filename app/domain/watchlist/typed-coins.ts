import Big from "big.js";
import { type AmountProblem, parseAmount, writeAmount } from "../format/amount";
import { MAX_AMOUNT_LENGTH, parseLine } from "../format/text";
import { CURRENCIES, type Currency, currencyCalled } from "../market/currency";
import { AMOUNT_DIGITS, type Cost, MAX_WATCHED, type PressedButton, type WatchedCoin } from "./watchlist";

export interface TypedCoin extends WatchedCoin {
  readonly text: string;
  readonly costText: string;
  readonly problems: FieldProblems;
}

/** Why a field cannot be saved; null where it can. */
export type FieldProblems = Readonly<Record<"amount" | "cost", string | null>>;

/**
 * Parses the form of the watchlist: `id`, `amount` and `cost` of each coin, as people write them. Empty means none, and so does
 * an amount of zero, but a coin that has cost 0 was a gift; an ambiguous amount is a problem, because the wrong reading is off by a factor of a thousand.
 * @param currency of costs that name none
 */
export function readTypedCoins(form: URLSearchParams, currency: Currency): readonly TypedCoin[] {
  const texts = (name: string) => form.getAll(name).map((text) => parseLine(text, MAX_AMOUNT_LENGTH + 1));
  const [amounts, costs] = [texts("amount"), texts("cost")];
  return form
    .getAll("id")
    .slice(0, MAX_WATCHED)
    .map((id, index) => {
      const amount = readNumber(amounts[index] ?? "", null);
      const cost = readNumber(costs[index] ?? "", currency);
      const isAlone = cost.value !== null && amount.value === null && amount.problem === null;
      return {
        id,
        amount: amount.value,
        cost:
          cost.value === null || amount.value === null
            ? undefined
            : { price: cost.value, currency: cost.currency ?? currency },
        text: amount.text,
        costText: cost.text,
        problems: {
          amount: isAlone ? "Enter how many you have, too." : amount.problem,
          cost: cost.problem,
        },
      };
    });
}

/** Reads which button has sent the form. That of a coin has its id and name as its value, with a slash between them. */
export function pressedButton(form: URLSearchParams): PressedButton {
  const action = (["up", "down", "remove", "clear"] as const).find((name) => form.has(name)) ?? "edit";
  const [id = "", ...name] = (form.get(action) ?? "").split("/");
  return { action, id, name: name.join("/") };
}

/** Returns whether all fields can be saved. */
export function areRead(typed: readonly TypedCoin[]): boolean {
  return typed.every(({ problems }) => problems.amount === null && problems.cost === null);
}

/** Formats amount and cost of a coin for their fields, so that they parse to the same values. */
export function fieldTexts({ amount, cost }: Omit<WatchedCoin, "id">, currency: Currency) {
  return {
    text: amount === null ? "" : writeAmount(new Big(amount)),
    costText: cost === undefined ? "" : costField(cost, currency),
  };
}

function costField(cost: Cost, currency: Currency): string {
  const price = writeAmount(new Big(cost.price));
  return cost.currency === currency ? price : `${price} ${cost.currency.toUpperCase()}`;
}

/** Says why a field is not saved; null: it means no amount. */
function problemOf(kind: AmountProblem, field: keyof FieldProblems): string | null {
  if (kind === "empty" || kind === "zero") return null;
  if (kind === "negative") return `The ${field} cannot be below zero.`;
  if (kind === "too-large")
    return `The ${field} can have at most ${AMOUNT_DIGITS.whole} digits before the point.`;
  if (kind === "too-small") return `The ${field} can have at most ${AMOUNT_DIGITS.decimals} decimals.`;
  return `The ${field} cannot be read. Use digits, such as 1500 or 0.25.`;
}

/**
 * Reads an amount as people write it, or a cost with its currency.
 * @param currency of a cost that names none; null: it is an amount
 * @returns null as its value for an empty text and an amount of zero, which mean none, and for one with a problem; `other` is what an ambiguous one
 * could also mean
 */
export function readNumber(text: string, currency: Currency | null) {
  const read = parseAmount(text);
  const field = currency === null ? "amount" : "cost";
  const refuse = (problem: string | null, shown = text, also: string | null = null) => ({
    value: null,
    currency,
    text: shown,
    problem,
    other: also,
  });
  if (read.kind === "zero" && currency !== null)
    return {
      value: "0",
      currency: currencyCalled(text.replace(/[^\p{L}\p{Sc}]/gu, "")) ?? currency,
      text,
      problem: null,
      other: null,
    };
  if (read.kind !== "amount") return refuse(problemOf(read.kind, field));
  const { value, units, other } = read;
  const [unit] = units;
  const named = unit === undefined ? currency : currency && (currencyCalled(unit) ?? null);
  if (units.length > 1 || (unit !== undefined && named === null))
    return refuse(
      currency === null
        ? "Write how many coins you have, without a unit."
        : `Write what one coin has cost, in ${CURRENCIES.join(", ")}.`,
    );
  if (value.e >= AMOUNT_DIGITS.whole) return refuse(problemOf("too-large", field));
  if (!value.round(AMOUNT_DIGITS.decimals).eq(value)) return refuse(problemOf("too-small", field));
  if (other === null) return { value: value.toFixed(), currency: named, text, problem: null, other };
  const shown = [writeAmount(value), ...units].join(" ");
  return refuse(`“${text}” could also mean ${other}. Correct it, or save it as it is now.`, shown, other);
}
