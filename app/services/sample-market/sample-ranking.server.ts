import { SAMPLE_COIN_COUNT, type SampleCoin, sampleCoinAtRank } from "./sample-coins.server";
import { factorAt, type PriceCurve, priceCurveOf } from "./sample-price.server";
import { dailyVolumeUsd, type VolumeCurve, volumeCurveOf } from "./sample-volume.server";

/** What the coins of the list can be ordered by, over all of them; from the largest down, or up. */
export const ORDERS = ["market_cap_desc", "market_cap_asc", "volume_desc", "volume_asc"] as const;

export type Order = (typeof ORDERS)[number];

/** Gives all coins in an order; those without such a figure are the last in both directions. */
export function coinsInOrder(order: Order, nowMs: number): readonly SampleCoin[] {
  const [figure, direction] = order.startsWith("volume")
    ? ["volume", order.slice(7)]
    : ["cap", order.slice(11)];
  const { ranked, unranked } = figure === "volume" ? byVolume(nowMs) : byMarketCap(nowMs);
  return direction === "desc" ? [...ranked, ...unranked] : [...ranked.toReversed(), ...unranked];
}

/** Gives a coin's place by market capitalisation, from 1; null for one without. */
export function rankOf(coin: SampleCoin, nowMs: number): number | null {
  return byMarketCap(nowMs).places.get(coin.id) ?? null;
}

interface Ranking {
  /** Coins with a figure, the largest first. */
  readonly ranked: readonly SampleCoin[];
  readonly unranked: readonly SampleCoin[];
  readonly places: ReadonlyMap<string, number>;
}

const byMarketCap = createRanking(
  ({ coin, curve }, nowMs) => curve.baseUsd * factorAt(curve, nowMs) * coin.circulatingSupply,
);

const byVolume = createRanking(({ coin, curve, volume }, nowMs) =>
  dailyVolumeUsd(coin, curve, volume, nowMs),
);

interface TradedCoin {
  readonly coin: SampleCoin;
  readonly curve: PriceCurve;
  readonly volume: VolumeCurve;
}

/** Creates what ranks the whole market at a moment. It moves once a minute: one ranking serves all who ask within it. */
function createRanking(figureOf: (coin: TradedCoin, nowMs: number) => number): (nowMs: number) => Ranking {
  let rows: { readonly each: TradedCoin; figure: number }[] = [];
  let latest: Ranking | null = null;
  let latestMs = Number.NaN;
  return (nowMs) => {
    if (latest !== null && latestMs === nowMs) return latest;
    const { traded, others } = wholeMarket();
    if (rows.length === 0) rows = traded.map((each) => ({ each, figure: 0 }));
    for (const row of rows) row.figure = figureOf(row.each, nowMs);
    // Sorts what stood in order a minute ago, which is quick.
    rows.sort((one, other) => other.figure - one.figure);
    const coins = rows.map(({ each }) => each.coin);
    const count = rows.findLastIndex(({ figure }) => figure > 0) + 1;
    const ranked = coins.slice(0, count);
    latest = { ranked, unranked: [...coins.slice(count), ...others], places: placesOf(ranked) };
    latestMs = nowMs;
    return latest;
  };
}

/** Counts places from 1. */
function placesOf(ranked: readonly SampleCoin[]): ReadonlyMap<string, number> {
  return new Map(ranked.map(({ id }, index) => [id, index + 1]));
}

let market: { readonly traded: readonly TradedCoin[]; readonly others: readonly SampleCoin[] } | null = null;

/** Makes all coins with their curves, once: 13,200 of them are asked for each minute. */
function wholeMarket() {
  if (market !== null) return market;
  const traded: TradedCoin[] = [];
  const others: SampleCoin[] = [];
  for (let number = 1; number <= SAMPLE_COIN_COUNT; number += 1) {
    const coin = sampleCoinAtRank(number);
    const curve = coin === null ? null : priceCurveOf(coin);
    if (coin === null) continue;
    if (curve === null) others.push(coin);
    else traded.push({ coin, curve, volume: volumeCurveOf(coin) });
  }
  market = { traded, others };
  return market;
}
