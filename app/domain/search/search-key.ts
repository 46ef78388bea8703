/** Accents and whatever else is put on a letter; vowel signs of other scripts are letters of their own and stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Spaces, hyphens and other punctuation, and characters that only change how others look. */
const SEPARATORS = /[\p{P}\p{Z}\p{Cc}\p{Cf}\p{Variation_Selector}]+/gu;

const ASCII = /^[\x20-\x7e]*$/;
/** The same separators, of ASCII alone: most names are no more, and there are tens of thousands of them. */
const ASCII_SEPARATORS = /[ !"#%&'()*,\-./:;?@[\\\]_{}]+/g;

/**
 * Writes a text as it is compared in a search: without regard to case, accents, full-width letters, spaces, hyphens and
 * other punctuation. Of a text that has nothing else, all but the spaces remains.
 */
export function searchKey(text: string): string {
  const folded = fold(text);
  return folded.replace(separatorsOf(folded), "") || folded.replace(/\s+/gu, "");
}

/** Writes what is left of a text from each of its words on, the first left out, as keys: of `Wrapped Bitcoin`, `bitcoin`. */
export function laterWordKeys(text: string): string[] {
  const folded = fold(text);
  const words = folded.split(separatorsOf(folded)).filter((word) => word !== "");
  return words.map((_, index) => words.slice(index).join("")).slice(1);
}

function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .replace(/ς/g, "σ")
    .normalize("NFC");
}

function separatorsOf(text: string): RegExp {
  return ASCII.test(text) ? ASCII_SEPARATORS : SEPARATORS;
}
