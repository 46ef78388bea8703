import { isCoinId } from "./market/coin";
import { parseLine } from "./search/query";

/** Coins of a list, the visitor's own or one that is shared. */
export const MAX_WATCHED = 50;

/** Characters of a list in an address or a cookie, amounts included: browsers keep no cookie of more than 4,096 bytes. */
const MAX_LIST_LENGTH = 3500;

const NAME = "watchlist";

const ONE_YEAR_SECONDS = 31_536_000;

/** Stands between coins in the cookie. A cookie holds no comma (RFC 6265, 4.1.1), and an id no slash. */
const SEPARATOR = "/";

/** Stands before an amount. */
const AMOUNT_SIGN = ":";

/** A coin of a list. */
export interface WatchedCoin {
  readonly id: string;
  /** How much of it the visitor has: a number above zero in plain digits, `0.5`; null where that is not known. */
  readonly amount: string | null;
}

/** Digits of an amount: more than there are of any coin before the point, and as many as Ether has after it. */
export const AMOUNT_DIGITS = { whole: 15, decimals: 18 } as const;

const AMOUNT = /^(?=.*[1-9])\d{1,15}(?:\.\d{1,18})?$/;

/**
 * Reads the visitor's own list from cookies: coins in their order, each once, 50 at the most. Everything else is ignored; an
 * amount that is none leaves its coin without one.
 * @param cookies as in the header `Cookie` or in `document.cookie`
 */
export function readWatchlist(cookies: string | null | undefined): readonly WatchedCoin[] {
  const [, text = ""] = /(?:^|;\s*)watchlist=([^;]*)/.exec(cookies ?? "") ?? [];
  return boundedList(splitList(text, SEPARATOR).map(decodedCoin));
}

/** Splits a list. One that is too long loses what was cut, because half an amount would be a wrong one. */
function splitList(text: string, separator: string): readonly string[] {
  const parts = text.slice(0, MAX_LIST_LENGTH).split(separator);
  return text.length > MAX_LIST_LENGTH ? parts.slice(0, -1) : parts;
}

/** Keeps the coins that can be ones, each once, as many as a list has room for. */
function boundedList(coins: readonly WatchedCoin[]): readonly WatchedCoin[] {
  // An id with a comma would be two in an address.
  const list = eachOnce(coins)
    .filter(({ id }) => isCoinId(id) && !id.includes(","))
    .slice(0, MAX_WATCHED);
  while (encodedList(list).length > MAX_LIST_LENGTH) list.pop();
  return list;
}

