import type { Currency } from "~/domain/market/currency";
import { drawAnchor, highestMoment, type Walk, type WeighedWalk, walkAt } from "./price-walk.server";
import type { SampleCoin } from "./sample-coins.server";
import { fractionOf, seedOf } from "./sample-hash.server";

/** The run of a coin's price: a base in dollars, times e to the power of a weighed sum of random walks. */
export type PriceCurve = { baseUsd: number; walks: readonly WeighedWalk[] };

/** Makes the curve of a coin; null for one that has no price. */
export function priceCurveOf(coin: Pick<SampleCoin, "id" | "baseUsd" | "pace">): PriceCurve | null {
  if (coin.baseUsd === null) return null;
  return { baseUsd: coin.baseUsd, walks: walksOf(coin) };
}

/**
 * Computes the factor of the base at a moment (milliseconds since the epoch). It is the same for every currency, and
 * `priceAtFactor` never falls when it grows: the extremes of a span of prices lie where the factor's extremes lie.
 */
export function factorAt(curve: PriceCurve, atMs: number): number {
  let exponent = 0;
  for (const [weight, walk] of curve.walks) {
    exponent += weight * (walk === BITCOIN ? bitcoinAt(atMs) : walkAt(walk, atMs));
  }
  return Math.exp(exponent);
}

/** Computes the price of one coin, in units of the currency. */
export function priceAtFactor(curve: PriceCurve, factor: number, currency: Currency): number {
  return toEightDigits(curve.baseUsd * UNITS_PER_DOLLAR[currency] * factor);
}

/** Converts an amount of dollars to units of the currency. */
export function fromDollars(usd: number, currency: Currency): number {
  return toEightDigits(usd * UNITS_PER_DOLLAR[currency]);
}

/** Finds the highest and the lowest factor of all moments between two. */
export function factorRecords(curve: PriceCurve, fromMs: number, toMs: number) {
  const mirrored = curve.walks.map(([weight, walk]) => [-weight, walk] as const);
  return {
    highest: factorAt(curve, highestMoment(curve.walks, fromMs, toMs)),
    lowest: factorAt(curve, highestMoment(mirrored, fromMs, toMs)),
  };
}

/** Rounds to eight significant digits, which no price of the sample market exceeds. */
function toEightDigits(value: number): number {
  const decimals = 7 - Math.floor(Math.log10(value));
  // Powers of ten are exact up to the 22nd, and division rounds once: many times quicker than by way of text.
  if (!(decimals >= 0 && decimals <= 22)) return Number(value.toPrecision(8));
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** One of thousands of seeds that were looked at: two great rises, a long fall between them, a present near its base. */
const MARKET_SEED = seedOf("market-2490");

/** The market as a whole, which is bitcoin: years of growth up to 2026, then years of nobody knows what. */
const BITCOIN: Walk = {
  seed: MARKET_SEED,
  dailyMove: 0.024,
  firstLevel: 0,
  isCalm: false,
  anchor: (index) => {
    if (index > BASE_ANCHOR) return 0.7 * drawAnchor(MARKET_SEED, index);
    return index === BASE_ANCHOR ? 0 : -3.4;
  },
};

/** More moments than the longest history has, so that a page of coins asks for each of its moments once. */
const MAX_MOMENTS = 20_000;

const bitcoinMoments = new Map<number, number>();

/** Computes the value of what nearly all coins have in common, at moments that one coin after the other is asked for. */
function bitcoinAt(atMs: number): number {
  let value = bitcoinMoments.get(atMs);
  if (value === undefined) {
    if (bitcoinMoments.size >= MAX_MOMENTS) bitcoinMoments.clear();
    value = walkAt(BITCOIN, atMs);
    bitcoinMoments.set(atMs, value);
  }
  return value;
}

/** The anchor of 27 January 2026, where prices are their base. */
const BASE_ANCHOR = 5;

const GOLD: Walk = {
  seed: seedOf("gold"),
  dailyMove: 0.009,
  firstLevel: 0,
  isCalm: false,
  anchor: (index) => (index - BASE_ANCHOR) * 0.9,
};

/** Spans of four days and less, so small that a dollar stays within a thousandth of a dollar. */
const STEADY = { dailyMove: 0.00011, firstLevel: 10, isCalm: true, anchor: () => 0 } as const;

function walksOf({ id, pace }: Pick<SampleCoin, "id" | "pace">): WeighedWalk[] {
  if (id === "bitcoin") return [[1, BITCOIN]];
  const seed = seedOf(id);
  if (pace === "steady") return [[1, { seed, ...STEADY }]];
  if (pace === "gold")
    return [
      [1, GOLD],
      [1, { seed, ...STEADY }],
    ];
  const own: Walk = {
    seed,
    dailyMove: 0.012 + 0.033 * fractionOf(`${id}/move`) ** 2,
    firstLevel: 0,
    isCalm: false,
    anchor: (index) => (index === BASE_ANCHOR ? 0 : 1.8 * drawAnchor(seed, index)),
  };
  return [
    [0.6 + 0.7 * fractionOf(`${id}/market`), BITCOIN],
    [1, own],
  ];
}

/** Fixed sample rates, not quotations: a dollar is always worth that many units. */
const UNITS_PER_DOLLAR: Record<Currency, number> = { usd: 1, inr: 85, eur: 0.9 };
