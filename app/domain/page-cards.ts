import type { Card } from "./card-meta";
import { coinFileHref, coinsPictureHref, seriesName } from "./files";
import type { Coin } from "./market/coin";
import type { Currency } from "./market/currency";
import type { Range } from "./market/range";
import { coinHref, coinsHref } from "./pages";

/** Writes the card of a page of the coin list. All pages of a currency have one picture, that of its first coins. */
export function coinsCard(currency: Currency, pageNumber: number): Card {
  return {
    picture: {
      path: coinsPictureHref(currency),
      alt: `The first coins of the list and their prices in ${currency}`,
    },
    trail: [["Coins", coinsHref(currency, pageNumber)]],
  };
}

/** Writes the card of a coin's page: its picture, and its history as data. */
export function coinCard({ id, name }: Pick<Coin, "id" | "name">, currency: Currency, range: Range): Card {
  const series = seriesName(name, currency, range);
  return {
    picture: { path: coinFileHref("preview.png", id, currency, range), alt: series },
    trail: [
      ["Coins", coinsHref(currency, 1)],
      [name, coinHref(id, currency, range)],
    ],
    dataset: {
      name: series,
      files: [
        ["text/csv", coinFileHref("history.csv", id, currency, range)],
        ["application/json", coinFileHref("history.json", id, currency, range)],
      ],
    },
  };
}
