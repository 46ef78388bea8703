import { TIME } from "~/domain/time";
import { createPriceCurve, createTurnoverCurve, fractionOf, significant } from "./sample-prices.server";
import { TOP_HUNDRED_COINS } from "./top-hundred-coins.server";

export interface SampleCoin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Computes the price in dollars at a moment in milliseconds since the epoch; null for a coin without trading. */
  readonly priceUsd: ((atMs: number) => number) | null;
  /** In coins; 0 means unknown, as at the real service, and so makes the market capitalisation 0. */
  readonly circulatingSupply: number;
  /** In coins; null where there is no limit. */
  readonly maxSupply: number | null;
  /** Computes the volume of 24 hours at a moment, as a share of the market capitalisation. */
  readonly turnoverAt: (atMs: number) => number;
  /** Start of trading, in milliseconds since the epoch; null for a coin that is always a few hours old. */
  readonly firstTradedMs: number | null;
  /** Age of its price, in milliseconds: coins that nobody trades keep their last one. */
  readonly priceAgeMs: number;
  /** Whether its history has gaps of some days. */
  readonly hasGaps: boolean;
}

// Odd coins, by their number. The real service lists such coins too, though deep down.
const TINY_PRICES: Record<number, number> = { 108: 1e-6, 131: 4.2e-9, 176: 3e-10, 219: 7e-12 };
const HUGE_PRICES: Record<number, number> = { 124: 2.5e6, 155: 1e9, 207: 1e14 };
const WORTHLESS = new Set([142, 251]);
const WITHOUT_PRICE = new Set([117, 163, 238]);
const WITHOUT_SUPPLY = new Set([207]);
const HOURS_OLD = new Set([139, 188, 264]);
const WITH_GAPS = new Set([104, 146, 201]);

/** Of the hundred largest; among all others one in fifty, as in recorded lists. */
const UNTRADED: Readonly<Record<string, number>> = { "hashnote-usyc": 9 * TIME.DAY };
const UNTRADED_SHARE = 0.02;

let coins: ReadonlyMap<string, SampleCoin> | null = null;

export function sampleCoins(): ReadonlyMap<string, SampleCoin> {
  const all = () => Array.from({ length: 13_200 }, (_, index) => topCoin(index) ?? numberedCoin(index + 1));
  coins ??= new Map(all().map((coin) => [coin.id, coin]));
  return coins;
}

function topCoin(index: number): SampleCoin | null {
  const row = TOP_HUNDRED_COINS[index];
  if (row === undefined) return null;
  const { id, symbol, name, usd, circulatingSupply, maxSupply, firstTraded, pace } = row;
  const priceUsd = createPriceCurve(id, usd, pace);
  const turnover = (pace === "steady" ? 0.4 : 0.09) * (0.04 + fractionOf(`${id}/turnover`) ** 3);
  const firstTradedMs = Date.parse(`${firstTraded}-01T00:00:00Z`);
  const turnoverAt = createTurnoverCurve(id, turnover);
  const traded = { priceUsd, turnoverAt, firstTradedMs, priceAgeMs: UNTRADED[id] ?? 0, hasGaps: false };
  return { id, symbol, name, circulatingSupply, maxSupply, ...traded };
}

