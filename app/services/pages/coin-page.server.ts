import { type ChartDrawing, drawPriceChart } from "~/domain/chart/drawing";
import { downsamplePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import type { Coin, CoinQuote } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { answerOrDelay, type DataAge, type Page, pageOf, retryInMs } from "./page.server";

/** Model of a coin's page, in one currency and over one range. */
interface CoinPage extends DataAge {
  readonly coin: Omit<Coin, "quotes">;
  readonly quote: CoinQuote;
  readonly currency: Currency;
  readonly range: Range;
  /** Null where its call has to wait: `retryInMs` then says for how long. */
  readonly history: ShownHistory | null;
  readonly retryInMs: number | null;
  /** Time of its fetch, in milliseconds since the epoch, where the history alone is out of date. */
  readonly oldHistoryFrom?: number;
}

interface ShownHistory {
  /** The series, downsampled. */
  readonly points: readonly PricePoint[];
  readonly drawing: ChartDrawing;
  /** `max` was asked for and the service gives one year. */
  readonly isOneYearOnly: boolean;
}

/** No screen shows more points apart. */
const MAX_DRAWN_POINTS = 400;

/**
 * Gathers a coin's page. The history does not hold up the rest: where its call has to wait for a slot, or the service refuses
 * calls for a while, the page is sent without it.
 * @throws {MarketDataFailure} where a call failed, or the coin's own has to wait
 */
export async function coinPage(
  id: string,
  currency: Currency,
  range: Range,
  signal: AbortSignal,
): Promise<Page<CoinPage>> {
  const budget = createRequestBudget(signal);
  const answer = await marketData.coin(id, budget);
  const { answer: history, failure } = await answerOrDelay(
    marketData.priceHistory(id, currency, range, budget),
  );
  const { quotes, ...coin } = answer.value;
  const isHistoryOld = history?.isOutOfDate && !answer.isOutOfDate;
  return pageOf(history === null ? [answer] : [answer, history], {
    coin,
    quote: quotes[currency],
    currency,
    range,
    history: history && drawn(history, currency, range),
    retryInMs: retryInMs([failure]),
    ...(isHistoryOld ? { oldHistoryFrom: history.fetchedAt } : {}),
  });
}

function drawn(
  { value, isOneYearOnly }: Awaited<ReturnType<typeof marketData.priceHistory>>,
  currency: Currency,
  range: Range,
): ShownHistory {
  const points = downsamplePriceHistory(value, MAX_DRAWN_POINTS);
  return { points, drawing: drawPriceChart(points, currency, range), isOneYearOnly };
}

/**
 * Gathers what a coin's files show. The two upstream calls are made one after the other: an unknown coin costs one call only, and a
 * limited service is not hit twice at once.
 * @throws {MarketDataFailure}
 */
export async function coinAnswers(id: string, currency: Currency, range: Range, signal: AbortSignal) {
  const budget = createRequestBudget(signal);
  const answer = await marketData.coin(id, budget);
  const history = await marketData.priceHistory(id, currency, range, budget);
  const { quotes, ...coin } = answer.value;
  return { answer, history, coin, quote: quotes[currency] };
}
