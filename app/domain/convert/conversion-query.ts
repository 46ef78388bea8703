import { parseLine } from "../format/text";
import { MAX_ID_LENGTH } from "../market/coin";
import {
  CURRENCIES,
  type Currency,
  currencyCalled,
  DEFAULT_CURRENCY,
  parseCurrency,
} from "../market/currency";
import { MAX_QUERY_LENGTH } from "../search/query";

export interface ConversionQuery {
  readonly amount: string;
  /** A currency's code, or text that names a coin: best its id. */
  readonly from: string;
  readonly to: string;
  /** The currency in which two coins are priced, unless it is the default. */
  readonly currency?: Currency | undefined;
}

/** Separates the id and the name of a coin. An id has no slash. */
const SEPARATOR = "/";

/**
 * Parses what to convert from a query. Texts stay as written except for spaces and their length, so that the page can show
 * them again: up to 64 characters of the amount and 128 of a side. A currency's name, such as `euros`, means no coin.
 */
export function parseConversion(query: URLSearchParams): ConversionQuery {
  const side = (name: "from" | "to", fallback: string) => {
    const text = parseLine(query.get(name) ?? fallback, MAX_ID_LENGTH);
    const [id = "", ...shown] = (query.get(`${name}-coin`) ?? "").split(SEPARATOR);
    if (id !== "" && parseLine(shown.join(SEPARATOR), MAX_ID_LENGTH) === text)
      return parseLine(id, MAX_ID_LENGTH);
    return currencyCalled(text) ?? text;
  };
  const from = side("from", "bitcoin");
  const currency = parseCurrency(query.get("currency"));
  // The header's links name a currency only: the one to convert to.
  const to = side("to", currency);
  const amount = parseLine(query.get("amount") ?? "1", MAX_QUERY_LENGTH);
  return { amount, ...pricedIn({ from, to, currency }) };
}

/** Omits a currency that is the default, or that is unused because a side is itself a currency. */
export function pricedIn({ from, to, currency }: Omit<ConversionQuery, "amount">) {
  const isNeeded =
    currency !== undefined &&
    currency !== DEFAULT_CURRENCY &&
    !CURRENCIES.some((code) => code === from || code === to);
  return isNeeded ? { from, to, currency } : { from, to };
}

/**
 * Returns the hidden field with the id of the coin whose name a side shows: many coins share a name. With it, an unchanged
 * name means the same coin. None if the name leads to the id by itself.
 */
export function coinField(side: "from" | "to", id: string, shownName: string) {
  const isNeeded = shownName !== id && idLikeName(shownName) !== id;
  return isNeeded ? { [`${side}-coin`]: id + SEPARATOR + shownName } : {};
}

export function idLikeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
