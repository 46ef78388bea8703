import * as v from "valibot";
import { type Coin, isCoinId } from "~/domain/market/coin";
import { LINK_KINDS, TICKER_FLAWS, TRUST_COLOURS } from "~/domain/market/coin-details";
import { perCurrency } from "~/domain/market/currency";
import { looseText, readHttpUrl } from "../fields.server";

/** Bytes of a coin as JSON, which leaves room for its time below 25 kB. The body that it comes from has 126 kB. */
export const MAX_KEPT_BYTES = 24_900;

/** Returns a coin without the markets of least volume for which there is no room. All that is not a list of markets has a bound. */
export function withinBytes(coin: Coin): Coin {
  const { tickers } = coin.details;
  let bytes = bytesOf({ kept: withTickers(coin, []) });
  const end = tickers.findIndex((ticker) => {
    bytes += bytesOf(ticker) + 1;
    return bytes > MAX_KEPT_BYTES;
  });
  return withTickers(coin, end === -1 ? tickers : tickers.slice(0, end));
}

function withTickers(coin: Coin, tickers: Coin["details"]["tickers"]): Coin {
  return Object.freeze({ ...coin, details: { ...coin.details, tickers } });
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const nullableNumber = v.nullable(v.pipe(v.number(), v.finite()));
const httpUrl = v.pipe(
  v.string(),
  v.check((text) => readHttpUrl(text) !== null),
);
const pictureUrl = v.pipe(httpUrl, v.startsWith("https:"));

const quote = v.object({
  price: nullableNumber,
  change1h: nullableNumber,
  change24h: nullableNumber,
  change7d: nullableNumber,
  low24h: nullableNumber,
  high24h: nullableNumber,
  marketCap: nullableNumber,
  volume: nullableNumber,
  allTimeLow: nullableNumber,
  allTimeHigh: nullableNumber,
  allTimeLowAt: nullableNumber,
  allTimeHighAt: nullableNumber,
});

const outlook = v.object({
  fullyDilutedValuation: nullableNumber,
  change30d: nullableNumber,
  change60d: nullableNumber,
  change200d: nullableNumber,
  change1y: nullableNumber,
});

const ticker = v.object({
  exchange: looseText,
  pair: looseText,
  priceUsd: nullableNumber,
  volumeUsd: nullableNumber,
  spread: nullableNumber,
  trust: v.nullable(v.picklist(TRUST_COLOURS)),
  tradedAt: nullableNumber,
  url: v.nullable(httpUrl),
  flaw: v.nullable(v.picklist(TICKER_FLAWS)),
});

const part = v.object({ text: v.pipe(v.string(), v.maxLength(4000)), href: v.exactOptional(httpUrl) });

const details = v.object({
  totalSupply: nullableNumber,
  isSupplyUnlimited: v.boolean(),
  outlooks: v.object(perCurrency(() => outlook)),
  categories: v.array(looseText),
  description: v.array(v.array(part)),
  links: v.array(v.object({ kind: v.picklist(LINK_KINDS), href: httpUrl })),
  genesisAt: nullableNumber,
  hashingAlgorithm: looseText,
  tickers: v.array(ticker),
});

/**
 * A coin as the replicas share it: as it was read, and not as the service sent it. Anyone may have written there, so it is read
 * as strictly.
 */
export const keptCoin = v.object({
  kept: v.object({
    id: v.pipe(v.string(), v.check(isCoinId)),
    symbol: looseText,
    name: looseText,
    image: v.nullable(pictureUrl),
    rank: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    lastUpdated: nullableNumber,
    maxSupply: nullableNumber,
    circulatingSupply: nullableNumber,
    quotes: v.object(perCurrency(() => quote)),
    details,
  }),
});
