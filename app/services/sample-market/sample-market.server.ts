import { unescape as decode } from "node:querystring";
import { CURRENCIES, type Currency, perCurrency } from "~/domain/market/currency";
import { dayAt, TIME } from "~/domain/time";
import { sampleAbout } from "./sample-about.server";
import { categoryRows, coinsInCategory } from "./sample-categories.server";
import {
  chartTimes,
  firstPricedMs,
  lastPriceUsd,
  pricedTimes,
  type SampleCoin,
  sampleCoins,
  tradedSinceMs,
} from "./sample-coins.server";
import { sampleExchanges } from "./sample-exchanges.server";
import { samplePicture } from "./sample-pictures.server";
import { fractionOf, fromUsd } from "./sample-prices.server";
import { type PairFormat, sampleExchange, sampleTickers } from "./sample-tickers.server";
import * as bodies from "./service-bodies.server";

interface SampleMarketOptions {
  /** The clock, in milliseconds since the epoch. It is floored to the minute, so that answers given within a minute agree. */
  readonly now?: () => number;
  /** `free`: refuses histories of more than a year, as the real service does without a paid plan. */
  readonly plan?: "paid" | "free";
}

/**
 * Creates a market that needs no network: it answers a site's requests to a version-3 market data service, whatever
 * precedes `/api/v3`, with made-up prices in the bodies of the real service, oddities included: see docs/market-data.md.
 * Every body depends only on the request and the clock, so all replicas answer the same.
 */
export function createSampleMarket({ now = Date.now, plan = "paid" }: SampleMarketOptions = {}) {
  return async (request: Request): Promise<Response> => {
    const { origin, pathname, searchParams } = new URL(request.url);
    const [, pictured] = /^\/pictures\/(.+)\.png$/.exec(pathname) ?? [];
    if (pictured !== undefined)
      return hasPicture(pictured)
        ? new Response(samplePicture(pictured), { headers: { "content-type": "image/png" } })
        : new Response(null, { status: 404 });
    const [, path = ""] = /.*\/api\/v3\/(.*)/.exec(pathname) ?? [];
    const asked = { query: searchParams, nowMs: Math.floor(now() / TIME.MINUTE) * TIME.MINUTE, plan, origin };
    const body = answer(path, asked);
    return body instanceof Refusal ? body.response() : Response.json(body);
  };
}

/** An error of the service, with its status and body. */
class Refusal {
  constructor(
    readonly status: number,
    readonly error: unknown,
  ) {}

  response(): Response {
    return Response.json({ error: this.error }, { status: this.status });
  }
}

const UNKNOWN_COIN = new Refusal(404, "coin not found");
const NO_CURRENCY = new Refusal(400, "invalid vs_currency");
const NO_DAYS = new Refusal(422, "invalid days");
const BEYOND_PLAN = new Refusal(401, {
  status: { error_code: 10012, error_message: "This plan gives the history of the past 365 days." },
});

interface Asked {
  readonly query: URLSearchParams;
  readonly nowMs: number;
  /** Of the request, and so of the pictures' addresses. */
  readonly origin: string;
  readonly plan: "paid" | "free";
}

/** Returns the body for a path, or a refusal, also of what no site asks for, such as another currency. */
function answer(path: string, asked: Asked) {
  const { query, nowMs, plan } = asked;
  const pairFormat: PairFormat = query.get("dex_pair_format") === "symbol" ? "symbol" : "contract_address";
  if (path === "simple/price") return simplePrices(query, nowMs);
  if (path === "global") return globalFigures(nowMs);
  if (path === "exchanges") return sampleExchanges().map(bodies.exchangeRow);
  if (path.startsWith("exchanges/"))
    return (
      sampleExchange(decode(path.slice("exchanges/".length)), { nowMs, pairFormat }) ??
      new Refusal(404, "exchange not found")
    );
  if (path === "search/trending") return trendingCoins(asked);
  if (path === "coins/list") return Array.from(sampleCoins().values(), namesOf);
  if (path === "coins/categories/list") return categoryRows();
  if (path === "coins/categories") return categoryRows().map((row) => categoryFigures(row, nowMs));
  const currency = CURRENCIES.find((code) => code === query.get("vs_currency"));
  if (path === "coins/markets") return currency ? marketRows(currency, asked) : NO_CURRENCY;
  const [, encodedId = "", isChart] = /^coins\/([^/]+)(\/market_chart)?$/.exec(path) ?? [];
  const coin = sampleCoins().get(decode(encodedId));
  if (coin === undefined) return UNKNOWN_COIN;
  if (!isChart) return coinDetails(coin, pairFormat, asked);
  if (currency === undefined) return NO_CURRENCY;
  const days = parseDays(query.get("days"));
  if (!(days > 0)) return NO_DAYS;
  return plan === "free" && days > 365
    ? BEYOND_PLAN
    : bodies.chartBody(pointsOf(coin, currency, days, nowMs));
}

