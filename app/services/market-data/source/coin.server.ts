import { downsamplePriceHistory, normalisePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import { shorten } from "~/domain/format/text";
import { type Coin, isCoinId } from "~/domain/market/coin";
import {
  type CoinDetails,
  type Contract,
  LINK_KINDS,
  MAX_MARKETS,
  type ProjectLink,
  type Ticker,
  TRUST_COLOURS,
} from "~/domain/market/coin-details";
import { type Currency, perCurrency } from "~/domain/market/currency";
import { type DaysReading, type Range, upstreamDays } from "~/domain/market/range";
import { historyKind } from "../policy/cache-policy.server";
import { MarketDataFailure, notFoundOf, unreadable } from "../policy/failure.server";
import type { Endpoint } from "./client.server";
import { readChangeWithin, readMarketCoin } from "./coin-lists.server";
import { readDescription, readNotices } from "./description.server";
import * as read from "./fields.server";
import { type PackedHistory, packPoints } from "./packed-points.server";
import { picture } from "./picture.server";

const RESERVED_IDS: ReadonlySet<string> = new Set(["markets", "list", "categories"]);

/** Lengths in characters; names are shown in one line, and longer addresses are dropped. */
const MAX = {
  categories: 12,
  linksOfAKind: 4,
  contracts: 20,
  nameLength: 60,
  hrefLength: 200,
  /** The service sends a hundred. */
  tickerRows: 500,
  /** Of the coins of a pair, which decentralised exchanges name by addresses. */
  symbolLength: 100,
} as const;

export function coinEndpoint(id: string): Endpoint<Coin> {
  return {
    kind: "coin",
    path: coinPath(id),
    read: (body, path) => readCoin(body, id, path),
    failureOf: notFoundOf,
  };
}

/** @throws {MarketDataFailure} `not-found` for text that cannot be an id, and for other resources in the place of an id */
function coinPath(id: string): string {
  if (!isCoinId(id) || RESERVED_IDS.has(id)) throw new MarketDataFailure("not-found", "not a coin id");
  return `/coins/${encodeURIComponent(id)}`;
}

/**
 * Reads the body of a coin; less than a fifth of its 126 kB is read.
 * @throws {MarketDataFailure} `bad-response` when the body is not a coin, or not the one with this id
 */
export function readCoin(body: unknown, id: string, path: string): Coin {
  const own = read.fields(body);
  const sentId = read.id(own.id);
  if (sentId === null) throw unreadable(path, "is not a coin");
  if (sentId !== id) throw unreadable(path, `is of another coin, ${sentId}`);
  const [market, images] = [read.fields(own.market_data), read.fields(own.image)];
  const rows = perCurrency((currency) =>
    readMarketCoin({ ...inCurrency(market, currency), id, symbol: own.symbol, name: own.name }),
  );
  const facts = {
    image: picture(images.large) ?? picture(images.small) ?? picture(images.thumb),
    rank:
      read.integer(own.market_cap_rank, 1) ??
      read.integer(market.market_cap_rank, 1) ??
      read.integer(own.market_cap_rank_with_rehypothecated, 1),
    lastUpdated: read.pastTime(market.last_updated) ?? read.pastTime(own.last_updated),
    circulatingSupply:
      Object.values(rows).find((row) => row.circulatingSupply !== null)?.circulatingSupply ?? null,
  };
  return Object.freeze({
    id,
    in: perCurrency((currency) => Object.freeze({ ...rows[currency], ...facts })),
    details: readCoinDetails(own, market),
  });
}

/** Figures that are the same in every currency, and the change of the day, which the service may send in dollars alone. */
const PLAIN = /_supply$|^price_change_percentage_24h$/;

/** Other changes in dollars, which stand in for missing ones in dollars, and in no other currency. */
const IN_DOLLARS = /^price_change_percentage_\w+(?<!_in_currency)$/;

/** Converts a coin's market data to the shape of a `/coins/markets` row; its other figures have a value for each currency. */
function inCurrency(market: read.Fields, currency: Currency): read.Fields {
  return Object.fromEntries(
    Object.entries(market).map(([name, value]) => {
      const isPlain = PLAIN.test(name) || (currency === "usd" && IN_DOLLARS.test(name));
      return [name, isPlain ? value : read.fields(value)[currency]];
    }),
  );
}

/** Details of a coin's own answer that lists do not have. @param own fields of the coin @param market its `market_data` */
function readCoinDetails(own: read.Fields, market: read.Fields): CoinDetails {
  return Object.freeze({
    totalSupply: read.number(market.total_supply) || null,
    isSupplyUnlimited: market.max_supply_infinite === true && !read.number(market.max_supply),
    outlooks: perCurrency((currency) => {
      const figures = inCurrency(market, currency);
      return {
        fullyDilutedValuation: read.amount(figures.fully_diluted_valuation),
        change30d: readChangeWithin("30d", figures),
        change60d: readChangeWithin("60d", figures),
        change200d: readChangeWithin("200d", figures),
        change1y: readChangeWithin("1y", figures),
      };
    }),
    notices: readNotices(own.public_notice, own.additional_notices),
    categories: readSome(own.categories, MAX.categories, shortText),
    description: readDescription(read.fields(own.description).en),
    links: readLinks(read.fields(own.links)),
    contracts: readContracts(own),
    genesisAt: read.time(own.genesis_date),
    hashingAlgorithm: shortText(own.hashing_algorithm),
    tickers: readTickers(own.tickers),
  });
}

function readLinks(links: read.Fields): readonly ProjectLink[] {
  const addresses: Readonly<Record<ProjectLink["kind"], unknown>> = {
    Homepage: links.homepage,
    Explorer: links.blockchain_site,
    "Source code": Object.values(read.fields(links.repos_url)).flatMap(read.list),
    "White paper": [links.whitepaper],
    Subreddit: [links.subreddit_url],
  };
  return LINK_KINDS.flatMap((kind) =>
    readSome(addresses[kind], MAX.linksOfAKind, readLink).map((href) => ({ kind, href })),
  );
}

/** As chains write them: `0x…`, `ibc/…`, `0x…::coin::COIN`, `token.near`. The longest are those of Cardano. */
const CONTRACT_ADDRESS = /^(?!.*\/\/)[a-z\d][\w:./-]{0,127}$/i;

/** Reads contract addresses by chain. Older answers have `platforms` alone; the chain of the coin itself has no name there. */
function readContracts({ platforms, detail_platforms }: read.Fields): readonly Contract[] {
  const sent = [platforms, detail_platforms].flatMap((each) => Object.entries(read.fields(each)));
  const addresses = new Map<string, string>();
  for (const [id, value] of sent) {
    const [chain, address] = [chainName(id), read.text(read.fields(value).contract_address ?? value)];
    if (chain !== "" && CONTRACT_ADDRESS.test(address)) addresses.set(chain, address);
  }
  return Array.from(addresses, ([chain, address]) => ({ chain, address })).slice(0, MAX.contracts);
}

/** Makes `binance-smart-chain` `Binance Smart Chain`. */
function chainName(id: string): string {
  return shortText(id.replace(/[-_\s]+/g, " ")).replace(/(?<![^ ])\p{Ll}/gu, (letter) =>
    letter.toUpperCase(),
  );
}

/** For a coin without a subreddit the service links to reddit.com. */
function readLink(value: unknown): string {
  return shortUrl(value)?.replace(/^https?:\/\/(?:www\.)?reddit\.com\/$/, "") ?? "";
}

/** Reads the first few distinct items of a list, which the service pads with empty texts. */
function readSome(value: unknown, max: number, readItem: (item: unknown) => string): readonly string[] {
  const items = read.list(value).slice(0, 10 * max);
  return [...new Set(items.map(readItem).filter(Boolean))].slice(0, max);
}

export function readTickers(value: unknown): readonly Ticker[] {
  return read
    .list(value)
    .slice(0, MAX.tickerRows)
    .map(readTicker)
    .filter(({ exchange, pair }) => exchange !== "" && pair !== "")
    .sort((one, other) => (other.volumeUsd ?? -1) - (one.volumeUsd ?? -1))
    .slice(0, MAX_MARKETS);
}

/**
 * Reads a ticker. The service's `converted` fields are in a coin's own terms, even if the coin is the second of the pair: the price
 * of ETH/BTC among the tickers of Bitcoin is that of a bitcoin.
 */
function readTicker(value: unknown): Ticker {
  const row = read.fields(value);
  const [base, target] = [row.base, row.target].map(readSymbol);
  const market = read.fields(row.market);
  return {
    exchange: shortText(market.name),
    exchangeId: read.id(market.identifier),
    coinId: read.id(row.coin_id),
    pair: base && target ? `${base}/${target}` : "",
    priceUsd: read.number(read.fields(row.converted_last).usd),
    volumeUsd: read.amount(read.fields(row.converted_volume).usd),
    spread: read.share(row.bid_ask_spread_percentage),
    trust: TRUST_COLOURS.find((colour) => colour === row.trust_score) ?? null,
    tradedAt: read.pastTime(row.last_traded_at) ?? read.pastTime(row.timestamp),
    url: shortUrl(row.trade_url),
    flaw: row.is_anomaly === true ? "anomalous" : row.is_stale === true ? "stale" : null,
  };
}

/** The service writes addresses of contracts in capitals, with `0X`. */
function readSymbol(value: unknown): string {
  const name = shorten(read.text(value), MAX.symbolLength);
  return /^0X[\dA-F]{32,}$/.test(name) ? name.toLowerCase() : name;
}

function shortText(value: unknown): string {
  return shorten(read.text(value), MAX.nameLength);
}

export function shortUrl(value: unknown): string | null {
  return read.httpUrl(value, MAX.hrefLength);
}

const BEYOND_PLAN = 10012;

/** Maximum number of points in a price history: thirteen years of daily ones. */
export const MAX_POINTS = 5000;

/**
 * A coin's prices over a range, normalised, packed, and downsampled if there are more than `MAX_POINTS`. What comes for `24h` may
 * reach back further, which shows how the service reads it. The call fails with `beyond-plan` if the plan does not include the range.
 */
export function historyEndpoint(id: string, currency: Currency, range: Range, reading?: DaysReading) {
  const days = upstreamDays(range, reading);
  return {
    kind: historyKind(range),
    path: `${coinPath(id)}/market_chart?vs_currency=${currency}&days=${days}`,
    read(body: unknown, name: string) {
      const sent = readPriceHistory(body, name);
      const whole = normalisePriceHistory(sent, days === "24h" ? "30d" : range);
      const points = whole.length > MAX_POINTS ? normalisePriceHistory(sent, range) : whole;
      return packPoints(downsamplePriceHistory(points, MAX_POINTS));
    },
    failureOf(failure: MarketDataFailure) {
      const { code, status, message } = failure;
      if (code !== BEYOND_PLAN || (status !== 401 && status !== 200)) return failure;
      return new MarketDataFailure("beyond-plan", message, { status, code, cause: failure });
    },
  } satisfies Endpoint<PackedHistory>;
}

/**
 * Reads a price history as points in order of arrival, dropping those without a time or a price, with the volumes and market caps
 * of the same moments.
 * @throws {MarketDataFailure} `bad-response` when the body has no list of prices
 */
export function readPriceHistory(body: unknown, path: string): readonly PricePoint[] {
  const { prices, total_volumes, market_caps } = read.fields(body);
  if (!Array.isArray(prices)) throw unreadable(path, "has no prices");
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
  return read.list(pairs).flatMap((pair) => {
    const [at, amount] = read.list(pair);
    const [time, value] = [read.number(at, -read.MAX_TIME, read.MAX_TIME), read.number(amount)];
    return time === null || value === null ? [] : [[time, value] as const];
  });
}
