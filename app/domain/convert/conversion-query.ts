import { MAX_ID_LENGTH } from "../market/coin";
import { CURRENCIES, parseCurrency } from "../market/currency";
import { MAX_QUERY_LENGTH, parseLine } from "../search/query";

/** What a visitor wants to convert, as it stands in the address. */
export interface ConversionQuery {
  /** As written; `parseAmount` reads it. */
  readonly amount: string;
  /** A currency's code, or text that names a coin: best its id. */
  readonly from: string;
  readonly to: string;
}

/**
 * Reads what to convert from a query. What is written stays as it is but for spaces and its length, so that a page can show it
 * again: 64 characters of the amount, those of an id of a coin. Where a coin's id is also the code of a currency, the currency is meant.
 */
export function parseConversion(query: URLSearchParams): ConversionQuery {
  const side = (name: string, fallback: string) => {
    const text = parseLine(query.get(name) ?? fallback, MAX_ID_LENGTH);
    return CURRENCIES.find((currency) => currency === text.toLowerCase()) ?? text;
  };
  return {
    amount: parseLine(query.get("amount") ?? "1", MAX_QUERY_LENGTH),
    from: side("from", "bitcoin"),
    // A link that only keeps a currency, as those of the header do, means what is converted to.
    to: side("to", parseCurrency(query.get("currency"))),
  };
}