/** Reads the parameter `days` by its leading integer, as the service does: `24h` is 24 days. Infinity for `max`, NaN for other texts. */
function parseDays(value: string | null): number {
  return value === "max" ? Number.POSITIVE_INFINITY : Number.parseInt(value ?? "", 10);
}

function namesOf({ id, symbol, name }: SampleCoin) {
  return { id, symbol, name };
}

function trendingCoins(asked: Asked) {
  const { nowMs } = asked;
  const today = dayAt(nowMs) % 14;
  const chosen = [...ranksByCap(nowMs)].slice(0, 7 * 14).filter((_, index) => index % 14 === today);
  const figuresIn = (coin: SampleCoin) => (currency: Currency) => listFigures(coin, currency, nowMs);
  const items = chosen.map(([coin], score) =>
    bodies.trendingItem(coinFacts(coin, asked), figuresIn(coin), score),
  );
  return { coins: items.map((item) => ({ item })), nfts: [], categories: [] };
}

/** Returns prices by id, of known coins alone. */
function simplePrices(query: URLSearchParams, nowMs: number) {
  const ids = (query.get("ids") ?? "").split(",", MAX_ROWS);
  return Object.fromEntries(
    ids.flatMap((id) => {
      const coin = sampleCoins().get(id);
      if (coin === undefined) return [];
      const figuresIn = (currency: Currency) => listFigures(coin, currency, nowMs);
      return [[id, bodies.simplePrice(coin.priceUsd && nowMs - coin.priceAgeMs, figuresIn, query)] as const];
    }),
  );
}

/** Returns the market as a whole: amounts as maps from currency to units of it, shares and changes in percent. */
function globalFigures(nowMs: number) {
  const capsUsd = (atMs: number) =>
    Array.from(sampleCoins().values(), (coin) => {
      const isTraded = tradedSinceMs(coin, nowMs) <= atMs;
      return { coin, capUsd: isTraded ? (lastPriceUsd(coin, atMs) ?? 0) * coin.circulatingSupply : 0 };
    });
  const totalOf = (caps: ReturnType<typeof capsUsd>) => caps.reduce((sum, { capUsd }) => sum + capUsd, 0);
  const caps = capsUsd(nowMs);
  const totalUsd = totalOf(caps);
  const volumeUsd = caps.reduce((sum, { coin, capUsd }) => sum + capUsd * coin.turnoverAt(nowMs), 0);
  const largest = caps.filter(({ coin }) => coin.id === "bitcoin" || coin.id === "ethereum");
  return {
    data: {
      active_cryptocurrencies: caps.length,
      ...{ upcoming_icos: 0, ongoing_icos: 0, ended_icos: 0 },
      markets: sampleExchanges().length,
      total_market_cap: perCurrency((currency) => fromUsd(totalUsd, currency)),
      total_volume: perCurrency((currency) => fromUsd(volumeUsd, currency)),
      market_cap_percentage: Object.fromEntries(
        largest.map(({ coin, capUsd }) => [coin.symbol, (100 * capUsd) / totalUsd]),
      ),
      market_cap_change_percentage_24h_usd: 100 * (totalUsd / totalOf(capsUsd(nowMs - TIME.DAY)) - 1),
      volume_change_percentage_24h_usd: 0,
      updated_at: nowMs / TIME.SECOND,
    },
  };
}

const MAX_ROWS = 250;

/**
 * Returns a page of coins in the order asked for; with `ids` or `category`, of those alone. Rows have no records, which may be null:
 * of a hundred coins they would cost as much as a hundred lists, and no list shows them.
 */
function marketRows(currency: Currency, asked: Asked) {
  const { query, nowMs } = asked;
  const size = Math.min(wholeNumber(query.get("per_page"), 100), MAX_ROWS);
  const before = (wholeNumber(query.get("page"), 1) - 1) * size;
  const spans = query.get("price_change_percentage")?.split(",") ?? [];
  const ids = new Set(query.get("ids")?.split(",", MAX_ROWS));
  const category = query.get("category");
  const all = coinsInOrder(query.get("order"), nowMs);
  const some = category ? coinsInCategory(all, category) : all;
  const coins = query.get("ids") ? some.filter(({ id }) => ids.has(id)) : some;
  return coins.slice(before, before + size).map((coin) => {
    const week =
      query.get("sparkline") === "true" ? pointsOf(coin, currency, 7, nowMs).map(([, price]) => price) : null;
    const { lowest, highest } = dayOf(coin, currency, nowMs);
    const figures = { ...listFigures(coin, currency, nowMs), low24h: lowest, high24h: highest };
    return bodies.marketRow(coinFacts(coin, asked), figures, { spans, week });
  });
}

