import { TIME } from "../time";

/** Changes of several coins at common moments. */
export interface ChangeLines {
  /** In milliseconds since the epoch. */
  readonly moments: readonly number[];
  /** In per cent; null where a coin has no price. */
  readonly lines: readonly (readonly (number | null)[])[];
}

/** Steps between the lowest and the highest change that are told apart. */
const MIN_STEPS = 2000;
/** Decimals of a change as it is written, and those beyond which a number has none. */
const MIN_DECIMALS = 2;
const MAX_DECIMALS = 6;

/**
 * Packs changes into one text: decimals, minutes and the values of each line, parted by `;`. All numbers are whole and told
 * by their difference to the one before, which compresses best.
 * @param moments in minutes since the epoch
 */
export function packChanges(
  moments: readonly number[],
  lines: readonly (readonly (number | null)[])[],
): string {
  const known = lines.flat().filter((value) => value !== null);
  const span = known.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const wanted = Math.ceil(Math.log10(MIN_STEPS / span));
  const decimals = Math.min(MAX_DECIMALS, Math.max(MIN_DECIMALS, wanted));
  const whole = lines.map((values) =>
    values.map((value) => (value === null ? null : Math.round(value * 10 ** decimals))),
  );
  return [decimals, ...[moments, ...whole].map(packNumbers)].join(";");
}

/** Unpacks what `packChanges` was given. */
export function unpackChanges(text: string): ChangeLines {
  const [decimals = "0", minutes = "", ...lines] = text.split(";");
  const scale = 10 ** Number(decimals);
  return {
    moments: (minutes === "" ? [] : unpackNumbers(minutes)).map((minute) => Number(minute) * TIME.MINUTE),
    lines: lines.map((line) => unpackNumbers(line).map((value) => (value === null ? null : value / scale))),
  };
}

function packNumbers(numbers: readonly (number | null)[]): string {
  let before = 0;
  return numbers
    .map((number) => {
      if (number === null) return "";
      const step = number - before;
      before = number;
      return step;
    })
    .join(" ");
}

function unpackNumbers(text: string): (number | null)[] {
  let sum = 0;
  return text.split(" ").map((step) => {
    if (step === "") return null;
    sum += Number(step);
    return sum;
  });
}
