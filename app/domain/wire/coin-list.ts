import { formatPrice } from "../format/money";
import type { CoinSummary } from "../market/coin";
import type { Currency } from "../market/currency";
import { packRows } from "./listed-rows";

/** A coin as its card shows it: with its price as text. */
export interface ListedCoin extends Omit<CoinSummary, "price" | "rank" | "change24h"> {
  readonly price: string;
}

/** Packs the coin list into one text, its prices as in the HTML. */
export function packCoins(
  coins: readonly Omit<CoinSummary, "rank" | "change24h">[],
  currency: Currency,
): string {
  return packRows(
    coins.map(
      ({ id, symbol, name, image, price }): ListedCoin => ({
        id,
        symbol,
        name,
        image,
        price: formatPrice(price, currency),
      }),
    ),
  );
}
