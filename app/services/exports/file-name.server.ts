import { isSampleMarket } from "~/services/market-data/configured.server";
import type { CoinExport } from "./coin-export.server";

/** Names a coin's file as it is saved: `bitcoin-usd-7d.csv`, and a sample as what it is. */
export function coinFileName({ coin, currency, shownRange }: CoinExport, extension: string): string {
  return `${isSampleMarket ? "sample-" : ""}${coin.id}-${currency}-${shownRange}.${extension}`;
}
