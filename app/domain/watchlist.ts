import { isCoinId } from "./market/coin";

/** Coins of a list, the visitor's own or one that is shared. */
export const MAX_WATCHED = 50;

/** Characters of a list in an address or a cookie: browsers keep no cookie of more than 4,096 bytes. */
const MAX_LIST_LENGTH = 3500;

const NAME = "watchlist";

const ONE_YEAR_SECONDS = 31_536_000;

/** Stands between ids in the cookie. A cookie holds no comma (RFC 6265, 4.1.1), and an id no slash. */
const SEPARATOR = "/";

/**
 * Reads the visitor's own list from cookies: ids in their order, each once, 50 at the most. Everything else is ignored.
 * @param cookies as in the header `Cookie` or in `document.cookie`
 */
export function readWatchlist(cookies: string | null | undefined): readonly string[] {
  const [, text = ""] = /(?:^|;\s*)watchlist=([^;]*)/.exec(cookies ?? "") ?? [];
  return boundedIds(text.slice(0, MAX_LIST_LENGTH).split(SEPARATOR).map(decoded));
}

/** Keeps the texts that can be ids, each once, as many as a list has room for. */
function boundedIds(texts: readonly string[]): readonly string[] {
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
function withMovedUp(ids: readonly string[], id: string): readonly string[] {
  const at = ids.indexOf(id);
  const before = ids[at - 1];
  return before === undefined ? ids : ids.with(at - 1, id).with(at, before);
}

/**
 * Reads ids that an address names, separated by commas, in their order: each once, 50 at the most, and none beyond 3,500
 * characters. Texts that cannot be ids are dropped.
 */
export function parseWatchedIds(text: string | null | undefined): readonly string[] {
  const ids = (text ?? "").slice(0, MAX_LIST_LENGTH).split(",");
  return [...new Set(ids)].filter(isCoinId).slice(0, MAX_WATCHED);
}

/**
 * Applies the change that a posted form asks for: `action` = add, remove or up with `id`, or replace with `ids`. Without an action, or
 * with another one, it adds. An invalid id changes nothing.
 * @returns null where the list has no room for one more coin
 */
export function changedWatchlist(ids: readonly string[], form: URLSearchParams): readonly string[] | null {
  const [id] = boundedIds([form.get("id") ?? ""]);
  switch (form.get("action")) {
    case "remove":
      return id === undefined ? ids : withoutWatched(ids, id);
    case "up":
      return id === undefined ? ids : withMovedUp(ids, id);
    case "replace":
      return boundedIds(parseWatchedIds(form.get("ids")));
    default:
      return id === undefined ? ids : withWatched(ids, id);
  }
}

function encoded(ids: readonly string[]): string {
  return ids.map(encodeURIComponent).join(SEPARATOR);
}

/** Decodes a text; empty, which is no id, where that is not possible. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
