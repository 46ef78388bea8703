import * as v from "valibot";
import { weekHeights } from "~/domain/chart/week-line";
import type { CoinRow } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { TableOrder } from "~/domain/market/table-view";
import { marketRow, summaryOf } from "./coins.server";
import { looseNumber, readNumber } from "./fields.server";
import { readRows } from "./rows.server";

/** Path of the service for 100 coins in an order of its own, with what the table shows of them; page numbers start at 1. */
export function coinTableApiPath(currency: Currency, pageNumber: number, order: TableOrder): string {
  return `/coins/markets?vs_currency=${currency}&page=${pageNumber}&order=${order}&${FIGURES_OF_ROW}`;
}

/** Path of the service for the same rows of up to 100 single coins, whose ids have no comma; it leaves out those it does not know. */
export function coinRowsApiPath(currency: Currency, ids: readonly string[]): string {
  const list = ids.map((id) => encodeURIComponent(id)).join(",");
  return `/coins/markets?vs_currency=${currency}&ids=${list}&${FIGURES_OF_ROW}`;
}

const FIGURES_OF_ROW = "sparkline=true&price_change_percentage=1h,24h,7d";

/** The service sends 168 hourly points. */
const MAX_WEEK_POINTS = 500;

const week = v.pipe(v.unknown(), v.transform(readWeek));

const row = v.object({
  ...marketRow.entries,
  market_cap: v.optional(looseNumber),
  total_volume: v.optional(looseNumber),
  price_change_percentage_1h_in_currency: v.optional(looseNumber),
  price_change_percentage_7d_in_currency: v.optional(looseNumber),
  sparkline_in_7d: v.optional(week),
});

/**
 * Reads the body of `coinTableApiPath` or `coinRowsApiPath`, without coins that are in it twice.
 * @throws {MarketDataFailure} `bad-response` when the body is no list
 */
export function readCoinTable(body: unknown, path: string): readonly CoinRow[] {
  const rows = readRows(body, row, path).map((coin) =>
    Object.freeze({
      ...summaryOf(coin),
      change1h: coin.price_change_percentage_1h_in_currency ?? null,
      change7d: coin.price_change_percentage_7d_in_currency ?? null,
      // 0 means unknown here.
      marketCap: coin.market_cap || null,
      volume: coin.total_volume ?? null,
      week: coin.sparkline_in_7d ?? NO_WEEK,
    }),
  );
  return Object.freeze(rows);
}

const NO_WEEK: readonly number[] = Object.freeze([]);

/** Reads a week's prices as heights; points that are no price are left out. */
function readWeek(value: unknown): readonly number[] {
  const prices = typeof value === "object" && value !== null && "price" in value ? value.price : null;
  if (!Array.isArray(prices)) return NO_WEEK;
  const numbers = prices.slice(-MAX_WEEK_POINTS).map(readNumber);
  return Object.freeze(weekHeights(numbers.filter((price) => price !== null)));
}
