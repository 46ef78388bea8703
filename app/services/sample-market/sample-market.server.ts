import { unescape as decode } from "node:querystring";
import { CURRENCIES, type Currency, perCurrency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import { sampleAbout } from "./sample-about.server";
import { categoryRows, coinsInCategory } from "./sample-categories.server";
import { chartTimes, type SampleCoin, sampleCoins, tradedSinceMs } from "./sample-coins.server";
import { sampleExchanges } from "./sample-exchanges.server";
import { fractionOf, fromUsd } from "./sample-prices.server";
import { sampleExchange, sampleTickers } from "./sample-tickers.server";

/**
 * Creates a market that needs no network: it answers the site's requests to a version-3 market data service, whatever
 * precedes `/api/v3`, with made-up prices. Every body depends only on the request and the clock, so all replicas answer the
 * same.
 * @param options.now the clock, in milliseconds since the epoch. It is floored to the minute, so that answers given within
 * a minute agree with each other.
 */
export function createSampleMarket({ now = Date.now }: { readonly now?: () => number } = {}) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, path = ""] = /.*\/api\/v3\/(.*)/.exec(pathname) ?? [];
    const body = answer(path, searchParams, Math.floor(now() / TIME.MINUTE) * TIME.MINUTE);
    return Response.json(body ?? { error: "not found" }, { status: body === null ? 404 : 200 });
  };
}

/** Returns the body for a path; null for what the site never asks for, such as another currency, and for unknown coins. */
function answer(path: string, query: URLSearchParams, nowMs: number): unknown {
  if (path === "global") return globalFigures(nowMs);
  if (path === "exchanges") return sampleExchanges();
  if (path.startsWith("exchanges/")) return sampleExchange(decode(path.slice("exchanges/".length)), nowMs);
  if (path === "search/trending") return trendingCoins(nowMs);
  if (path === "coins/list") return Array.from(sampleCoins().values(), namesOf);
  if (path === "coins/categories/list") return categoryRows();
  if (path === "coins/categories") return categoryRows().map((row) => categoryFigures(row, nowMs));
  const currency = CURRENCIES.find((code) => code === query.get("vs_currency"));
  if (path === "coins/markets") return currency ? marketRows(query, currency, nowMs) : null;
  const [, encodedId = "", isChart] = /^coins\/([^/]+)(\/market_chart)?$/.exec(path) ?? [];
  const coin = sampleCoins().get(decode(encodedId));
  if (coin === undefined) return null;
  if (!isChart) return coinDetails(coin, nowMs);
  const days = parseDays(query.get("days"));
  return currency && days > 0 ? chartSeries(coin, currency, days, nowMs) : null;
}

function namesOf({ id, symbol, name }: SampleCoin) {
  return { id, symbol, name };
}

function trendingCoins(nowMs: number) {
  const today = Math.floor(nowMs / TIME.DAY) % 14;
  const chosen = [...ranksByCap(nowMs)].slice(0, 7 * 14).filter((_, index) => index % 14 === today);
  return { coins: chosen.map(([coin, rank]) => ({ item: { ...namesOf(coin), market_cap_rank: rank } })) };
}

/** Returns the market as a whole: amounts as maps from currency to units of it, shares and changes in percent. */
function globalFigures(nowMs: number) {
  const capsUsd = (atMs: number) =>
    Array.from(sampleCoins().values(), (coin) => {
      const isTraded = tradedSinceMs(coin, nowMs) <= atMs;
      return { coin, capUsd: isTraded ? (coin.priceUsd?.(atMs) ?? 0) * coin.circulatingSupply : 0 };
    });
  const totalOf = (caps: ReturnType<typeof capsUsd>) => caps.reduce((sum, { capUsd }) => sum + capUsd, 0);
  const caps = capsUsd(nowMs);
  const totalUsd = totalOf(caps);
  const volumeUsd = caps.reduce((sum, { coin, capUsd }) => sum + capUsd * coin.turnoverAt(nowMs), 0);
  const largest = caps.filter(({ coin }) => coin.id === "bitcoin" || coin.id === "ethereum");
  return {
    data: {
      active_cryptocurrencies: caps.length,
      total_market_cap: perCurrency((currency) => fromUsd(totalUsd, currency)),
      total_volume: perCurrency((currency) => fromUsd(volumeUsd, currency)),
      market_cap_percentage: Object.fromEntries(
        largest.map(({ coin, capUsd }) => [coin.symbol, (100 * capUsd) / totalUsd]),
      ),
      market_cap_change_percentage_24h_usd: 100 * (totalUsd / totalOf(capsUsd(nowMs - TIME.DAY)) - 1),
    },
  };
}

const MAX_ROWS = 250;

/** Spans of `price_change_percentage`, in days. */
const CHANGE_DAYS = { "1h": 1 / 24, "24h": 1, "7d": 7 };