/** Returns the figures of a category's largest coins together, in dollars. */
function categoryFigures({ category_id: id, name }: ReturnType<typeof categoryRows>[number], nowMs: number) {
  const coins = coinsInCategory(coinsInOrder(null, nowMs), id).slice(0, MAX_ROWS);
  const all = coins.map((coin) => listFigures(coin, "usd", nowMs));
  const sum = (amountOf: (figures: (typeof all)[number]) => number) =>
    all.reduce((total, figures) => total + amountOf(figures), 0);
  const cap = sum(({ marketCap }) => marketCap ?? 0);
  const before = sum(({ marketCap, changes }) => (marketCap ?? 0) / (1 + (changes["24h"] ?? 0) / 100));
  return {
    ...{ id, name, market_cap: cap, market_cap_change_24h: 100 * (cap / before - 1), content: "" },
    top_3_coins_id: coins.slice(0, 3).map((coin) => coin.id),
    top_3_coins: [],
    volume_24h: sum(({ volume }) => volume ?? 0),
    updated_at: new Date(nowMs).toISOString(),
  };
}

/** Reads a number of at least 1; anything that is not a whole number is the default. */
function wholeNumber(text: string | null, byDefault: number): number {
  return /^\d+$/.test(text ?? "") ? Math.max(1, Number(text)) : byDefault;
}

/**
 * Computes a change in percent, to five decimals, from the first point of the chart of that many days to now. Null for a
 * coin that has not been traded for so long, and within a day for one that has not been traded since.
 */
function changePercent(coin: SampleCoin, currency: Currency, days: number, nowMs: number): number | null {
  const price = lastPriceUsd(coin, nowMs);
  if (coin.priceUsd === null || price === null || tradedSinceMs(coin, nowMs) > nowMs - days * TIME.DAY)
    return null;
  if (coin.priceAgeMs >= Math.min(days, 0.5) * TIME.DAY && days <= 1) return null;
  const first = fromUsd(coin.priceUsd(firstPricedMs(coin, days, nowMs)), currency);
  // A price that stays at zero has not changed.
  return first === 0 ? 0 : Math.round((fromUsd(price, currency) / first - 1) * 1e7) / 1e5;
}

const ranksByCap = createRanking(() => 1);
const ranksByVolume = createRanking(({ turnoverAt }, nowMs) => turnoverAt(nowMs));

/**
 * Creates what ranks all coins by a share of their market capitalisation: the largest first, each with its rank from 1; those
 * without a figure last, with null. The latest ranking is cached for all who ask within its minute.
 */
function createRanking(shareOf: (coin: SampleCoin, nowMs: number) => number) {
  let latest: ReadonlyMap<SampleCoin, number | null> = new Map();
  let latestMs = Number.NaN;
  return (nowMs: number) => {
    if (latestMs === nowMs) return latest;
    const figures = Array.from(sampleCoins().values(), (coin) => {
      const capUsd = (lastPriceUsd(coin, nowMs) ?? 0) * coin.circulatingSupply;
      return { coin, figure: capUsd * shareOf(coin, nowMs) };
    }).sort((one, other) => other.figure - one.figure);
    latest = new Map(figures.map(({ coin, figure }, index) => [coin, figure > 0 ? index + 1 : null]));
    latestMs = nowMs;
    return latest;
  };
}

function coinsInOrder(order: string | null, nowMs: number): readonly SampleCoin[] {
  const ranks = (order?.startsWith("volume") ? ranksByVolume : ranksByCap)(nowMs);
  const coins = [...ranks.keys()];
  if (!order?.endsWith("_asc")) return coins;
  return coins.toReversed().sort((one, other) => Number(!ranks.get(one)) - Number(!ranks.get(other)));
}

/** Returns what is the same in every currency. */
function coinFacts(coin: SampleCoin, { nowMs, origin }: Pick<Asked, "nowMs" | "origin">): bodies.ServiceCoin {
  const { priceUsd, circulatingSupply, maxSupply, priceAgeMs } = coin;
  return {
    ...namesOf(coin),
    image: hasPicture(coin.id) ? `${origin}/pictures/${coin.id}.png` : bodies.NO_PICTURE,
    rank: ranksByCap(nowMs).get(coin) ?? null,
    updatedMs: priceUsd && nowMs - priceAgeMs,
    circulatingSupply: priceUsd && circulatingSupply,
    totalSupply: priceUsd && (totalSupplyOf(coin) || null),
    maxSupply: priceUsd && maxSupply,
  };
}

