import { MAX_READ_LENGTH, parseLine } from "../format/text";

export const MAX_QUERY_LENGTH = 64;

/** A link to a coin's page, here or elsewhere: `https://www.coingecko.com/en/coins/bitcoin`, `/coin/bitcoin?currency=eur`. */
const COIN_LINK = /^\S*?\/coins?\/([^/?#\s]+)(?:[/?#]|$)/;

/**
 * Parses a search query: one line of at most 64 characters, in lower case, with single spaces and full-width letters as
 * usual ones (Unicode's NFKC). A link to a coin's page is read as the path of ours: `/coin/bitcoin`. The result is the same for all
 * spellings and parses to itself, so it can name a cached page.
 */
export function parseQuery(value: string | null): string {
  const text = (value ?? "").slice(0, MAX_READ_LENGTH).normalize("NFKC").toLowerCase().normalize("NFKC");
  const line = parseLine(text, MAX_READ_LENGTH);
  const [, id] = COIN_LINK.exec(line) ?? [];
  return id === undefined ? parseLine(line, MAX_QUERY_LENGTH) : `/coin/${id}`;
}

/** Returns the id in a query that is a link to a coin's page; null for any other. There may be no such coin. */
export function linkedCoin(query: string): string | null {
  const [, id = ""] = COIN_LINK.exec(query) ?? [];
  try {
    return decodeURIComponent(id).toLowerCase() || null;
  } catch {
    return null;
  }
}

/** Returns a parameter of an address as one word in lower case; undefined if missing. */
export function wordOf(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim().toLowerCase();
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