/** Returns a page of coins in the order asked for; with `ids` or `category`, of those alone. They have no image: the site draws its own icons. */
function marketRows(query: URLSearchParams, currency: Currency, nowMs: number) {
  const size = Math.min(wholeNumber(query.get("per_page"), 100), MAX_ROWS);
  const before = (wholeNumber(query.get("page"), 1) - 1) * size;
  const spans = query.get("price_change_percentage")?.split(",") ?? [];
  const ids = new Set(query.get("ids")?.split(",", MAX_ROWS));
  const category = query.get("category");
  const all = coinsInOrder(query.get("order"), nowMs);
  const some = category ? coinsInCategory(all, category) : all;
  const coins = query.get("ids") ? some.filter(({ id }) => ids.has(id)) : some;
  return coins.slice(before, before + size).map((coin) => {
    const price = coin.priceUsd && fromUsd(coin.priceUsd(nowMs), currency);
    const marketCap = price === null ? null : price * coin.circulatingSupply;
    const changes = Object.entries(CHANGE_DAYS).filter(([span]) => spans.includes(span));
    const change = (days: number) => changePercent(coin, currency, days, nowMs);
    return {
      ...namesOf(coin),
      current_price: price,
      market_cap: marketCap,
      market_cap_rank: ranksByCap(nowMs).get(coin) ?? null,
      total_volume: marketCap === null ? null : marketCap * coin.turnoverAt(nowMs),
      price_change_percentage_24h: change(1),
      last_updated: coin.priceUsd && new Date(nowMs).toISOString(),
      ...Object.fromEntries(
        changes.map(([span, days]) => [`price_change_percentage_${span}_in_currency`, change(days)]),
      ),
      ...(query.get("sparkline") === "true" && {
        sparkline_in_7d: { price: priceSeries(coin, currency, 7, nowMs).map(([, each]) => each) },
      }),
    };
  });
}

/** Returns the figures of a category's largest coins together, in dollars. */
function categoryFigures({ category_id: id, name }: ReturnType<typeof categoryRows>[number], nowMs: number) {
  const rows = marketRows(new URLSearchParams({ category: id, per_page: `${MAX_ROWS}` }), "usd", nowMs);
  const sum = (figureOf: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + figureOf(row), 0);
  const cap = sum(({ market_cap }) => market_cap ?? 0);
  const before = sum((row) => (row.market_cap ?? 0) / (1 + (row.price_change_percentage_24h ?? 0) / 100));
  return {
    ...{ id, name, market_cap: cap, market_cap_change_24h: 100 * (cap / before - 1) },
    volume_24h: sum(({ total_volume }) => total_volume ?? 0),
    top_3_coins_id: rows.slice(0, 3).map((row) => row.id),
  };
}

/** Reads a number of at least 1; anything that is not a whole number is the default. */
function wholeNumber(text: string | null, byDefault: number): number {
  return /^\d+$/.test(text ?? "") ? Math.max(1, Number(text)) : byDefault;
}

/**
 * Computes a change in percent, to five decimals, from the first point of the chart of that many days to now. Null for a
 * coin that has not been traded for so long.
 */
function changePercent(coin: SampleCoin, currency: Currency, days: number, nowMs: number): number | null {
  if (coin.priceUsd === null || tradedSinceMs(coin, nowMs) > nowMs - days * TIME.DAY) return null;
  const [firstMs = nowMs] = chartTimes(coin, days, nowMs);
  const first = fromUsd(coin.priceUsd(firstMs), currency);
  // A price that stays at zero has not changed.
  return first === 0 ? 0 : Math.round((fromUsd(coin.priceUsd(nowMs), currency) / first - 1) * 1e7) / 1e5;
}

const ranksByCap = createRanking(() => 1);
const ranksByVolume = createRanking(({ turnoverAt }, nowMs) => turnoverAt(nowMs));

/**
 * Creates what ranks all coins by a share of their market capitalisation: the largest first, each with its rank from 1; those
 * without a figure last, with null. The latest ranking is kept for all who ask within its minute.
 */
