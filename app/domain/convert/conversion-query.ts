import { MAX_ID_LENGTH } from "../market/coin";
import { CURRENCIES, parseCurrency } from "../market/currency";
import { MAX_QUERY_LENGTH, parseLine } from "../search/query";

/** What a visitor wants to convert, as the address has it. */
export interface ConversionQuery {
  /** As written; `parseAmount` reads it. */
  readonly amount: string;
  /** A currency's code, or text that names a coin: best its id. */
  readonly from: string;
  readonly to: string;
}

/**
 * Parses what to convert from a query. Texts stay as written except for spaces and their length, so that the page can show
 * them again: up to 64 characters of the amount and 128 of a side. A coin whose id is a currency's code cannot be meant.
 */
export function parseConversion(query: URLSearchParams): ConversionQuery {
  const side = (name: string, fallback: string) => {
    const text = parseLine(query.get(name) ?? fallback, MAX_ID_LENGTH);
    return CURRENCIES.find((currency) => currency === text.toLowerCase()) ?? text;
  };
  return {
    amount: parseLine(query.get("amount") ?? "1", MAX_QUERY_LENGTH),
    from: side("from", "bitcoin"),
    // The header's links name a currency only: the one to convert to.
    to: side("to", parseCurrency(query.get("currency"))),
  };
}
