import { parseQuery, wordOf } from "../search/query";
import { searchKey } from "../search/search-key";
import type { Paragraph, Ticker } from "./coin-details";
import { sortedBy } from "./sorting";

export interface Exchange {
  readonly id: string;
  readonly name: string;
  readonly image: string | null;
  /** 1 is the most trusted; null when the service does not rank it. */
  readonly trustScoreRank: number | null;
  /** From 0 to 10; null when the service gives none. */
  readonly trustScore: number | null;
  /** Traded within 24 hours, in BTC; null when the service knows no volume. */
  readonly volumeBtc: number | null;
  /** Where it is registered, in English; null when the service names no country. */
  readonly country: string | null;
  /** The year in which it began; null when the service knows none. */
  readonly year: number | null;
  /** The exchange's own site, http or https only; null if it cannot be linked. */
  readonly url: string | null;
}

export interface ExchangeDetails extends Exchange {
  /** Null when the service does not say. */
  readonly isCentralised: boolean | null;
  /** Warnings of the service, such as that the exchange is closing; and what it is, in its own words. */
  readonly notices: readonly Paragraph[];
  readonly description: readonly Paragraph[];
  readonly links: readonly string[];
  /** By volume, the busiest first, at most 100. */
  readonly tickers: readonly Ticker[];
  /** What a bitcoin costs in US dollars by the volumes of these, which are in both; null when they do not say. */
  readonly bitcoinUsd: number | null;
}

export type FoundExchange = Pick<Exchange, "id" | "name" | "image">;

interface OrderOfExchanges {
  readonly words: string;
  readonly figure: "trustScoreRank" | "name" | "volumeBtc" | "country" | "year";
  /** 1: ascending, −1: descending. */
  readonly sign: 1 | -1;
}

const ORDERS = {
  rank_asc: { words: "Most trusted first", figure: "trustScoreRank", sign: 1 },
  rank_desc: { words: "Least trusted first", figure: "trustScoreRank", sign: -1 },
  volume_desc: { words: "Largest volume first", figure: "volumeBtc", sign: -1 },
  volume_asc: { words: "Smallest volume first", figure: "volumeBtc", sign: 1 },
  name_asc: { words: "By name, A first", figure: "name", sign: 1 },
  name_desc: { words: "By name, Z first", figure: "name", sign: -1 },
  country_asc: { words: "By country, A first", figure: "country", sign: 1 },
  country_desc: { words: "By country, Z first", figure: "country", sign: -1 },
  year_asc: { words: "Oldest first", figure: "year", sign: 1 },
  year_desc: { words: "Newest first", figure: "year", sign: -1 },
} as const satisfies Readonly<Record<string, OrderOfExchanges>>;

export type ExchangeOrder = keyof typeof ORDERS;

/** By name, as it stands in addresses; in the order in which they are offered. */
export const EXCHANGE_ORDERS: Readonly<Record<ExchangeOrder, OrderOfExchanges>> = ORDERS;

export interface ExchangeView {
  /** Text that their names or countries contain, as `parseQuery` returns it; empty: all exchanges. */
  readonly query: string;
  readonly order: ExchangeOrder;
  readonly isTable: boolean;
}

export const DEFAULT_EXCHANGE_VIEW: ExchangeView = { query: "", order: "rank_asc", isTable: false };

export function parseExchangeView(query: URLSearchParams): ExchangeView {
  const orders = Object.keys(ORDERS) as ExchangeOrder[];
  return {
    query: parseQuery(query.get("q")),
    order: orders.find((order) => order === wordOf(query, "order")) ?? DEFAULT_EXCHANGE_VIEW.order,
    isTable: wordOf(query, "view") === "table",
  };
}

export function exchangeParameters(view: ExchangeView): Readonly<Record<string, string>> {
  const { query, order, isTable } = view;
  return {
    ...(query === "" ? {} : { q: query }),
    ...(isTable ? { view: "table" } : {}),
    ...(order === DEFAULT_EXCHANGE_VIEW.order ? {} : { order }),
  };
}

/** Returns whether the service ranks any of the exchanges by trust. */
export function isRanked(exchanges: readonly Exchange[]): boolean {
  return exchanges.some(({ trustScoreRank }) => trustScoreRank !== null);
}

/** Returns the view with an order that exists: where the service ranks no exchange, by volume in place of trust. */
export function possibleView(view: ExchangeView, areRanked: boolean): ExchangeView {
  const isPossible = areRanked || ORDERS[view.order].figure !== "trustScoreRank";
  return isPossible ? view : { ...view, order: "volume_desc" };
}

/**
 * Returns the exchanges that a view shows, in its order. Those without the figure come last in both directions; ties keep the
 * service's order.
 */
export function arrangeExchanges(
  exchanges: readonly Exchange[],
  { query, order }: Pick<ExchangeView, "query" | "order">,
): readonly Exchange[] {
  const key = searchKey(query);
  const found = exchanges.filter(({ name, id, country }) =>
    [name, id, country ?? ""].some((text) => searchKey(text).includes(key)),
  );
  const { figure, sign } = EXCHANGE_ORDERS[order];
  return sortedBy(found, (exchange) => exchange[figure], sign);
}
