import { manyCoins } from "./many-coins";

/** As many coins as the real service has. */
const COINS = manyCoins(20_000);

/** Ids of coins that are on the list of all coins. */
export const LARGE_IDS: readonly string[] = COINS.map(({ id }) => id);

const NOW = Date.now();
const HOUR_MS = 3_600_000;

/** An amount with 17 digits, as services compute them. */
const amount = (size: number, step: number) => size * (1.234_567_890_123_456 + Math.sin(step + 0.1) / 3);
const perCurrency = (size: number) => ({
  inr: amount(84 * size, 1),
  eur: amount(size, 2),
  usd: amount(size, 3),
});

/** Points of each history: [days, points, hours between two]. `max` is thirteen years. */
const HISTORIES: readonly (readonly [days: string, points: number, stepHours: number])[] = [
  ["24h", 289, 1 / 12],
  ["7d", 169, 1],
  ["60d", 1441, 1],
  ["365d", 366, 24],
  ["max", 4750, 24],
];

function historyBody(days: string, hasAmounts: boolean) {
  const [, count, stepHours] = HISTORIES.find(([name]) => name === days) ?? ["", 200, 24];
  const series = (size: number) =>
    Array.from({ length: count }, (_, index) => [
      Math.round(NOW - (count - 1 - index) * stepHours * HOUR_MS),
      amount(size, index),
    ]);
  const prices = series(60_000);
  return hasAmounts ? { prices, market_caps: series(1e12), total_volumes: series(3e10) } : { prices };
}

function row(id: string) {
  const changes = ["1h", "24h", "7d"].map((period, index) => [
    `price_change_percentage_${period}_in_currency`,
    amount(2, index),
  ]);
  return {
    ...{ id, symbol: id.slice(0, 4), name: `The Coin ${id}` },
    image: `https://coin-images.coingecko.com/coins/images/1/large/${id}.png?1696501400`,
    ...{ current_price: amount(60_000, 1), market_cap: amount(1e12, 2), market_cap_rank: 1 },
    ...{ total_volume: amount(3e10, 3), high_24h: amount(61_000, 4), low_24h: amount(59_000, 5) },
    ...{ circulating_supply: amount(1e7, 6), max_supply: 21_000_000 },
    ...{ ath: amount(126_000, 7), ath_date: "2025-10-06T18:57:42.558Z" },
    ...{ atl: amount(67, 8), atl_date: "2013-07-06T00:00:00.000Z" },
    last_updated: new Date(NOW).toISOString(),
    ...Object.fromEntries(changes),
    sparkline_in_7d: { price: Array.from({ length: 168 }, (_, hour) => amount(60_000, hour)) },
  };
}

function tickers() {
  return Array.from({ length: 100 }, (_, index) => ({
    base: "COIN",
    target: `USD${index}`,
    market: { name: `An Exchange ${index}`, identifier: `exchange-${index}` },
    converted_last: { usd: amount(60_000, index) },
    converted_volume: { btc: amount(100, index), usd: amount(6e6, index) },
    trust_score: "green",
    bid_ask_spread_percentage: amount(0.01, index),
    last_traded_at: new Date(NOW - index * 1000).toISOString(),
    trade_url: `https://exchange-${index}.example.com/trade/COIN-USD${index}?ref=some-reference`,
    coin_id: LARGE_IDS[index],
  }));
}

const TEXT =
  "A paragraph about a project, <a href='https://project.example.com/about'>with a link</a>. ".repeat(30);

function coin(id: string) {
  return {
    ...row(id),
    image: { large: `https://coin-images.coingecko.com/coins/images/1/large/${id}.png` },
    categories: ["Layer 1 (L1)", "Smart Contract Platform", "Proof of Work (PoW)"],
    description: { en: TEXT },
    links: { homepage: ["https://project.example.com/"], blockchain_site: ["https://explorer.example.com/"] },
    market_data: {
      ...{ current_price: perCurrency(60_000), market_cap: perCurrency(1e12) },
      ...{ total_volume: perCurrency(3e10), high_24h: perCurrency(61_000), low_24h: perCurrency(59_000) },
      ...{ ath: perCurrency(126_000), atl: perCurrency(67) },
      price_change_percentage_24h_in_currency: perCurrency(2),
      price_change_percentage_1y_in_currency: perCurrency(80),
      circulating_supply: amount(1e7, 1),
    },
    tickers: tickers(),
  };
}

function exchange(id: string) {
  return {
    ...{ id, name: `The Exchange ${id}`, url: `https://${id}.example.com/`, country: "Cayman Islands" },
    image: `https://coin-images.coingecko.com/markets/images/1/small/${id}.jpg`,
    ...{ trust_score: 10, trust_score_rank: 1, trade_volume_24h_btc: amount(10_000, 1) },
    year_established: 2017,
  };
}

const trending = () => ({ coins: LARGE_IDS.slice(0, 15).map((id) => ({ item: row(id) })) });

function categories() {
  return Array.from({ length: 700 }, (_, index) => {
    const [id, coins] = [`category-${index}`, LARGE_IDS.slice(index, index + 3)];
    const pictures = coins.map(
      (coin) => `https://coin-images.coingecko.com/coins/images/1/small/${coin}.png`,
    );
    return {
      ...{ id, category_id: id, name: `The Category ${index}`, market_cap: amount(1e9, index) },
      ...{ market_cap_change_24h: amount(1, index), volume_24h: amount(1e8, index) },
      ...{ top_3_coins_id: coins, top_3_coins: pictures },
    };
  });
}

const stored = new Map<string, string>();

/** Makes each kind of body once, for the id `@id`, because thousands of bodies would take longer than what reads them. */
function made(kind: string, id: string, make: (id: string) => unknown): string {
  const body = stored.get(kind) ?? JSON.stringify(make("@id"));
  stored.set(kind, body);
  return body.replaceAll("@id", id);
}

/**
 * Returns the text of what a version-3 service sends for a path with its query, as large as the real service's bodies or larger, with
 * prices of 17 digits. Any id is a coin's or an exchange's; lists have the coins of `LARGE_IDS`.
 */
export function largeBodyFor(path: string): string {
  const { pathname, searchParams } = new URL(path, "http://service.invalid");
  const [, group, id = "", part] = pathname.split("/").map(decodeURIComponent);
  if (path === "/coins/list") return made("list", "", () => COINS);
  if (path === "/global") return JSON.stringify({ data: { total_market_cap: perCurrency(2e12) } });
  if (path === "/search/trending") return made("trending", "", trending);
  if (path === "/exchanges")
    return `[${Array.from({ length: 100 }, (_, index) => made("listed exchange", `exchange-${index}`, exchange))}]`;
  if (pathname.startsWith("/coins/categories")) return made("categories", "", categories);
  if (pathname === "/coins/markets") {
    const count = Number(searchParams.get("per_page") ?? 100);
    const page = Number(searchParams.get("page") ?? 1);
    const ids = searchParams.get("ids")?.split(",") ?? LARGE_IDS.slice(count * (page - 1), count * page);
    return `[${ids.map((each) => made("row", each, row))}]`;
  }
  if (part === "market_chart") {
    const days = searchParams.get("days") ?? "";
    // Prices alone, as of many small coins, weigh more in memory than their text.
    const hasAmounts = id.length % 4 === 0;
    return made(`${days} ${hasAmounts}`, "", () => historyBody(days, hasAmounts));
  }
  return group === "exchanges"
    ? made("exchange", id, (own) => ({ ...exchange(own), description: TEXT, tickers: tickers() }))
    : made("coin", id, coin);
}
