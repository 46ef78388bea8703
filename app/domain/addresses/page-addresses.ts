import {
  type ChartView,
  chartParameters,
  DEFAULT_CHART_VIEW,
  parseChartView,
  type Scale,
} from "../chart/chart-view";
import { type Marks, markParameters, parseMarks } from "../chart/marks";
import { parseComparedIds } from "../compare/compared-coins";
import { type ConversionQuery, parseConversion, pricedIn } from "../convert/conversion-query";
import { listRules, NO_RULES, parseRules, ruleParameters } from "../feed/rules";
import { formatCoinIds } from "../market/coin";
import { MARKETS_PAGE_COUNT } from "../market/coin-details";
import {
  type MapPeriod,
  type MoversView,
  parseCategory,
  parseFollowedMovers,
  parseMapPeriod,
  parseMoversView,
  parsePeriod,
} from "../market/coin-selection";
import { type Currency, DEFAULT_CURRENCY, parseCurrency } from "../market/currency";
import {
  DEFAULT_EXCHANGE_VIEW,
  type ExchangeView,
  exchangeParameters,
  parseExchangeView,
} from "../market/exchange";
import { parseRange, type Range } from "../market/range";
import { PAGE_COUNT, parsePageNumber, parseTableView, type TableView } from "../market/table-view";
import { DEFAULT_PAST, type PastQuery, parsePast, pastParameters } from "../past/past-query";
import { parseQuery } from "../search/query";
import { DEFAULT_PAST_VIEW, type PastView, parsePastView, pastViewParameters } from "../watchlist/past-view";
import { formatWatchlist, parseWatchlist, type WatchedCoin, withoutAmounts } from "../watchlist/watchlist";

/** The metadata of a page. Adding a page takes its route file and one entry here, in the order of the header. */
export interface SitePage {
  /** Remix's id of the route, which is in requests for its data. */
  readonly routeId: string;
  readonly path: string;
  readonly headerName?: string | undefined;
  /** Path of the page in the header that it belongs to. */
  readonly section?: string;
  /** Makes that link one of the tools, which stand behind the pages that everybody visits. */
  readonly isTool?: true;
  readonly failure: {
    readonly message: string;
    readonly unknown?: string;
  };
  /**
   * Parses what an address asks for, leniently, and writes its canonical address: the path with every parameter. The id is
   * decoded.
   */
  readonly parse: (
    query: URLSearchParams,
    id: string,
  ) => { readonly asked: unknown; readonly address: string };
}

