import * as v from "valibot";
import { type Coin, type CoinQuote, isCoinId } from "~/domain/market/coin";
import { CURRENCIES, type Currency, perCurrency } from "~/domain/market/currency";
import { MarketDataFailure } from "../failure.server";
import { looseNumber, loosePictureUrl, looseText, looseTime } from "./fields.server";

/** Path of the service for one coin. The id is encoded into exactly one segment. */
export function coinApiPath(id: string): string {
  return `/coins/${encodeURIComponent(id)}`;
}

/** A figure in each currency; a map that is absent, null or `{}` knows none. */
const figures = v.fallback(v.object(v.entriesFromList(CURRENCIES, v.optional(looseNumber))), {});

const marketDataField = v.object({
  current_price: v.optional(figures),
  price_change_percentage_24h: v.optional(looseNumber),
  price_change_percentage_24h_in_currency: v.optional(figures),
  low_24h: v.optional(figures),
  high_24h: v.optional(figures),
  market_cap: v.optional(figures),
  atl: v.optional(figures),
  ath: v.optional(figures),
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
  last_updated: v.optional(looseTime),
  market_data: v.optional(v.fallback(marketDataField, {})),
});

/**
 * Reads the body of `coinApiPath`, of whose 126 kB the page needs less than one per cent.
 * @throws {MarketDataFailure} `bad-response` when the body is no coin
 */
export function readCoin(body: unknown, path: string): Coin {
  const result = v.safeParse(coin, body);
  if (!result.success) throw new MarketDataFailure("bad-response", `${path}: the body is not a coin`);
  const { id, symbol, name, image, market_cap_rank, last_updated, market_data: market = {} } = result.output;
  return Object.freeze({
    id,
    symbol: symbol ?? "",
    name: name || id,
    image: image?.large ?? image?.small ?? image?.thumb ?? null,
    rank: market_cap_rank ?? market.market_cap_rank ?? null,
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
    change24h:
      market.price_change_percentage_24h_in_currency?.[currency] ??
      market.price_change_percentage_24h ??
      null,
    low24h: market.low_24h?.[currency] ?? null,
    high24h: market.high_24h?.[currency] ?? null,
    // 0 means unknown here.
    marketCap: market.market_cap?.[currency] || null,
    allTimeLow: market.atl?.[currency] ?? null,
    allTimeHigh: market.ath?.[currency] ?? null,
  });
}
