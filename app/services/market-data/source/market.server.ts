import type { CoinNames, FoundCoin, NamedCoin } from "~/domain/market/coin";
import { type Category, type CategoryFigures, parseCategory } from "~/domain/market/coin-selection";
import { perCurrency } from "~/domain/market/currency";
import type { Exchange } from "~/domain/market/exchange";
import type { MarketGlance } from "~/domain/market/glance";
import { inChunks } from "../../chunks.server";
import { unreadable } from "../policy/failure.server";
import type { Endpoint } from "./client.server";
import { readMarketCoin } from "./coin-lists.server";
import * as read from "./fields.server";
import { picture } from "./picture.server";

// The answers of which there is one for all visitors. A body of another shape is a `bad-response`.

/** 100 exchanges, the most trusted first. */
export const EXCHANGES_ENDPOINT = {
  kind: "exchanges",
  path: "/exchanges",
  read: (body, path) => read.rows(body, readExchange, path),
} satisfies Endpoint<readonly Exchange[]>;

export function readExchange(row: read.Row): Exchange {
  const country = read.text(row.country);
  return Object.freeze({
    id: row.id,
    name: read.text(row.name) || row.id,
    image: picture(row.image),
    url: read.httpUrl(row.url),
    trustScoreRank: read.integer(row.trust_score_rank, 1),
    trustScore: read.integer(row.trust_score, 0, 10),
    volumeBtc: read.amount(row.trade_volume_24h_btc),
    // The service sends `"null"`, too.
    country: country === "" || country === "null" ? null : country,
    year: read.integer(row.year_established, 1000, 9999),
  });
}

export const GLOBAL_ENDPOINT = {
  kind: "glance",
  path: "/global",
  read(body, path) {
    const { data } = read.fields(body);
    if (!read.isFields(data)) throw unreadable(path, "has no data");
    const shares = read.fields(data.market_cap_percentage);
    // The service sends 0 for unknown values.
    return Object.freeze({
      totals: perCurrency((currency) => ({
        marketCap: read.amount(read.fields(data.total_market_cap)[currency]),
        volume: read.amount(read.fields(data.total_volume)[currency]),
      })),
      change24h: read.change(data.market_cap_change_percentage_24h_usd),
      bitcoinShare: read.share(shares.btc) || null,
      ethereumShare: read.share(shares.eth) || null,
      coinCount: read.integer(data.active_cryptocurrencies, 1),
    });
  },
} satisfies Endpoint<MarketGlance>;

/** The few coins that the service's own visitors search most, the most searched first. */
export const TRENDING_ENDPOINT = {
  kind: "trending",
  path: "/search/trending",
  read(body, path) {
    const { coins } = read.fields(body);
    if (!Array.isArray(coins)) throw unreadable(path, "has no coins");
    const items = coins.map((coin) => read.fields(coin).item);
    return read.rows(items, readTrendingCoin, path);
  },
} satisfies Endpoint<readonly FoundCoin[]>;

function readTrendingCoin(item: read.Row): FoundCoin {
  const { id, symbol, name, image, rank } = readMarketCoin({ ...item, image: item.small });
  return Object.freeze({ id, symbol, name, image, rank });
}

/** Characters of all names together; twice what 20,000 coins need. */
const MAX_NAMES_LENGTH = 1_700_000;

/** The names of all coins, read in chunks, so that other requests are served in between. */
export const COIN_NAMES_ENDPOINT = {
  kind: "names",
  path: "/coins/list",
  // Three times the size of the 17,000 coins.
  limits: { maxBytes: 4_000_000, maxValues: 250_000 },
  async read(body, path) {
    if (!Array.isArray(body)) throw unreadable(path, "is not a list");
    const coins = new Map<string, NamedCoin>();
    let length = 0;
    await inChunks(body, (entry) => {
      const row = read.fields(entry);
      const id = read.id(row.id);
      if (id === null || coins.has(id)) return;
      const coin = { id, symbol: read.text(row.symbol), name: read.text(row.name) || id };
      length += coin.id.length + coin.symbol.length + coin.name.length;
      if (length <= MAX_NAMES_LENGTH) coins.set(id, coin);
    });
    read.warnOfDropped(body.length - coins.size, body.length, path);
    return coins;
  },
} satisfies Endpoint<CoinNames>;

/** The names of all categories, some 700. */
export const CATEGORIES_ENDPOINT: Endpoint<readonly Category[]> = {
  kind: "names",
  path: "/coins/categories/list",
  read: (body, path) =>
    readCategories(body, path, (row) => ({ id: read.text(row.category_id), name: read.text(row.name) })),
};

/** The same with their figures, in an answer twenty times as large. */
export const CATEGORY_FIGURES_ENDPOINT: Endpoint<readonly CategoryFigures[]> = {
  kind: "categories",
  path: "/coins/categories",
  read: (body, path) => readCategories(body, path, readFigures),
};

/** Reads categories, but for those whose ids an address of this site cannot carry. */
function readCategories<Item extends Category>(
  body: unknown,
  path: string,
  readRow: (row: read.Fields) => Item,
) {
  if (!Array.isArray(body)) throw unreadable(path, "is not a list");
  const categories = body.map((row) => readRow(read.fields(row)));
  return Object.freeze(categories.filter(({ id, name }) => name !== "" && parseCategory(id) === id));
}

/** The service sends 0 where it knows neither market cap nor volume. */
function readFigures(row: read.Fields): CategoryFigures {
  const marketCap = read.amount(row.market_cap);
  const pictures = read.list(row.top_3_coins);
  const coins = read.list(row.top_3_coins_id).slice(0, 3);
  return {
    id: read.text(row.id),
    name: read.text(row.name),
    marketCap,
    change24h: marketCap === null ? null : read.change(row.market_cap_change_24h),
    volume: read.amount(row.volume_24h),
    topCoins: coins.flatMap((value, index) => {
      const id = read.id(value);
      return id === null ? [] : { id, image: picture(pictures[index]) };
    }),
  };
}