export const PAGES = {
  home: {
    routeId: "routes/_index",
    path: "/",
    headerName: "Home",
    failure: { message: "Error While Fetching Coins" },
    parse(query) {
      const asked = { currency: currencyOf(query), period: parsePeriod(query) };
      return { asked, address: homeHref(asked.currency, asked.period) };
    },
  },
  exchanges: {
    routeId: "routes/exchanges",
    path: "/exchanges",
    headerName: "Exchanges",
    failure: { message: "Error While Fetching Exchanges" },
    parse(query) {
      const asked = { currency: currencyOf(query), view: parseExchangeView(query) };
      return { asked, address: exchangesHref(asked.currency, asked.view) };
    },
  },
  exchange: {
    routeId: "routes/exchange.$id",
    path: "/exchange/:id",
    section: "/exchanges",
    failure: { message: "Error While Fetching Exchange", unknown: "exchange" },
    parse(query, id) {
      const [currency, words] = [currencyOf(query), parseQuery(query.get("q"))];
      return { asked: { id, currency, words }, address: exchangeHref(id, currency, words) };
    },
  },
  coins: {
    routeId: "routes/coins",
    path: "/coins",
    headerName: "Coins",
    failure: { message: "Error While Fetching Coins", unknown: "category" },
    parse(query) {
      const [currency, movers] = [currencyOf(query), parseMoversView(query)];
      if (movers !== null) return { asked: { currency, movers }, address: moversHref(currency, movers) };
      const pageNumber = parsePageNumber(query.get("page"), PAGE_COUNT);
      const [table, category] = [parseTableView(query), parseCategory(query.get("category"))];
      return {
        asked: { currency, movers, pageNumber, table, category },
        address: coinsHref(currency, pageNumber, table, category),
      };
    },
  },
  map: {
    routeId: "routes/map",
    path: "/map",
    section: "/coins",
    failure: { message: "Error While Fetching Coins" },
    parse(query) {
      const asked = { currency: currencyOf(query), period: parseMapPeriod(query) };
      return { asked, address: mapHref(asked.currency, asked.period) };
    },
  },
  categories: {
    routeId: "routes/coins_.categories",
    path: "/coins/categories",
    section: "/coins",
    failure: { message: "Error While Fetching Categories" },
    parse(query) {
      const currency = currencyOf(query);
      return { asked: { currency }, address: categoriesHref(currency) };
    },
  },
  watchlist: {
    routeId: "routes/watchlist",
    path: "/watchlist",
    headerName: "Watchlist",
    isTool: true,
    failure: { message: "Error While Fetching Watchlist" },
    parse(query) {
      const currency = currencyOf(query);
      const shared = parseWatchlist(query.get("ids"), currency);
      const view = parsePastView(query);
      const isEditing = shared.length === 0 && query.has("edit");
      return {
        asked: { shared, currency, view, isEditing },
        address: isEditing ? editListHref(currency, view) : watchlistHref(currency, shared, view),
      };
    },
  },
  compare: {
    routeId: "routes/compare",
    path: "/compare",
    headerName: "Compare",
    isTool: true,
    failure: { message: "Error While Comparing Coins" },
    parse(query) {
      const asked = {
        ids: parseComparedIds(query.get("ids")),
        currency: currencyOf(query),
        range: parseRange(query.get("range")),
        query: parseQuery(query.get("q")),
        scale: parseChartView(query).scale,
      };
      return {
        asked,
        address: compareHref(asked.ids, asked.currency, asked.range, asked.query, asked.scale),
      };
    },
  },
  convert: {
    routeId: "routes/convert",
    path: "/convert",
    headerName: "Convert",
    isTool: true,
    failure: { message: "Error While Fetching Prices" },
    parse(query) {
      const asked = parseConversion(query);
      return { asked, address: convertHref(asked) };
    },
  },
  coin: {
    routeId: "routes/coin.$id",
    path: "/coin/:id",
    section: "/coins",
    failure: { message: "Error While Fetching Coin" },
    parse(query, id) {
      const [currency, range] = [currencyOf(query), parseRange(query.get("range"))];
      const [view, marks] = [parseChartView(query), parseMarks(query)];
      return {
        asked: { id, currency, range, view, marks },
        address: coinHref(id, currency, range, view, marks),
      };
    },
  },
  markets: {
    routeId: "routes/coin.$id_.markets",
    path: "/coin/:id/markets",
    section: "/coins",
    failure: { message: "Error While Fetching Markets" },
    parse(query, id) {
      const currency = currencyOf(query);
      const pageNumber = parsePageNumber(query.get("page"), MARKETS_PAGE_COUNT);
      return { asked: { id, currency, pageNumber }, address: coinMarketsHref(id, currency, pageNumber) };
    },
  },
  past: {
    routeId: "routes/coin.$id_.past",
    path: "/coin/:id/past",
    section: "/coins",
    failure: { message: "Error While Fetching Past Prices" },
    parse(query, id) {
      const [currency, past] = [currencyOf(query), parsePast(query)];
      return { asked: { id, currency, past }, address: pastHref(id, currency, past) };
    },
  },
  follow: {
    routeId: "routes/coin.$id_.follow",
    path: "/coin/:id/follow",
    section: "/coins",
    failure: { message: "Error While Fetching Coin" },
    parse(query, id) {
      const [currency, rules] = [currencyOf(query), parseRules(query)];
      return { asked: { id, currency, rules }, address: coinFollowHref(id, currency, rules) };
    },
  },
  followList: {
    routeId: "routes/watchlist_.follow",
    path: "/watchlist/follow",
    section: "/watchlist",
    failure: { message: "Error While Fetching Watchlist" },
    parse(query) {
      const [currency, rules] = [currencyOf(query), listRules(query)];
      const list = withoutAmounts(parseWatchlist(query.get("ids")));
      return { asked: { list, currency, rules }, address: listFollowHref(list, currency, rules) };
    },
  },
  followMovers: {
    routeId: "routes/coins_.follow",
    path: "/coins/follow",
    section: "/coins",
    failure: { message: "Error While Fetching Coins" },
    parse(query) {
      const [currency, movers] = [currencyOf(query), parseFollowedMovers(query)];
      return { asked: { currency, movers, rules: NO_RULES }, address: moversFollowHref(currency, movers) };
    },
  },
  search: {
    routeId: "routes/search",
    path: "/search",
    failure: { message: "Error While Searching Coins" },
    parse(query) {
      const [words, currency] = [parseQuery(query.get("q")), currencyOf(query)];
      const isForAll = query.get("all") === "1";
      return { asked: { words, currency, isForAll }, address: searchHref(words, currency, isForAll) };
    },
  },
  about: {
    routeId: "routes/about",
    path: "/about",
    failure: { message: "Error While Fetching Page" },
    parse: (query) => ({ asked: null, address: withCurrency("/about", currencyOf(query)) }),
  },
  api: {
    routeId: "routes/api",
    path: "/api",
    failure: { message: "Error While Fetching Page" },
    parse: (query) => ({ asked: null, address: withCurrency("/api", currencyOf(query)) }),
  },
} as const satisfies Record<string, SitePage>;

