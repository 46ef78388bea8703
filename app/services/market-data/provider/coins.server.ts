import * as v from "valibot";
import { type CoinSummary, isCoinId } from "~/domain/coin";
import type { Currency } from "~/domain/currency";
import { looseNumber, loosePictureUrl, looseText } from "./fields.server";
import { readRows } from "./rows.server";
import { smallPicture } from "./small-picture.server";

/** Where a page of the coin list is asked for: 100 coins, the largest first. */
export function coinsPath(currency: Currency, page: number): string {
  return `/coins/markets?vs_currency=${currency}&page=${page}`;
}

const row = v.object({
  id: v.pipe(v.string(), v.check(isCoinId)),
  symbol: v.optional(looseText),
  name: v.optional(looseText),
  image: v.optional(loosePictureUrl),
  current_price: v.optional(looseNumber),
});

/**
 * Reads the body of `coinsPath`, without coins that are in it twice.
 * @throws {MarketDataFailure} `bad-response` when the body is no list
 */
export function readCoins(body: unknown, path: string): readonly CoinSummary[] {
  const coins = readRows(body, row, path).map((coin) =>
    Object.freeze({
      id: coin.id,
      symbol: coin.symbol ?? "",
      name: coin.name || coin.id,
      image: smallPicture(coin.image ?? null),
      price: coin.current_price ?? null,
    }),
  );
  return Object.freeze(coins);
}
