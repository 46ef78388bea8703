import type { Currency } from "~/domain/market/currency";
import * as bodies from "~/services/sample-market/service-bodies.server";

/** Facts written by hand, in the bodies of the sample market, with some of the oddities that real ones have. */

/** Price of one US dollar, by currency code. */
const RATES: Readonly<Record<string, number>> = { usd: 1, inr: 84, eur: 0.92 };

/** Change of Bitcoin in 24 hours, by currency code. */
const CHANGES: Readonly<Record<string, number>> = { inr: -4.34155, usd: -4.38247, eur: 2.5 };

/** When the market of an exchange and one coin, `dated`, were traded last. The other coins have prices of the moment. */
const TRADED_MS = Date.parse("2026-11-20T23:58:12.266Z");

interface FakeRow {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** In US dollars; the row has it in the requested currency. */
  readonly usd: number | null;
}

const ROWS: readonly FakeRow[] = [
  { id: "bitcoin", symbol: "btc", name: "Bitcoin", usd: 64_668.5 },
  { id: "ethereum", symbol: "eth", name: "Ethereum", usd: 2349.13 },
  { id: "pepe", symbol: "pepe", name: "Pepe", usd: 0.00000378 },
  { id: "dust", symbol: "dust", name: "Dust", usd: 7.7e-12 },
  { id: "worthless", symbol: "zero", name: "Worthless", usd: 0 },
  { id: "unpriced", symbol: "none", name: "Unpriced", usd: null },
  { id: "giant", symbol: "giga", name: "Giant", usd: 1e14 },
  { id: "1move token", symbol: "1mt", name: "1Move Token", usd: 0.25 },
  { id: "hidden", symbol: "hid", name: "\u200b\u200bHidden Spaces", usd: 1.5 },
  {
    ...{ id: "long", symbol: "averyveryverylongsymbolindeedofacoin38", usd: 114.95 },
    name: "A Fund With a Name That Is Far Longer Than Any Card Is Wide",
  },
];

/** Coins that only the unordered list of all names has, besides those above; some are named after Bitcoin. */
const OTHER_NAMES = [
  ["batcat", "btc", "BatCat"],
  ["wrapped-bitcoin", "wbtc", "Wrapped Bitcoin"],
  ["bitcoin-cash", "bch", "Bitcoin Cash"],
  ["sao-paulo-fan", "spfc", "São Paulo Fan Token"],
  ["bitebi", "比特币", "比特币 Coin"],
  ["rocket", "🚀", "🚀 Rocket"],
  ["marked", "<b>", "<script>alert(1)</script>"],
] as const;

/** The same for coins that tests visit, with names that no search finds. */
const VISITED_IDS = ["broken", "half-broken", "no-history", "late", "bare", "empty", "untouched", "dated"];

/** The body of `/coins/list`, with some invalid rows. */
export function coinNameRows(): unknown[] {
  const others = OTHER_NAMES.map(([id, symbol, name]) => ({ id, symbol, name }));
  const visited = VISITED_IDS.map((id) => ({ id, symbol: `x${id}`, name: `x${id}` }));
  const known = ROWS.map(({ id, symbol, name }) => ({ id, symbol, name }));
  return [...others, ...visited, ...known, known[0], { symbol: "noid", name: "No Id" }, null];
}

/** The body of `/coins/categories/list`: ids and names as the service writes them, and some invalid rows. */
export function categoryRows(): unknown[] {
  const names = { "layer-1": "Layer 1 (L1)", "binance-smart-chain": "BNB Chain Ecosystem" };
  const others = { "xdai-ecosystem": "Gnosis Chain Ecosystem", "a b": "Odd", nameless: null };
  const rows = Object.entries({ ...names, ...others });
  return [...rows.map(([category_id, name]) => ({ category_id, name })), null];
}

/** The body of `/coins/categories`: amounts in dollars, a category without figures, and some invalid rows. */
export function categoryFigureRows(): unknown[] {
  const top_3_coins_id = ["bitcoin", "pepe", "a/b"];
  const figures = { market_cap: 1.2e12, market_cap_change_24h: 1.5, top_3_coins_id, volume_24h: 5e10 };
  return [
    { id: "layer-1", name: "Layer 1 (L1)", ...figures },
    { id: "new-ones", name: "New Ones", market_cap: 0, market_cap_change_24h: 0, volume_24h: null },
    { id: "meme-token", name: "Meme", ...figures, market_cap: 4e10, market_cap_change_24h: -7.25 },
    { id: "a b", name: "Odd", ...figures },
    null,
  ];
}

