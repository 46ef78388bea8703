import { type CoinNames, isCoinId } from "~/domain/market/coin";
import { namedCoinAt, nameOffsets } from "~/domain/market/coin-names";
import { DEFAULT_CURRENCY } from "~/domain/market/currency";
import { DEFAULT_RANGE } from "~/domain/market/range";
import { PAGE_COUNT } from "~/domain/market/table-view";
import { coinHref, coinsHref, PAGES, type SitePage } from "~/domain/pages";
import { publicCacheHeaders } from "~/services/documents/cache-control.server";
import { plainFailure, publicResponse } from "~/services/documents/public-response.server";
import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { failureInit } from "~/services/market-data/failure-response.server";

/** Coins of one part: half a megabyte, a hundredth of what https://www.sitemaps.org/protocol.html allows. */
const MAX_COINS = 5000;

/** The first part has all other pages. */
const FIRST_COINS_PART = 2;

const SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** Path of the index, which robots.txt names. */
export const SITEMAP_PATH = "/sitemap.xml";

/**
 * Answers with the index of the parts. Times of change are left out: a coin's page changes with its price, every minute.
 * @param siteUrl public address of the site; null: there is no sitemap, whose addresses have to be absolute
 */
export async function sitemapIndex(siteUrl: string | null, signal: AbortSignal): Promise<Response> {
  if (siteUrl === null) return noSuchPart();
  const names = await marketData.coinNames(createRequestBudget(signal)).catch(failedSitemap);
  if (names instanceof Response) return names;
  const count = FIRST_COINS_PART - 1 + Math.ceil(idsOf(names.value).length / MAX_COINS);
  const parts = Array.from({ length: count }, (_, index) => `${siteUrl}/sitemap/${index + 1}.xml`);
  return xmlResponse(document("sitemapindex", "sitemap", parts), names);
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
  const [, number] = /^([1-9]\d?)\.xml$/.exec(file) ?? [];
  if (siteUrl === null || number === undefined) return noSuchPart();
  const names = await marketData.coinNames(createRequestBudget(signal)).catch(failedSitemap);
  if (names instanceof Response) return names;
  const start = (Number(number) - FIRST_COINS_PART) * MAX_COINS;
  const paths = start < 0 ? sitePaths() : coinPaths(names.value, start);
  if (paths.length === 0) return noSuchPart();
  const addresses = paths.map((path) => siteUrl + path);
  return xmlResponse(document("urlset", "url", addresses), names);
}

/** The pages of the header and the coin list. The watchlist is the visitor's own. */
function sitePaths(): string[] {
  const { coins: _, watchlist: __, ...pages } = PAGES;
  const linked = Object.values<SitePage>(pages).filter(({ headerName }) => headerName !== null);
  const lists = Array.from({ length: PAGE_COUNT }, (_, index) => coinsHref(DEFAULT_CURRENCY, index + 1));
  return [...linked.map(({ address }) => address(new URLSearchParams(), "")), ...lists];
}

function coinPaths(names: CoinNames, start: number): string[] {
  return idsOf(names)
    .slice(start, start + MAX_COINS)
    .map((id) => coinHref(id, DEFAULT_CURRENCY, DEFAULT_RANGE));
}

/** Ids of the latest list, which is read once for all parts of the sitemap. */
const idsOfNames = new WeakMap<CoinNames, readonly string[]>();

function idsOf(names: CoinNames): readonly string[] {
  const known = idsOfNames.get(names);
  if (known !== undefined) return known;
  const ids = Array.from(nameOffsets(names), (offset) => namedCoinAt(names, offset).id).filter(isCoinId);
  idsOfNames.set(names, ids);
  return ids;
}

function document(root: string, element: string, addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<${element}><loc>${escapeXml(address)}</loc></${element}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${SITEMAPS}">\n${entries.join("")}</${root}>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function xmlResponse(body: string, { freshForMs, isOutOfDate }: ServedAnswer<object>): Response {
  return publicResponse(
    body,
    "application/xml; charset=utf-8",
    publicCacheHeaders({ freshForMs, isOutOfDate }),
  );
}

function noSuchPart(): Response {
  return plainFailure("There is no such sitemap.", {
    status: 404,
    statusText: "Not Found",
    headers: new Headers(),
  });
}

function failedSitemap(error: unknown): Response {
  return plainFailure("The list of coins cannot be had at the moment.", failureInit(error));
}
