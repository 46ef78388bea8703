import { startFaultyUpstream } from "../support/faulty-upstream";
import { coinBody, NOON } from "../support/odd-coins";
import { startSite } from "../support/site";
import { test as base } from "./site-test";

/** A name that is markup, with an element to fetch and one to focus. */
export const MARKUP = '<a href="https://evil.example/">Free coins</a><img src="https://evil.example/i.png">';

/** Rows of the coin list, as symbol and name. */
const NAMES = [
  ["bch", "Bitcoin Cash"],
  ["morpho", "Morpho"],
  ["wwww", "Wide World"],
  ["mmmm", "Many Millions"],
  ["iiii", "Narrow"],
  ["$$$", "Dollars Only"],
  ["", "Nameless"],
  ["零一二三", "Square Letters"],
  ["wstethwsteth", "Wrapped Liquid Staked Ether of the Second Kind"],
  ["long", "Supercalifragilisticexpialidocious"],
  ["tale", "A name that is longer than any card has room for, ".repeat(8)],
  ["html", MARKUP],
] as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Histories of coins that have no price any more, by their ids; all other coins have one of a day up to now. */
const HISTORIES: Readonly<Record<string, readonly (readonly [time: number, price: number])[]>> = {
  "two-minutes": [
    [NOON + 20_000, 5],
    [NOON + 2 * MINUTE_MS, 6],
  ],
  "within-a-minute": [
    [NOON + 20_000, 5],
    [NOON + 50_000, 6],
  ],
  "up-to-midnight": [
    [NOON + 11 * HOUR_MS, 5],
    [NOON + 12 * HOUR_MS, 6],
  ],
  "from-midnight": [
    [NOON + 12 * HOUR_MS, 5],
    [NOON + 13 * HOUR_MS, 6],
  ],
  "long-prices": Array.from({ length: 100 }, (_, index) => [NOON + index * MINUTE_MS, 107_210 + index / 50]),
  endless: [
    [NOON, -1e100],
    [NOON + HOUR_MS, 1e100],
  ],
};

function dayUpToNow(): (readonly [time: number, price: number])[] {
  const now = Date.now();
  return Array.from({ length: 289 }, (_, index) => [
    now - (288 - index) * 5 * MINUTE_MS,
    107_210 + 900 * Math.sin(index / 20),
  ]);
}

function oddBody(id: string): unknown {
  const usd = id in HISTORIES ? null : 107_210;
  const [symbol, name] = id === "markup" ? (["<b>", MARKUP] as const) : (["odd", `Coin ${id}`] as const);
  return coinBody(id, { symbol, name, usd, change: 0 });
}

function answer(path: string): unknown {
  const { pathname } = new URL(path, "http://upstream");
  if (pathname === "/coins/markets") {
    return NAMES.map(([symbol, name], index) => ({
      id: `odd-${index}`,
      symbol,
      name,
      current_price: index + 0.5,
    }));
  }
  if (pathname === "/exchanges") return [];
  const [, id = "", rest] = /^\/coins\/([^/]+)(\/market_chart)?$/.exec(pathname) ?? [];
  if (rest === undefined) return oddBody(decodeURIComponent(id));
  // Prices in rupees are a hundred times higher, except the highest possible one.
  const rate = path.includes("vs_currency=inr") && id !== "endless" ? 100 : 1;
  return { prices: (HISTORIES[id] ?? dayUpToNow()).map(([time, price]) => [time, price * rate]) };
}

/** A site, one for each worker, whose service has coins with odd names and prices. */
export const test = base.extend<object, { readonly oddSite: string }>({
  oddSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter.
    async ({}, use) => {
      const upstream = await startFaultyUpstream(({ path }) => ({ kind: "answer", body: answer(path) }));
      const site = await startSite({ MARKET_DATA_URL: upstream.url });
      await use(site.url);
      await site.stop();
      await upstream.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ oddSite }, use) => {
    await use(oddSite);
  },
});
