import { TIME } from "~/domain/time";
import { inChunks } from "../chunks.server";
import { SAMPLE_COIN_COUNT, type SampleCoin, sampleCoinAtRank } from "./sample-coins.server";
import { fractionOf } from "./sample-hash.server";

const TRENDING_COINS = 7;
const TRENDING_AMONG = 100;

/** Makes the body of `/coins/list`: the names of all coins. */
export async function coinNames() {
  const names: Pick<SampleCoin, "id" | "symbol" | "name">[] = [];
  const ranks = Array.from({ length: SAMPLE_COIN_COUNT }, (_, index) => index + 1);
  await inChunks(ranks, (rank) => {
    const coin = sampleCoinAtRank(rank);
    if (coin !== null) names.push({ id: coin.id, symbol: coin.symbol, name: coin.name });
  });
  return names;
}

/** Makes the body of `/search/trending`: a few of the larger coins, others each day. */
export function trendingCoins(nowMs: number) {
  const day = Math.floor(nowMs / TIME.DAY);
  const chance = (rank: number) => fractionOf(`trending/${day}/${rank}`);
  const ranks = Array.from({ length: TRENDING_AMONG }, (_, index) => index + 1);
  const chosen = ranks.sort((one, other) => chance(one) - chance(other)).slice(0, TRENDING_COINS);
  return {
    coins: chosen.flatMap((rank) => {
      const coin = sampleCoinAtRank(rank);
      if (coin === null) return [];
      const { id, symbol, name } = coin;
      return [{ item: { id, symbol, name, market_cap_rank: rank } }];
    }),
  };
}
