import { cookieValue, ONE_YEAR_SECONDS, setCookie } from "../cookies";
import { isolated, parseLine } from "../format/text";
import { isCoinId } from "../market/coin";
import { CURRENCIES, type Currency } from "../market/currency";

export const MAX_WATCHED = 50;

/** Characters of an imported list that are read. The server takes no form of more than 64 kB. */
export const MAX_CSV_LENGTH = 7000;

/** Characters of a list in an address or a cookie, amounts included: browsers keep no cookie of more than 4,096 bytes. */
const MAX_LIST_LENGTH = 3500;

/** Separates coins in the cookie. A cookie cannot contain a comma (RFC 6265, 4.1.1), and an id no slash. */
const SEPARATOR = "/";

export interface WatchedCoin {
  readonly id: string;
  /** The amount the visitor holds: a number above zero in plain digits, `0.5`; null if not entered. */
  readonly amount: string | null;
  readonly cost?: Cost | undefined;
}

/** A price that was paid; 0 for a gift. It keeps its currency, because the rate of that day is not known. */
export interface Cost {
  readonly price: string;
  readonly currency: Currency;
}

/** Digits of an amount: more than any coin's supply before the point, and as many as Ether's smallest unit after it. */
export const AMOUNT_DIGITS = { whole: 15, decimals: 18 } as const;

const NUMBER = /^\d{1,15}(?:\.\d{1,18})?$/;

/**
 * Reads the visitor's own watchlist from cookies.
 * @param cookies as in the header `Cookie` or in `document.cookie`
 */
export function readWatchlist(cookies: string | null | undefined): readonly WatchedCoin[] {
  return readList(cookieValue(cookies, "watchlist"), SEPARATOR, decoded);
}

/**
 * Reads a list that an address or a form names, `bitcoin:0.5@25000usd,ethereum:2,pepe`.
 * @param currency of costs that name none, `@25000`; without it, they are dropped
 */
export function parseWatchlist(text: string | null | undefined, currency?: Currency): readonly WatchedCoin[] {
  return readList(text ?? "", ",", (id) => id, currency);
}

/**
 * Parses coins in order, without duplicates, up to the length limit of a list. Invalid ids are dropped; an invalid amount or
 * cost, or an amount of zero, is dropped and its coin stays.
 */
function readList(text: string, separator: string, readId: (text: string) => string, currency?: Currency) {
  const parts = text.slice(0, MAX_LIST_LENGTH).split(separator);
  // Drops the cut-off end, because half an amount would be a wrong one.
  if (text.length > MAX_LIST_LENGTH) parts.pop();
  const list = readCoins(parts, readId, currency).slice(0, MAX_WATCHED);
  while (wholeList(list) === null) list.pop();
  return list;
}

/** Parses coins without a limit, for `wholeList`. */
export function readCoins(parts: readonly string[], readId: (text: string) => string, currency?: Currency) {
  const ids = new Set<string>();
  return parts
    .map((part) => {
      const [, id = part, amount = "", price, code = currency] =
        /^(.*):([^@]*)(?:@(.*?)([a-z]{3})?)?$/s.exec(part) ?? [];
      return heldCoin(readId(id), amount, price, code);
    })
    .filter(({ id }) => isListable(id) && !ids.has(id) && ids.add(id));
}

/** Makes a coin of the texts of its amount, its cost and the currency of that, as far as they are valid. */
export function heldCoin(id: string, amount: string, price = "", code = ""): WatchedCoin {
  if (!NUMBER.test(amount) || !/[1-9]/.test(amount)) return { id, amount: null };
  const currency = CURRENCIES.find((each) => each === code);
  return currency === undefined || !NUMBER.test(price)
    ? { id, amount }
    : { id, amount, cost: { price, currency } };
}

/** Returns a list that a cookie has room for, or null: whatever changes the list asks here, so that no coin is lost. */
export function wholeList(list: readonly WatchedCoin[]): readonly WatchedCoin[] | null {
  return list.length > MAX_WATCHED || encodedList(list).length > MAX_LIST_LENGTH ? null : list;
}

/** An id with a comma would be two ids in an address. */
export function isListable(id: string): boolean {
  return isCoinId(id) && !id.includes(",");
}

export function formatWatchlist(list: readonly WatchedCoin[]): string {
  return list.map((coin) => formatCoin(coin, coin.id)).join(",");
}

function encodedList(list: readonly WatchedCoin[]): string {
  return list.map((coin) => formatCoin(coin, encodeURIComponent(coin.id))).join(SEPARATOR);
}

function formatCoin({ amount, cost }: WatchedCoin, id: string): string {
  const paid = cost === undefined ? "" : `@${cost.price}${cost.currency}`;
  // What follows the last colon of an id must not be taken for an amount.
  return amount === null && !id.includes(":") ? id : `${id}:${amount ?? ""}${paid}`;
}

/** The `Set-Cookie` or `document.cookie` value that keeps a list for a year. Scripts may read it. */
export function watchlistCookie(list: readonly WatchedCoin[]): string {
  return setCookie("watchlist", encodedList(list), ONE_YEAR_SECONDS);
}

export function isWatched(list: readonly WatchedCoin[], id: string): boolean {
  return list.some((coin) => coin.id === id);
}

export function withoutWatched(list: readonly WatchedCoin[], id: string): readonly WatchedCoin[] {
  return list.filter((coin) => coin.id !== id);
}

/** Adds coins at the end. A coin already listed keeps its place and any amount with its cost. @returns null if not all fit */
export function withAdded(
  list: readonly WatchedCoin[],
  more: readonly WatchedCoin[],
): readonly WatchedCoin[] | null {
  const updated = list.map((coin) =>
    coin.amount === null ? (more.find(({ id }) => id === coin.id) ?? coin) : coin,
  );
  return wholeList([...updated, ...more.filter(({ id }) => !isWatched(list, id))]);
}

