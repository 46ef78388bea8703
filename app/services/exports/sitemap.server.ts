import { isCoinId } from "~/domain/market/coin";
import { DEFAULT_CURRENCY } from "~/domain/market/currency";
import { PAGE_COUNT } from "~/domain/market/page-number";
import { DEFAULT_RANGE } from "~/domain/market/range";
import { coinHref, coinsHref, PAGES } from "~/domain/pages";
import { NO_STORE, pageCacheControl } from "~/services/documents/cache-control.server";
import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";
import { createVisit } from "~/services/market-data/cache/flights.server";
import { marketData } from "~/services/market-data/configured.server";
import { throwFailureResponse } from "~/services/market-data/failure-response.server";

/** Coins of one part: half a megabyte, a hundredth of what https://www.sitemaps.org/protocol.html allows. */
const MAX_COINS = 5000;

/** The first part has the pages that are no coin's. */
const FIRST_COINS_PART = 2;

const SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** Path of the index, which robots.txt names. */
export const SITEMAP_PATH = "/sitemap.xml";

/**
 * Answers with the index of the parts. Times of change are left out: a coin's page changes with its price, every minute.
 * @param siteUrl public address of the site; null: there is no sitemap, whose addresses have to be absolute
 * @throws {Response} where the list of coins cannot be had
 */
export async function sitemapIndex(siteUrl: string | null, signal: AbortSignal): Promise<Response> {
  if (siteUrl === null) return noSuchPart();
  const names = await marketData.coinNames(createVisit(signal)).catch(throwFailureResponse);
  const count = FIRST_COINS_PART - 1 + Math.ceil(idsOf(names.value.lines).length / MAX_COINS);
  const parts = Array.from({ length: count }, (_, index) => `${siteUrl}/sitemap/${index + 1}.xml`);
  return xmlResponse(document("sitemapindex", "sitemap", parts), names);
}

/**
 * Answers with the canonical addresses of a part.
 * @param file as the index names it: `2.xml`
 * @throws {Response} where the list of coins cannot be had
 */
export async function sitemapPart(
  siteUrl: string | null,
  file: string,
  signal: AbortSignal,
): Promise<Response> {
  const [, number] = /^([1-9]\d?)\.xml$/.exec(file) ?? [];
  if (siteUrl === null || number === undefined) return noSuchPart();
  const names = await marketData.coinNames(createVisit(signal)).catch(throwFailureResponse);
  const start = (Number(number) - FIRST_COINS_PART) * MAX_COINS;
  const paths = start < 0 ? sitePaths() : coinPaths(names.value.lines, start);
  if (paths.length === 0) return noSuchPart();
  const addresses = paths.map((path) => siteUrl + path);
  return xmlResponse(document("urlset", "url", addresses), names);
}

function sitePaths(): string[] {
  const lists = Array.from({ length: PAGE_COUNT }, (_, index) => coinsHref(DEFAULT_CURRENCY, index + 1));
  return [PAGES.home.path, PAGES.exchanges.path, ...lists];
}

function coinPaths(lines: string, start: number): string[] {
  return idsOf(lines)
    .slice(start, start + MAX_COINS)
    .map((id) => coinHref(id, DEFAULT_CURRENCY, DEFAULT_RANGE));
}

function idsOf(lines: string): string[] {
  return lines
    .split("\n")
    .map((line) => line.slice(0, line.indexOf("\t")))
    .filter(isCoinId);
}

function document(root: string, element: string, addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<${element}><loc>${escapeXml(address)}</loc></${element}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${SITEMAPS}">\n${entries.join("")}</${root}>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function xmlResponse(body: string, { freshForMs, isOutOfDate }: ServedAnswer<object>): Response {
  return new Response(body, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": pageCacheControl({ freshForMs, isOutOfDate }),
      Vary: "Accept-Encoding",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function noSuchPart(): Response {
  return new Response("There is no such sitemap.\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": NO_STORE },
  });
}