export function homeHref(currency: Currency, period: MoversView["period"]): string {
  const home = withCurrency("/", currency);
  return period === "24h" ? home : `${home}${home === "/" ? "?" : "&"}period=${period}`;
}

/**
 * Returns the canonical address of a page of the coin list, as cards or as a table.
 * @param category the service's id of the category that the coins belong to; null: all coins
 */
export function coinsHref(
  currency: Currency,
  pageNumber: number,
  table: TableView | null = null,
  category: string | null = null,
): string {
  const chosen = category === null ? {} : { category };
  return `/coins?${new URLSearchParams({ currency, page: String(pageNumber), ...chosen, ...viewParameters(table) })}`;
}

export function categoriesHref(currency: Currency): string {
  return withCurrency("/coins/categories", currency);
}

export function moversHref(currency: Currency, { list, period, top, isTable }: MoversView): string {
  return `/coins?currency=${currency}&list=${list}&period=${period}&top=${top}${isTable ? "&view=table" : ""}`;
}

export function mapHref(currency: Currency, period: MapPeriod): string {
  return `/map?currency=${currency}&period=${period}`;
}

/** Returns the parameters that make a page of the coin list a table, for addresses and forms; none for cards. */
export function viewParameters(table: TableView | null): Readonly<Record<string, string>> {
  if (table === null) return {};
  const { order, sort } = table;
  return { view: "table", order, ...(sort === null ? {} : { sort }) };
}

/** Returns the address of a shared list of coins, with any amounts; or of the visitor's own watchlist if there are no coins. */
export function watchlistHref(
  currency: Currency,
  list: readonly WatchedCoin[],
  view: PastView = DEFAULT_PAST_VIEW,
): string {
  const text = encodeURIComponent(formatWatchlist(list)).replace(/%2C|%3A|%40/g, decodeURIComponent);
  const named = list.length === 0 ? "" : `ids=${text}&`;
  return `/watchlist?${named}${new URLSearchParams({ currency, ...pastViewParameters(view) })}`;
}

export function amountFieldId(id: string): string {
  return `amount-${id}`;
}

export function editListHref(currency: Currency, view: PastView = DEFAULT_PAST_VIEW): string {
  return `${watchlistHref(currency, [], view)}&edit=list`;
}

/** Id of the part of that page that imports and exports the list. */
export const LIST_FILE_ID = "file";

export const WATCHLIST_FILE_PATH = "/watchlist.csv";

/** The start of that list with its prices, which scripts put on the home page. */
export const WATCHLIST_START_PATH = "/watchlist.json";

export function watchlistStartHref(currency: Currency): string {
  return `${WATCHLIST_START_PATH}?currency=${currency}`;
}

/**
 * Returns whether a canonical address is the visitor's own watchlist: the watchlist without ids, or one of its files. It is private:
 * no cache may keep it.
 */
export function isOwnWatchlist(address: string): boolean {
  const [path, query] = address.split("?");
  if (path === WATCHLIST_FILE_PATH || path === WATCHLIST_START_PATH) return true;
  return path === PAGES.watchlist.path && !new URLSearchParams(query).has("ids");
}

/**
 * Returns whether browsers may keep the page of an address for when there is no network: not if it has what somebody has typed
 * (words, an amount, a list), because whoever clears the site's cookies does not clear kept pages.
 */
export function isKeptOffline(address: string): boolean {
  const [path, search] = address.split("?");
  const query = new URLSearchParams(search);
  return (query.get("q") ?? "") === "" && !query.has("amount") && path !== PAGES.watchlist.path;
}

export function coinHref(
  id: string,
  currency: Currency,
  range?: Range,
  view: ChartView = DEFAULT_CHART_VIEW,
  marks: Marks | null = null,
): string {
  const ranged = range === undefined ? {} : { range };
  const shown = { ...ranged, ...chartParameters(view), ...markParameters(marks) };
  // The colons of times may stand in a query as they are.
  return `${coinPath(id)}?${String(new URLSearchParams({ currency, ...shown })).replaceAll("%3A", ":")}`;
}

