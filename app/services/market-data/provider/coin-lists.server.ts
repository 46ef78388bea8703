import * as v from "valibot";
import { weekHeights } from "~/domain/chart/week-line";
import {
  type CoinRow,
  type CoinSummary,
  type FoundCoin,
  isCoinId,
  type RankedCoin,
} from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { TableOrder } from "~/domain/market/table-view";
import type { BodyLimits } from "../body.server";
import { MarketDataFailure } from "../failure.server";
import {
  looseNumber,
  loosePictureUrl,
  looseRank,
  looseText,
  MAX_ROWS,
  readNumber,
  readRows,
  smallPicture,
} from "../fields.server";
import type { Endpoint } from "./client.server";

/** 250 rows, each with the prices of a week, are half as much. */
const MARKETS_LIMITS: BodyLimits = { maxBytes: 2_000_000, maxValues: 100_000 };

/** 100 coins for cards, the largest first; page numbers start at 1, and beyond the last coin the list is empty. */
export function coinsEndpoint(currency: Currency, pageNumber: number): Endpoint<readonly CoinSummary[]> {
  return {
    name: "coins",
    path: `/coins/markets?vs_currency=${currency}&page=${pageNumber}`,
    limits: MARKETS_LIMITS,
    read: readCoins,
  };
}

/** 100 coins in one of the service's own orders, with the columns of the table. */
export function coinTableEndpoint(
  currency: Currency,
  pageNumber: number,
  order: TableOrder,
): Endpoint<readonly CoinRow[]> {
  return {
    name: "coin_table",
    path: `/coins/markets?vs_currency=${currency}&page=${pageNumber}&order=${order}&${TABLE_COLUMNS}`,
    limits: MARKETS_LIMITS,
    read: readCoinTable,
  };
}

/**
 * The table rows of up to 100 coins, in any order; ids must not contain a comma. The service leaves out unknown coins, and
 * without the parameter wrapped, staked and bridged tokens, too: https://status.coingecko.com/info_notices/338751
 */
export function coinRowsEndpoint(currency: Currency, ids: readonly string[]): Endpoint<readonly CoinRow[]> {
  const list = ids.map((id) => encodeURIComponent(id)).join(",");
  return {
    name: "coin_rows",
    path: `/coins/markets?vs_currency=${currency}&ids=${list}&include_rehypothecated=true&${TABLE_COLUMNS}`,
    limits: MARKETS_LIMITS,
    read: readCoinTable,
  };
}

/** As many coins as the service gives at once, the largest first, for their ranks and pictures. */
export function rankedCoinsEndpoint(pageNumber: number): Endpoint<readonly RankedCoin[]> {
  return {
    name: "ranked_coins",
    path: `/coins/markets?vs_currency=usd&per_page=${MAX_ROWS}&page=${pageNumber}`,
    limits: MARKETS_LIMITS,
    read: readRankedCoins,
  };
}

/** The few coins that the service's own visitors search most, the most searched first. */
export const TRENDING_ENDPOINT: Endpoint<readonly FoundCoin[]> = {
  name: "trending",
  path: "/search/trending",
  // Fifteen coins with their prices in sixty currencies, and other things, are a tenth of it.
  limits: { maxBytes: 1_000_000, maxValues: 20_000 },
  read: readTrendingCoins,
};

const TABLE_COLUMNS = "sparkline=true&price_change_percentage=1h,24h,7d";

/** The service sends 168 hourly points. */
const MAX_WEEK_POINTS = 500;

const coinId = v.pipe(v.string(), v.check(isCoinId));

/** The fields of `/coins/markets` that every list of coins shows. */
const summaryRow = v.object({
  id: coinId,
  symbol: v.optional(looseText),
  name: v.optional(looseText),
  image: v.optional(loosePictureUrl),
  current_price: v.optional(looseNumber),
  market_cap_rank: v.optional(looseRank),
  /** The rank of a wrapped, staked or bridged token, which has no other. */
  market_cap_rank_with_rehypothecated: v.optional(looseRank),
  price_change_percentage_24h: v.optional(looseNumber),
  price_change_percentage_24h_in_currency: v.optional(looseNumber),
});

