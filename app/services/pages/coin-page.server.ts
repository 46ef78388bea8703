import { type ChartDrawing, drawPriceChart } from "~/domain/chart/drawing";
import { downsamplePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import type { Coin, CoinQuote } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { type DataAge, type Page, pageOf } from "./page.server";

/** Model of a coin's page, in one currency and over one range. */
interface CoinPage extends DataAge {
  readonly coin: Omit<Coin, "quotes">;
  readonly quote: CoinQuote;
  readonly currency: Currency;
  readonly range: Range;
  /** The series, downsampled. */
  readonly points: readonly PricePoint[];
  readonly drawing: ChartDrawing;
  /** `max` was asked for and the service gives one year. */
  readonly isOneYearOnly: boolean;
  /** Time of its fetch, in milliseconds since the epoch, where the history alone is out of date. */
  readonly oldHistoryFrom?: number;
}

/** No screen shows more points apart. */
const MAX_DRAWN_POINTS = 400;

/**
 * Gathers a coin's page.
 * @throws {MarketDataFailure}
 */
export async function coinPage(
  id: string,
  currency: Currency,
  range: Range,
  signal: AbortSignal,
): Promise<Page<CoinPage>> {
  const { answer, history, coin, quote } = await coinAnswers(id, currency, range, signal);
  const points = downsamplePriceHistory(history.value, MAX_DRAWN_POINTS);
  return pageOf([answer, history], {
    coin,
    quote,
    currency,
    range,
    points,
    drawing: drawPriceChart(points, currency, range),
    isOneYearOnly: history.isOneYearOnly,
    ...(history.isOutOfDate && !answer.isOutOfDate ? { oldHistoryFrom: history.fetchedAt } : {}),
  });
}

/**
 * Gathers what a coin's page and its files show. The two upstream calls are made one after the other: an unknown coin costs one
 * call only, and a limited service is not hit twice at once.
 * @throws {MarketDataFailure}
 */
export async function coinAnswers(id: string, currency: Currency, range: Range, signal: AbortSignal) {
  const budget = createRequestBudget(signal);
  const answer = await marketData.coin(id, budget);
  const history = await marketData.priceHistory(id, currency, range, budget);
  const { quotes, ...coin } = answer.value;
  return { answer, history, coin, quote: quotes[currency] };
}
