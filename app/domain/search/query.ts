export const MAX_QUERY_LENGTH = 64;

/** In UTF-16 units. Cutting longer text first keeps the work small. */
const MAX_READ_LENGTH = 500;

/** Spaces, control and format characters, line separators, and lone surrogates. */
const SPACES = /[\s\p{Cc}\p{Cf}\p{Cs}]+/gu;

/**
 * Parses a search query: one line of at most 64 characters, in lower case, with single spaces and full-width letters as
 * usual ones (Unicode's NFKC). The result is the same for all spellings and parses to itself, so it can name a cached page.
 */
export function parseQuery(value: string | null): string {
  const text = (value ?? "").slice(0, MAX_READ_LENGTH).normalize("NFKC").toLowerCase().normalize("NFKC");
  return parseLine(text, MAX_QUERY_LENGTH);
}

/** Returns a parameter of an address as one word in lower case; undefined if missing. */
export function wordOf(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim().toLowerCase();
}

/** Reads one line of at most `maxLength` characters, as written but with single spaces. */
export function parseLine(text: string, maxLength: number): string {
  const line = text.slice(0, MAX_READ_LENGTH).replace(SPACES, " ").trim();
  return [...line].slice(0, maxLength).join("").trim();
}

/** Returns what a visitor may have looked for at an unknown path: `bitcion` for `/coin/bitcion`. */
export function queryOfPath(pathname: string): string {
  const words = pathname.replace(/^\/(?:coin|exchange)\//i, "").replaceAll("/", " ");
  try {
    return parseQuery(decodeURIComponent(words));
  } catch {
    return parseQuery(words);
  }
}
