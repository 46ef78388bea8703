import type { Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import type { SampleCoin } from "./sample-coins.server";
import { fractionOf } from "./sample-hash.server";

/** The run of a coin's price: a base in dollars, times e to the power of a sum of sine waves. */
export type PriceCurve = { baseUsd: number; waves: readonly Wave[] };

/** Makes the curve of a coin; null for one that has no price. */
export function priceCurveOf(coin: Pick<SampleCoin, "id" | "baseUsd" | "steady">): PriceCurve | null {
  if (coin.baseUsd === null) return null;
  const swing = coin.steady ? STEADY_SWING : 0.35 + 0.4 * fractionOf(`${coin.id}/swing`);
  const waves = WAVE_SHAPES.map(({ periodMs, share }, index) => ({
    amplitude: swing * share * (0.6 + 0.4 * fractionOf(`${coin.id}/amplitude/${index}`)),
    // Periods differ a little from coin to coin, or the whole market would turn at the same moment.
    perMs: (2 * Math.PI) / (periodMs * (0.85 + 0.3 * fractionOf(`${coin.id}/period/${index}`))),
    phase: 2 * Math.PI * fractionOf(`${coin.id}/phase/${index}`),
  }));
  return { baseUsd: coin.baseUsd, waves };
}

/**
 * Computes the factor of the base at a moment (milliseconds since the epoch). It is the same for every currency, and
 * `priceAtFactor` never falls when it grows: the extremes of a span of prices lie where the factor's extremes lie.
 */
export function factorAt(curve: PriceCurve, atMs: number): number {
  let exponent = 0;
  for (const wave of curve.waves) exponent += wave.amplitude * Math.sin(wave.perMs * atMs + wave.phase);
  return Math.exp(exponent);
}

/** Computes the price of one coin, in units of the currency. */
export function priceAtFactor(curve: PriceCurve, factor: number, currency: Currency): number {
  return toEightDigits(curve.baseUsd * UNITS_PER_DOLLAR[currency] * factor);
}

/** Finds prices, in units of the currency, that the curve comes near but at no time goes beyond. */
export function priceBounds(curve: PriceCurve, currency: Currency): { highest: number; lowest: number } {
  let reach = 0;
  for (const wave of curve.waves) reach += wave.amplitude;
  return {
    highest: priceAtFactor(curve, Math.exp(reach) * (1 + ROUNDING_MARGIN), currency),
    lowest: priceAtFactor(curve, Math.exp(-reach) * (1 - ROUNDING_MARGIN), currency),
  };
}

/** Rounds to eight significant digits, which no price of the sample market exceeds. */
function toEightDigits(value: number): number {
  return Number(value.toPrecision(8));
}

type Wave = { amplitude: number; perMs: number; phase: number };

/** Shares add up to 1: the short waves ripple by a per cent or so, the long ones make the years differ. */
const WAVE_SHAPES = [
  { periodMs: 3.1 * TIME.HOUR, share: 0.015 },
  { periodMs: 13 * TIME.HOUR, share: 0.035 },
  { periodMs: 4.3 * TIME.DAY, share: 0.09 },
  { periodMs: 31 * TIME.DAY, share: 0.16 },
  { periodMs: 210 * TIME.DAY, share: 0.3 },
  { periodMs: 1100 * TIME.DAY, share: 0.4 },
] as const;

const STEADY_SWING = 0.001;

/** Fixed sample rates, not quotations: a dollar is always worth that many units. */
const UNITS_PER_DOLLAR: Record<Currency, number> = { usd: 1, inr: 85, eur: 0.9 };

/** Four times the most that rounding to eight digits can move a price by, so that it never crosses a bound. */
const ROUNDING_MARGIN = 2e-7;