/** The anchor of what the service warns of, above a coin's figures. */
export const NOTICE_ID = "notice";

export function coinMarketsHref(id: string, currency: Currency, pageNumber: number): string {
  return `${coinPath(id)}/markets?currency=${currency}&page=${pageNumber}`;
}

/** Returns the address of a look back at a coin's prices, or of its purchases as a file. */
export function pastHref(
  id: string,
  currency: Currency,
  query: PastQuery = DEFAULT_PAST,
  file: "past" | "past.csv" = "past",
): string {
  return `${coinPath(id)}/${file}?${new URLSearchParams({ currency, ...pastParameters(query) })}`;
}

/** Returns the address of the page that shows what a coin's feed tells: what rules say, or each day's close. */
export function coinFollowHref(id: string, currency: Currency, rules = NO_RULES): string {
  return `${coinPath(id)}/follow?${new URLSearchParams({ currency, ...ruleParameters(rules) })}`;
}

/** The same of a list of coins, which never has their amounts. */
export function listFollowHref(list: readonly WatchedCoin[], currency: Currency, rules = NO_RULES): string {
  const ids = formatWatchlist(withoutAmounts(list));
  return `/watchlist/follow?${new URLSearchParams({ ids, currency, ...ruleParameters(rules) })}`;
}

export function moversFollowHref(
  currency: Currency,
  { list, top }: Pick<MoversView, "list" | "top">,
): string {
  return `/coins/follow?${new URLSearchParams({ currency, list, top: String(top) })}`;
}

/** Returns the address of the feed that such a page is about. */
export function feedHref(followHref: string): string {
  return followHref.replace("/follow?", "/feed.atom?");
}

export function compareHref(
  ids: readonly string[],
  currency: Currency,
  range: Range,
  query = "",
  scale: Scale = "linear",
): string {
  const searched = query === "" ? {} : { q: query };
  const rest = new URLSearchParams({ currency, range, ...searched, ...chartParameters({ scale }) });
  return `/compare?ids=${formatCoinIds(ids)}&${rest}`;
}

/**
 * Returns the address of a search for a query that `parseQuery` returned.
 * @param isForAll whether it shows all matches, too, if the query is a coin's name or symbol, and else opens the coin
 */
export function searchHref(query: string, currency: Currency, isForAll = false): string {
  const all: Readonly<Record<string, string>> = isForAll && query !== "" ? { all: "1" } : {};
  return `/search?${new URLSearchParams({ q: query, currency, ...all })}`;
}

export const SUGGESTIONS_PATH = "/search.json";

export function suggestionsHref(query: string, currency: Currency): string {
  const priced = currency === DEFAULT_CURRENCY ? {} : { currency };
  return `${SUGGESTIONS_PATH}?${new URLSearchParams({ q: parseQuery(query), ...priced })}`;
}

export function exchangesHref(currency: Currency, view: ExchangeView = DEFAULT_EXCHANGE_VIEW): string {
  const priced: Readonly<Record<string, string>> = currency === DEFAULT_CURRENCY ? {} : { currency };
  const query = String(new URLSearchParams({ ...priced, ...exchangeParameters(view) }));
  return query === "" ? "/exchanges" : `/exchanges?${query}`;
}

/** @param query of its markets, which `parseQuery` returned: a coin, a quote or a pair */
export function exchangeHref(id: string, currency: Currency, query = ""): string {
  const filtered: Readonly<Record<string, string>> = query === "" ? {} : { q: query };
  return `${exchangePath(id)}?${new URLSearchParams({ currency, ...filtered })}`;
}

export function exchangePath(id: string): string {
  return `/exchange/${pathSegment(id)}`;
}

export function convertHref({ amount, ...sides }: ConversionQuery): string {
  return `/convert?${new URLSearchParams({ amount, ...pricedIn(sides) })}`;
}

export function withCurrency(path: string, currency: Currency): string {
  return currency === DEFAULT_CURRENCY ? path : `${path}?currency=${currency}`;
}

function currencyOf(query: URLSearchParams): Currency {
  return parseCurrency(query.get("currency"));
}

export function coinPath(id: string): string {
  return `/coin/${pathSegment(id)}`;
}

/** Remix takes a path that ends in `.data` for that of a page's data. */
function pathSegment(id: string): string {
  return encodeURIComponent(id).replace(/\.(?=data$)/, "%2E");
}
