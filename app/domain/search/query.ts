/** In characters, each of them whole. */
export const MAX_QUERY_LENGTH = 64;

/** In units. What stands behind them nobody has typed; cutting it off first keeps the work small. */
const MAX_READ_LENGTH = 500;

/** Spaces, control and format characters, separators of lines, and halves of characters. */
const SPACES = /[\s\p{Cc}\p{Cf}\p{Cs}]+/gu;

/**
 * Reads what is searched from a query value: one line of at most 64 characters, in lower case, with single spaces and with
 * full-width letters as usual ones (Unicode's NFKC). It is the same for all its spellings, so it may name a kept page; read
 * once more, it stays as it is.
 */
export function parseQuery(value: string | null): string {
  const text = (value ?? "").slice(0, MAX_READ_LENGTH).normalize("NFKC").toLowerCase().normalize("NFKC");
  return parseLine(text, MAX_QUERY_LENGTH);
}

/** Reads one line of at most so many characters, as it is written but for its spaces, which are single. */
export function parseLine(text: string, maxLength: number): string {
  const line = text.slice(0, MAX_READ_LENGTH).replace(SPACES, " ").trim();
  return [...line].slice(0, maxLength).join("").trim();
}

/** Reads what a visitor may have looked for from the path of an address that shows nothing: `/coin/bitcion` is `bitcion`. */
export function queryOfPath(pathname: string): string {
  const words = pathname.replace(/^\/coin\//i, "").replaceAll("/", " ");
  try {
    return parseQuery(decodeURIComponent(words));
  } catch {
    return parseQuery(words);
  }
}
