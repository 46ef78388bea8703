import { parseSitemapPart, sitemapPartPath } from "~/domain/addresses/file-addresses";
import {
  coinHref,
  coinsHref,
  exchangeHref,
  moversHref,
  PAGES,
  type SitePage,
} from "~/domain/addresses/page-addresses";
import { isCoinId } from "~/domain/market/coin";
import { MOVER_LISTS, MOVER_PERIODS } from "~/domain/market/coin-selection";
import { DEFAULT_CURRENCY } from "~/domain/market/currency";
import { DEFAULT_RANGE } from "~/domain/market/range";
import { PAGE_COUNT } from "~/domain/market/table-view";
import { config } from "~/services/config.server";
import { marketData } from "~/services/market-data/configured.server";
import { publicCacheHeaders } from "~/services/responses/headers.server";
import { failureInit, plainFailure, publicResponse, xmlText } from "~/services/responses/responses.server";

/** Coins per part: half a megabyte, a hundredth of what https://www.sitemaps.org/protocol.html allows. */
const MAX_COINS = 5000;

/** The first part contains all other pages. */
const FIRST_COINS_PART = 2;

const SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9";

/**
 * Answers with the index of the parts. There is no `lastmod`: a coin's page changes with its price, every minute.
 * @param siteUrl public address of the site; null: no sitemap, because its addresses have to be absolute
 */
export async function sitemapIndex(siteUrl: string | null, signal: AbortSignal): Promise<Response> {
  if (siteUrl === null) return noSuchPart();
  return xmlResponse("sitemapindex", "sitemap", signal, (ids) => {
    const count = FIRST_COINS_PART - 1 + Math.ceil(ids.length / MAX_COINS);
    return Array.from({ length: count }, (_, index) => siteUrl + sitemapPartPath(index + 1));
  });
}

/**
 * Answers with the canonical addresses of a part.
 * @param file as the index names it: `2.xml`
 */
export async function sitemapPart(
  siteUrl: string | null,
  file: string,
  signal: AbortSignal,
): Promise<Response> {
  const number = parseSitemapPart(file);
  if (siteUrl === null || number === null) return noSuchPart();
  const start = (number - FIRST_COINS_PART) * MAX_COINS;
  return xmlResponse("urlset", "url", signal, async (ids) => {
    const coins = ids.slice(start, start + MAX_COINS);
    const coinPaths = coins.map((id) => coinHref(id, DEFAULT_CURRENCY, DEFAULT_RANGE));
    const paths = start < 0 ? await sitePaths(signal) : coinPaths;
    return paths.map((path) => siteUrl + path);
  });
}

/** Pages without an id that are no reading by themselves: lists that are private or chosen, and what follows them. */
const UNLISTED: readonly SitePage[] = [
  PAGES.watchlist,
  PAGES.compare,
  PAGES.search,
  PAGES.followList,
  PAGES.followMovers,
  ...(config.hasOpenData ? [] : [PAGES.api]),
];

/**
 * The other pages without an id; the coin list, its movers, and the exchanges. Whether a coin has markets is known only once its page,
 * which links to them, was requested.
 */
async function sitePaths(signal: AbortSignal): Promise<string[]> {
  const single = Object.values<SitePage>(PAGES).filter(
    (page) => page !== PAGES.coins && !page.path.includes(":") && !UNLISTED.includes(page),
  );
  const lists = Array.from({ length: PAGE_COUNT }, (_, index) => coinsHref(DEFAULT_CURRENCY, index + 1));
  const movers = MOVER_LISTS.flatMap((list) =>
    MOVER_PERIODS.map((period) => moversHref(DEFAULT_CURRENCY, { list, period, top: 1000, isTable: false })),
  );
  const { values } = await marketData.gather({ exchangeNames: "must" }, marketData.visit(signal));
  const listed = values.exchangeNames.map(({ id }) => exchangeHref(id, DEFAULT_CURRENCY));
  const addresses = single.map(({ parse }) => parse(new URLSearchParams(), "").address);
  return [...addresses, ...lists, ...movers, ...listed];
}

/** Answers with a document of addresses made of all coin ids; 404 if there are none. */
async function xmlResponse(
  root: string,
  element: string,
  signal: AbortSignal,
  addressesOf: (ids: readonly string[]) => readonly string[] | Promise<readonly string[]>,
): Promise<Response> {
  try {
    const { values, age } = await marketData.gather({ coinNames: "must" }, marketData.visit(signal));
    const ids = [...values.coinNames.keys()].filter(isCoinId);
    const addresses = await addressesOf(ids);
    if (addresses.length === 0) return noSuchPart();
    const entries = addresses.map((address) => `<${element}><loc>${xmlText(address)}</loc></${element}>\n`);
    return publicResponse(
      `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${SITEMAPS}">\n${entries.join("")}</${root}>\n`,
      "application/xml; charset=utf-8",
      publicCacheHeaders(age.freshForMs, age.isOutOfDate),
    );
  } catch (error) {
    return plainFailure("The list of coins cannot be had at the moment.", failureInit(error));
  }
}

function noSuchPart(): Response {
  return plainFailure("There is no such sitemap.", { status: 404 });
}
