import type { FoundCoin } from "../market/coin";

/** In UTF-16 units: longer than any query or real name. */
const MAX_KEY_LENGTH = 128;

/** In UTF-16 units: 200 characters, which folding can expand eighteenfold. */
const MAX_FOLDED_LENGTH = 400;

/** Words of a name that are indexed: each begins a key. The longest names have a dozen. */
const MAX_WORDS = 16;

/** Accents and other combining marks; vowel signs of other scripts are letters of their own and stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Spaces, hyphens and other punctuation, and characters that only change the look of others. */
const SEPARATORS = /[\p{P}\p{Z}\p{Cc}\p{Cf}\p{Variation_Selector}]+/gu;

/**
 * Returns a text as searches compare it: without regard to case, accents, full-width letters, spaces, hyphens and other
 * punctuation. A text of nothing but these keeps everything except its spaces. A key has at most 128 letters, however long
 * the text is.
 */
export function searchKey(text: string): string {
  const folded = fold(text.slice(0, MAX_FOLDED_LENGTH));
  const key = folded.replace(SEPARATORS, "") || folded.replace(/\s+/gu, "");
  return key.slice(0, MAX_KEY_LENGTH);
}

/**
 * Returns the keys of a text from its second word on, from its third, and so on up to its sixteenth: `bitcoin` for `Wrapped
 * Bitcoin`.
 */
export function laterWordKeys(text: string): string[] {
  const folded = fold(text.slice(0, MAX_FOLDED_LENGTH));
  const words = folded.split(SEPARATORS).filter((word) => word !== "");
  const starts = words.slice(1, MAX_WORDS);
  return starts.map((_, index) =>
    words
      .slice(index + 1)
      .join("")
      .slice(0, MAX_KEY_LENGTH),
  );
}

/** Returns whether a coin has exactly this symbol or name, as searches compare them. */
export function isCalled({ symbol, name }: Pick<FoundCoin, "symbol" | "name">, text: string): boolean {
  const key = searchKey(text);
  return searchKey(symbol) === key || searchKey(name) === key;
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .replace(/ς/g, "σ")
    .normalize("NFC");
}

/**
 * Returns whether a text begins with the query, with at most one typo: a wrong, missing or extra letter, or two swapped ones
 * (a Damerau–Levenshtein distance of one).
 */
export function beginsWithinOneTypo(text: string, query: string): boolean {
  let at = 0;
  while (at < query.length && text[at] === query[at]) at += 1;
  if (at >= query.length - 1) return true;
  const rest = query.slice(at + 1);
  return (
    // Wrong, missing, extra, swapped.
    text.startsWith(rest, at + 1) ||
    text.startsWith(query.slice(at), at + 1) ||
    text.startsWith(rest, at) ||
    (text[at] === query[at + 1] && text[at + 1] === query[at] && text.startsWith(query.slice(at + 2), at + 2))
  );
}