/** The body of `/search/trending`. */
export function trendingBody(): unknown {
  const items = ROWS.slice(2, 5).map(({ id, symbol, name }) => ({ id, symbol, name, market_cap_rank: 30 }));
  return { coins: [...items, {}].map((item) => ({ item })), nfts: [], categories: [] };
}

/** The columns that a row has because a query asks for them; all by default. */
const TABLE = "sparkline=true&price_change_percentage=1h,24h,7d";

/** Rows of `/coins/markets` in a currency, with the columns of its query. */
export function coinRows(currency: string | null, query = new URLSearchParams(TABLE)) {
  const spans = query.get("price_change_percentage")?.split(",") ?? [];
  const isWithWeek = query.get("sparkline") === "true";
  return ROWS.map((row, place) =>
    bodies.marketRow(factsOf(row, place), figuresOf(row, place, currency), {
      spans,
      week: isWithWeek ? weekOf(row, place) : null,
    }),
  );
}

function factsOf({ usd: _, ...names }: FakeRow, place: number): bodies.ServiceCoin {
  return {
    ...names,
    image: bodies.NO_PICTURE,
    rank: names.id === "unpriced" ? null : place < 0 ? 1000 : place + 1,
    updatedMs: names.id === "dated" ? TRADED_MS : Date.now(),
    circulatingSupply: 19_832_115,
    totalSupply: null,
    maxSupply: 21_000_000,
  };
}

/** Some figures are missing, and an unknown market cap is 0, as in real lists. @param place in the list, from 0; −1: in none */
function figuresOf({ id, usd }: FakeRow, place: number, currency: string | null): bodies.CoinFigures {
  const rate = RATES[currency ?? ""] ?? 1;
  const worth = (amount: number) => amount * rate * ((usd ?? 64_668.5) / 64_668.5);
  const isTraded = id !== "unpriced" && id !== "hidden";
  const ofBitcoin = CHANGES[currency ?? ""] ?? null;
  return {
    price: usd === null ? null : usd * rate,
    marketCap:
      id === "unpriced" ? null : isTraded ? Math.round((1.28e12 * rate) / 10 ** Math.max(place, 0)) : 0,
    dilutedValuation: null,
    volume: isTraded ? Math.round(31e9 * rate) / 8 ** (place < 1 ? 1 : place - 1) : null,
    ...{ low24h: worth(64_000), high24h: worth(66_000) },
    ...{ allTimeLow: [null, worth(67.81)], allTimeHigh: [null, worth(126_080)] },
    changes: {
      "1h": place < 0 || id === "unpriced" ? null : id === "worthless" ? 0 : 0.5 - place / 10,
      "24h":
        place < 1
          ? ofBitcoin
          : isTraded && id !== "giant"
            ? ([-4.38247, 2.5, 31.4][place % 3] ?? null)
            : null,
      "7d": place < 0 || id === "unpriced" ? null : (place - 3) * 1.25,
    },
  };
}

/** A week that rises or falls like its change; that of the fourth coin is flat, and that of one without a price has no points. */
function weekOf({ usd }: FakeRow, place: number): number[] {
  const hours = usd === null ? 0 : 168;
  return Array.from({ length: hours }, (_, hour) => 100 + (place - 3) * (hour / 168 + Math.sin(hour / 9)));
}

const CHAINS = ["ethereum", "binance-smart-chain", "base", "arbitrum-one", "polygon-pos"];
const addressOf = (index: number) => `0x6982508145454Ce325dDbE47a25d4ec3d231193${index}`;
const NOTICE = "Contract migrated. <b>Old</b> tokens are worthless.";

/** What some coins' own answers say, by id. */
const ABOUT: Readonly<Record<string, object>> = {
  ethereum: { categories: ["BNB Chain Ecosystem", "Unlisted"] },
  pepe: { contracts: Object.fromEntries(CHAINS.map((chain, index) => [chain, addressOf(index)])) },
  worthless: { notice: NOTICE, moreNotices: ["لا قيمة"] },
};

/** The coins of the lists have the same figures there; any other id is a coin, too. */
export function coinBody(id: string): unknown {
  const place = ROWS.findIndex((row) => row.id === id);
  const row = ROWS[place] ?? { id, symbol: id.slice(0, 3), name: `Coin ${id}`, usd: 64_668.5 };
  const about = { description: "<p>A long text that no page shows.</p>", ...ABOUT[id] };
  const figuresIn = (currency: Currency) => figuresOf(row, place, currency);
  const body = bodies.coinBody(factsOf(row, place), figuresIn, about, []);
  const { market_data: _, ...bare } = body;
  if (id === "bare")
    return { ...bare, last_updated: null, market_cap_rank: null, market_cap_rank_with_rehypothecated: null };
  if (id === "empty")
    return { ...body, market_data: { current_price: {}, ath: {}, atl: null, max_supply: null } };
  return body;
}

