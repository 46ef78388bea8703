import { formatCoinIds, isCoinId, type MarketCoin } from "~/domain/market/coin";
import { CURRENCIES, type Currency, perCurrency } from "~/domain/market/currency";
import type { TableOrder } from "~/domain/market/table-view";
import type { Kind } from "../policy/cache-policy.server";
import { MarketDataFailure, notFoundOf, unreadable } from "../policy/failure.server";
import type { Endpoint } from "./client.server";
import * as read from "./fields.server";
import { picture } from "./picture.server";

export interface CoinList extends Endpoint<readonly MarketCoin[]> {
  readonly currency: Currency;
  readonly isTable: boolean;
}

const CHANGES = "price_change_percentage=1h,24h,7d";
const TABLE_COLUMNS = `sparkline=true&${CHANGES}`;

/** In the service's own order unless the query says otherwise. */
function coinList(kind: Kind, currency: Currency, query: string): CoinList {
  const path = `/coins/markets?vs_currency=${currency}&${query}`;
  return { kind, path, currency, isTable: query.includes(TABLE_COLUMNS), read: readMarketCoins };
}

/** Returns the list whose answer is stored under a path; null for other paths. */
export function storedListOf(path: string): CoinList | null {
  const [, code, query = ""] = /^\/coins\/markets\?vs_currency=(\w+)&(.*)$/.exec(path) ?? [];
  const currency = CURRENCIES.find((each) => each === code);
  return currency === undefined ? null : coinList("coins", currency, query);
}

/**
 * A hundred coins, the largest first or in one of the service's own orders; page numbers start at 1, and pages beyond the last coin
 * are empty. An unknown category is `not-found`, whether the service says so or sends no coins.
 * @param order null: cards, without the columns of the table
 */
export function coinsEndpoint(currency: Currency, page: number, order: TableOrder | null, category?: string) {
  const query = `page=${page}${order === null ? "" : `&order=${order}&${TABLE_COLUMNS}`}`;
  if (category === undefined) return coinList("coins", currency, query);
  return {
    ...coinList("coins", currency, `${query}&category=${encodeURIComponent(category)}`),
    failureOf: notFoundOf,
    read(body: unknown, path: string) {
      const coins = readMarketCoins(body, path);
      if (coins.length > 0 || page > 1) return coins;
      throw new MarketDataFailure("not-found", `${path}: no such category`, { status: 404 });
    },
  };
}

export const MAX_ROWS_OF_CALL = 50;

/**
 * The table rows of coins, in any order, by one call if they fit in one address; ids must not contain a comma. The service leaves
 * out unknown coins, and without the parameter also wrapped, staked and bridged tokens:
 * https://status.coingecko.com/info_notices/338751
 */
export function coinRowsEndpoints(currency: Currency, ids: readonly string[]) {
  return splitByAddress(ids, MAX_ROWS_OF_CALL).map((list) => {
    const query = `ids=${formatCoinIds(list)}&include_rehypothecated=true&${TABLE_COLUMNS}`;
    return { ...coinList("records", currency, query), ids: list };
  });
}

/** The maximum number of coins per call, the largest first, for their ranks, changes and lines of the week. */
export function rankedCoinsEndpoint(page: number) {
  return coinList("ranks", "usd", `per_page=${read.MAX_ROWS}&${TABLE_COLUMNS}&page=${page}`);
}

/** What coins cost in all currencies, by id. A coin without a price has none in any currency. */
export type SimplePrices = ReadonlyMap<string, ReturnType<typeof readPrice>>;

const MAX_PRICED_IDS = 250;

/** Whatever it requested, the latest answer replaces the previous one. */
export const PRICES_KEY = "/simple/price";

const FIGURES =
  "include_market_cap=true&include_24hr_vol=true&include_24hr_change=true&include_last_updated_at=true&precision=full";

/**
 * Prices, 24-hour changes, market caps and volumes of coins whose ids contain no comma, in all currencies by one call.
 * @param due coins without which a stored answer is none
 */
