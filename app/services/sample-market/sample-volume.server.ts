import { TIME } from "~/domain/time";
import { type Walk, walkAt } from "./price-walk.server";
import type { SampleCoin } from "./sample-coins.server";
import { fractionOf, seedOf } from "./sample-hash.server";
import { factorAt, type PriceCurve } from "./sample-price.server";

/** The run of what is traded of a coin: a share of all of it a day, which comes and goes. */
export interface VolumeCurve {
  readonly turnover: number;
  readonly interest: Walk;
}

/** Makes the curve of a coin: a third of the money that others are bought with changes hands in a day, a few per cent of those. */
export function volumeCurveOf({ id, pace }: SampleCoin): VolumeCurve {
  const share = fractionOf(`${id}/turnover`);
  return {
    turnover: pace === "steady" ? 0.02 + 0.6 * share ** 2 : 0.004 + 0.09 * share ** 3,
    interest: { seed: seedOf(`${id}/interest`), ...INTEREST },
  };
}

/**
 * Computes what was traded of a coin within 24 hours, in dollars; more when the price has moved. Zero for a coin whose
 * market capitalisation is not known.
 */
export function dailyVolumeUsd(
  coin: SampleCoin,
  price: PriceCurve,
  volume: VolumeCurve,
  nowMs: number,
): number {
  const factor = factorAt(price, nowMs);
  const moved = Math.abs(factor / factorAt(price, nowMs - TIME.DAY) - 1);
  const share = volume.turnover * Math.exp(walkAt(volume.interest, nowMs)) * (1 + 12 * moved);
  return price.baseUsd * factor * coin.circulatingSupply * share;
}

/** Moves within spans of 32 days and less. */
const INTEREST = { dailyMove: 0.12, firstLevel: 7, isCalm: true, anchor: () => 0 } as const;
