import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import { coinNames, trendingCoins } from "./all-coins.server";
import { coinDetails } from "./coin-details.server";
import { marketRows } from "./market-rows.server";
import { marketChart, parseDays } from "./price-history.server";
import { sampleCoinById } from "./sample-coins.server";
import { SAMPLE_EXCHANGES } from "./sample-exchanges.server";

/**
 * Creates a market that needs no network: it answers the requests that the site sends to a market data service of version 3
 * (`…/api/v3/coins/markets`, `/coins/{id}`, `/coins/{id}/market_chart`, `/coins/list`, `/search/trending`, `/exchanges`; whatever the origin and the path
 * before `/api/v3`) with made-up prices, and with the fields that the site reads. Every body depends on nothing but the
 * request and the clock.
 *
 * The market's "now" is the clock (`now`, milliseconds since the epoch) floored to the minute, so that answers given
 * within a minute agree with each other.
 */
export function createSampleMarket(
  options: { now?: () => number } = {},
): (request: Request) => Promise<Response> {
  const { now = Date.now } = options;
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    return route(endpointOf(pathname), searchParams, Math.floor(now() / TIME.MINUTE) * TIME.MINUTE);
  };
}

const PREFIX_END = "/api/v3/";

/** Splits what comes after `/api/v3/` into segments, still percent-encoded; none where that is missing. */
function endpointOf(pathname: string): string[] {
  const at = pathname.lastIndexOf(PREFIX_END);
  return at === -1 ? [] : pathname.slice(at + PREFIX_END.length).split("/");
}

function route(
  [first, second, third, ...rest]: string[],
  query: URLSearchParams,
  nowMs: number,
): Response | Promise<Response> {
  if (rest.length > 0) return noSuchEndpoint();
  if (first === "exchanges" && second === undefined) return exchanges();
  if (first === "search" && second === "trending" && third === undefined)
    return json(200, trendingCoins(nowMs));
  if (first !== "coins" || !second) return noSuchEndpoint();
  if (third === "market_chart") return chart(second, query, nowMs);
  if (third !== undefined) return noSuchEndpoint();
  if (second === "list") return coinNames().then((names) => json(200, names));
  return second === "markets" ? markets(query, nowMs) : details(second, nowMs);
}

function markets(query: URLSearchParams, nowMs: number): Response {
  const currency = currencyOf(query);
  return currency === null ? invalidCurrency() : json(200, marketRows(query, currency, nowMs));
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

function exchanges(): Response {
  return json(
    200,
    SAMPLE_EXCHANGES.map(([id, name, url], index) => ({ id, name, url, trust_score_rank: index + 1 })),
  );
}

function currencyOf(query: URLSearchParams): Currency | null {
  const code = query.get("vs_currency");
  return CURRENCIES.find((currency) => currency === code) ?? null;
}

/** Decodes an id; one whose percent-encoding is broken is the id of no coin: the empty one. */
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

function failure(status: number, error: string): Response {
  return json(status, { error });
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
  });
}
