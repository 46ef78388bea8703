import { type Currency, parseCurrency, perCurrency } from "~/domain/market/currency";
import * as bodies from "~/services/sample-market/service-bodies.server";
import { FAULTS, type FaultyUpstream, startFaultyUpstream } from "./faulty-upstream";

/** A coin that is as hard to draw as real ones. */
interface OddCoin {
  readonly symbol: string;
  readonly name: string;
  /** In US dollars; null: unknown. */
  readonly usd: number | null;
  /** Over 24 hours, in per cent; null: unknown. */
  readonly change: number | null;
  /** Prices in US dollars, five minutes apart. */
  readonly prices: readonly number[];
}

/** Time of the latest change of a coin, in milliseconds since the epoch. */
export const NOON = Date.parse("2026-11-20T12:00:00.000Z");
const STEP_MS = 300_000;
const UNITS_PER_DOLLAR: Readonly<Record<string, number>> = { inr: 84.37, eur: 0.92 };

/** Price of one US dollar. */
const RATES = perCurrency((currency) => UNITS_PER_DOLLAR[currency] ?? 1);

/** A day that oscillates around a price and changes by this percentage from start to end. */
function day(price: number, percent: number, waves = 6): number[] {
  return Array.from({ length: 289 }, (_, index) => {
    const part = index / 288;
    const start = price / (1 + percent / 100);
    const wave = 1 + 0.012 * Math.sin(part * waves * Math.PI) * (1 - part);
    return (start + (price - start) * part) * wave;
  });
}

function coin(name: string, more: Partial<OddCoin> = {}): OddCoin {
  return { symbol: "odd", name, usd: 12.5, change: 3.21, prices: day(12.5, 3.21), ...more };
}

/** Coins by id. */
const ODD_COINS = {
  tiny: coin("Tiny Dust", { usd: 1.234e-8, prices: day(1.234e-8, 3) }),
  dust: coin("Dust below all", { usd: 7.71234e-13, prices: day(7.71234e-13, -2), change: -2 }),
  dear: coin("Dear Million", { usd: 1_234_567.89, prices: day(1_234_567.89, 3) }),
  trillion: coin("Trillions of Rupees", {
    ...{ symbol: "wwwwwwwwwwwwwwww", usd: 1.234e12, prices: day(1.234e12, 12_345), change: 12_345.67 },
  }),
  long: coin(`Wrapped Liquid Staked Ether with a Name ${"That Is Longer ".repeat(3)}Than Any Card Is Wide`),
  wide: coin("W".repeat(90), { symbol: "mmmmmmmmmm" }),
  cyrillic: coin("Щедрый Жёлтый Широкий Шёлковый Дождь Южных Морей и Северных Гор", { symbol: "щжю" }),
  cjk: coin("币安人生", { symbol: "币安人生" }),
  hebrew: coin("מטבע Coin דיגיטלי", { symbol: "מט" }),
  markup: coin('<b>&amp; "Free" <script>alert(1)</script>', { symbol: "<b>" }),
  unknown: coin("Unknown Figures", { usd: null, change: null, prices: [] }),
  flat: coin("Flat Stable Dollar", { usd: 1, change: 0, prices: day(1, 0, 0) }),
  "one-point": coin("One Point", { prices: [12.5] }),
} as const satisfies Record<string, OddCoin>;

export type OddCoinId = keyof typeof ODD_COINS;

/** Starts a service with these coins, all of them on its list. */
export function startOddCoins(): Promise<FaultyUpstream> {
  return startFaultyUpstream(({ path }) => {
    const body = bodyFor(new URL(path, "http://upstream"));
    return body === null ? FAULTS.coinNotFound : { kind: "answer", body };
  });
}

function bodyFor({ pathname, searchParams }: URL): unknown {
  const currency = parseCurrency(searchParams.get("vs_currency"));
  if (pathname === "/coins/markets")
    return Object.entries(ODD_COINS).map(([id, odd], index) =>
      bodies.marketRow({ ...factsOf(id, odd), rank: index + 1 }, figuresOf(odd, currency), ROW),
    );
  if (pathname === "/exchanges") return [];
  const [, id = "", rest] = /^\/coins\/([^/]+)(\/market_chart)?$/.exec(pathname) ?? [];
  const coins: Readonly<Record<string, OddCoin>> = ODD_COINS;
  const odd = coins[decodeURIComponent(id)];
  if (odd === undefined) return null;
  if (rest === undefined) return coinBody(id, odd);
  const start = Date.now() - (odd.prices.length - 1) * STEP_MS;
  return { prices: odd.prices.map((price, index) => [start + index * STEP_MS, price * RATES[currency]]) };
}

const ROW = { spans: ["24h"], week: null };

type OddFacts = Omit<OddCoin, "prices">;

function factsOf(id: string, { symbol, name }: OddFacts): bodies.ServiceCoin {
  const unknown = { circulatingSupply: null, totalSupply: null, maxSupply: null };
  return { id, symbol, name, image: bodies.NO_PICTURE, rank: 1, updatedMs: NOON, ...unknown };
}

function figuresOf({ usd, change }: OddFacts, currency: Currency): bodies.CoinFigures {
  const unknown = { marketCap: null, dilutedValuation: null, volume: null, high24h: null, low24h: null };
  return {
    price: usd === null ? null : usd * RATES[currency],
    ...{ ...unknown, allTimeHigh: null, allTimeLow: null, changes: { "24h": change } },
  };
}

/** The body of a coin at noon. */
export function coinBody(id: string, odd: OddFacts): unknown {
  return bodies.coinBody(factsOf(id, odd), (currency) => figuresOf(odd, currency), {}, []);
}
