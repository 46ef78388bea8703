import * as v from "valibot";
import { type CoinSummary, isCoinId } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { looseNumber, loosePictureUrl, looseRank, looseText, smallPicture } from "./fields.server";
import { readRows } from "./rows.server";

/** Path of the service for 100 coins, the largest first; page numbers start at 1. */
export function coinsApiPath(currency: Currency, pageNumber: number): string {
  return `/coins/markets?vs_currency=${currency}&page=${pageNumber}`;
}

/** Row of `/coins/markets`, as far as every view of the list shows it. */
export const marketRow = v.object({
  id: v.pipe(v.string(), v.check(isCoinId)),
  symbol: v.optional(looseText),
  name: v.optional(looseText),
  image: v.optional(loosePictureUrl),
  current_price: v.optional(looseNumber),
  market_cap_rank: v.optional(looseRank),
  price_change_percentage_24h: v.optional(looseNumber),
  price_change_percentage_24h_in_currency: v.optional(looseNumber),
});

/**
 * Reads the body of `coinsApiPath`, without coins that are in it twice.
 * @throws {MarketDataFailure} `bad-response` when the body is no list
 */
export function readCoins(body: unknown, path: string): readonly CoinSummary[] {
  return Object.freeze(readRows(body, marketRow, path).map((coin) => Object.freeze(summaryOf(coin))));
}

/** Makes of a row what a card shows. */
export function summaryOf(coin: v.InferOutput<typeof marketRow>): CoinSummary {
  return {
    id: coin.id,
    symbol: coin.symbol ?? "",
    name: coin.name || coin.id,
    image: smallPicture(coin.image ?? null),
    price: coin.current_price ?? null,
    rank: coin.market_cap_rank ?? null,
    change24h: coin.price_change_percentage_24h_in_currency ?? coin.price_change_percentage_24h ?? null,
  };
}