function createRanking(shareOf: (coin: SampleCoin, nowMs: number) => number) {
  let latest: ReadonlyMap<SampleCoin, number | null> = new Map();
  let latestMs = Number.NaN;
  return (nowMs: number) => {
    if (latestMs === nowMs) return latest;
    const figures = Array.from(sampleCoins().values(), (coin) => {
      const capUsd = (coin.priceUsd?.(nowMs) ?? 0) * coin.circulatingSupply;
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

/**
 * Returns amounts as maps from currency to units of it, which are empty where a figure is not known, as at the real service.
 * High, low and records are those of the points that charts show.
 */
export function coinDetails(coin: SampleCoin, nowMs: number) {
  const { priceUsd, circulatingSupply, maxSupply } = coin;
  const inCurrencies = <Value>(readIn: (currency: Currency) => Value | null) =>
    Object.fromEntries(
      CURRENCIES.map((code) => [code, priceUsd && readIn(code)]).filter(([, value]) => value !== null),
    );
  const [day = [], hours = [], days = []] = [1, 90, Number.POSITIVE_INFINITY].map((span) =>
    chartTimes(coin, span, nowMs).map((atMs) => ({ atMs, usd: priceUsd?.(atMs) ?? 0 })),
  );
  const [lowest, highest] = extremes([...day, ...hours, ...days]);
  const [low, high] = extremes(day);
  const isDayKnown = tradedSinceMs(coin, nowMs) <= nowMs - TIME.DAY;
  const price = (currency: Currency) => fromUsd(priceUsd?.(nowMs) ?? 0, currency);
  const change = (days: number) => inCurrencies((code) => changePercent(coin, code, days, nowMs));
  const totalSupply =
    fractionOf(`${coin.id}/issued`) < 0.5 ? (maxSupply ?? circulatingSupply) : circulatingSupply;
  return {
    ...namesOf(coin),
    ...sampleAbout(coin),
    market_cap_rank: ranksByCap(nowMs).get(coin) ?? null,
    last_updated: priceUsd && new Date(nowMs).toISOString(),
    market_data: {
      current_price: inCurrencies(price),
      ath: inCurrencies((currency) => fromUsd(highest.usd, currency)),
      ath_date: inCurrencies(() => new Date(highest.atMs).toISOString()),
      atl: inCurrencies((currency) => fromUsd(lowest.usd, currency)),
      atl_date: inCurrencies(() => new Date(lowest.atMs).toISOString()),
      market_cap: inCurrencies((currency) => price(currency) * circulatingSupply),
      fully_diluted_valuation: inCurrencies((currency) => price(currency) * totalSupply || null),
      total_volume: inCurrencies((currency) => price(currency) * circulatingSupply * coin.turnoverAt(nowMs)),
      high_24h: inCurrencies((currency) => (isDayKnown ? fromUsd(high.usd, currency) : null)),
      low_24h: inCurrencies((currency) => (isDayKnown ? fromUsd(low.usd, currency) : null)),
      price_change_percentage_1h_in_currency: change(1 / 24),
      price_change_percentage_24h_in_currency: change(1),
      price_change_percentage_7d_in_currency: change(7),
      price_change_percentage_30d_in_currency: change(30),
      price_change_percentage_60d_in_currency: change(60),
      price_change_percentage_200d_in_currency: change(200),
      price_change_percentage_1y_in_currency: change(365),
      max_supply: priceUsd && maxSupply,
      max_supply_infinite: priceUsd && maxSupply === null && circulatingSupply > 0,
      total_supply: priceUsd && (totalSupply || null),
      circulating_supply: priceUsd && circulatingSupply,
    },
    tickers: sampleTickers(coin, nowMs),
  };
}

interface PricedMoment {
  readonly atMs: number;
  readonly usd: number;
}

/** Returns the first moments of the lowest and of the highest price. */
function extremes(moments: readonly PricedMoment[]): readonly [lowest: PricedMoment, highest: PricedMoment] {
  const byPrice = moments.toSorted((one, other) => one.usd - other.usd || one.atMs - other.atMs);
  const none = { atMs: 0, usd: 0 };
  return [byPrice[0] ?? none, byPrice.find(({ usd }) => usd === byPrice.at(-1)?.usd) ?? none];
}

/**
 * Reads the parameter `days`: `24h`, a whole number with a `d`, or `max` for all there is (infinity); NaN for anything
 * else. `24h` is one day here, as it is meant; the real service reads the leading 24 and answers with 24 days.
 */
function parseDays(value: string | null): number {
  if (value === "24h") return 1;
  return value === "max" ? Number.POSITIVE_INFINITY : Number(/^(\d{1,6})d$/.exec(value ?? "")?.[1]);
}

/** Returns three series of moments in milliseconds since the epoch and amounts, which are empty for a coin without a price. */
function chartSeries(coin: SampleCoin, currency: Currency, days: number, nowMs: number) {
  const prices = priceSeries(coin, currency, days, nowMs);
  const { circulatingSupply, turnoverAt } = coin;
  return {
    prices,
    market_caps: prices.map(([atMs, price]) => [atMs, price * circulatingSupply] as const),
    total_volumes: prices.map(
      ([atMs, price]) => [atMs, price * circulatingSupply * turnoverAt(atMs)] as const,
    ),
  };
}

/** Returns moments in milliseconds since the epoch, and prices; none for a coin without a price. */
function priceSeries(coin: SampleCoin, currency: Currency, days: number, nowMs: number) {
  const { priceUsd } = coin;
  if (priceUsd === null) return [];
  return chartTimes(coin, days, nowMs).map((atMs) => [atMs, fromUsd(priceUsd(atMs), currency)] as const);
}
