/** Bodies of a version-3 service, written by hand, with the oddities of real ones. */

/** Price of one US dollar, by currency code. */
const RATES: Readonly<Record<string, number>> = { usd: 1, inr: 84, eur: 0.92 };

/** Change of Bitcoin in 24 hours, by currency code. */
const CHANGES: Readonly<Record<string, number>> = { inr: -4.34155, usd: -4.38247, eur: 2.5 };

const LAST_UPDATED = "2026-11-20T23:58:12.266Z";

/** A picture of one pixel whose address is not `https`, so that tests need no network. */
const NO_IMAGE = null;

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
    id: "long",
    symbol: "averyveryverylongsymbolindeedofacoin38",
    name: "A Fund With a Name That Is Far Longer Than Any Card Is Wide",
    usd: 114.95,
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
const VISITED_IDS = ["broken", "half-broken", "no-history", "late", "bare", "empty", "untouched"];

/** The body of `/coins/list`, with some invalid rows. */
export function coinNameRows(): unknown[] {
  const others = OTHER_NAMES.map(([id, symbol, name]) => ({ id, symbol, name }));
  const visited = VISITED_IDS.map((id) => ({ id, symbol: `x${id}`, name: `x${id}` }));
  const known = ROWS.map(({ id, symbol, name }) => ({ id, symbol, name }));
  return [...others, ...visited, ...known, known[0], { symbol: "noid", name: "No Id" }, null];
}

/** The body of `/coins/categories/list`: ids and names as the service writes them, and some invalid rows. */
export function categoryRows(): unknown[] {
  const rows = [
    ["layer-1", "Layer 1 (L1)"],
    ["binance-smart-chain", "BNB Chain Ecosystem"],
    ["xdai-ecosystem", "Gnosis Chain Ecosystem"],
    ["a b", "Odd"],
    ["nameless", null],
  ];
  return [...rows.map(([category_id, name]) => ({ category_id, name })), null];
}

