import * as v from "valibot";
import { downsamplePriceHistory, normalisePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import { type Coin, isCoinId, quoteOf } from "~/domain/market/coin";
import { type Currency, perCurrency } from "~/domain/market/currency";
import { type Range, upstreamDays } from "~/domain/market/range";
import { MarketDataFailure, notFoundOf } from "../failure.server";
import type { BodyLimits } from "./body.server";
import type { Endpoint } from "./client.server";
import { readCoinDetails } from "./coin-details.server";
import { readMarketCoin } from "./coin-lists.server";
import { looseNumber, MAX_TIME, readPictureUrl, readRank, readTime } from "./fields.server";

/** Other resources of the service at the place of an id. */
const RESERVED_IDS: ReadonlySet<string> = new Set(["markets", "list", "categories"]);

/** The service's error code for history that the plan does not include, and the HTTP statuses that it comes with. */
const BEYOND_PLAN = 10012;
const BEYOND_PLAN_STATUSES: ReadonlySet<unknown> = new Set([401, 200]);

/**
 * One coin with its figures in every currency.
 * @throws {MarketDataFailure} `not-found` for an id that another address of the service uses
 */
export function coinEndpoint(id: string): Endpoint<Coin> {
  const path = coinPath(id);
  if (RESERVED_IDS.has(id)) throw new MarketDataFailure("not-found", `${path}: not a coin id`);
  // The fullest coin has 126 kB and 4,400 values.
  const limits: BodyLimits = { maxBytes: 1_000_000, maxValues: 50_000 };
  return { name: "coin", path, limits, read: readCoin, failureOf: notFoundOf };
}

/** Points of a price history that are kept: as many as the service sends for thirteen years of days. */
export const MAX_POINTS = 5000;

/**
 * A coin's prices over a range, normalised, and downsampled where there are more than `MAX_POINTS`. The call fails with
 * `beyond-plan` where the plan does not include the range.
 */
export function historyEndpoint(id: string, currency: Currency, range: Range) {
  return {
    name: "market_chart",
    path: `${coinPath(id)}/market_chart?vs_currency=${currency}&days=${upstreamDays(range)}`,
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
function coinPath(id: string): string {
  return `/coins/${encodeURIComponent(id)}`;
}

function beyondPlanOf(failure: MarketDataFailure): MarketDataFailure {
  const { code, status } = failure;
  if (code !== BEYOND_PLAN || !BEYOND_PLAN_STATUSES.has(status)) return failure;
  return new MarketDataFailure("beyond-plan", failure.message, { status, code, cause: failure });
}

/** Fields that have a value for each currency. By each of them a coin is like a row of `/coins/markets` in that currency. */
const IN_CURRENCIES = [
  "current_price",
  "price_change_percentage_1h_in_currency",
  "price_change_percentage_24h_in_currency",
  "price_change_percentage_7d_in_currency",
  "low_24h",
  "high_24h",
  "market_cap",
  "total_volume",
  "atl",
  "atl_date",
  "ath",
  "ath_date",
] as const;

const fields = v.fallback(v.record(v.string(), v.unknown()), {});
const coin = v.looseObject({
  id: v.pipe(v.string(), v.check(isCoinId)),
  image: v.optional(fields),
  market_data: v.optional(fields),
});

/**
 * Reads the body of a coin, of whose 126 kB less than a fifth is kept.
 * @throws {MarketDataFailure} `bad-response` when the body is not a coin
 */
export function readCoin(body: unknown, path: string): Coin {
  const result = v.safeParse(coin, body);
  if (!result.success) throw new MarketDataFailure("bad-response", `${path}: the body is not a coin`);
  const { id, market_data: market = {}, image: images = {}, ...own } = result.output;
  const rows = perCurrency((currency) => {
    const inCurrency = IN_CURRENCIES.map((field) => [field, v.parse(fields, market[field])[currency]]);
    return readMarketCoin({
      ...market,
      ...Object.fromEntries(inCurrency),
      id,
      symbol: own.symbol,
      name: own.name,
    });
  });
  const all = Object.values(rows);
  const { symbol, name, maxSupply } = rows.usd;
  return Object.freeze({
    id,
    symbol,
    name,
    image: readPictureUrl(images.large) ?? readPictureUrl(images.small) ?? readPictureUrl(images.thumb),
    rank:
      readRank(own.market_cap_rank) ??
      readRank(market.market_cap_rank) ??
      readRank(own.market_cap_rank_with_rehypothecated),
    lastUpdated: readTime(own.last_updated) ?? readTime(market.last_updated),
    maxSupply,
    circulatingSupply: all.find((row) => row.circulatingSupply !== null)?.circulatingSupply ?? null,
    quotes: Object.freeze(perCurrency((currency) => quoteOf(rows[currency]))),
    details: readCoinDetails(own, market),
  });
}

const list = v.array(v.unknown());
const further = v.optional(v.fallback(list, []), []);
const series = v.object({ prices: list, total_volumes: further, market_caps: further });
const point = v.tuple([looseNumber, looseNumber]);

/**
 * Reads a price history as points in the order in which they came, without those that lack a time or a price, and with the volumes
 * and market caps of the same moments.
 * @throws {MarketDataFailure} `bad-response` when the body has no list of prices
 */
export function readPriceHistory(body: unknown, path: string): readonly PricePoint[] {
  const result = v.safeParse(series, body);
  if (!result.success) throw new MarketDataFailure("bad-response", `${path}: the body has no prices`);
  const volumes = new Map(readMoments(result.output.total_volumes).filter(isAmount));
  const marketCaps = new Map(readMoments(result.output.market_caps).filter(isAmount));
  return readMoments(result.output.prices).map(([time, price]) => {
    const [volume = null, marketCap = null] = [volumes.get(time), marketCaps.get(time)];
    return volume === null && marketCap === null ? [time, price] : [time, price, volume, marketCap];
  });
}

function readMoments(pairs: readonly unknown[]): (readonly [time: number, value: number])[] {
  return pairs.flatMap((pair) => {
    const parsed = v.safeParse(point, pair);
    if (!parsed.success) return [];
    const [time, value] = parsed.output;
    return time === null || value === null || Math.abs(time) > MAX_TIME ? [] : [[time, value] as const];
  });
}

/** The service sends zero for what it does not know. */
function isAmount([, amount]: readonly [time: number, amount: number]): boolean {
  return amount > 0;
}
