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

/** Removes invisible characters, direction marks, line separators and lone surrogates. */
export function removeUnsafeCharacters(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "");
}