/** The body of `/coins/categories`: amounts in dollars, a category without figures, and some invalid rows. */
export function categoryFigureRows(): unknown[] {
  const figures = {
    market_cap: 1.2e12,
    market_cap_change_24h: 1.5,
    top_3_coins_id: ["bitcoin", "pepe", "a/b"],
    volume_24h: 5e10,
  };
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

export function coinRows(currency: string | null): FakeMarketRow[] {
  const rate = RATES[currency ?? ""] ?? 1;
  return ROWS.map(({ usd, ...row }, index) => ({
    ...row,
    image: NO_IMAGE,
    current_price: usd === null ? null : usd * rate,
    market_cap_rank: row.id === "unpriced" ? null : index + 1,
    last_updated: LAST_UPDATED,
    ...marketFigures(row.id, index, rate),
    ...(row.id === "bitcoin" && { price_change_percentage_24h_in_currency: CHANGES[currency ?? ""] }),
  }));
}

interface FakeMarketRow {
  readonly market_cap: number | null;
  readonly total_volume: number | null;
}

/** What the table shows beyond a card; some of it is missing, and an unknown market capitalisation is 0, as in real lists. */
function marketFigures(id: string, index: number, rate: number) {
  const nothing = { market_cap: null, total_volume: null };
  if (id === "unpriced") return { ...nothing, sparkline_in_7d: { price: [] } };
  if (id === "hidden") return { ...nothing, market_cap: 0 };
  return {
    market_cap: Math.round((1_280_000_000_000 * rate) / 10 ** index),
    total_volume: Math.round(31_000_000_000 * rate) / 8 ** (index === 0 ? 1 : index - 1),
    price_change_percentage_1h_in_currency: id === "worthless" ? 0 : 0.5 - index / 10,
    price_change_percentage_24h_in_currency: id === "giant" ? null : [-4.38247, 2.5, 31.4][index % 3],
    price_change_percentage_7d_in_currency: (index - 3) * 1.25,
    sparkline_in_7d: { price: Array.from({ length: 168 }, (_, hour) => weekPrice(index, hour)) },
  };
}

/** A week that rises or falls like its change; that of the fourth coin is flat. */
function weekPrice(index: number, hour: number): number {
  return 100 + (index - 3) * (hour / 168 + Math.sin(hour / 9));
}

/** The coins of the lists have the same name, price and market cap there; any other id is a coin, too. */
export function coinBody(id: string): unknown {
  const place = ROWS.findIndex((row) => row.id === id);
  const { symbol, name, usd } = ROWS[place] ?? { symbol: id.slice(0, 3), name: `Coin ${id}`, usd: 64_668.5 };
  const common = {
    id,
    symbol,
    name,
    image: { thumb: NO_IMAGE, small: NO_IMAGE, large: "missing_large.png" },
    market_cap_rank: place < 0 ? 1000 : place + 1,
    last_updated: LAST_UPDATED,
    description: { en: "<p>A long text that no page shows.</p>" },
    ...(id === "ethereum" && { categories: ["BNB Chain Ecosystem", "Unlisted"] }),
  };
  if (id === "bare") return { ...common, last_updated: null, market_cap_rank: null };
  if (id === "empty")
    return { ...common, market_data: { current_price: {}, ath: {}, atl: null, max_supply: null } };
  return {
    ...common,
    market_data: {
      current_price: usd === null ? {} : prices(usd),
      price_change_percentage_24h: -4.38247,
      price_change_percentage_24h_in_currency: CHANGES,
      low_24h: prices(64_000),
      high_24h: prices(66_000),
      market_cap: prices(1_280_000_000_000 / 10 ** Math.max(place, 0)),
      total_volume: prices(3_875_000_000),
      ath: prices(126_080),
      atl: prices(67.81),
      max_supply: "21000000.0",
      circulating_supply: 19_832_115,
    },
  };
}

const HOUR_MS = 3_600_000;
const NEWEST = Date.parse("2026-11-20T23:55:00.000Z");

/**
 * Hourly points, which the real service sends even for `24h`: it reads the label as 24 days. Daily ones beyond 90 days.
 * @param newest time of the last one, in milliseconds since the epoch
 */
export function priceHistoryBody(id: string, days: string, currency: string | null, newest = NEWEST) {
  const usd = ROWS.find((row) => row.id === id)?.usd ?? (id === "late" ? 64_655 : 64_668.5);
  const rate = ((RATES[currency ?? ""] ?? 1) * usd) / 64_668.5;
  if (id === "no-history") return { prices: [] };
  const span = Math.min(Number.parseInt(days, 10) || 400, 400);
  const [count, stepMs] = span > 90 ? [span + 1, 24 * HOUR_MS] : [24 * span + 1, HOUR_MS];
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

export function exchangeRows() {
  return [
    {
      id: "binance",
      name: "Binance",
      url: "https://www.binance.com/",
      trust_score_rank: 1,
      trust_score: 10,
      trade_volume_24h_btc: 979_051.15,
      country: null,
      year_established: 2017,
    },
    {
      id: "kraken",
      name: "Kraken",
      url: "https://www.kraken.com/",
      trust_score_rank: 2,
      trade_volume_24h_btc: 2_000_000,
      country: "United States",
    },
    {
      id: "scripted",
      name: "Scripted",
      url: "javascript:alert(1)",
      image: "javascript:alert(1)",
      trust_score_rank: 3,
    },
    { id: "unranked", name: "Unranked", url: "", image: "", trust_score_rank: null },
    null,
  ];
}

/** The body of an exchange, which does not repeat its id; null for an unknown one. */
export function exchangeBody(id: string): unknown {
  const row = exchangeRows().find((each) => each !== null && each.id === id);
  if (row == null) return null;
  const { id: _, ...own } = row;
  const ticker = {
    ...{ base: "BTC", target: "USDT", market: { name: own.name, identifier: id }, coin_id: "bitcoin" },
    ...{ converted_last: { btc: 1, usd: 64_668.5 }, converted_volume: { btc: 7000, usd: 452_679_500 } },
    ...{ trust_score: "green", bid_ask_spread_percentage: 0.0125, is_anomaly: false, is_stale: false },
    ...{ last_traded_at: LAST_UPDATED, trade_url: "https://www.binance.com/en/trade/BTC_USDT?ref=1" },
  };
  const small = {
    converted_last: { usd: 0.25 },
    converted_volume: { btc: 0.01, usd: 650 },
    trust_score: null,
  };
  return {
    ...own,
    description: '<p>It is <a href="https://a.example/">one</a> of the largest.</p>',
    ...{ facebook_url: "https://www.facebook.com/one", reddit_url: "", twitter_handle: "one" },
    ...{ centralized: true, public_notice: "", alert_notice: id === "kraken" ? "It is closing." : "" },
    tickers: [
      { ...ticker, ...small, base: "ODD", coin_id: "a/b", is_stale: true, trade_url: "javascript:alert(1)" },
      ticker,
      { ...ticker, ...small, base: "1MT", coin_id: "1move token", is_anomaly: true },
      null,
    ],
  };
}

function prices(usd: number): Record<string, number> {
  return Object.fromEntries(Object.entries(RATES).map(([code, rate]) => [code, usd * rate]));
}
