import Big from "big.js";

export interface ReadAmount {
  readonly kind: "amount";
  readonly value: Big;
  readonly units: readonly string[];
  /** Another reading, as an amount that is read in one way; null where there is none. */
  readonly other: string | null;
}

/** How a written amount was understood. */
export type WrittenAmount = ReadAmount | { readonly kind: AmountProblem };

export type AmountProblem =
  | "empty"
  | "too-long"
  | "not-understood"
  | "negative"
  | "zero"
  | "too-large"
  | "too-small";

/** In characters. */
export const MAX_AMOUNT_LENGTH = 40;

/** Powers of ten: the smallest part of the coins that have one, and more than there is of any coin. */
const AMOUNT_EXPONENTS = { min: -18, max: 24 } as const;

/** Sign of a currency, or a word: `$`, `US$`, `btc`; `Rs.` has a dot of its own. A dot after another word could be either. */
const UNIT = String.raw`\p{L}*\p{Sc}|rs\.|\p{L}[\p{L}\p{N}]*?(?!\.)`;

/** Words for powers of ten, as people and this site write them. */
const SCALES: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  lakh: 5,
  lakhs: 5,
  lac: 5,
  m: 6,
  mn: 6,
  million: 6,
  crore: 7,
  crores: 7,
  cr: 7,
  b: 9,
  bn: 9,
  billion: 9,
  t: 12,
  tn: 12,
  trillion: 12,
  "lakh crore": 12,
};

const SCALE = Object.keys(SCALES)
  .toSorted((one, other) => other.length - one.length)
  .join("|");

/** A unit, digits with whatever stands between them, a power of ten, a word for one, and a unit. */
const WRITTEN = new RegExp(
  String.raw`^(?<sign>[+\-−–]?) ?(?<before>${UNIT})? ?(?<inner>[+\-−–]?)(?<digits>(?:[\d.,'’] ?)+)(?<power>e[+\-−]?\d{1,4})?(?: ?(?<scale>${SCALE})(?![\p{L}\p{N}]))? ?(?<after>${UNIT})?$`,
  "iu",
);

/**
 * Reads an amount as people write it: `1.500,25`, `1,500.25`, `1,00,000`, `1 000`, `1'000`, `1,5`, `1e-8`, `1.5k`, `$5`, `5 btc`.
 * What has two meanings is read as this site writes numbers: `1,500` is 1500, and could also be 1.5.
 * @param text one line without spaces at its ends
 * @param isUnit tells that a word is a unit, where it could also stand for a power of ten
 */
export function parseAmount(text: string, isUnit: (word: string) => boolean = () => false): WrittenAmount {
  if (text === "") return { kind: "empty" };
  if (text.length > MAX_AMOUNT_LENGTH) return { kind: "too-long" };
  const found = WRITTEN.exec(text)?.groups ?? {};
  const { sign = "", inner = "", digits = "", power = "", before, scale = "", after } = found;
  const isScale = scale !== "" && !isUnit(scale);
  const words = [before, isScale ? undefined : scale, after];
  const units = words.flatMap((unit) => unit?.replace(/\.$/, "") || []);
  const [reading, otherReading] = readDigits(digits.trim(), power === "");
  if (reading === undefined || (sign !== "" && inner !== "")) return { kind: "not-understood" };
  const exponent = isScale ? (SCALES[scale.toLowerCase()] ?? 0) : 0;
  const value = new Big(reading + power.toLowerCase().replace("−", "-")).times(new Big(10).pow(exponent));
  if (value.eq(0)) return { kind: "zero" };
  if (/[-−–]/.test(sign + inner)) return { kind: "negative" };
  if (value.e >= AMOUNT_EXPONENTS.max) return { kind: "too-large" };
  if (value.e < AMOUNT_EXPONENTS.min) return { kind: "too-small" };
  const other = otherReading && [otherReading, ...(isScale ? [scale] : []), ...units].join(" ");
  return { kind: "amount", value, units, other: other ?? null };
}

/** Writes an amount so that it can be read in one way only: `1.5`, and `12.3450`, because `12.345` could be twelve thousand. */
export function writeAmount(value: Big): string {
  const plain = value.toFixed();
  return /^[1-9]\d{0,2}\.\d{3}$/.test(plain) ? `${plain}0` : plain;
}

/** Signs that can stand before the decimals. */
const DECIMAL_SIGNS = [".", ","] as const;

/** Thousands, or in India hundreds above the first thousand, between signs that are all the same. */
const GROUPED = /^[1-9]\d{0,2}(?:([.,'’ ])\d{3}(?:\1\d{3})*)$|^[1-9]\d?(?:,\d\d)+,\d{3}$/;

/**
 * Returns the possible readings of digits with signs between them, as plain numbers that differ, the one first that this site
 * would write so; empty if there are none.
 * @param canBeGrouped false beside a power of ten, where nobody groups digits
 */
function readDigits(text: string, canBeGrouped: boolean): string[] {
  const readings = DECIMAL_SIGNS.flatMap((sign) => {
    const [whole = "", decimals = "", ...more] = text.split(sign);
    const isWhole = /^\d*$/.test(whole) || (canBeGrouped && GROUPED.test(whole));
    const isNumber = isWhole && /^\d*$/.test(decimals) && more.length === 0 && /\d/.test(text);
    return isNumber ? [plainNumber(whole.replace(/\D/g, ""), decimals)] : [];
  });
  return [...new Set(readings)];
}

function plainNumber(whole: string, decimals: string): string {
  return writeAmount(new Big(`${whole || "0"}.${decimals || "0"}`));
}
