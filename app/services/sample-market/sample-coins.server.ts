import { fractionOf } from "./sample-hash.server";
import { type Pace, TOP_HUNDRED_COINS, type TopCoin } from "./top-hundred-coins.server";

/** The fixed facts of a coin of the sample market. */
export type SampleCoin = {
  id: string;
  symbol: string;
  name: string;
  /** Usual position by market capitalisation, from 1; the one of the moment moves with the prices. */
  rank: number;
  /** The coin's price in dollars at the beginning of 2026; null for a coin that nobody trades. */
  baseUsd: number | null;
  pace: Pace;
  /** In coins; 0 means unknown, as at the real service, and so makes the market capitalisation 0. */
  circulatingSupply: number;
  /** In coins; null where there is no limit. */
  maxSupply: number | null;
  /** Start of trading, in milliseconds; null for a coin that at any time was listed a few hours ago. */
  firstTradedMs: number | null;
};

export const SAMPLE_COIN_COUNT = 13_200;

/** The coin at a usual position from 1 to SAMPLE_COIN_COUNT, or null outside of that. */
export function sampleCoinAtRank(rank: number): SampleCoin | null {
  if (!Number.isInteger(rank) || rank < 1 || rank > SAMPLE_COIN_COUNT) return null;
  const top = TOP_HUNDRED_COINS[rank - 1];
  return top === undefined ? numberedCoin(rank) : topCoin(top, rank);
}

/** The coin with that id, to the letter, or null. */
export function sampleCoinById(id: string): SampleCoin | null {
  const topRank = TOP_RANK_BY_ID.get(id);
  if (topRank !== undefined) return sampleCoinAtRank(topRank);
  const digits = /^sample-coin-([1-9]\d{2,4})$/.exec(id)?.[1];
  const rank = Number(digits);
  return rank > TOP_HUNDRED_COINS.length ? sampleCoinAtRank(rank) : null;
}

const TOP_RANK_BY_ID = new Map(TOP_HUNDRED_COINS.map(([id], index) => [id, index + 1]));

/**
 * Coins that are unlike the others, by usual rank. The real service lists such coins too, though deep down; here they are
 * among the second and third hundred, where a visitor and a developer meet them, but for those without a market
 * capitalisation, which are at the very end as they are there.
 */
const PECULIAR_COINS: ReadonlyMap<number, Partial<SampleCoin>> = new Map<number, Partial<SampleCoin>>([
  [108, { baseUsd: 1e-6 }],
  [117, { baseUsd: null }],
  [124, { baseUsd: 2.5e6 }],
  [131, { baseUsd: 4.2e-9 }],
  [139, { firstTradedMs: null }],
  [142, { baseUsd: 0 }],
  [155, { baseUsd: 1e9 }],
  [163, { baseUsd: null }],
  [176, { baseUsd: 3e-10 }],
  [188, { firstTradedMs: null }],
  [207, { baseUsd: 1e14, circulatingSupply: 0, maxSupply: null }],
  [219, { baseUsd: 7e-12 }],
  [238, { baseUsd: null }],
  [251, { baseUsd: 0 }],
  [264, { firstTradedMs: null }],
]);

function topCoin(
  [id, symbol, name, usd, circulating, max, firstTraded, pace = "market"]: TopCoin,
  rank: number,
): SampleCoin {
  return {
    id,
    symbol,
    name,
    rank,
    baseUsd: usd,
    pace,
    circulatingSupply: circulating,
    maxSupply: max,
    firstTradedMs: Date.parse(`${firstTraded}-01T00:00:00Z`),
  };
}

function numberedCoin(rank: number): SampleCoin {
  const id = `sample-coin-${rank}`;
  const peculiar = PECULIAR_COINS.get(rank);
  const baseUsd = peculiar?.baseUsd ?? ordinaryPrice(id);
  // A worthless coin has coins all the same.
  const circulatingSupply = significant(baseCap(rank) / (baseUsd || ordinaryPrice(id)), 6);
  return {
    id,
    symbol: `s${rank}`,
    name: `Sample Coin ${rank}`,
    rank,
    baseUsd,
    pace: "market",
    circulatingSupply,
    maxSupply: ordinaryMaxSupply(id, circulatingSupply),
    firstTradedMs: ordinaryFirstDay(id),
    ...peculiar,
  };
}

/** In dollars; falls with every rank, from where the top hundred end to about a thousand dollars. */
function baseCap(rank: number): number {
  return 4.5e8 * (100 / rank) ** 1.6 * Math.exp((100 - rank) / 2600);
}

/** From a ten-millionth of a dollar to ten thousand dollars, more often in the middle of that. */
function ordinaryPrice(id: string): number {
  const magnitude = (fractionOf(`${id}/price`) + fractionOf(`${id}/price-too`)) / 2;
  return significant(10 ** (11 * magnitude - 7), 4);
}

function ordinaryMaxSupply(id: string, circulatingSupply: number): number | null {
  if (fractionOf(`${id}/unlimited`) < 0.45) return null;
  return Math.max(circulatingSupply, significant(circulatingSupply * (1 + fractionOf(`${id}/max`)), 3));
}

function ordinaryFirstDay(id: string): number {
  const daysAfter = Math.floor(fractionOf(`${id}/first-day`) * 2800);
  return Date.UTC(2017, 0, 1 + daysAfter);
}

function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
