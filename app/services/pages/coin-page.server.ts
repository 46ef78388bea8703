import { chartLimit, chartSeries, formatMetric, formatMetricInFull } from "~/domain/chart/chart-series";
import type { ChartView, Metric } from "~/domain/chart/chart-view";
import { type ChartDrawing, drawPriceChart } from "~/domain/chart/drawing";
import {
  downsamplePriceHistory,
  type PricePoint,
  type WrittenFigures,
  type WrittenPoint,
  writtenFigures,
} from "~/domain/chart/price-history";
import { volumeBars } from "~/domain/chart/volume-bars";
import type { CoinFacts, CoinQuote, KnownCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import type { ShownDayRange, ShownDetails, ShownFigure } from "~/domain/market/shown-details";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { createRequestBudget, type RequestBudget } from "~/services/market-data/cache/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import type { MarketDataFailure } from "~/services/market-data/failure.server";
import { shownDetails } from "./coin-details.server";
import { dayRange, keyFigures } from "./coin-figures.server";
import { coinDescription } from "./descriptions.server";
import {
  answerOrDelay,
  type DataAge,
  type Dated,
  PART_WAIT_MS,
  type Page,
  pageOf,
  retryInMs,
} from "./page.server";

/** Model of a coin's page, in one currency and over one range. */
interface CoinPage extends DataAge {
  readonly coin: Omit<CoinFacts, "maxSupply" | "circulatingSupply">;
  readonly quote: Pick<CoinQuote, "price" | "change24h">;
  /** For search results and previews of links. */
  readonly description: string;
  readonly dayRange: ShownDayRange;
  readonly figures: readonly ShownFigure[];
  /** Null where the coin is shown from its record, which does not have them. */
  readonly details: ShownDetails | null;
  readonly currency: Currency;
  readonly range: Range;
  /** What was asked for; the history says what is shown. */
  readonly view: ChartView;
  /** Null where its call has to wait: `retryInMs` then says for how long. */
  readonly history: ShownHistory | null;
  readonly retryInMs: number | null;
  /** Time of its fetch, in milliseconds since the epoch, where the history alone is out of date. */
  readonly oldHistoryFrom?: number;
}

interface ShownHistory {
  readonly metric: Metric;
  /** The range that is shown: one year where the service gives no more. */
  readonly range: Range;
  /** The series of the metric, downsampled. */
  readonly points: readonly PricePoint[];
  readonly drawing: ChartDrawing;
  /** As of `volumeBars`. */
  readonly volumes: readonly (number | null)[];
  readonly figures: WrittenFigures | null;
  /** The series as a table, downsampled to 60 rows. */
  readonly rows: readonly WrittenPoint[];
  /** Says in what the chart differs from what was asked for; null: in nothing. */
  readonly limit: string | null;
}

const MAX_ROWS = 60;

/** No screen shows more points apart. */
const MAX_DRAWN_POINTS = 400;

/**
 * Gathers a coin's page from what is known. Neither of its calls holds up the rest: where one has to wait for a slot, or the service
 * refuses calls for a while, the coin is shown from its record, and the page is sent without its history.
 * @throws {MarketDataFailure} where a call failed, or the coin's own has to wait and nothing is known of it
 */
export async function coinPage(
  id: string,
  currency: Currency,
  range: Range,
  view: ChartView,
  signal: AbortSignal,
): Promise<Page<CoinPage>> {
  const budget = createRequestBudget(signal, PART_WAIT_MS);
  const isKnown = marketData.known(id, currency) !== null;
  const { coin, quote, details, dated, delay } = await knownCoin(
    id,
    currency,
    isKnown ? budget : createRequestBudget(signal),
  );
  const { answer: history, failure } = await answerOrDelay(
    marketData.priceHistory(id, currency, range, budget),
  );
  const isHistoryOld = history?.isOutOfDate && !dated.isOutOfDate;
  const { maxSupply: _maxSupply, circulatingSupply: _circulatingSupply, ...facts } = coin;
  return pageOf(history === null ? [dated] : [dated, history], {
    coin: facts,
    quote: { price: quote.price, change24h: quote.change24h },
    description: coinDescription(coin.name, quote, currency, coin.lastUpdated ?? dated.fetchedAt),
    dayRange: dayRange(quote, currency),
    figures: keyFigures(coin, quote, currency),
    details,
    currency,
    range,
    view,
    history: history && drawn(history, currency, range, view),
    retryInMs: retryInMs([delay, failure]),
    ...(isHistoryOld ? { oldHistoryFrom: history.fetchedAt } : {}),
  });
}

/** A coin in one currency. */
interface ShownCoin {
  readonly coin: CoinFacts;
  readonly quote: CoinQuote;
  readonly details: CoinPage["details"];
  readonly dated: Dated;
  /** Why it is shown from its record; null: it is not. */
  readonly delay: MarketDataFailure | null;
}

async function knownCoin(id: string, currency: Currency, budget: RequestBudget): Promise<ShownCoin> {
  const { answer, failure } = await answerOrDelay(marketData.coin(id, budget));
  if (answer !== null) {
    const { quotes, details: _details, ...coin } = answer.value;
    const details = shownDetails(answer.value, currency, answer.fetchedAt);
    return { coin, quote: quotes[currency], details, dated: answer, delay: null };
  }
  const known = marketData.known(id, currency);
  if (known === null) throw failure;
  const { fetchedAt } = known;
  const isOutOfDate = SYSTEM_CLOCK.now() - fetchedAt > 2 * PRICES_FRESH_MS;
  return {
    ...parted(known),
    details: null,
    dated: { fetchedAt, freshForMs: 0, isOutOfDate },
    delay: failure,
  };
}

/** Parts a record into what belongs to the coin and what to the currency. */
function parted(known: KnownCoin): Pick<ShownCoin, "coin" | "quote"> {
  const { symbol, name, image, rank, lastUpdated, maxSupply, circulatingSupply, ...figures } = known;
  const { id, week: _week, fetchedAt: _fetchedAt, ...quote } = figures;
  return { coin: { id, symbol, name, image, rank, lastUpdated, maxSupply, circulatingSupply }, quote };
}

function drawn(
  { value, isOneYearOnly }: Awaited<ReturnType<typeof marketData.priceHistory>>,
  currency: Currency,
  range: Range,
  view: ChartView,
): ShownHistory {
  const { metric, points: series } = chartSeries(value, view);
  const points = downsamplePriceHistory(series, MAX_DRAWN_POINTS);
  const drawing = drawPriceChart(points, currency, range, view.scale);
  return {
    metric,
    range: isOneYearOnly ? "1y" : range,
    points: points.map(([time, amount]) => [time, amount]),
    drawing,
    volumes: volumeBars(series),
    figures: writtenFigures(points, (amount) => formatMetric(amount, metric, currency)),
    rows: downsamplePriceHistory(points, MAX_ROWS).map(([time, amount]) => [
      time,
      formatMetricInFull(amount, metric, currency),
    ]),
    limit: chartLimit(view, { metric, scale: drawing.scale }, isOneYearOnly),
  };
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
  const { quotes, details: _details, ...coin } = answer.value;
  return { answer, history, coin, quote: quotes[currency] };
}
