import { downsamplePriceHistory, normalisePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import type { Coin } from "~/domain/market/coin";
import { type Currency, perCurrency } from "~/domain/market/currency";
import { type Range, upstreamDays } from "~/domain/market/range";
import { MarketDataFailure, notFoundOf } from "../failure.server";
import type { Endpoint } from "./client.server";
import { readCoinDetails } from "./coin-details.server";
import { readMarketCoin } from "./coin-lists.server";
import {
  type Fields,
  fieldsOf,
  listOf,
  MAX_TIME,
  readId,
  readInteger,
  readNumber,
  readPictureUrl,
  readTime,
} from "./fields.server";

/** Other resources of the service in the place of an id. */
const RESERVED_IDS: ReadonlySet<string> = new Set(["markets", "list", "categories"]);

/** The service's error code for history beyond the plan. */
const BEYOND_PLAN = 10012;

/**
 * One coin with its figures in every currency.
 * @throws {MarketDataFailure} `not-found` for an id that another address of the service uses
 */
export function coinEndpoint(id: string): Endpoint<Coin> {
  const path = endpointPath(id);
  if (RESERVED_IDS.has(id)) throw new MarketDataFailure("not-found", `${path}: not a coin id`);
  // The fullest coin has 126 kB and 4,400 values.
  const limits = { maxBytes: 1_000_000, maxValues: 50_000 };
  return { name: "coin", path, limits, read: readCoin, failureOf: notFoundOf };
}

/** Maximum number of points in a price history: thirteen years of daily ones. */
export const MAX_POINTS = 5000;

/**
 * A coin's prices over a range, normalised, and downsampled if there are more than `MAX_POINTS`. The call fails with
 * `beyond-plan` if the plan does not include the range.
 */
export function historyEndpoint(id: string, currency: Currency, range: Range) {
  return {
    name: "market_chart",
    path: `${endpointPath(id)}/market_chart?vs_currency=${currency}&days=${upstreamDays(range)}`,
    // 10,000 points with a market cap and a volume each; the service sends half as many.
    limits: { maxBytes: 2_000_000, maxValues: 100_000 },
    read(body: unknown, name: string) {
      const points: readonly PricePoint[] = normalisePriceHistory(readPriceHistory(body, name), range);
      return Object.freeze(downsamplePriceHistory(points, MAX_POINTS));
    },
    failureOf: beyondPlanOf,
  } satisfies Endpoint<readonly PricePoint[]>;
}

/** The id is encoded as exactly one segment. */
function endpointPath(id: string): string {
  return `/coins/${encodeURIComponent(id)}`;
}

function beyondPlanOf(failure: MarketDataFailure): MarketDataFailure {
  const { code, status } = failure;
  if (code !== BEYOND_PLAN || (status !== 401 && status !== 200)) return failure;
  return new MarketDataFailure("beyond-plan", failure.message, { status, code, cause: failure });
}

/**
 * Reads the body of a coin; less than a fifth of its 126 kB is kept.
 * @throws {MarketDataFailure} `bad-response` when the body is not a coin
 */
export function readCoin(body: unknown, path: string): Coin {
  const own = fieldsOf(body);
  const id = readId(own.id);
  if (id === null) throw new MarketDataFailure("bad-response", `${path}: the body is not a coin`);
  const [market, images] = [fieldsOf(own.market_data), fieldsOf(own.image)];
  const rows = perCurrency((currency) =>
    readMarketCoin({ ...inCurrency(market, currency), id, symbol: own.symbol, name: own.name }),
  );
  const facts = {
    image: readPictureUrl(images.large) ?? readPictureUrl(images.small) ?? readPictureUrl(images.thumb),
    rank:
      readInteger(own.market_cap_rank, 1) ??
      readInteger(market.market_cap_rank, 1) ??
      readInteger(own.market_cap_rank_with_rehypothecated, 1),
    lastUpdated: readTime(own.last_updated) ?? readTime(market.last_updated),
    circulatingSupply:
      Object.values(rows).find((row) => row.circulatingSupply !== null)?.circulatingSupply ?? null,
  };
  return Object.freeze({
    id,
    in: perCurrency((currency) => Object.freeze({ ...rows[currency], ...facts })),
    details: readCoinDetails(own, market),
  });
}

/** Figures that are the same in every currency. */
const PLAIN = /_supply$|^price_change_percentage_24h$/;

/** Converts a coin's market data to the shape of a `/coins/markets` row; its other figures have a value for each currency. */
function inCurrency(market: Fields, currency: Currency): Fields {
  return Object.fromEntries(
    Object.entries(market).map(([name, value]) => [
      name,
      PLAIN.test(name) ? value : fieldsOf(value)[currency],
    ]),
  );
}

/**
 * Reads a price history as points in order of arrival, dropping those without a time or a price, with the volumes and market caps
 * of the same moments.
 * @throws {MarketDataFailure} `bad-response` when the body has no list of prices
 */
export function readPriceHistory(body: unknown, path: string): readonly PricePoint[] {
  const { prices, total_volumes, market_caps } = fieldsOf(body);
  if (!Array.isArray(prices)) throw new MarketDataFailure("bad-response", `${path}: the body has no prices`);
  // The service sends zero for unknown values.
  const [volumes, marketCaps] = [total_volumes, market_caps].map(
    (amounts) => new Map(readMoments(amounts).filter(([, amount]) => amount > 0)),
  );
  return readMoments(prices).map(([time, price]) => {
    const [volume = null, marketCap = null] = [volumes?.get(time), marketCaps?.get(time)];
    return volume === null && marketCap === null ? [time, price] : [time, price, volume, marketCap];
  });
}

function readMoments(pairs: unknown): (readonly [time: number, value: number])[] {
  return listOf(pairs).flatMap((pair) => {
    const [time = null, value = null] = listOf(pair).slice(0, 2).map(readNumber);
    return time === null || value === null || Math.abs(time) > MAX_TIME ? [] : [[time, value] as const];
  });
}