function eachOnce(coins: readonly WatchedCoin[]): WatchedCoin[] {
  const ids = new Set<string>();
  return coins.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** The `Set-Cookie` value, or that of `document.cookie`, that keeps a list for a year. Scripts may read it. */
export function watchlistCookie(list: readonly WatchedCoin[]): string {
  const seconds = list.length === 0 ? 0 : ONE_YEAR_SECONDS;
  return `${NAME}=${encodedList(list)}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}

/** Adds a coin at the end of a list that has it at most once. @returns null where the list has no room for it */
export function withWatched(list: readonly WatchedCoin[], coin: WatchedCoin): readonly WatchedCoin[] | null {
  if (isWatched(list, coin.id)) return list;
  const more = boundedList([...list, coin]);
  return more.length > list.length ? more : null;
}

export function isWatched(list: readonly WatchedCoin[], id: string): boolean {
  return list.some((coin) => coin.id === id);
}

export function withoutWatched(list: readonly WatchedCoin[], id: string): readonly WatchedCoin[] {
  return list.filter((coin) => coin.id !== id);
}

/** Moves a coin to a place, counted from 1; to the first or the last one where there is no such place. */
function withMoved(list: readonly WatchedCoin[], id: string, place: number): readonly WatchedCoin[] {
  const coin = list.find((each) => each.id === id);
  if (coin === undefined || !Number.isInteger(place)) return list;
  const others = withoutWatched(list, id);
  const at = Math.max(0, place - 1);
  const moved = [...others.slice(0, at), coin, ...others.slice(at)];
  return moved.every((each, index) => each === list[index]) ? list : moved;
}

/** Sets the amounts of coins; others of the list stay as they are. @returns null where the list has no room for them */
export function withAmounts(
  list: readonly WatchedCoin[],
  amounts: readonly WatchedCoin[],
): readonly WatchedCoin[] | null {
  const changed = list.map((coin) => {
    const { id, amount } = amounts.find((each) => each.id === coin.id) ?? coin;
    return { id, amount };
  });
  return encodedList(changed).length > MAX_LIST_LENGTH ? null : changed;
}

/** Leaves out all amounts. */
export function withoutAmounts(list: readonly WatchedCoin[]): readonly WatchedCoin[] {
  return list.map(({ id }) => ({ id, amount: null }));
}

export function hasAmounts(list: readonly WatchedCoin[]): boolean {
  return list.some(({ amount }) => amount !== null);
}

/**
 * Reads a list that an address or a form names, `bitcoin:0.5,ethereum`, in its order: each coin once, 50 at the most, and none
 * beyond 3,500 characters. Texts that cannot be ids are dropped; an amount that is none leaves its coin without one.
 */
export function parseWatchlist(text: string | null | undefined): readonly WatchedCoin[] {
  const coins = splitList(text ?? "", ",").map((each) => {
    const at = each.lastIndexOf(AMOUNT_SIGN);
    return at === -1 ? { id: each, amount: null } : coinOf(each.slice(0, at), each.slice(at + 1));
  });
  return eachOnce(coins)
    .filter(({ id }) => isCoinId(id))
    .slice(0, MAX_WATCHED);
}

/** Writes a list as `parseWatchlist` reads it. */
export function formatWatchlist(list: readonly WatchedCoin[]): string {
  return list
    .map(({ id, amount }) =>
      // What comes after the last sign of an id must not be taken for an amount.
      amount === null && !id.includes(AMOUNT_SIGN) ? id : id + AMOUNT_SIGN + (amount ?? ""),
    )
    .join(",");
}

/** Makes a coin of two texts. Zero is no amount. */
function coinOf(id: string, amount: string): WatchedCoin {
  return { id, amount: AMOUNT.test(amount) ? amount : null };
}

/**
 * Applies the change that a posted form asks for: `action` = add, remove, up or move (to a `place`, from 1) with `id`, or append,
 * replace or undo (which replaces as well) with `ids`, a list, or clear, which leaves out all amounts. Without an action, or with
 * another one, it adds. An invalid id changes nothing.
 * @returns null where the list has no room for all coins
 */
export function changedWatchlist(
  list: readonly WatchedCoin[],
  form: URLSearchParams,
): readonly WatchedCoin[] | null {
  const id = idOf(form);
  const action = form.get("action");
  if (action === "replace" || action === "undo") return boundedList(parseWatchlist(form.get("ids")));
  if (action === "clear") return withoutAmounts(list);
  if (action === "append") return withAppended(list, parseWatchlist(form.get("ids")));
  if (id === null) return list;
  if (action === "remove") return withoutWatched(list, id);
  const index = list.findIndex((coin) => coin.id === id);
  if (action === "up") return withMoved(list, id, index);
  if (action === "move") return withMoved(list, id, parsePlace(form.get("place")));
  return withWatched(list, { id, amount: null });
}

/** Adds coins at the end. One that is there keeps its place, and its amount if it has one. */
function withAppended(
  list: readonly WatchedCoin[],
  more: readonly WatchedCoin[],
): readonly WatchedCoin[] | null {
  const amounts = new Map(more.map(({ id, amount }) => [id, amount]));
  const kept = list.map((coin) => {
    const amount = coin.amount ?? amounts.get(coin.id) ?? null;
    return amount === coin.amount ? coin : { ...coin, amount };
  });
  const all = eachOnce([...kept, ...more]);
  if (all.every((coin, index) => coin === list[index])) return list;
  const bounded = boundedList(all);
  return bounded.length < all.length ? null : bounded;
}

/** Returns the id that a form names; null where that is none. */
function idOf(form: URLSearchParams): string | null {
  return boundedList([{ id: form.get("id") ?? "", amount: null }])[0]?.id ?? null;
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
  readonly before: readonly WatchedCoin[];
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
  valued: () => "Your amounts are saved",
  cleared: () => "Your amounts are removed",
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
  amounts: "valued",
  clear: "cleared",
  undo: "undone",
};

/** Says what a posted form has changed. */
export function listChange(
  before: readonly WatchedCoin[],
  after: readonly WatchedCoin[],
  form: URLSearchParams,
): ListChange {
  const id = idOf(form);
  const name = parseLine(form.get("name") ?? "", MAX_NAME_LENGTH) || null;
  const isSame = encodedList(after) === encodedList(before);
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
  const words = [kind, id ?? "", name ?? ""].map(encodeURIComponent);
  const parts = change === null ? [] : before.length === 0 ? words : [...words, encodedList(before)];
  const seconds = change === null ? 0 : CHANGE_SECONDS;
  return `${CHANGE_NAME}=${parts.join(SEPARATOR)}; Path=/; Max-Age=${seconds}; SameSite=Lax; HttpOnly`;
}

/** Reads the change that the last form has made from the header `Cookie`; null where there is none, or it is not valid. */
export function readListChange(cookies: string | null | undefined): ListChange | null {
  const [, text = ""] = /(?:^|;\s*)watchlist_change=([^;]*)/.exec(cookies ?? "") ?? [];
  const [first = "", second = "", third = "", ...before] = text
    .slice(0, MAX_LIST_LENGTH * 2)
    .split(SEPARATOR);
  const [kind, id, name] = [decoded(first), decoded(second), decoded(third)];
  if (!isKind(kind)) return null;
  return {
    kind,
    id: isCoinId(id) ? id : null,
    name: parseLine(name, MAX_NAME_LENGTH) || null,
    before: boundedList(before.map(decodedCoin)),
  };
}

function isKind(text: string): text is ChangeKind {
  return Object.keys(SENTENCES).includes(text);
}

/** Writes a list as a cookie holds it. Encoded ids have no colon. */
function encodedList(list: readonly WatchedCoin[]): string {
  return list
    .map(({ id, amount }) => encodeURIComponent(id) + (amount === null ? "" : AMOUNT_SIGN + amount))
    .join(SEPARATOR);
}

function decodedCoin(text: string): WatchedCoin {
  const [id = "", amount = ""] = text.split(AMOUNT_SIGN);
  return coinOf(decoded(id), amount);
}

/** Decodes a text; empty, which is no id, where that is not possible. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
