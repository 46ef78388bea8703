import * as v from "valibot";
import { type FoundCoin, isCoinId } from "~/domain/market/coin";
import { MarketDataFailure } from "../failure.server";
import { loosePictureUrl, looseRank, looseText, smallPicture } from "./fields.server";
import { readRows } from "./rows.server";

/** Path of the service for the coins that its own visitors search most. */
export const TRENDING_API_PATH = "/search/trending";

const trending = v.object({ coins: v.array(v.unknown()) });
const row = v.pipe(
  v.object({
    item: v.object({
      id: v.pipe(v.string(), v.check(isCoinId)),
      symbol: v.optional(looseText),
      name: v.optional(looseText),
      small: v.optional(loosePictureUrl),
      market_cap_rank: v.optional(looseRank),
    }),
  }),
  v.transform(({ item }) => item),
);

/**
 * Reads the body of `TRENDING_API_PATH`.
 * @throws {MarketDataFailure} `bad-response` when the body holds no list of coins
 */
export function readTrendingCoins(body: unknown, path: string): readonly FoundCoin[] {
  const result = v.safeParse(trending, body);
  if (!result.success) throw new MarketDataFailure("bad-response", `${path}: the body holds no coins`);
  const coins = readRows(result.output.coins, row, path).map((coin) =>
    Object.freeze({
      id: coin.id,
      symbol: coin.symbol ?? "",
      name: coin.name || coin.id,
      image: smallPicture(coin.small ?? null),
      rank: coin.market_cap_rank ?? null,
    }),
  );
  return Object.freeze(coins);
}
