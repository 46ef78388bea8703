import { type ChartView, chartLimit } from "~/domain/chart/chart-view";
import { type CoinChart, drawCoinChart } from "~/domain/chart/drawing";
import { type SeriesFigures, seriesFigures } from "~/domain/chart/price-history";
import type { CoinSummary, KnownCoin, MarketCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import type { ShownDayRange, ShownDetails, ShownFigure } from "~/domain/market/shown-coin";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { createRequestBudget, overloaded } from "~/services/market-data/calls/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
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
import { shownDayRange, shownDetails, shownFigures } from "./shown-coin.server";

/** Model of a coin's page, in one currency and over one range. */
interface CoinPage extends DataAge {
  readonly coin: CoinSummary & Pick<MarketCoin, "lastUpdated">;
  /** For search results and previews of links. */
  readonly description: string;
  readonly dayRange: ShownDayRange;
  readonly figures: readonly ShownFigure[];
  /** Null if the coin is shown from its record, which lacks them. */
  readonly details: ShownDetails | null;
  readonly currency: Currency;
  readonly range: Range;
  /** The requested view; the history says what is shown. */
  readonly view: ChartView;
  /** Null if its call has to wait: `retryInMs` then says how long. */
  readonly history: ShownHistory | null;
  readonly retryInMs: number | null;
  /** Time of its fetch, in milliseconds since the epoch, if only the history is out of date. */
  readonly oldHistoryFrom?: number;
}

interface ShownHistory extends CoinChart {
  /** The range that is shown: one year if the service gives no more. */
  readonly range: Range;
  readonly figures: SeriesFigures | null;
  /** Describes how the chart differs from the requested one; null: not at all. */
  readonly limit: string | null;
}

/** Screens cannot resolve more points. */
const MAX_DRAWN_POINTS = 400;

/**
 * Gathers a coin's page from known data. Neither of its calls delays the rest: if one has to wait for a slot, or the service refuses
 * calls for a while, the coin is shown from its record, and the page is sent without its history.
 * @throws {MarketDataFailure} if a call failed, or the coin's own call has to wait and nothing is known of the coin
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
  const own = await answerOrDelay(marketData.coin(id, isKnown ? budget : createRequestBudget(signal)));
  const age = await marketData.renewPrices([id], currency, budget);
  const { answer: history, failure } = await answerOrDelay(
    marketData.priceHistory({ id, currency, range, budget, arePricesEnough: view.metric === "price" }),
  );
  const coin = marketData.known(id, currency);
  if (coin === null) throw own.failure ?? overloaded(`${id}: no price`);
  const dated = age ?? ageOf(coin, own.answer);
  const freshForMs = Math.min(dated.freshForMs, own.answer?.freshForMs ?? 0);
  const isHistoryOld = history?.isOutOfDate && !dated.isOutOfDate;
  const { symbol, name, image, rank, lastUpdated, price, change24h } = coin;
  return pageOf(history === null ? [{ ...dated, freshForMs }] : [{ ...dated, freshForMs }, history], {
    coin: { id, symbol, name, image, rank, lastUpdated, price, change24h },
    description: coinDescription(coin, currency, lastUpdated ?? dated.fetchedAt),
    dayRange: shownDayRange(coin, currency),
    figures: shownFigures(coin, currency, own.answer?.value.details.isSupplyUnlimited ?? false),
    details: own.answer && shownDetails(own.answer.value, coin, currency, own.answer.fetchedAt),
    currency,
    range,
    view,
    history: history && shownHistory(history, coin, currency, range, view),
    retryInMs: retryInMs([own.failure, failure]),
    ...(isHistoryOld ? { oldHistoryFrom: history.fetchedAt } : {}),
  });
}

/** The age of a price that came with a coin's own answer, or with a list. @param answer null: its call has to wait */
function ageOf({ fetchedAt }: KnownCoin, answer: Dated | null): Dated {
  const isOld = SYSTEM_CLOCK.now() - fetchedAt > 2 * PRICES_FRESH_MS;
  return {
    fetchedAt,
    freshForMs: answer?.freshForMs ?? 0,
    isOutOfDate: isOld && answer?.isOutOfDate !== false,
  };
}

function shownHistory(
  { value, isOneYearOnly }: Awaited<ReturnType<typeof marketData.priceHistory>>,
  { change24h }: KnownCoin,
  currency: Currency,
  range: Range,
  view: ChartView,
): ShownHistory {
  const chart = drawCoinChart(value, currency, view, MAX_DRAWN_POINTS);
  const { metric, drawing } = chart;
  const figures = seriesFigures(drawing.points);
  // The 24-hour change stands beside the price, and two that differ by a hundredth would confuse visitors.
  const isDay = range === "24h" && metric === "price" && change24h !== null;
  return {
    ...chart,
    range: isOneYearOnly ? "1y" : range,
    figures: figures && (isDay ? { ...figures, change: change24h } : figures),
    limit: chartLimit(view, { metric, scale: drawing.scale }, isOneYearOnly),
  };
}

/**
 * Gathers the data of a coin's files. The two upstream calls are made in sequence: an unknown coin costs only one, and a
 * rate-limited service does not get two at once.
 * @throws {MarketDataFailure}
 */
export async function coinAnswers(
  id: string,
  currency: Currency,
  range: Range,
  { metric }: ChartView,
  signal: AbortSignal,
) {
  const budget = createRequestBudget(signal);
  const answer = await marketData.coin(id, budget);
  const age = await marketData.renewPrices([id], currency, budget);
  const arePricesEnough = metric === "price";
  const history = await marketData.priceHistory({ id, currency, range, budget, arePricesEnough });
  const coin = marketData.known(id, currency);
  if (coin === null) throw overloaded(`${id}: no price`);
  return { dated: age ?? ageOf(coin, answer), history, coin };
}
