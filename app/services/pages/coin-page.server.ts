import { type ChartDrawing, drawPriceChart } from "~/domain/chart-drawing";
import type { Coin, CoinQuote } from "~/domain/coin";
import type { Currency } from "~/domain/currency";
import type { PricePoint } from "~/domain/price-history";
import type { Range } from "~/domain/range";
import { marketData } from "~/services/market-data/configured.server";

/** What the page of a coin shows, in one currency and over one range. */
export interface CoinPage {
  readonly coin: Omit<Coin, "quotes">;
  readonly quote: CoinQuote;
  readonly currency: Currency;
  readonly range: Range;
  readonly points: readonly PricePoint[];
  readonly drawing: ChartDrawing;
  /** `max` was asked for and the service gives one year. */
  readonly oneYearOnly: boolean;
}

/**
 * Gathers a coin's page. The two upstream calls are made one after the other: an unknown coin costs one call only, and
 * a limited service is not hit twice at once.
 * @throws {MarketDataFailure}
 */
export async function coinPage(id: string, currency: Currency, range: Range): Promise<CoinPage> {
  const { quotes, ...coin } = await marketData.coin(id);
  const { points, oneYearOnly } = await marketData.priceHistory(id, currency, range);
  return {
    coin,
    quote: quotes[currency],
    currency,
    range,
    points,
    drawing: drawPriceChart(points, currency, range),
    oneYearOnly,
  };
}
