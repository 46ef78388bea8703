import Big from "big.js";
import type { Currency } from "../market/currency";
import { scientific } from "./money";
import { decimal } from "./number";
import { MAX_AMOUNT_LENGTH } from "./text";

/** Enough decimals for the smallest amount of the cheapest coin in units of the most expensive one, whoever divides. */
Big.DP = 80;

interface ReadAmount {
  readonly kind: "amount";
  readonly value: Big;
  readonly units: readonly string[];
  readonly other: string | null;
}

/** Why a text is not an amount that can be used, in words. */
export const AMOUNT_PROBLEMS = {
  empty: "Enter an amount.",
  "too-long": `This is too long for an amount: up to ${MAX_AMOUNT_LENGTH} characters can be read.`,
  "not-understood": "This amount cannot be read. Use digits, such as 1500 or 1.5.",
  negative: "Only amounts above zero can be converted.",
  zero: "Only amounts above zero can be converted.",
  "too-large": "Amounts from 10²⁴ upward cannot be converted.",
  "too-small": "Amounts below 10⁻¹⁸ cannot be converted.",
} as const;

export type AmountProblem = keyof typeof AMOUNT_PROBLEMS;

/** What other scripts write for the signs of a number: full-width ones have their own, and Arabic separators are none of ours. */
const FOREIGN_SIGNS = /[\p{Nd}\uff01-\uff5e٫٬،]/gu;

export type WrittenAmount = ReadAmount | { readonly kind: AmountProblem };

/** Powers of ten: below the smallest unit of any coin, and above the supply of any coin. */
export const AMOUNT_EXPONENTS = { min: -18, max: 24 } as const;

/** Sign of a currency, or a word: `$`, `US$`, `btc`; `Rs.` has a dot of its own. A dot after another word is ambiguous. */
const UNIT = String.raw`\p{L}*\p{Sc}|rs\.|\p{L}[\p{L}\p{N}]*?(?!\.)`;

/** Words for powers of ten, as people and this site write them. The first match wins. */
const SCALES = [
  [12, "lakh crore|t|tn|trillion"],
  [9, "b|bn|billion"],
  [7, "crores?|cr"],
  [6, "m|mn|million"],
  [5, "lakhs?|lac"],
  [3, "k|thousand"],
] as const;

const SCALE = SCALES.map(([, words]) => words).join("|");

/** A unit, digits and separators, a power of ten, a word for one, and a unit. */
const WRITTEN = new RegExp(
  String.raw`^(?<sign>[+\-−–]?) ?(?<before>${UNIT})? ?(?<inner>[+\-−–]?)(?<digits>(?:[\d.,'’] ?)+)(?<power>e[+\-−]?\d{1,4})?(?: ?(?<scale>${SCALE})(?![\p{L}\p{N}]))? ?(?<after>${UNIT})?$`,
  "iu",
);

/**
 * Parses an amount as people write it: `1.500,25`, `1,500.25`, `1,00,000`, `1 000`, `1'000`, `1,5`, `1e-8`, `1.5k`, `$5`, `5
 * btc`, also in digits of other scripts, `१२`. An ambiguous one is read the way this site writes numbers: `1,500` is 1500, and could also be 1.5.
 * @param text one line without spaces at its ends
 * @param isUnit whether a word that could mean a power of ten is a unit
 */
