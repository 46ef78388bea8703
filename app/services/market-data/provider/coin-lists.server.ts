import type { FoundCoin, MarketCoin } from "~/domain/market/coin";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { TableOrder } from "~/domain/market/table-view";
import { MarketDataFailure, notFoundOf } from "../failure.server";
import type { Endpoint } from "./client.server";
import {
  fieldsOf,
  listOf,
  MAX_ROWS,
  type Row,
  readAmount,
  readChange,
  readInteger,
  readNumber,
  readPictureUrl,
  readRows,
  readText,
  readTime,
  smallPicture,
} from "./fields.server";

/** A list of coins, in the service's own order unless the query says otherwise. */
function coinList(name: string, query: string): Endpoint<readonly MarketCoin[]> {
  // 250 rows, each with a week of prices, are half as much.
  const limits = { maxBytes: 2_000_000, maxValues: 100_000 };
  return { name, path: `/coins/markets?${query}`, limits, read: readMarketCoins };
}

/** Returns the reader of a list body stored under a path, with the currency of its coins; null for other paths. */
export function keptListOf(path: string) {
  const [start, query = ""] = path.split("?");
  const parameters = new URLSearchParams(query);
  const currency = CURRENCIES.find((code) => code === parameters.get("vs_currency"));
  if (start !== "/coins/markets" || currency === undefined) return null;
  return { endpoint: coinList("kept", query), currency, isTable: parameters.has("sparkline") };
}

/** 100 coins for cards, the largest first; page numbers start at 1, and pages beyond the last coin are empty. */
export function coinsEndpoint(currency: Currency, pageNumber: number) {
  return coinList("coins", `vs_currency=${currency}&page=${pageNumber}`);
}

/** 100 coins in one of the service's own orders, with the columns of the table. */
export function coinTableEndpoint(currency: Currency, pageNumber: number, order: TableOrder) {
  return coinList("coin_table", `vs_currency=${currency}&page=${pageNumber}&order=${order}&${TABLE_COLUMNS}`);
}

/**
 * A hundred coins of a category, as cards or in an order of the table. An unknown category is `not-found`, whether the service says
 * so or sends no coins.
 */
export function categoryEndpoint(
  category: string,
  currency: Currency,
  pageNumber: number,
  order: TableOrder | null,
): Endpoint<readonly MarketCoin[]> {
  const all =
    order === null ? coinsEndpoint(currency, pageNumber) : coinTableEndpoint(currency, pageNumber, order);
  return {
    ...all,
    name: "category",
    path: `${all.path}&category=${encodeURIComponent(category)}`,
    failureOf: notFoundOf,
    read(body, name) {
      const coins = readMarketCoins(body, name);
      if (coins.length === 0 && pageNumber === 1)
        throw new MarketDataFailure("not-found", `${name}: no such category`, { status: 404 });
      return coins;
    },
  };
}

/**
 * The table rows of up to 100 coins, in any order; ids must not contain a comma. The service leaves out unknown coins, and
 * without the parameter also wrapped, staked and bridged tokens: https://status.coingecko.com/info_notices/338751
 */
export function coinRowsEndpoint(currency: Currency, ids: readonly string[]) {
  const list = ids.map(encodeURIComponent).join(",");
  const query = `vs_currency=${currency}&ids=${list}&include_rehypothecated=true&${TABLE_COLUMNS}`;
  return coinList("coin_rows", query);
}

/** Returns the ids in the path of such rows. */
export function idsOf(path: string): readonly string[] {
  return new URL(path, "http://service.invalid").searchParams.get("ids")?.split(",") ?? [];
}

/** The maximum number of coins per call, the largest first, for their ranks and changes. */
export function rankedCoinsEndpoint(pageNumber: number) {
  return coinList("ranked_coins", `vs_currency=usd&per_page=${MAX_ROWS}&${CHANGES}&page=${pageNumber}`);
}

/** The few coins that the service's own visitors search most, the most searched first. */
export const TRENDING_ENDPOINT: Endpoint<readonly FoundCoin[]> = {
  name: "trending",
  path: "/search/trending",
  // Fifteen coins with prices in sixty currencies, among other fields, are a tenth of it.
  limits: { maxBytes: 1_000_000, maxValues: 20_000 },
  read: readTrendingCoins,
};

const CHANGES = "price_change_percentage=1h,24h,7d";

const TABLE_COLUMNS = `sparkline=true&${CHANGES}`;

/** The service sends 168 hourly points. */
const MAX_WEEK_POINTS = 500;

/**
 * Reads a list of coins, with figures in the requested currency.
 * @throws {MarketDataFailure} `bad-response` when the body is not a list
 */
export function readMarketCoins(body: unknown, path: string): readonly MarketCoin[] {
  return readRows(body, readMarketCoin, path);
}

/** Reads a row of `/coins/markets`. Its fields depend on the address; the service omits some, or sends null. */
export function readMarketCoin(row: Row): MarketCoin {
  // The service sends 0 for an unknown market cap, and 0 or null for an unlimited supply. A supply of 0 is an unknown one,
  // unless there is a market cap.
  const marketCap = readAmount(row.market_cap);
  return Object.freeze({
    id: row.id,
    symbol: readText(row.symbol),
    name: readText(row.name) || row.id,
    image: smallPicture(readPictureUrl(row.image)),
    // Wrapped, staked and bridged tokens have only the second rank.
    rank: readInteger(row.market_cap_rank, 1) ?? readInteger(row.market_cap_rank_with_rehypothecated, 1),
    price: readNumber(row.current_price),
    change1h: readChange(row.price_change_percentage_1h_in_currency),
    change24h:
      readChange(row.price_change_percentage_24h_in_currency) ?? readChange(row.price_change_percentage_24h),
    change7d:
      readChange(row.price_change_percentage_7d_in_currency) ?? readChange(row.price_change_percentage_7d),
    low24h: readNumber(row.low_24h),
    high24h: readNumber(row.high_24h),
    marketCap,
    volume: readAmount(row.total_volume),
    maxSupply: readNumber(row.max_supply) || null,
    circulatingSupply:
      readNumber(row.circulating_supply) || (marketCap && readNumber(row.circulating_supply)),
    allTimeLow: readNumber(row.atl),
    allTimeHigh: readNumber(row.ath),
    allTimeLowAt: readTime(row.atl_date),
    allTimeHighAt: readTime(row.ath_date),
    lastUpdated: readTime(row.last_updated),
    week: readWeek(row.sparkline_in_7d),
  });
}

/** @throws {MarketDataFailure} `bad-response` when the body has no list of coins */
export function readTrendingCoins(body: unknown, path: string): readonly FoundCoin[] {
  const { coins } = fieldsOf(body);
  if (!Array.isArray(coins)) throw new MarketDataFailure("bad-response", `${path}: the body has no coins`);
  const items = coins.map((coin) => fieldsOf(coin).item);
  return readRows(items, readTrendingCoin, path);
}

function readTrendingCoin(item: Row): FoundCoin {
  const { id, symbol, name, image, rank } = readMarketCoin({ ...item, image: item.small });
  return Object.freeze({ id, symbol, name, image, rank });
}

/** Reads the prices of a week; points without a price are left out. */
function readWeek(value: unknown): readonly number[] {
  const numbers = listOf(fieldsOf(value).price).slice(-MAX_WEEK_POINTS).map(readNumber);
  return Object.freeze(numbers.filter((price) => price !== null));
}