const HOUR_MS = 3_600_000;
const NEWEST = Date.parse("2026-11-20T23:55:00.000Z");

/**
 * Hourly points, which the real service sends even for `24h`: it reads the label as 24 days. Every five minutes for one day, daily
 * beyond 90 days.
 * @param newest time of the last one, in milliseconds since the epoch
 */
export function priceHistoryBody(id: string, days: string, currency: string | null, newest = NEWEST) {
  const usd = ROWS.find((row) => row.id === id)?.usd ?? (id === "late" ? 64_655 : 64_668.5);
  const rate = ((RATES[currency ?? ""] ?? 1) * usd) / 64_668.5;
  if (id === "no-history") return { prices: [] };
  const span = Math.min(Number.parseInt(days, 10) || 400, 400);
  const [count, stepMs] =
    span > 90 ? [span + 1, 24 * HOUR_MS] : span > 1 ? [24 * span + 1, HOUR_MS] : [289, HOUR_MS / 12];
  const points = Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    return [newest - back * stepMs, (64_668.5 + Math.sin(back / 3) * 900 - back * 2) * rate];
  });
  // The last point comes twice and out of order, and two points are invalid.
  return { prices: [...points, [newest - HOUR_MS / 2, null], null, points.at(-1)] };
}

/** The whole market, of which some figures are missing. */
export function globalBody() {
  return {
    data: {
      active_cryptocurrencies: 17_214,
      total_market_cap: prices(2_341_200_000_000),
      total_volume: prices(98_200_000_000),
      market_cap_percentage: { btc: 58.123, usdt: 5 },
      market_cap_change_percentage_24h_usd: -1.2345,
    },
  };
}

const EXCHANGE: bodies.ServiceExchange = {
  ...{ id: "binance", name: "Binance", url: "https://www.binance.com/", country: null, year: 2017 },
  ...{ trustScore: 10, trustRank: 1, volumeBtc: 979_051.15, isCentralised: true, alert: "" },
  description: '<p>It is <a href="https://a.example/">one</a> of the largest.</p>',
};
const UNKNOWN = { ...EXCHANGE, year: null, trustScore: null, trustRank: null, volumeBtc: 0 };

const EXCHANGES: readonly bodies.ServiceExchange[] = [
  EXCHANGE,
  {
    ...{ ...UNKNOWN, id: "kraken", name: "Kraken", url: "https://www.kraken.com/", country: "United States" },
    ...{ trustRank: 2, volumeBtc: 2_000_000, alert: "It is closing." },
  },
  { ...UNKNOWN, id: "scripted", name: "Scripted", url: "javascript:alert(1)", trustRank: 3 },
  { ...UNKNOWN, id: "unranked", name: "Unranked", url: "" },
];

/** The body of `/exchanges`, with an address that is none and an invalid row. */
export function exchangeRows() {
  const rows = EXCHANGES.map(bodies.exchangeRow);
  return [...rows.map((row) => (row.id === "scripted" ? { ...row, image: row.url } : row)), null];
}

/** The body of an exchange; null for an unknown one. It has a trust score, which the service sent until March 2026. */
export function exchangeBody(id: string): unknown {
  const exchange = EXCHANGES.find((each) => each.id === id);
  if (exchange === undefined) return null;
  const first = bodies.ticker({
    ...{ base: "BTC", target: "USDT", exchange, coinId: "bitcoin", spread: 0.0125 },
    ...{ priceUsd: 64_668.5, volumeUsd: 452_679_500, rates: { btc: 64_668.5, eth: 2349.13 } },
    ...{ tradedMs: TRADED_MS, isAnomaly: false, isStale: false },
    tradeUrl: "https://www.binance.com/en/trade/BTC_USDT?ref=1",
  });
  const small = { ...first, converted_last: { usd: 0.25 }, converted_volume: { btc: 0.01, usd: 650 } };
  return {
    ...bodies.exchangeBody(exchange, []),
    ...{ facebook_url: "https://www.facebook.com/one", twitter_handle: "one" },
    tickers: [
      { ...small, base: "ODD", coin_id: "a/b", is_stale: true, trade_url: "javascript:alert(1)" },
      { ...first, trust_score: "green" },
      { ...small, base: "1MT", coin_id: "1move token", is_anomaly: true },
      null,
    ],
  };
}

function prices(usd: number): Record<string, number> {
  return Object.fromEntries(Object.entries(RATES).map(([code, rate]) => [code, usd * rate]));
}
