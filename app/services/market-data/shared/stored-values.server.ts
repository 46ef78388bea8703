import * as v from "valibot";
import { type Coin, type CoinSummary, isCoinId } from "~/domain/coin";
import type { Exchange } from "~/domain/exchange";
import type { PricePoint } from "~/domain/price-history";

/**
 * What answers look like where copies of the site share them. They were clean when they were written; but whoever can
 * write there could put anything in their place, so they are read as strictly as if they came from a stranger.
 */
const figure = v.nullable(v.pipe(v.number(), v.finite()));
const coinId = v.pipe(v.string(), v.check(isCoinId));
const text = v.pipe(v.string(), v.maxLength(200));
const httpUrl = v.nullable(
  v.pipe(
    v.string(),
    v.check((address) => URL.canParse(address) && ["http:", "https:"].includes(new URL(address).protocol)),
  ),
);

const coinSummary = v.strictObject({ id: coinId, symbol: text, name: text, image: httpUrl, price: figure });

const quote = v.strictObject({
  price: figure,
  change24h: figure,
  low24h: figure,
  high24h: figure,
  marketCap: figure,
  allTimeLow: figure,
  allTimeHigh: figure,
});

const coin = v.strictObject({
  id: coinId,
  symbol: text,
  name: text,
  image: httpUrl,
  rank: figure,
  lastUpdated: figure,
  maxSupply: figure,
  circulatingSupply: figure,
  quotes: v.strictObject({ inr: quote, eur: quote, usd: quote }),
});

const exchange = v.strictObject({
  id: v.pipe(v.string(), v.nonEmpty()),
  name: text,
  image: httpUrl,
  trustScoreRank: figure,
  url: httpUrl,
});

const LATEST_TIME = 8.64e15;
const time = v.pipe(v.number(), v.minValue(-LATEST_TIME), v.maxValue(LATEST_TIME));
const pricePoint = v.strictTuple([time, v.pipe(v.number(), v.finite())]);

export const STORED_VALUES = {
  coins: v.array(coinSummary),
  coin,
  history: v.array(pricePoint),
  exchanges: v.array(exchange),
} as const satisfies {
  readonly coins: v.GenericSchema<unknown, readonly CoinSummary[]>;
  readonly coin: v.GenericSchema<unknown, Coin>;
  readonly history: v.GenericSchema<unknown, readonly PricePoint[]>;
  readonly exchanges: v.GenericSchema<unknown, readonly Exchange[]>;
};
