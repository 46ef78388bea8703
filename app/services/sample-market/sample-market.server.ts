import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import { coinDetails } from "./coin-details.server";
import { exchangeRow } from "./exchange-row.server";
import { marketRow } from "./market-row.server";
import { marketChart, parseDays } from "./price-history.server";
import { SAMPLE_COIN_COUNT, sampleCoinAtRank, sampleCoinById } from "./sample-coins.server";
import { SAMPLE_EXCHANGES } from "./sample-exchanges.server";

/**
 * A market that needs no network: answers the requests that the site would send to a market-data service of version 3
 * (`…/api/v3/coins/markets`, `/coins/{id}`, `/coins/{id}/market_chart`, `/exchanges`; whatever the origin and the path
 * before `/api/v3`) with made-up prices. Every body depends on nothing but the request and the clock.
 *
 * The market's "now" is the clock (`now`, milliseconds since the epoch) floored to the minute, so that answers given
 * within a minute agree with each other.
 */
export function createSampleMarket(
  options: { now?: () => number } = {},
): (request: Request) => Promise<Response> {
  const { now = Date.now } = options;
  return async (request) => {
    if (request.method !== "GET") {
      return failure(405, "the sample market is read-only: use GET", { allow: "GET" });
    }
    const { pathname, searchParams } = new URL(request.url);
    return route(endpointOf(pathname), searchParams, Math.floor(now() / TIME.MINUTE) * TIME.MINUTE);
  };
}

const PREFIX_END = "/api/v3/";

/** The segments after `/api/v3/`, still percent-encoded; none where that is missing. */
function endpointOf(pathname: string): string[] {
  const at = pathname.lastIndexOf(PREFIX_END);
  return at === -1 ? [] : pathname.slice(at + PREFIX_END.length).split("/");
}

function route([first, second, third, ...rest]: string[], query: URLSearchParams, nowMs: number): Response {
  if (rest.length > 0) return noSuchEndpoint();
  if (first === "exchanges" && second === undefined) return exchanges(query, nowMs);
  if (first !== "coins" || !second) return noSuchEndpoint();
  if (third === "market_chart") return chart(second, query, nowMs);
  if (third !== undefined) return noSuchEndpoint();
  return second === "markets" ? markets(query, nowMs) : details(second, nowMs);
}

function markets(query: URLSearchParams, nowMs: number): Response {
  const currency = currencyOf(query);
  if (currency === null) return invalidCurrency();
  const coins = ranksOnPage(query, SAMPLE_COIN_COUNT).map(sampleCoinAtRank);
  return json(
    200,
    coins.filter((coin) => coin !== null).map((coin) => marketRow(coin, currency, nowMs)),
  );
}

function details(encodedId: string, nowMs: number): Response {
  const coin = sampleCoinById(decoded(encodedId));
  return coin === null ? coinNotFound() : json(200, coinDetails(coin, nowMs));
}

function chart(encodedId: string, query: URLSearchParams, nowMs: number): Response {
  const coin = sampleCoinById(decoded(encodedId));
  if (coin === null) return coinNotFound();
  const currency = currencyOf(query);
  if (currency === null) return invalidCurrency();
  const days = parseDays(query.get("days"));
  return days === null ? failure(400, "invalid days") : json(200, marketChart(coin, currency, days, nowMs));
}

function exchanges(query: URLSearchParams, nowMs: number): Response {
  const rows = ranksOnPage(query, SAMPLE_EXCHANGES.length).flatMap((rank) => {
    const exchange = SAMPLE_EXCHANGES[rank - 1];
    return exchange === undefined ? [] : [exchangeRow(exchange, rank, nowMs)];
  });
  return json(200, rows);
}

/** The ranks, from 1, on the page asked for: 100 a page unless told, never more than 250; none beyond the end. */
function ranksOnPage(query: URLSearchParams, count: number): number[] {
  const perPage = Math.min(wholeNumber(query.get("per_page"), 100), 250);
  const before = (wholeNumber(query.get("page"), 1) - 1) * perPage;
  const length = Math.max(0, Math.min(perPage, count - before));
  return Array.from({ length }, (_, index) => before + index + 1);
}

/** At least 1; what is not a whole number counts as not given. */
function wholeNumber(value: string | null, otherwise: number): number {
  return value !== null && /^-?\d+$/.test(value) ? Math.max(1, Number(value)) : otherwise;
}

function currencyOf(query: URLSearchParams): Currency | null {
  const code = query.get("vs_currency");
  return CURRENCIES.find((currency) => currency === code) ?? null;
}

/** An id whose percent-encoding is broken is the id of no coin: the empty one. */
function decoded(encodedId: string): string {
  try {
    return decodeURIComponent(encodedId);
  } catch {
    return "";
  }
}

function coinNotFound(): Response {
  return failure(404, "coin not found");
}

function invalidCurrency(): Response {
  return failure(400, "invalid vs_currency");
}

function noSuchEndpoint(): Response {
  return failure(404, "the sample market has no such endpoint");
}

function failure(status: number, error: string, headers?: Record<string, string>): Response {
  return json(status, { error }, headers);
}

function json(status: number, body: unknown, headers?: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, "content-type": "application/json; charset=utf-8" },
  });
}