const tableRow = v.object({
  ...summaryRow.entries,
  market_cap: v.optional(looseNumber),
  total_volume: v.optional(looseNumber),
  price_change_percentage_1h_in_currency: v.optional(looseNumber),
  price_change_percentage_7d_in_currency: v.optional(looseNumber),
  sparkline_in_7d: v.optional(v.pipe(v.unknown(), v.transform(readWeek))),
});

const rankedRow = v.object({
  id: coinId,
  image: v.optional(loosePictureUrl),
  market_cap_rank: v.optional(looseRank),
});

const trendingBody = v.object({ coins: v.array(v.unknown()) });
const trendingRow = v.pipe(
  v.object({
    item: v.object({
      id: coinId,
      symbol: v.optional(looseText),
      name: v.optional(looseText),
      small: v.optional(loosePictureUrl),
      market_cap_rank: v.optional(looseRank),
    }),
  }),
  v.transform(({ item }) => item),
);

/**
 * Reads the cards of a page.
 * @throws {MarketDataFailure} `bad-response` when the body is not a list
 */
export function readCoins(body: unknown, path: string): readonly CoinSummary[] {
  return Object.freeze(readRows(body, summaryRow, path).map((coin) => Object.freeze(summaryOf(coin))));
}

/**
 * Reads the rows of the table.
 * @throws {MarketDataFailure} `bad-response` when the body is not a list
 */
export function readCoinTable(body: unknown, path: string): readonly CoinRow[] {
  const rows = readRows(body, tableRow, path).map((coin) =>
    Object.freeze({
      ...summaryOf(coin),
      change1h: coin.price_change_percentage_1h_in_currency ?? null,
      change7d: coin.price_change_percentage_7d_in_currency ?? null,
      // The service sends 0 for an unknown market cap.
      marketCap: coin.market_cap || null,
      volume: coin.total_volume ?? null,
      week: coin.sparkline_in_7d ?? NO_WEEK,
    }),
  );
  return Object.freeze(rows);
}

/** @throws {MarketDataFailure} `bad-response` when the body is not a list */
export function readRankedCoins(body: unknown, path: string): readonly RankedCoin[] {
  const coins = readRows(body, rankedRow, path).map(({ id, image, market_cap_rank }) =>
    Object.freeze({ id, rank: market_cap_rank ?? null, image: smallPicture(image ?? null) }),
  );
  return Object.freeze(coins);
}

/** @throws {MarketDataFailure} `bad-response` when the body has no list of coins */
export function readTrendingCoins(body: unknown, path: string): readonly FoundCoin[] {
  const result = v.safeParse(trendingBody, body);
  if (!result.success) throw new MarketDataFailure("bad-response", `${path}: the body has no coins`);
  const coins = readRows(result.output.coins, trendingRow, path).map((coin) =>
    Object.freeze({
      id: coin.id,
      symbol: coin.symbol ?? "",
      name: coin.name || coin.id,
      image: smallPicture(coin.small ?? null),
      rank: coin.market_cap_rank ?? null,
    }),
  );
  return Object.freeze(coins);
}

function summaryOf(coin: v.InferOutput<typeof summaryRow>): CoinSummary {
  return {
    id: coin.id,
    symbol: coin.symbol ?? "",
    name: coin.name || coin.id,
    image: smallPicture(coin.image ?? null),
    price: coin.current_price ?? null,
    rank: coin.market_cap_rank ?? coin.market_cap_rank_with_rehypothecated ?? null,
    change24h: coin.price_change_percentage_24h_in_currency ?? coin.price_change_percentage_24h ?? null,
  };
}

const NO_WEEK: readonly number[] = Object.freeze([]);

/** Reads a week's prices as the heights of a small line; points without a price are left out. */
function readWeek(value: unknown): readonly number[] {
  const prices = typeof value === "object" && value !== null && "price" in value ? value.price : null;
  if (!Array.isArray(prices)) return NO_WEEK;
  const numbers = prices.slice(-MAX_WEEK_POINTS).map(readNumber);
  return Object.freeze(weekHeights(numbers.filter((price) => price !== null)));
}