export function simplePricesEndpoint(ids: readonly string[], due: ReadonlySet<string> = new Set()) {
  return {
    ids,
    kind: "prices",
    path: `/simple/price?ids=${formatCoinIds(ids.toSorted())}&vs_currencies=${CURRENCIES.join(",")}&${FIGURES}`,
    storedAs: PRICES_KEY,
    read(body, path) {
      if (!read.isFields(body)) throw unreadable(path, "has no prices");
      const coins = Object.entries(body).filter(([id]) => isCoinId(id));
      return new Map(coins.slice(0, MAX_PRICED_IDS).map(([id, coin]) => [id, readPrice(read.fields(coin))]));
    },
    accepts: (prices) => ids.every((id) => prices.has(id) || !due.has(id)),
  } satisfies Endpoint<SimplePrices> & { readonly ids: readonly string[] };
}

/** The call for the prices of coins, or two if those that are due do not fit in one address; what room is left is for others. */
export function simplePricesEndpoints(due: ReadonlySet<string>, others: Iterable<string>) {
  const callCount = splitByAddress([...due], MAX_PRICED_IDS).length;
  const lists = splitByAddress([...new Set([...due, ...others])], MAX_PRICED_IDS).slice(0, callCount);
  return lists.map((ids) => simplePricesEndpoint(ids, due));
}

/** Maximum characters of the ids in an address; services and proxies refuse addresses much longer than 4,000. */
const MAX_IDS_LENGTH = 3930;

/** Splits ids into lists that each fit in one address and have a maximum number of ids. */
function splitByAddress(ids: readonly string[], maxIds: number): readonly (readonly string[])[] {
  const lists: string[][] = [];
  let leftLength = 0;
  for (const id of ids) {
    const length = encodeURIComponent(id).length + 1;
    if (leftLength < length || lists.at(-1)?.length === maxIds) {
      lists.push([]);
      leftLength = MAX_IDS_LENGTH;
    }
    lists.at(-1)?.push(id);
    leftLength -= length;
  }
  return lists;
}

/** The service sends 168 hourly points. */
const MAX_WEEK_POINTS = 500;

export function readMarketCoins(body: unknown, path: string): readonly MarketCoin[] {
  return read.rows(body, readMarketCoin, path);
}

/** Reads a row of `/coins/markets`. Its fields depend on the address; the service omits some, or sends null. */
export function readMarketCoin(row: read.Row): MarketCoin {
  // The service sends 0 for an unknown market cap, and 0 or null for an unlimited supply. A supply of 0 is an unknown one,
  // unless there is a market cap.
  const [marketCap, supply] = [read.amount(row.market_cap), read.number(row.circulating_supply)];
  return Object.freeze({
    id: row.id,
    symbol: read.text(row.symbol),
    name: read.text(row.name) || row.id,
    image: picture(row.image),
    // Wrapped, staked and bridged tokens have only the second rank.
    rank: read.integer(row.market_cap_rank, 1) ?? read.integer(row.market_cap_rank_with_rehypothecated, 1),
    price: read.number(row.current_price),
    change1h: readChangeWithin("1h", row),
    change24h: readChangeWithin("24h", row),
    change7d: readChangeWithin("7d", row),
    low24h: read.number(row.low_24h),
    high24h: read.number(row.high_24h),
    marketCap,
    volume: read.amount(row.total_volume),
    maxSupply: read.number(row.max_supply) || null,
    circulatingSupply: supply === 0 && marketCap === null ? null : supply,
    allTimeLow: read.number(row.atl),
    allTimeHigh: read.number(row.ath),
    allTimeLowAt: read.pastTime(row.atl_date),
    allTimeHighAt: read.pastTime(row.ath_date),
    lastUpdated: read.pastTime(row.last_updated),
    week: readWeek(row.sparkline_in_7d),
  });
}

/** Reads the change within a period such as `7d`, which has one of two names. */
export function readChangeWithin(period: string, row: read.Fields): number | null {
  const name = `price_change_percentage_${period}`;
  return read.change(row[`${name}_in_currency`]) ?? read.change(row[name]);
}

function readWeek(value: unknown): readonly number[] {
  const points = read.list(read.fields(value).price).slice(-MAX_WEEK_POINTS);
  // Not frozen: that would make each number an object of its own, three times the memory.
  return points.flatMap((price) => read.number(price) ?? []);
}

function readPrice(coin: read.Fields) {
  return {
    quotes: perCurrency((currency) => ({
      price: read.number(coin[currency]),
      change24h: read.change(coin[`${currency}_24h_change`]),
      marketCap: read.amount(coin[`${currency}_market_cap`]),
      volume: read.amount(coin[`${currency}_24h_vol`]),
    })),
    lastUpdated: read.pastSeconds(coin.last_updated_at),
  };
}
