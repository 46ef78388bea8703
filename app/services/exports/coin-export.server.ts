import { type PricePoint, summarisePriceHistory } from "~/domain/chart/price-history";
import type { Coin, CoinQuote } from "~/domain/market/coin";
import { type Currency, parseCurrency } from "~/domain/market/currency";
import { parseRange, type Range } from "~/domain/market/range";
import { isSampleMarket } from "~/services/market-data/configured.server";
import { coinAnswers } from "~/services/pages/coin-page.server";
import { type DataAge, type Page, pageOf } from "~/services/pages/page.server";

/** A coin's full history in one currency and over one range, with what files say of it. */
export interface CoinExport extends DataAge {
  readonly coin: Omit<Coin, "quotes">;
  readonly quote: CoinQuote;
  readonly currency: Currency;
  /** The range that was asked for, which is in the address. */
  readonly range: Range;
  /** The range that the points are of: one year where the service gives no more. */
  readonly shownRange: Range;
  readonly points: readonly PricePoint[];
  /** One sentence, in UTC. */
  readonly summary: string;
}

/**
 * Gathers what a coin's page shows for its files, by the same calls.
 * @param query of the address, with `currency` and `range`
 * @throws {MarketDataFailure}
 */
export async function coinExport(
  id: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<Page<CoinExport>> {
  const currency = parseCurrency(query.get("currency"));
  const range = parseRange(query.get("range"));
  const { answer, history, coin, quote } = await coinAnswers(id, currency, range, signal);
  const shownRange = history.isOneYearOnly ? "1y" : range;
  return pageOf([history, answer], {
    coin,
    quote,
    currency,
    range,
    shownRange,
    points: history.value,
    summary: summarisePriceHistory(coin.name, history.value, currency, shownRange),
  });
}

/** Names a coin's file: `bitcoin-usd-7d.csv`, or `sample-…` for sample prices. */
export function coinFileName({ coin, currency, shownRange }: CoinExport, extension: string): string {
  return `${isSampleMarket ? "sample-" : ""}${coin.id}-${currency}-${shownRange}.${extension}`;
}
