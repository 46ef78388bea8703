/** Of a typed text, in UTF-16 units: room for a pasted link. Cutting longer text first keeps the work small. */
export const MAX_READ_LENGTH = 500;

/** Characters of an amount that is read. Not in amount.ts, because what shows a field needs no decimals. */
export const MAX_AMOUNT_LENGTH = 40;

/** Spaces, control and format characters, line separators, and lone surrogates. */
const SPACES = /[\s\p{Cc}\p{Cf}\p{Cs}]+/gu;

/** Reads one line of at most `maxLength` characters, as written but with single spaces. */
export function parseLine(text: string, maxLength: number): string {
  const line = text.slice(0, MAX_READ_LENGTH).replace(SPACES, " ").trim();
  return [...line].slice(0, maxLength).join("").trim();
}

/** Cuts a text to a maximum number of characters; if something was cut off, the last one is `…`. */
export function shorten(text: string, maxCharacters: number): string {
  const characters = [...text];
  if (characters.length <= maxCharacters) return text;
  return `${characters
    .slice(0, maxCharacters - 1)
    .join("")
    .trimEnd()}…`;
}

/** Shortens an address to its first six and last four characters: `0x2260…c599`. */
export function shortenMiddle(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

export function joinWords(words: readonly string[], conjunction: "and" | "or"): string {
  const before = words.slice(0, -1).join(", ");
  return before === "" ? words.join("") : `${before} ${conjunction} ${words.at(-1)}`;
}

/** Isolates a name from right to left, which would move the figures beside it, in a text that has no elements for that. */
export function isolated(name: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;
}

/** Invisible characters; first, an emoji with what joins it to another one. */
const INVISIBLE =
  /(\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?\u200d(?=\p{Extended_Pictographic}))|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Removes invisible characters, direction marks, line separators and lone surrogates. What joins emoji stays. */
export function removeUnsafeCharacters(text: string): string {
  return text.replace(INVISIBLE, "$1");
}
