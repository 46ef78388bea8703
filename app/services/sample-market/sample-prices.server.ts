import type { Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import type { Pace } from "./top-hundred-coins.server";

/** Fixed sample rates, not quotations: units of each currency per dollar. */
const UNITS_PER_DOLLAR: Record<Currency, number> = { usd: 1, inr: 85, eur: 0.9 };

/** At this moment a price is its base. Prices grew up to then; afterwards chance alone moves them. */
const BASE_MS = Date.UTC(2026, 0, 27);

/** Noise has ten periods, each a quarter of the one before: from four years down to eight minutes. */
const OCTAVES = Array.from({ length: 10 }, (_, octave) => {
  const days = (4 * 365) / 4 ** octave;
  return { octave, periodMs: days * TIME.DAY, reach: Math.sqrt(days) };
});

/** A volume returns to its usual height within a week. */
const WEEKLY_OCTAVES = OCTAVES.filter(({ periodMs }) => periodMs < 7 * TIME.DAY);

const QUICK_OCTAVES = OCTAVES.filter(({ periodMs }) => periodMs < 2 * TIME.DAY);

const MARKET_SEED = seedOf("market");
const GOLD_SEED = seedOf("gold");

/** Creates what computes a coin's price in dollars, at any moment in milliseconds since the epoch. */
export function createPriceCurve(id: string, baseUsd: number, pace: Pace): (atMs: number) => number {
  const seed = seedOf(id);
  const share = 0.6 + 0.7 * fractionOf(`${id}/market`);
  const ownMove = 0.012 + 0.033 * fractionOf(`${id}/move`) ** 2;

  function logarithm(atMs: number): number {
    const growth = (0.4 * Math.min(0, atMs - BASE_MS)) / (365 * TIME.DAY);
    if (pace === "market")
      return share * (0.024 * noiseAt(MARKET_SEED, atMs) + growth) + ownMove * noiseAt(seed, atMs);
    const gold = pace === "gold" ? 0.008 * noiseAt(GOLD_SEED, atMs) + growth / 4 : 0;
    // So little that the price stays within a thousandth of a dollar.
    return gold + 0.00015 * noiseAt(seed, atMs, QUICK_OCTAVES);
  }

  const atBase = logarithm(BASE_MS);
  return (atMs) => baseUsd * Math.exp(logarithm(atMs) - atBase);
}

/** Creates what computes a coin's volume of 24 hours at any moment, as a share of its market capitalisation. */
export function createTurnoverCurve(id: string, usual: number): (atMs: number) => number {
  const seed = seedOf(`${id}/volume`);
  return (atMs) => usual * Math.exp(0.12 * noiseAt(seed, atMs, WEEKLY_OCTAVES));
}

/** Converts dollars to a currency, rounded to eight significant digits. */
export function fromUsd(usd: number, currency: Currency): number {
  return significant(usd * UNITS_PER_DOLLAR[currency], 8);
}

export function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** Returns a number from 0 (included) to 1 (excluded) that depends on the key alone. */
export function fractionOf(key: string): number {
  return (seedOf(key) >>> 0) / 2 ** 32;
}

/** A 32-bit integer: FNV-1a, mixed. */
function seedOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return mix(hash);
}

/** Computes value noise, whose slow octaves have larger amplitudes. It changes by about 1 in a day. */
function noiseAt(seed: number, atMs: number, octaves = OCTAVES): number {
  let sum = 0;
  for (const { octave, periodMs, reach } of octaves) {
    const place = atMs / periodMs;
    const index = Math.floor(place);
    const before = draw(seed, octave, index);
    sum += reach * (before + (draw(seed, octave, index + 1) - before) * (place - index));
  }
  return sum;
}

/** Draws a number between -1 and 1. */
function draw(seed: number, octave: number, index: number): number {
  return mix(seed ^ Math.imul(index, 0x9e3779b1) ^ Math.imul(octave + 1, 0x632be59b)) / 2 ** 31;
}

/** The finalizer of MurmurHash3. */
function mix(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