function numberedCoin(number: number): SampleCoin {
  const id = `sample-coin-${number}`;
  const chance = (fact: string) => fractionOf(`${id}/${fact}`);
  // From a ten-millionth of a dollar to ten thousand dollars, mostly in between.
  const ordinaryUsd = significant(10 ** (5.5 * (chance("price") + chance("price-too")) - 7), 4);
  const usd = TINY_PRICES[number] ?? HUGE_PRICES[number] ?? ordinaryUsd;
  const priceUsd = createPriceCurve(id, WORTHLESS.has(number) ? 0 : usd, "market");
  // Decreases with the number, from the last of the top hundred to about a thousand dollars.
  const capUsd = 4.5e8 * (100 / number) ** 1.6 * Math.exp((100 - number) / 2600);
  const supply = WITHOUT_SUPPLY.has(number) ? 0 : significant(capUsd / usd, 6);
  const isLimited = supply > 0 && chance("unlimited") >= 0.45;
  const firstDayMs = Date.UTC(2017, 0, 1 + Math.floor(chance("first-day") * 2800));
  const isUntraded = !HOURS_OLD.has(number) && chance("untraded") < UNTRADED_SHARE;
  return {
    id,
    symbol: `s${number}`,
    name: `Sample Coin ${number}`,
    priceUsd: WITHOUT_PRICE.has(number) ? null : priceUsd,
    circulatingSupply: supply,
    maxSupply: isLimited ? Math.max(supply, significant(supply * (1 + chance("max")), 3)) : null,
    turnoverAt: createTurnoverCurve(id, 0.09 * (0.04 + chance("turnover") ** 3)),
    firstTradedMs: HOURS_OLD.has(number) ? null : firstDayMs,
    priceAgeMs: isUntraded ? Math.ceil(chance("age") * 30 * 24) * TIME.HOUR : 0,
    hasGaps: WITH_GAPS.has(number),
  };
}

/** A gap lasts so long, and about one in eight of these periods is one. */
const GAP_MS = 4 * TIME.DAY;

function isInGap({ id, hasGaps }: SampleCoin, atMs: number): boolean {
  return hasGaps && fractionOf(`${id}/gap/${Math.floor(atMs / GAP_MS)}`) < 1 / 8;
}

/** Returns the last price in dollars; null for a coin without trading. */
export function lastPriceUsd({ priceUsd, priceAgeMs }: SampleCoin, nowMs: number): number | null {
  return priceUsd === null ? null : priceUsd(nowMs - priceAgeMs);
}

/** Returns the moment since which a coin has been traded, in milliseconds since the epoch. */
export function tradedSinceMs({ firstTradedMs }: SampleCoin, nowMs: number): number {
  return firstTradedMs ?? nowMs - 6 * TIME.HOUR;
}

/**
 * Returns the moments of a coin's prices in so many days, in milliseconds since the epoch: on the grid of five minutes (up to a day),
 * an hour (up to 90 days) or a day at 00:00 UTC, none before the coin was traded, and that of its price at the end. None at all if
 * that is older.
 */
export function pricedTimes(coin: SampleCoin, days: number, nowMs: number): number[] {
  const { startMs, firstMs, lastMs, stepMs } = gridOf(coin, days, nowMs);
  const times: number[] = [];
  for (let atMs = firstMs; atMs < lastMs; atMs += stepMs) times.push(atMs);
  if (lastMs >= startMs) times.push(lastMs);
  return times;
}

/** Returns the first of them. */
export function firstPricedMs(coin: SampleCoin, days: number, nowMs: number): number {
  const { firstMs, lastMs } = gridOf(coin, days, nowMs);
  return Math.min(firstMs, lastMs);
}

function gridOf(coin: SampleCoin, days: number, nowMs: number) {
  const stepMs = days <= 1 ? 5 * TIME.MINUTE : days <= 90 ? TIME.HOUR : TIME.DAY;
  const startMs = Math.max(nowMs - days * TIME.DAY, tradedSinceMs(coin, nowMs));
  const firstMs = Math.ceil(startMs / stepMs) * stepMs;
  return { startMs, firstMs, lastMs: nowMs - coin.priceAgeMs, stepMs };
}

/** Returns those that a chart of that many days shows: all but those in gaps. */
export function chartTimes(coin: SampleCoin, days: number, nowMs: number): number[] {
  const lastMs = nowMs - coin.priceAgeMs;
  return pricedTimes(coin, days, nowMs).filter((atMs) => atMs === lastMs || !isInGap(coin, atMs));
}
