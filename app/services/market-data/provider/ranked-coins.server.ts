import * as v from "valibot";
import { isCoinId, type RankedCoin } from "~/domain/market/coin";
import { loosePictureUrl, looseRank, smallPicture } from "./fields.server";
import { MAX_ROWS, readRows } from "./rows.server";

/** Pages that are asked for: the thousand largest coins, with which nearly all searches end. */
export const RANKED_PAGES = [1, 2, 3, 4] as const;

/** Path of the service for as many coins at once as it gives, the largest first; page numbers start at 1. */
export function rankedCoinsApiPath(pageNumber: number): string {
  return `/coins/markets?vs_currency=usd&per_page=${MAX_ROWS}&page=${pageNumber}`;
}

const row = v.object({
  id: v.pipe(v.string(), v.check(isCoinId)),
  image: v.optional(loosePictureUrl),
  market_cap_rank: v.optional(looseRank),
});

/**
 * Reads the body of `rankedCoinsApiPath`.
 * @throws {MarketDataFailure} `bad-response` when the body is no list
 */
export function readRankedCoins(body: unknown, path: string): readonly RankedCoin[] {
  const coins = readRows(body, row, path).map(({ id, image, market_cap_rank }) =>
    Object.freeze({ id, rank: market_cap_rank ?? null, image: smallPicture(image ?? null) }),
  );
  return Object.freeze(coins);
}
