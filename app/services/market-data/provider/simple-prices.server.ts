import { isCoinId, type MarketCoin } from "~/domain/market/coin";
import { CURRENCIES, type Currency, perCurrency } from "~/domain/market/currency";
import { MarketDataFailure } from "../failure.server";
import type { Endpoint } from "./client.server";
import {
  type Fields,
  fieldsOf,
  isFields,
  MAX_TIME,
  readAmount,
  readChange,
  readNumber,
} from "./fields.server";

/** What coins cost in all currencies, by id. A coin without a price has none in any currency. */
export type SimplePrices = ReadonlyMap<string, SimplePrice>;

interface SimplePrice {
  readonly quotes: Readonly<
    Record<Currency, Pick<MarketCoin, "price" | "change24h" | "marketCap" | "volume">>
  >;
  /** Time of the service's last change, in milliseconds since the epoch. */
  readonly lastUpdated: number | null;
}

/** Maximum number of ids per call. */
export const MAX_PRICED_IDS = 250;

/** Maximum characters of the ids in an address; services and proxies refuse addresses much longer than 4,000. */
const MAX_IDS_LENGTH = 3930;

/** Whatever it requested, the latest answer replaces the previous one. */
export const PRICES_KEY = "/simple/price";

const FIGURES =
  "include_market_cap=true&include_24hr_vol=true&include_24hr_change=true&include_last_updated_at=true&precision=full";

/** Prices, 24-hour changes, market caps and volumes of coins whose ids contain no comma, in all currencies by one call. */
export function simplePricesEndpoint(ids: readonly string[]): Endpoint<SimplePrices> {
  const list = ids.toSorted().map(encodeURIComponent).join(",");
  return {
    name: "simple_price",
    path: `/simple/price?ids=${list}&vs_currencies=${CURRENCIES.join(",")}&${FIGURES}`,
    storedAs: PRICES_KEY,
    // 250 coins with four figures in three currencies each are 80 kB.
    limits: { maxBytes: 500_000, maxValues: 10_000 },
    read: readSimplePrices,
  };
}

/** Splits ids into lists that each fit in one address and have a maximum number of ids. */
export function splitByAddress(ids: readonly string[], maxIds: number): readonly (readonly string[])[] {
  const lists: string[][] = [];
  let length = 0;
  for (const id of ids) {
    length += encodeURIComponent(id).length + 1;
    const last = lists.at(-1);
    if (last !== undefined && last.length < maxIds && length <= MAX_IDS_LENGTH) last.push(id);
    else {
      lists.push([id]);
      length = encodeURIComponent(id).length + 1;
    }
  }
  return lists;
}

/** @throws {MarketDataFailure} `bad-response` for a body that is not a map of ids */
export function readSimplePrices(body: unknown, path: string): SimplePrices {
  if (!isFields(body)) throw new MarketDataFailure("bad-response", `${path}: the body has no prices`);
  const coins = Object.entries(body).filter(([id]) => isCoinId(id));
  return new Map(coins.slice(0, MAX_PRICED_IDS).map(([id, coin]) => [id, readPrice(fieldsOf(coin))]));
}

function readPrice(coin: Fields): SimplePrice {
  const updatedAt = (readNumber(coin.last_updated_at) ?? Number.NaN) * 1000;
  return {
    quotes: perCurrency((currency) => ({
      price: readNumber(coin[currency]),
      change24h: readChange(coin[`${currency}_24h_change`]),
      marketCap: readAmount(coin[`${currency}_market_cap`]),
      volume: readAmount(coin[`${currency}_24h_vol`]),
    })),
    lastUpdated: updatedAt > 0 && updatedAt <= MAX_TIME ? updatedAt : null,
  };
}
