import { MAX_ID_LENGTH } from "../market/coin";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY, parseCurrency } from "../market/currency";
import { MAX_QUERY_LENGTH, parseLine } from "../search/query";

/** What a visitor wants to convert, as the address has it. */
export interface ConversionQuery {
  /** As written; `parseAmount` reads it. */
  readonly amount: string;
  /** A currency's code, or text that names a coin: best its id. */
  readonly from: string;
  readonly to: string;
  /** The currency in which two coins are priced, unless it is the default. */
  readonly currency?: Currency | undefined;
}

/** Stands between the id and the name of a coin. An id has no slash. */
const SEPARATOR = "/";

/**
 * Parses what to convert from a query. Texts stay as written except for spaces and their length, so that the page can show
 * them again: up to 64 characters of the amount and 128 of a side. A coin whose id is a currency's code cannot be meant.
 */
export function parseConversion(query: URLSearchParams): ConversionQuery {
  const side = (name: "from" | "to", fallback: string) => {
    const text = parseLine(query.get(name) ?? fallback, MAX_ID_LENGTH);
    const [id = "", ...shown] = (query.get(coinField(name)) ?? "").split(SEPARATOR);
    if (id !== "" && parseLine(shown.join(SEPARATOR), MAX_ID_LENGTH) === text)
      return parseLine(id, MAX_ID_LENGTH);
    return CURRENCIES.find((currency) => currency === text.toLowerCase()) ?? text;
  };
  const from = side("from", "bitcoin");
  const named = parseCurrency(query.get("currency"));
  // The header's links name a currency only: the one to convert to.
  const to = side("to", named);
  const amount = parseLine(query.get("amount") ?? "1", MAX_QUERY_LENGTH);
  return { amount, ...pricedIn({ from, to, currency: named }) };
}

/** Leaves out a currency that is the default, or that prices nothing because a side is a currency itself. */
export function pricedIn({ from, to, currency }: Omit<ConversionQuery, "amount">) {
  const isNeeded =
    currency !== undefined &&
    currency !== DEFAULT_CURRENCY &&
    !CURRENCIES.some((code) => code === from || code === to);
  return isNeeded ? { from, to, currency } : { from, to };
}

/** Name of the field that says of which coin the text of a side is the name. */
export function coinField(side: "from" | "to"): string {
  return `${side}-coin`;
}

/**
 * Writes the value of that field. Many coins share a name; with it, a name that was left as it was means the same coin.
 * @returns null where the name leads to the id by itself
 */
export function coinFieldValue(id: string, shownName: string): string | null {
  return shownName === id || idLikeName(shownName) === id ? null : id + SEPARATOR + shownName;
}

/** Writes a name the way that most ids are made of it: `wrapped-bitcoin`. */
export function idLikeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
