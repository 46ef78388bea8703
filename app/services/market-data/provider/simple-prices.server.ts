import * as v from "valibot";
import { type CoinPrice, isCoinId } from "~/domain/market/coin";
import { CURRENCIES, type Currency, perCurrency } from "~/domain/market/currency";
import { MarketDataFailure } from "../failure.server";
import type { Endpoint } from "./client.server";
import { MAX_TIME, readNumber } from "./fields.server";

/** What coins cost in all currencies, by id. A coin without a price has none in any currency. */
export type SimplePrices = ReadonlyMap<string, SimplePrice>;

interface SimplePrice {
  readonly quotes: Readonly<Record<Currency, CoinPrice>>;
  /** Time of the service's last change, in milliseconds since the epoch. */
  readonly lastUpdated: number | null;
}

/** Ids that one call may name. */
export const MAX_PRICED_IDS = 250;

/** In characters; services and proxies refuse longer addresses. */
export const MAX_ADDRESS_LENGTH = 4100;

/** Whatever it asked for, the latest answer takes the place of the one before. */
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

const fields = v.record(v.string(), v.unknown());
const body = v.pipe(
  v.custom<object>((value) => !Array.isArray(value)),
  v.record(v.string(), v.fallback(fields, {})),
);

/** @throws {MarketDataFailure} `bad-response` for a body that is no map from ids */
export function readSimplePrices(value: unknown, path: string): SimplePrices {
  const result = v.safeParse(body, value);
  if (!result.success) throw new MarketDataFailure("bad-response", `${path}: the body has no prices`);
  const coins = Object.entries(result.output).filter(([id]) => isCoinId(id));
  return new Map(coins.slice(0, MAX_PRICED_IDS).map(([id, coin]) => [id, readPrice(coin)]));
}

function readPrice(coin: Readonly<Record<string, unknown>>): SimplePrice {
  const updatedAt = (readNumber(coin.last_updated_at) ?? Number.NaN) * 1000;
  return {
    quotes: perCurrency((currency) => ({
      price: readNumber(coin[currency]),
      change24h: readNumber(coin[`${currency}_24h_change`]),
      // The service sends 0 for an unknown market cap.
      marketCap: readNumber(coin[`${currency}_market_cap`]) || null,
      volume: readNumber(coin[`${currency}_24h_vol`]),
    })),
    lastUpdated: updatedAt > 0 && updatedAt <= MAX_TIME ? updatedAt : null,
  };
}
