import {
  type ChartView,
  chartParameters,
  DEFAULT_CHART_VIEW,
  METRIC_NAMES,
  type Metric,
  parseChartView,
} from "../chart/chart-view";
import { type ColourMode, parseColourMode } from "../colour-mode";
import { isolated } from "../format/text";
import { type Currency, parseCurrency } from "../market/currency";
import { parseRange, type Range } from "../market/range";
import { parsePast } from "../past/past-query";
import { hasAmounts, parseWatchlist } from "../watchlist/watchlist";
import { isAt, segmentsOf } from "./canonical-address";
import {
  coinPath,
  feedHref,
  PAGES,
  pastHref,
  SUGGESTIONS_PATH,
  suggestionsHref,
  WATCHLIST_FILE_PATH,
  WATCHLIST_START_PATH,
  watchlistStartHref,
} from "./page-addresses";

const COIN_FILES = ["history.csv", "history.json", "chart.svg", "preview.png"] as const;

type CoinFile = (typeof COIN_FILES)[number];

const DEFAULT_CHART_MODE: ColourMode = "light";

/** Where the site has the pictures of coins and exchanges, so that no other site learns who looks at them. */
export const PICTURE_PATH = "/picture/";

export const CHART_SIZE = { width: 800, height: 420 } as const;

/** Describes a coin's file, for readers who see it without the page. @param span in words */
export function seriesName(
  coinName: string,
  currency: Currency,
  span: string,
  metric: Metric = "price",
): string {
  return `${METRIC_NAMES[metric]} of ${isolated(coinName)} in ${currency.toUpperCase()}, ${span}`;
}

/** Returns the canonical address of a coin's file; `mode` and all of `view` but the style are for `chart.svg` only. */
export function coinFileHref(
  file: CoinFile,
  id: string,
  currency: Currency,
  range: Range,
  view: ChartView = DEFAULT_CHART_VIEW,
  mode: ColourMode = DEFAULT_CHART_MODE,
): string {
  const href = `${coinPath(id)}/${file}?currency=${currency}&range=${range}`;
  if (file === "chart.svg") return `${href}&${new URLSearchParams({ mode, ...chartParameters(view) })}`;
  return file !== "preview.png" && view.style === "candles" ? `${href}&style=candles` : href;
}

export const TILE_SIZE = { width: 320, height: 96 } as const;

export function tileHref(id: string, currency: Currency, mode: ColourMode = DEFAULT_CHART_MODE): string {
  return `${coinPath(id)}/tile.svg?currency=${currency}&mode=${mode}`;
}

export function coinsPictureHref(currency: Currency): string {
  return `/coins/preview.png?currency=${currency}`;
}

export const OPEN_API_PATH = "/api/openapi.json";

export const SITEMAP_PATH = "/sitemap.xml";

export function parseChartMode(value: string | null): ColourMode {
  return parseColourMode(value?.trim().toLowerCase()) ?? DEFAULT_CHART_MODE;
}

/**
 * Returns the number of a part of the sitemap; null if no part has such a name.
 * @param name as the index of the sitemap writes it, `2.xml`, or in upper case
 */
export function parseSitemapPart(name: string): number | null {
  const [, number] = /^([1-9]\d?)\.xml$/i.exec(name) ?? [];
  return number === undefined ? null : Number(number);
}

export function sitemapPartPath(number: number): string {
  return `/sitemap/${number}.xml`;
}

/** Files that are generated, by path as in `PAGES`, with their canonical address; null if there is no such file. */
const FILES: Readonly<Record<string, (query: URLSearchParams, id: string) => string | null>> = {
  "/robots.txt": () => "/robots.txt",
  [SITEMAP_PATH]: () => SITEMAP_PATH,
  [OPEN_API_PATH]: () => OPEN_API_PATH,
  "/sitemap/:part": (_, name) => {
    const number = parseSitemapPart(name);
    return number === null ? null : sitemapPartPath(number);
  },
  [SUGGESTIONS_PATH]: (query) => suggestionsHref(query.get("q") ?? "", parseCurrency(query.get("currency"))),
  [WATCHLIST_FILE_PATH]: () => WATCHLIST_FILE_PATH,
  [WATCHLIST_START_PATH]: (query) => watchlistStartHref(parseCurrency(query.get("currency"))),
  "/preview.png": () => "/preview.png",
  "/coins/preview.png": (query) => coinsPictureHref(parseCurrency(query.get("currency"))),
  "/coin/:id/past.csv": (query, id) =>
    pastHref(id, parseCurrency(query.get("currency")), { ...parsePast(query), year: null }, "past.csv"),
  // Amounts are refused, and are in no log.
  "/watchlist/feed.atom": (query) =>
    hasAmounts(parseWatchlist(query.get("ids")))
      ? "/watchlist/feed.atom?amounts=refused"
      : feedHref(PAGES.followList.parse(query).address),
  "/coins/feed.atom": (query) => feedHref(PAGES.followMovers.parse(query).address),
  "/coin/:id/feed.atom": (query, id) => feedHref(PAGES.follow.parse(query, id).address),
  "/coin/:id/tile.svg": (query, id) =>
    tileHref(id, parseCurrency(query.get("currency")), parseChartMode(query.get("mode"))),
  ...Object.fromEntries(COIN_FILES.map((file) => [`/coin/:id/${file}`, coinFile(file)])),
};

export function fileAddress({ pathname, search }: { readonly pathname: string; readonly search: string }) {
  if (pathname.startsWith(PICTURE_PATH)) return pathname;
  const segments = segmentsOf(pathname);
  const [, address] = Object.entries(FILES).find(([path]) => isAt(path, segments)) ?? [];
  return address?.(new URLSearchParams(search), segments[1] ?? "") ?? null;
}

function coinFile(file: CoinFile) {
  return (query: URLSearchParams, id: string) =>
    coinFileHref(
      file,
      id,
      parseCurrency(query.get("currency")),
      parseRange(query.get("range")),
      parseChartView(query),
      parseChartMode(query.get("mode")),
    );
}