export function parseAmount(text: string, isUnit: (word: string) => boolean = () => false): WrittenAmount {
  if (text === "") return { kind: "empty" };
  if (text.length > MAX_AMOUNT_LENGTH) return { kind: "too-long" };
  const found = WRITTEN.exec(text.replace(FOREIGN_SIGNS, ownSign))?.groups ?? {};
  const { sign = "", inner = "", digits = "", power = "", before, scale = "", after } = found;
  const isScale = scale !== "" && !isUnit(scale);
  const words = [before, isScale ? undefined : scale, after];
  const units = words.flatMap((unit) => unit?.replace(/\.$/, "") || []);
  const [reading, otherReading] = readDigits(digits.trim(), power === "");
  if (reading === undefined || (sign !== "" && inner !== "")) return { kind: "not-understood" };
  const value = new Big(reading + power.toLowerCase().replace("−", "-")).times(isScale ? scaleOf(scale) : 1);
  if (value.eq(0)) return { kind: "zero" };
  if (/[-−–]/.test(sign + inner)) return { kind: "negative" };
  if (value.e >= AMOUNT_EXPONENTS.max) return { kind: "too-large" };
  if (value.e < AMOUNT_EXPONENTS.min) return { kind: "too-small" };
  const other = otherReading && [otherReading, ...(isScale ? [scale] : []), ...units].join(" ");
  return { kind: "amount", value, units, other: other ?? null };
}

/** Returns the sign that this site writes for one of another script. Unicode has digits in order, ten in a row. */
function ownSign(sign: string): string {
  const [own = sign] = sign.normalize("NFKC");
  if (!/\p{Nd}/u.test(own)) return { "٫": ".", "٬": "’", "،": "," }[own] ?? own;
  const code = own.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

function scaleOf(scale: string): Big {
  const [exponent = 0] = SCALES.find(([, words]) => new RegExp(`^(${words})$`, "i").test(scale)) ?? [];
  return new Big(10).pow(exponent);
}

/** Formats an amount unambiguously: `1.5`, and `12.3450`, because `12.345` could be twelve thousand. */
export function writeAmount(value: Big): string {
  const plain = value.toFixed();
  return /^[1-9]\d{0,2}\.\d{3}$/.test(plain) ? `${plain}0` : plain;
}

/** Thousands, or in India hundreds above the first thousand, with the same separator throughout. */
const GROUPED = /^[1-9]\d{0,2}(?:([.,'’ ])\d{3}(?:\1\d{3})*)$|^[1-9]\d?(?:,\d\d)+,\d{3}$/;

/**
 * Returns the distinct numbers that digits with separators can mean, this site's own reading first. Either separator can
 * be the decimal one.
 * @param canBeGrouped false with a power of ten, where nobody groups digits
 */
function readDigits(text: string, canBeGrouped: boolean): string[] {
  const readings = [".", ","].flatMap((sign) => {
    const [whole = "", decimals = "", ...more] = text.split(sign);
    const isWhole = /^\d*$/.test(whole) || (canBeGrouped && GROUPED.test(whole));
    const isNumber = isWhole && /^\d*$/.test(decimals) && more.length === 0 && /\d/.test(text);
    return isNumber ? [writeAmount(new Big(`${whole.replace(/\D/g, "") || "0"}.${decimals || "0"}`))] : [];
  });
  return [...new Set(readings)];
}

/** A number and its count of significant digits: infinite for an amount that was entered. */
export interface Figure {
  readonly value: Big;
  readonly digits: number;
}

/** A JavaScript number holds no more digits. */
export const MAX_DIGITS = 15;

/** Amounts of coins outside these powers of ten, or with more decimals, are written in scientific notation. */
export const WRITTEN_OUT = { min: -9, max: 18, decimals: 20 } as const;

/** Formats an amount of coins with all its digits, grouped as long as a number holds them. */
export function formatGivenCoins(value: Big, currency: Currency): string {
  const { text, isRounded } = formatCoins({ value, digits: value.c.length }, currency);
  return isRounded ? value.toFixed() : text;
}

/** Formats an amount of coins with as many digits as are known. */
export function formatCoins({ value, digits }: Figure, currency: Currency) {
  const known = Math.min(digits, MAX_DIGITS);
  const rounded = value.prec(known);
  const { min, max, decimals: maxDecimals } = WRITTEN_OUT;
  const decimals = Math.max(0, known - 1 - rounded.e);
  const isWrittenOut = rounded.e >= min && rounded.e < max && decimals <= maxDecimals;
  const number = rounded.toNumber();
  const text = isWrittenOut ? decimal(number, currency, 0, decimals) : scientific(number, currency, known);
  return { text, isRounded: !rounded.eq(value) };
}
