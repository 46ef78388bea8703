import * as v from "valibot";
import type { PricePoint } from "~/domain/chart/price-history";
import { LINE_HEIGHT, MAX_LINE_POINTS } from "~/domain/chart/week-line";
import {
  type Coin,
  type CoinNames,
  type CoinRow,
  type CoinSummary,
  type FoundCoin,
  isCoinId,
  type RankedCoin,
} from "~/domain/market/coin";
import type { Exchange } from "~/domain/market/exchange";
import { MAX_POINTS } from "../cache/cache-policy.server";
import { MAX_NAMES_LENGTH } from "../provider/coin-names.server";
import {
  isCleanText,
  MAX_TEXT_LENGTH,
  MAX_TIME,
  MIN_NUMBER,
  readHttpUrl,
  readPictureUrl,
} from "../provider/fields.server";
import { MAX_ROWS } from "../provider/rows.server";

/**
 * Schemas of answers where replicas share them. They were clean when they were written; but whoever can
 * write there could put anything in their place, so they are read as strictly as if they came from a stranger.
 */
const number = v.pipe(
  v.number(),
  v.finite(),
  v.check((value) => value === 0 || Math.abs(value) >= MIN_NUMBER),
);
const figure = v.nullable(number);
const coinId = v.pipe(v.string(), v.check(isCoinId));
const text = v.pipe(
  v.string(),
  // In units, of which a character has two at the most.
  v.maxLength(2 * MAX_TEXT_LENGTH),
  v.check(isCleanText),
);
const httpUrl = v.nullable(
  v.pipe(
    v.string(),
    v.check((address) => readHttpUrl(address) !== null),
  ),
);
const pictureUrl = v.nullable(
  v.pipe(
    v.string(),
    v.check((address) => readPictureUrl(address) !== null),
  ),
);

const time = v.pipe(v.number(), v.minValue(-MAX_TIME), v.maxValue(MAX_TIME));

const rank = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1)));

const coinSummary = v.strictObject({
  id: coinId,
  symbol: text,
  name: text,
  image: pictureUrl,
  price: figure,
  rank,
  change24h: figure,
});

const lineHeight = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LINE_HEIGHT));

const coinRow = v.strictObject({
  ...coinSummary.entries,
  change1h: figure,
  change7d: figure,
  marketCap: figure,
  volume: figure,
  week: v.pipe(v.array(lineHeight), v.maxLength(MAX_LINE_POINTS)),
});

const rankedCoin = v.strictObject({ id: coinId, rank, image: pictureUrl });

const foundCoin = v.strictObject({ id: coinId, symbol: text, name: text, image: pictureUrl, rank });

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
  image: pictureUrl,
  rank: figure,
  lastUpdated: v.nullable(time),
  maxSupply: figure,
  circulatingSupply: figure,
  quotes: v.strictObject({ inr: quote, eur: quote, usd: quote }),
});

const exchange = v.strictObject({
  id: v.pipe(text, v.nonEmpty()),
  name: text,
  image: pictureUrl,
  trustScoreRank: figure,
  url: httpUrl,
});

const pricePoint = v.strictTuple([time, number]);

export const STORED_VALUES = {
  coins: v.pipe(v.array(coinSummary), v.maxLength(MAX_ROWS)),
  coinTable: v.pipe(v.array(coinRow), v.maxLength(MAX_ROWS)),
  coin,
  history: v.pipe(
    v.array(pricePoint),
    v.maxLength(MAX_POINTS),
    v.check((points) => isSorted(points)),
  ),
  exchanges: v.pipe(v.array(exchange), v.maxLength(MAX_ROWS)),
  // Its lines are read by the index of the search, a slice at a time: whatever is none makes no coin.
  names: v.strictObject({ lines: v.pipe(v.string(), v.maxLength(MAX_NAMES_LENGTH)) }),
  ranks: v.pipe(v.array(rankedCoin), v.maxLength(MAX_ROWS)),
  trending: v.pipe(v.array(foundCoin), v.maxLength(MAX_ROWS)),
} as const satisfies {
  readonly coins: v.GenericSchema<unknown, readonly CoinSummary[]>;
  readonly coinTable: v.GenericSchema<unknown, readonly CoinRow[]>;
  readonly coin: v.GenericSchema<unknown, Coin>;
  readonly history: v.GenericSchema<unknown, readonly PricePoint[]>;
  readonly exchanges: v.GenericSchema<unknown, readonly Exchange[]>;
  readonly names: v.GenericSchema<unknown, CoinNames>;
  readonly ranks: v.GenericSchema<unknown, readonly RankedCoin[]>;
  readonly trending: v.GenericSchema<unknown, readonly FoundCoin[]>;
};

function isSorted(points: readonly PricePoint[]): boolean {
  return points.every(([time], index) => time > (points[index - 1]?.[0] ?? Number.NEGATIVE_INFINITY));
}