/** Every other numbered coin has one; real coins have their monograms, as an invented picture would pass for theirs. */
function hasPicture(id: string): boolean {
  return id.startsWith("sample-coin-") && sampleCoins().has(id) && fractionOf(`${id}/picture`) < 0.5;
}

function totalSupplyOf({ id, circulatingSupply, maxSupply }: SampleCoin): number {
  return fractionOf(`${id}/issued`) < 0.5 ? (maxSupply ?? circulatingSupply) : circulatingSupply;
}

/** Returns the figures of a coin that need no history. */
function listFigures(coin: SampleCoin, currency: Currency, nowMs: number): bodies.CoinFigures {
  const usd = lastPriceUsd(coin, nowMs);
  const price = usd === null ? null : fromUsd(usd, currency);
  const times = (supply: number) => (price === null ? null : price * supply);
  const marketCap = times(coin.circulatingSupply);
  const spans = Object.entries(bodies.SPANS);
  return {
    ...{ price, marketCap, high24h: null, low24h: null, allTimeHigh: null, allTimeLow: null },
    dilutedValuation: times(totalSupplyOf(coin)) || null,
    volume: marketCap === null ? null : marketCap * coin.turnoverAt(nowMs),
    changes: Object.fromEntries(
      spans.map(([span, days]) => [span, changePercent(coin, currency, days, nowMs)]),
    ),
  };
}

/** One of the coins whose record is behind its price: the real service is, now and then. */
const BEHIND_ITS_PRICE = "sample-coin-127";

/** Returns the lowest and the highest price of 24 hours; null for a coin that is younger, or that nobody has traded for half of them. */
function dayOf(coin: SampleCoin, currency: Currency, nowMs: number) {
  const isKnown = tradedSinceMs(coin, nowMs) <= nowMs - TIME.DAY && coin.priceAgeMs < TIME.DAY / 2;
  if (coin.priceUsd === null || !isKnown) return { lowest: null, highest: null };
  const { lowest, highest } = extremesOf(coin, pricedTimes(coin, 1, nowMs));
  return { lowest: fromUsd(lowest[1], currency), highest: fromUsd(highest[1], currency) };
}

/** Returns the lowest and the highest price in dollars at these moments. */
function extremesOf({ priceUsd }: SampleCoin, times: readonly number[]) {
  let lowest: bodies.AmountAt = [0, Number.POSITIVE_INFINITY];
  let highest: bodies.AmountAt = [0, Number.NEGATIVE_INFINITY];
  for (const atMs of times) {
    const usd = priceUsd?.(atMs) ?? 0;
    if (usd < lowest[1]) lowest = [atMs, usd];
    if (usd > highest[1]) highest = [atMs, usd];
  }
  return { lowest, highest };
}

/** Returns the body of a coin. High, low and records are those of the points that charts show. */
export function coinDetails(
  coin: SampleCoin,
  pairFormat: PairFormat,
  asked: Pick<Asked, "nowMs" | "origin">,
) {
  const { nowMs } = asked;
  const times = [Number.POSITIVE_INFINITY, 90, 1].flatMap((days) => pricedTimes(coin, days, nowMs));
  const records = extremesOf(coin, times);
  const ofRecord =
    coin.id === BEHIND_ITS_PRICE ? 0.9 * ((lastPriceUsd(coin, nowMs) ?? 0) / records.highest[1]) : 1;
  function figuresIn(currency: Currency): bodies.CoinFigures {
    const figures = listFigures(coin, currency, nowMs);
    if (coin.priceUsd === null) return figures;
    const day = dayOf(coin, currency, nowMs);
    const [[lowestMs, lowest], [highestMs, highest]] = [records.lowest, records.highest];
    return {
      ...figures,
      ...{ high24h: day.highest, low24h: day.lowest },
      allTimeHigh: [highestMs, fromUsd(highest * ofRecord, currency)],
      allTimeLow: [lowestMs, fromUsd(lowest, currency)],
    };
  }
  const tickers = sampleTickers(coin, { nowMs, pairFormat });
  return bodies.coinBody(coinFacts(coin, asked), figuresIn, sampleAbout(coin), tickers);
}

/** Returns the points of a chart; none for a coin without a price. */
function pointsOf(coin: SampleCoin, currency: Currency, days: number, nowMs: number) {
  const { priceUsd, circulatingSupply, turnoverAt } = coin;
  if (priceUsd === null) return [];
  return chartTimes(coin, days, nowMs).map((atMs) => {
    const price = fromUsd(priceUsd(atMs), currency);
    return [atMs, price, price * circulatingSupply, price * circulatingSupply * turnoverAt(atMs)] as const;
  });
}
