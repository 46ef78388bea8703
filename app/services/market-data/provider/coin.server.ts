import { shorten } from "~/domain/format/text";
import type { Coin } from "~/domain/market/coin";
import {
  type CoinDetails,
  LINK_KINDS,
  MAX_MARKETS,
  type ProjectLink,
  type Ticker,
  TRUST_COLOURS,
} from "~/domain/market/coin-details";
import { type Currency, perCurrency } from "~/domain/market/currency";
import { MarketDataFailure, notFoundOf } from "../failure.server";
import type { Endpoint } from "./client.server";
import { readMarketCoin } from "./coin-lists.server";
import { readDescription } from "./description.server";
import {
  type Fields,
  fieldsOf,
  listOf,
  readAmount,
  readChange,
  readHttpUrl,
  readId,
  readInteger,
  readNumber,
  readPictureUrl,
  readShare,
  readText,
  readTime,
} from "./fields.server";

/** Other resources of the service in the place of an id. */
const RESERVED_IDS: ReadonlySet<string> = new Set(["markets", "list", "categories"]);

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

/** The id is encoded as exactly one segment. */
export function endpointPath(id: string): string {
  return `/coins/${encodeURIComponent(id)}`;
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
const PLAIN = /_supply$/;
/** Changes in dollars. Where the service has no change in a currency they stand in for dollars, and for no other currency. */
const IN_DOLLARS = /^price_change_percentage_\w+(?<!_in_currency)$/;

/** Converts a coin's market data to the shape of a `/coins/markets` row; its other figures have a value for each currency. */
function inCurrency(market: Fields, currency: Currency): Fields {
  return Object.fromEntries(
    Object.entries(market).map(([name, value]) => {
      const isPlain = PLAIN.test(name) || (currency === "usd" && IN_DOLLARS.test(name));
      return [name, isPlain ? value : fieldsOf(value)[currency]];
    }),
  );
}

/** Details of a coin's own answer that lists do not have. @param own fields of the coin @param market its `market_data` */
function readCoinDetails(own: Fields, market: Fields): CoinDetails {
  return Object.freeze({
    totalSupply: readNumber(market.total_supply) || null,
    isSupplyUnlimited: market.max_supply_infinite === true && !readNumber(market.max_supply),
    outlooks: perCurrency((currency) => {
      const figures = inCurrency(market, currency);
      const change = (days: string) =>
        readChange(figures[`price_change_percentage_${days}_in_currency`]) ??
        readChange(figures[`price_change_percentage_${days}`]);
      return {
        fullyDilutedValuation: readAmount(figures.fully_diluted_valuation),
        change30d: change("30d"),
        change60d: change("60d"),
        change200d: change("200d"),
        change1y: change("1y"),
      };
    }),
    categories: readSome(own.categories, MAX_CATEGORIES, (name) => shortText(name) || null),
    description: readDescription(fieldsOf(own.description).en),
    links: readLinks(fieldsOf(own.links)),
    genesisAt: readTime(own.genesis_date),
    hashingAlgorithm: shortText(own.hashing_algorithm),
    tickers: readTickers(own.tickers),
  });
}

const MAX_CATEGORIES = 12;

/** In characters, for names that the page shows in one line. */
const MAX_NAME_LENGTH = 60;

/** Links of each kind. */
const MAX_LINKS_OF_A_KIND = 4;

/** In characters; longer addresses are dropped. */
const MAX_HREF_LENGTH = 200;

function readLinks(links: Fields): readonly ProjectLink[] {
  const addresses: Readonly<Record<ProjectLink["kind"], unknown>> = {
    Homepage: links.homepage,
    Explorer: links.blockchain_site,
    "Source code": Object.values(fieldsOf(links.repos_url)).flatMap(listOf),
    "White paper": [links.whitepaper],
    Subreddit: [links.subreddit_url],
  };
  return LINK_KINDS.flatMap((kind) =>
    readSome(addresses[kind], MAX_LINKS_OF_A_KIND, readLink).map((href) => ({ kind, href })),
  );
}

function readLink(value: unknown): string | null {
  const href = shortUrl(value);
  // For a coin without a subreddit the service links to reddit.com.
  return href !== null && /^https?:\/\/(?:www\.)?reddit\.com\/$/.test(href) ? null : href;
}

/** Reads the first few distinct items of a list, which the service pads with empty texts. */
function readSome(list: unknown, max: number, read: (item: unknown) => string | null): readonly string[] {
  const items = listOf(list).slice(0, 10 * max);
  return [...new Set(items.map(read).filter((item) => item !== null))].slice(0, max);
}

/** Maximum number of rows; the service sends a hundred. */
const MAX_TICKER_ROWS = 500;

/** In characters; an exchange that names a coin by its contract exceeds it. */
const MAX_SYMBOL_LENGTH = 14;

function readTickers(value: unknown): readonly Ticker[] {
  return listOf(value)
    .slice(0, MAX_TICKER_ROWS)
    .map((row) => readTicker(fieldsOf(row)))
    .filter(({ exchange, pair }) => exchange !== "" && pair !== "")
    .sort((one, other) => (other.volumeUsd ?? -1) - (one.volumeUsd ?? -1))
    .slice(0, MAX_MARKETS);
}

/**
 * Reads a ticker. The service's `converted` fields are in the coin's own terms, even if the coin is the second of the pair: the
 * price of ETH/BTC among the tickers of Bitcoin is that of a bitcoin.
 */
function readTicker(row: Fields): Ticker {
  const [base, target] = [row.base, row.target].map((symbol) => shorten(readText(symbol), MAX_SYMBOL_LENGTH));
  return {
    exchange: shortText(fieldsOf(row.market).name),
    pair: base && target ? `${base}/${target}` : "",
    priceUsd: readNumber(fieldsOf(row.converted_last).usd),
    volumeUsd: readAmount(fieldsOf(row.converted_volume).usd),
    spread: readShare(row.bid_ask_spread_percentage),
    trust: TRUST_COLOURS.find((colour) => colour === row.trust_score) ?? null,
    tradedAt: readTime(row.last_traded_at) ?? readTime(row.timestamp),
    url: shortUrl(row.trade_url),
    flaw: row.is_anomaly === true ? "anomalous" : row.is_stale === true ? "stale" : null,
  };
}

function shortText(value: unknown): string {
  return shorten(readText(value), MAX_NAME_LENGTH);
}

function shortUrl(value: unknown): string | null {
  return readHttpUrl(value, MAX_HREF_LENGTH);
}
