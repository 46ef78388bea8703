import { isCoinId } from "./market/coin";
import { parseLine } from "./search/query";

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

/** Moves a coin to a place, counted from 1; to the first or the last one where there is no such place. */
function withMoved(ids: readonly string[], id: string, place: number): readonly string[] {
  if (!ids.includes(id) || !Number.isInteger(place)) return ids;
  const others = withoutWatched(ids, id);
  const at = Math.max(0, place - 1);
  const moved = [...others.slice(0, at), id, ...others.slice(at)];
  return moved.every((each, index) => each === ids[index]) ? ids : moved;
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
 * Applies the change that a posted form asks for: `action` = add, remove, up or move (to a `place`, from 1) with `id`, or append,
 * replace or undo (which replaces as well) with `ids`. Without an action, or with another one, it adds. An invalid id changes
 * nothing.
 * @returns null where the list has no room for all coins
 */
export function changedWatchlist(ids: readonly string[], form: URLSearchParams): readonly string[] | null {
  const [id] = boundedIds([form.get("id") ?? ""]);
  const action = form.get("action");
  if (action === "replace" || action === "undo") return boundedIds(parseWatchedIds(form.get("ids")));
  if (action === "append") return withAppended(ids, parseWatchedIds(form.get("ids")));
  if (id === undefined) return ids;
  if (action === "remove") return withoutWatched(ids, id);
  if (action === "up") return withMoved(ids, id, ids.indexOf(id));
  if (action === "move") return withMoved(ids, id, parsePlace(form.get("place")));
  return withWatched(ids, id);
}

function withAppended(ids: readonly string[], more: readonly string[]): readonly string[] | null {
  const all = [...new Set([...ids, ...more])];
  const bounded = boundedIds(all);
  if (bounded.length < all.length) return null;
  return bounded.length > ids.length ? bounded : ids;
}

/** @returns NaN for what is no number of a place */
function parsePlace(text: string | null): number {
  return /^\d{1,3}$/.test(text?.trim() ?? "") ? Number(text) : Number.NaN;
}

/** What has just happened to the visitor's list. */
export interface ListChange {
  readonly kind: ChangeKind;
  /** The coin; null where it was several. */
  readonly id: string | null;
  /** Its name, where the form knew it. */
  readonly name: string | null;
  /** The list that undoes it. */
  readonly before: readonly string[];
}

type ChangeKind = keyof typeof SENTENCES;

const SENTENCES = {
  added: (coin: string) => `${coin} is now on your watchlist`,
  kept: (coin: string) => `${coin} is on your watchlist already`,
  removed: (coin: string) => `${coin} is no longer on your watchlist`,
  moved: (coin: string) => `${coin} has moved`,
  stayed: (coin: string) => `${coin} is at that place already`,
  appended: () => "The coins are now on your watchlist",
  replaced: () => "These coins are now your watchlist",
  undone: () => "Your watchlist is as it was before",
} as const;

/** Says what has happened, in a sentence without its full stop. */
export function describeChange({ kind, name }: Pick<ListChange, "kind" | "name">): string {
  return SENTENCES[kind](name ?? "The coin");
}

const KINDS: Readonly<Record<string, ChangeKind>> = {
  remove: "removed",
  up: "moved",
  move: "moved",
  append: "appended",
  replace: "replaced",
  undo: "undone",
};

/** Says what a posted form has changed. */
export function listChange(
  before: readonly string[],
  after: readonly string[],
  form: URLSearchParams,
): ListChange {
  const [id = null] = boundedIds([form.get("id") ?? ""]);
  const name = parseLine(form.get("name") ?? "", MAX_NAME_LENGTH) || null;
  const isSame = after.join(SEPARATOR) === before.join(SEPARATOR);
  const asked = KINDS[form.get("action") ?? ""] ?? (isSame ? "kept" : "added");
  const kind = asked === "moved" && isSame ? "stayed" : asked;
  return { kind, id, name, before: kind === "kept" && id !== null ? withoutWatched(before, id) : before };
}

/** Id of the element to which the visitor returns: the coin's place on the page. */
export const CHANGED_PLACE = "changed";

const CHANGE_NAME = "watchlist_change";
const CHANGE_SECONDS = 60;
const MAX_NAME_LENGTH = 64;

/** The `Set-Cookie` value that hands a change to the next page; with null, the one that takes it back. */
export function listChangeCookie(change: ListChange | null): string {
  const { kind = "", id, name, before = [] } = change ?? {};
  const parts = change === null ? [] : [kind, id ?? "", name ?? "", ...before];
  const seconds = change === null ? 0 : CHANGE_SECONDS;
  return `${CHANGE_NAME}=${encoded(parts)}; Path=/; Max-Age=${seconds}; SameSite=Lax; HttpOnly`;
}

/** Reads the change that the last form has made from the header `Cookie`; null where there is none, or it is not valid. */
export function readListChange(cookies: string | null | undefined): ListChange | null {
  const [, text = ""] = /(?:^|;\s*)watchlist_change=([^;]*)/.exec(cookies ?? "") ?? [];
  const [kind = "", id = "", name = "", ...before] = text
    .slice(0, MAX_LIST_LENGTH * 2)
    .split(SEPARATOR)
    .map(decoded);
  if (!isKind(kind)) return null;
  return {
    kind,
    id: isCoinId(id) ? id : null,
    name: parseLine(name, MAX_NAME_LENGTH) || null,
    before: boundedIds(before),
  };
}

function isKind(text: string): text is ChangeKind {
  return Object.keys(SENTENCES).includes(text);
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
