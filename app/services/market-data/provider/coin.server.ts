import * as v from "valibot";
import type { PricePoint } from "~/domain/chart/price-history";
import { type Coin, type CoinQuote, isCoinId } from "~/domain/market/coin";
import { CURRENCIES, type Currency, perCurrency } from "~/domain/market/currency";
import { type Range, upstreamDays } from "~/domain/market/range";
import type { BodyLimits } from "../body.server";
import { MarketDataFailure } from "../failure.server";
import { looseNumber, loosePictureUrl, looseText, looseTime, MAX_TIME } from "../fields.server";
import type { Endpoint } from "./client.server";

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

/** A coin's prices over a range, which fail with `beyond-plan` where the plan does not include it. */
export function historyEndpoint(
  id: string,
  currency: Currency,
  range: Range,
): Endpoint<readonly PricePoint[]> {
  return {
    name: "market_chart",
    path: `${coinPath(id)}/market_chart?vs_currency=${currency}&days=${upstreamDays(range)}`,
    // 10,000 points with a market cap and a volume each; the service sends half as many.
    limits: { maxBytes: 2_000_000, maxValues: 100_000 },
    read: readPriceHistory,
    failureOf: beyondPlanOf,
  };
}

/** The id is encoded as exactly one segment. */
function coinPath(id: string): string {
  return `/coins/${encodeURIComponent(id)}`;
}

/** For this address alone, 404 means that there is no such coin; for others it is a failure of the service. */
function notFoundOf(failure: MarketDataFailure): MarketDataFailure {
  if (failure.status !== 404) return failure;
  return new MarketDataFailure("not-found", failure.message, { status: 404, cause: failure });
}

function beyondPlanOf(failure: MarketDataFailure): MarketDataFailure {
  const { code, status } = failure;
  if (code !== BEYOND_PLAN || !BEYOND_PLAN_STATUSES.has(status)) return failure;
  return new MarketDataFailure("beyond-plan", failure.message, { status, code, cause: failure });
}

/** A figure in each currency; a map that is absent, null or `{}` has none. */
const figures = v.fallback(v.object(v.entriesFromList(CURRENCIES, v.optional(looseNumber))), {});

/** The same with moments. */
const times = v.fallback(v.object(v.entriesFromList(CURRENCIES, v.optional(looseTime))), {});

const marketDataField = v.object({
  current_price: v.optional(figures),
  price_change_percentage_24h: v.optional(looseNumber),
  price_change_percentage_1h_in_currency: v.optional(figures),
  price_change_percentage_24h_in_currency: v.optional(figures),
  price_change_percentage_7d_in_currency: v.optional(figures),
  low_24h: v.optional(figures),
  high_24h: v.optional(figures),
  market_cap: v.optional(figures),
  total_volume: v.optional(figures),
  atl: v.optional(figures),
  ath: v.optional(figures),
  atl_date: v.optional(times),
  ath_date: v.optional(times),
  max_supply: v.optional(looseNumber),
  circulating_supply: v.optional(looseNumber),
  market_cap_rank: v.optional(looseNumber),
  last_updated: v.optional(looseTime),
});

type MarketDataField = v.InferOutput<typeof marketDataField>;

const coin = v.object({
  id: v.pipe(v.string(), v.check(isCoinId)),
  symbol: v.optional(looseText),
  name: v.optional(looseText),
  image: v.optional(
    v.fallback(
      v.object({
        large: v.optional(loosePictureUrl),
        small: v.optional(loosePictureUrl),
        thumb: v.optional(loosePictureUrl),
      }),
      {},
    ),
  ),
  market_cap_rank: v.optional(looseNumber),
  /** The rank of a wrapped, staked or bridged token, which has no other. */
  market_cap_rank_with_rehypothecated: v.optional(looseNumber),
  last_updated: v.optional(looseTime),
  market_data: v.optional(v.fallback(marketDataField, {})),
});

/**
 * Reads the body of a coin, of whose 126 kB the page needs less than one per cent.
 * @throws {MarketDataFailure} `bad-response` when the body is not a coin
 */
export function readCoin(body: unknown, path: string): Coin {
  const result = v.safeParse(coin, body);
  if (!result.success) throw new MarketDataFailure("bad-response", `${path}: the body is not a coin`);
  const { id, symbol, name, image, last_updated, market_data: market = {}, ...ranks } = result.output;
  return Object.freeze({
    id,
    symbol: symbol ?? "",
    name: name || id,
    image: image?.large ?? image?.small ?? image?.thumb ?? null,
    rank:
      ranks.market_cap_rank ?? market.market_cap_rank ?? ranks.market_cap_rank_with_rehypothecated ?? null,
    lastUpdated: last_updated ?? market.last_updated ?? null,
    // The service sends 0 or null where there is no limit.
    maxSupply: market.max_supply || null,
    circulatingSupply: circulatingSupply(market),
    quotes: Object.freeze(perCurrency((currency) => quote(market, currency))),
  });
}

/** Zero beside a market cap is a figure; without one, nobody has counted. */
function circulatingSupply({ circulating_supply, market_cap }: MarketDataField): number | null {
  const isCapKnown = Object.values(market_cap ?? {}).some(Boolean);
  return circulating_supply || (isCapKnown ? (circulating_supply ?? null) : null);
}

function quote(market: MarketDataField, currency: Currency): CoinQuote {
  return Object.freeze({
    price: market.current_price?.[currency] ?? null,
    change1h: market.price_change_percentage_1h_in_currency?.[currency] ?? null,
    change24h:
      market.price_change_percentage_24h_in_currency?.[currency] ??
      market.price_change_percentage_24h ??
      null,
    change7d: market.price_change_percentage_7d_in_currency?.[currency] ?? null,
    low24h: market.low_24h?.[currency] ?? null,
    high24h: market.high_24h?.[currency] ?? null,
    // The service sends 0 for an unknown market cap.
    marketCap: market.market_cap?.[currency] || null,
    volume: market.total_volume?.[currency] ?? null,
    allTimeLow: market.atl?.[currency] ?? null,
    allTimeHigh: market.ath?.[currency] ?? null,
    allTimeLowAt: market.atl_date?.[currency] ?? null,
    allTimeHighAt: market.ath_date?.[currency] ?? null,
  });
}

const series = v.object({ prices: v.array(v.unknown()) });
const point = v.tuple([looseNumber, looseNumber]);

/**
 * Reads a price history as points in the order in which they came, without those that lack a time or a price.
 * @throws {MarketDataFailure} `bad-response` when the body has no list of prices
 */
export function readPriceHistory(body: unknown, path: string): readonly PricePoint[] {
  const result = v.safeParse(series, body);
  if (!result.success) throw new MarketDataFailure("bad-response", `${path}: the body has no prices`);
  return result.output.prices.flatMap((pair) => {
    const parsed = v.safeParse(point, pair);
    if (!parsed.success) return [];
    const [time, price] = parsed.output;
    return time === null || price === null || Math.abs(time) > MAX_TIME ? [] : [[time, price] as const];
  });
}