/** Moves a coin by some places, up to the ends of the list. */
function withMoved(list: readonly WatchedCoin[], id: string, by: number): readonly WatchedCoin[] {
  const place = list.findIndex((coin) => coin.id === id);
  const coin = list[place];
  return coin === undefined ? list : withoutWatched(list, id).toSpliced(Math.max(0, place + by), 0, coin);
}

/** The button of that form: to save it, or to save it and do something with a coin or with all amounts as well. */
export interface PressedButton {
  readonly action: "edit" | "up" | "down" | "remove" | "clear";
  readonly id: string;
  readonly name: string;
}

/**
 * Sets amounts and costs of coins; others of the list stay unchanged. Then does what the button says.
 * @returns null if they do not fit
 */
export function withEdits(
  list: readonly WatchedCoin[],
  edited: readonly WatchedCoin[],
  { action, id }: PressedButton,
): readonly WatchedCoin[] | null {
  const changed = list.map((coin) => {
    const { amount, cost } = edited.find((each) => each.id === coin.id) ?? coin;
    return cost === undefined ? { id: coin.id, amount } : { id: coin.id, amount, cost };
  });
  const after = {
    edit: () => changed,
    up: () => withMoved(changed, id, -1),
    down: () => withMoved(changed, id, 1),
    remove: () => withoutWatched(changed, id),
    clear: () => withoutAmounts(changed),
  }[action]();
  return wholeList(after);
}

export function withoutCosts(list: readonly WatchedCoin[]): readonly WatchedCoin[] {
  return list.map(({ id, amount }) => ({ id, amount }));
}

export function withoutAmounts(list: readonly WatchedCoin[]): readonly WatchedCoin[] {
  return list.map(({ id }) => ({ id, amount: null }));
}

export function hasAmounts(list: readonly WatchedCoin[]): boolean {
  return list.some(({ amount }) => amount !== null);
}

export interface ListChange {
  readonly kind: ChangeKind;
  readonly id: string | null;
  readonly name: string | null;
  readonly before: readonly WatchedCoin[];
  readonly after: readonly WatchedCoin[];
}

type ChangeKind = keyof typeof SENTENCES;

/** Messages by the action of the form. Without their full stops. */
const SENTENCES = {
  add: (coin: string) => `${coin} is now on your watchlist`,
  present: (coin: string) => `${coin} is on your watchlist already`,
  remove: (coin: string) => `${coin} is no longer on your watchlist`,
  up: (coin: string) => `${coin} has moved up`,
  down: (coin: string) => `${coin} has moved down`,
  append: () => "The coins are now on your watchlist",
  replace: () => "These coins are now your watchlist",
  edit: () => "Your watchlist is saved",
  imported: () => "Your watchlist is imported",
  clear: () => "Your amounts are removed",
  undo: () => "Your watchlist is as it was before",
} as const;

export function describeChange({ kind, name }: Pick<ListChange, "kind" | "name">): string {
  return SENTENCES[kind](isolated(name ?? "The coin"));
}

export const FULL_LIST = "Your watchlist is full";

export const LIST_MESSAGES = {
  full: (coin: string) => `${FULL_LIST}: it holds ${MAX_WATCHED} coins. ${isolated(coin)} was not added.`,
  removedWithAmount: (coin: string) =>
    `${describeChange({ kind: "remove", name: coin })}. Press its star again to bring back its amount.`,
  withoutCookies: "Your browser does not keep this site's cookies, so the list cannot be saved.",
} as const;

const MAX_NAME_LENGTH = 64;

export function listChange(
  before: readonly WatchedCoin[],
  after: readonly WatchedCoin[],
  form: URLSearchParams,
): ListChange {
  const id = form.get("id") ?? "";
  const name = parseLine(form.get("name") ?? "", MAX_NAME_LENGTH) || null;
  const kind = kindOf(form.get("action") ?? "", formatWatchlist(after) === formatWatchlist(before));
  return {
    kind,
    id: isListable(id) ? id : null,
    name,
    before: kind === "present" ? withoutWatched(before, id) : before,
    after,
  };
}

function kindOf(action: string, isSame: boolean): ChangeKind {
  if (action !== "add" && isKind(action)) return action;
  return isSame ? "present" : "add";
}

export const CHANGED_PLACE = "changed";

const CHANGE_SECONDS = 60;

/** The `Set-Cookie` value that passes a change to the next page; null deletes it. */
export function listChangeCookie(change: ListChange | null): string {
  const parts = change && [
    ...[change.kind, change.id ?? "", change.name ?? ""].map(encodeURIComponent),
    encodedList(change.before),
  ];
  return `${setCookie("watchlist_change", parts?.join(SEPARATOR) ?? "", CHANGE_SECONDS)}; HttpOnly`;
}

/** Reads the change made by the last form, and the list after it, from the header `Cookie`; null if there is none or it is invalid. */
export function readListChange(cookies: string | null | undefined): ListChange | null {
  const parts = cookieValue(cookies, "watchlist_change").split(SEPARATOR);
  const [kind = "", id = "", name = "", ...before] = parts;
  if (!isKind(kind)) return null;
  return {
    kind,
    id: isCoinId(decoded(id)) ? decoded(id) : null,
    name: parseLine(decoded(name), MAX_NAME_LENGTH) || null,
    before: readList(before.join(SEPARATOR), SEPARATOR, decoded),
    after: readWatchlist(cookies),
  };
}

function isKind(text: string): text is ChangeKind {
  return Object.keys(SENTENCES).includes(text);
}

/** Decodes a text; returns the empty text, which is not an id, if that fails. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
