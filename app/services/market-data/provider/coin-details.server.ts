import { shorten } from "~/domain/format/text";
import {
  type CoinDetails,
  LINK_KINDS,
  MAX_MARKETS,
  type ProjectLink,
  type Ticker,
  TRUST_COLOURS,
} from "~/domain/market/coin-details";
import { perCurrency } from "~/domain/market/currency";
import { readDescription } from "./description.server";
import { readHttpUrl, readNumber, readText, readTime } from "./fields.server";

type Fields = Readonly<Record<string, unknown>>;

/** What a coin's own answer says beyond what lists say of it. @param own fields of the coin @param market its `market_data` */
export function readCoinDetails(own: Fields, market: Fields): CoinDetails {
  return Object.freeze({
    totalSupply: readNumber(market.total_supply) || null,
    isSupplyUnlimited: market.max_supply_infinite === true && !readNumber(market.max_supply),
    outlooks: perCurrency((currency) => {
      const read = (name: string) => readNumber(fieldsOf(market[name])[currency]);
      return {
        fullyDilutedValuation: read("fully_diluted_valuation") || null,
        change30d: read("price_change_percentage_30d_in_currency"),
        change60d: read("price_change_percentage_60d_in_currency"),
        change200d: read("price_change_percentage_200d_in_currency"),
        change1y: read("price_change_percentage_1y_in_currency"),
      };
    }),
    categories: readCategories(own.categories),
    description: readDescription(fieldsOf(own.description).en),
    links: readLinks(fieldsOf(own.links)),
    genesisAt: readTime(own.genesis_date),
    hashingAlgorithm: shortText(own.hashing_algorithm),
    tickers: readTickers(own.tickers),
  });
}

const MAX_CATEGORIES = 12;

/** In characters, of names that the page shows in one line. */
const MAX_NAME_LENGTH = 60;

function readCategories(value: unknown): readonly string[] {
  const names = listOf(value)
    .slice(0, 10 * MAX_CATEGORIES)
    .map(shortText);
  return [...new Set(names)].filter((name) => name !== "").slice(0, MAX_CATEGORIES);
}

/** Links of each kind. The service fills its lists up with empty texts. */
const MAX_LINKS_OF_A_KIND = 4;

/** In characters; longer addresses are dropped. */
const MAX_HREF_LENGTH = 200;

function readLinks(links: Fields): readonly ProjectLink[] {
  const repositories = Object.values(fieldsOf(links.repos_url)).flatMap(listOf);
  const addresses: Readonly<Record<ProjectLink["kind"], readonly unknown[]>> = {
    Homepage: listOf(links.homepage),
    Explorer: listOf(links.blockchain_site),
    "Source code": repositories,
    "White paper": [links.whitepaper],
    Subreddit: [links.subreddit_url],
  };
  return LINK_KINDS.flatMap((kind) => {
    const hrefs = new Set(addresses[kind].slice(0, 10 * MAX_LINKS_OF_A_KIND).map(shortUrl));
    // Of a coin without a subreddit the service names the site of all of them.
    const own = [...hrefs].filter(
      (href) => href !== null && !/^https?:\/\/(?:www\.)?reddit\.com\/?$/.test(href),
    );
    return own.slice(0, MAX_LINKS_OF_A_KIND).map((href) => ({ kind, href: href ?? "" }));
  });
}

/** Rows that are read; the service sends a hundred. */
const MAX_TICKER_ROWS = 500;

/** In characters; where an exchange names a coin by its contract, that is longer than anyone reads. */
const MAX_SYMBOL_LENGTH = 14;

function readTickers(value: unknown): readonly Ticker[] {
  return listOf(value)
    .slice(0, MAX_TICKER_ROWS)
    .map(fieldsOf)
    .map(readTicker)
    .filter(({ exchange, pair }) => exchange !== "" && pair !== "")
    .sort((one, other) => (other.volumeUsd ?? -1) - (one.volumeUsd ?? -1))
    .slice(0, MAX_MARKETS);
}

/**
 * Reads a ticker. What the service calls `converted` is in the coin's own terms, also where the coin is the second of the pair:
 * the price of ETH/BTC among the tickers of Bitcoin is that of a bitcoin.
 */
function readTicker(row: Fields): Ticker {
  const [base, target] = [row.base, row.target].map((symbol) => shorten(readText(symbol), MAX_SYMBOL_LENGTH));
  return {
    exchange: shortText(fieldsOf(row.market).name),
    pair: base && target ? `${base}/${target}` : "",
    priceUsd: readNumber(fieldsOf(row.converted_last).usd),
    volumeUsd: readNumber(fieldsOf(row.converted_volume).usd),
    spread: readNumber(row.bid_ask_spread_percentage),
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
  const href = readHttpUrl(value);
  return href !== null && href.length <= MAX_HREF_LENGTH ? href : null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
