import { isCoinId } from "../market/coin";
import { MAX_LIST_LENGTH, MAX_WATCHED } from "./watched-ids";

const NAME = "watchlist";

const ONE_YEAR_SECONDS = 31_536_000;

/** Stands between ids in the cookie. A cookie holds no comma (RFC 6265, 4.1.1), and an id no slash. */
const SEPARATOR = "/";

/**
 * Reads the visitor's own list from cookies: ids in their order, each once, 50 at the most. Whatever else stands there is left out.
 * @param cookies as in the header `Cookie` or in `document.cookie`
 */
export function readWatchlist(cookies: string | null | undefined): readonly string[] {
  const [, text = ""] = /(?:^|;\s*)watchlist=([^;]*)/.exec(cookies ?? "") ?? [];
  return boundedIds(text.slice(0, MAX_LIST_LENGTH).split(SEPARATOR).map(decoded));
}

/** Keeps of any texts those that make a list: ids, each once, as many as there is room for. */
export function boundedIds(texts: readonly string[]): readonly string[] {
  // An id with a comma would be two in an address.
  const ids = [...new Set(texts)].filter((id) => isCoinId(id) && !id.includes(",")).slice(0, MAX_WATCHED);
  while (encoded(ids).length > MAX_LIST_LENGTH) ids.pop();
  return ids;
}

/** The `Set-Cookie` value, or that of `document.cookie`, that keeps a list for a year. Scripts may read it. */
export function watchlistCookie(ids: readonly string[]): string {
  return `${NAME}=${encoded(ids)}; Path=/; Max-Age=${ids.length === 0 ? 0 : ONE_YEAR_SECONDS}; SameSite=Lax`;
}

/** Adds a coin at the end of a list that has it at most once. @returns null where the list has no room for it */
export function withWatched(ids: readonly string[], id: string): readonly string[] | null {
  if (ids.includes(id)) return ids;
  const more = boundedIds([...ids, id]);
  return more.length > ids.length ? more : null;
}

export function withoutWatched(ids: readonly string[], id: string): readonly string[] {
  return ids.filter((each) => each !== id);
}

/** Moves a coin up by one place; the first one stays. */
export function withMovedUp(ids: readonly string[], id: string): readonly string[] {
  const at = ids.indexOf(id);
  const before = ids[at - 1];
  return before === undefined ? ids : ids.with(at - 1, id).with(at, before);
}

function encoded(ids: readonly string[]): string {
  return ids.map(encodeURIComponent).join(SEPARATOR);
}

/** Decodes a text; one that cannot be is no id. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
