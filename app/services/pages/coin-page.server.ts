import { type ChartView, chartLimit } from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import { chartFigures, drawCoinChart } from "~/domain/chart/drawing";
import { coinSummary, type KnownCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { shownDayRange, shownDetails, shownFigures } from "~/domain/market/shown-coin";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { marketData } from "~/services/market-data/configured.server";
import { createPatience } from "~/services/market-data/gate/patience.server";
import type { ServedHistory } from "~/services/market-data/memory/histories.server";
import { MarketDataFailure, overloaded } from "~/services/market-data/policy/failure.server";
import { coinDescription } from "./descriptions.server";
import { answerOrDelay, type Dated, PART_WAIT_MS, pageOf, retryInMs } from "./page.server";

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
) {
  const budget = createPatience(signal, PART_WAIT_MS);
  const isKnown = marketData.known(id, currency) !== null;
  const own = await answerOrDelay(marketData.coin(id, isKnown ? budget : createPatience(signal)));
  // Asked for now, to be there with the history.
  marketData.categories();
  const age = await marketData.renewPrices([id], currency, budget);
  const { answer: history, failure } = await answerOrDelay(
    marketData
      .priceHistory({ id, currency, range, patience: budget, arePricesEnough: view.metric === "price" })
      .catch(noPricesOf),
  );
  const coin = marketData.known(id, currency);
  if (coin === null) throw own.failure ?? overloaded(`${id}: no price`);
  const dated = age ?? ageOf(coin, own.answer);
  const freshForMs = Math.min(dated.freshForMs, own.answer?.freshForMs ?? 0);
  const isHistoryOld = history?.isOutOfDate && !dated.isOutOfDate;
  const chart = history && shownHistory(history, coin, currency, range, view);
  const categories = marketData.categories();
  return pageOf(history === null ? [{ ...dated, freshForMs }] : [{ ...dated, freshForMs }, history], {
    coin: { ...coinSummary(coin, dated.fetchedAt), lastUpdated: coin.lastUpdated },
    notices: marketData.records.notices(id),
    description: coinDescription(coin, currency),
    dayRange: shownDayRange(coin, currency),
    figures: shownFigures(coin, currency, own.answer?.value.details.isSupplyUnlimited ?? false),
    // Null if the coin is shown from its record, which lacks them.
    details:
      own.answer &&
      withChangeOf(chart, shownDetails(own.answer.value, coin, currency, own.answer.fetchedAt, categories)),
    currency,
    range,
    // As requested; the history says what is shown.
    view,
    // Null if its call has to wait.
    history: chart,
    retryInMs: retryInMs([own.failure, failure]),
    // Time of its fetch, in milliseconds since the epoch, if only the history is out of date.
    oldHistoryFrom: isHistoryOld ? history.fetchedAt : null,
  });
}

/** An answer that cannot be read, such as `{"prices": null}`, has no prices: it takes the chart alone. Other failures take the page. */
function noPricesOf(failure: unknown): ServedHistory {
  const isUnreadable = failure instanceof MarketDataFailure && failure.reason === "bad-response";
  if (!isUnreadable || failure.status !== 200) throw failure;
  const { retryAfterMs: freshForMs = 0 } = failure;
  return { value: [], fetchedAt: SYSTEM_CLOCK.now(), freshForMs, isOutOfDate: false, isOneYearOnly: false };
}

/** Gives the changes of a coin the one that its chart tells, which the service may have computed at another time. */
function withChangeOf(
  chart: ReturnType<typeof shownHistory> | null,
  details: ReturnType<typeof shownDetails>,
) {
  const change = chart?.metric === "price" ? (chart.figures?.change ?? null) : null;
  if (chart === null || change === null) return details;
  const covered = coveredSpan(chart.range, chart.figures?.first[0], chart.figures?.last[0]);
  const changes = details.changes.map(
    ([span, percent]) => [span, span === covered ? change : percent] as const,
  );
  return { ...details, changes };
}

/** The age of a price that came with a coin's own answer, or with a list. @param answer null: its call has to wait */
export function ageOf({ fetchedAt }: KnownCoin, answer: Dated | null): Dated {
  const isOld = SYSTEM_CLOCK.now() - fetchedAt > 2 * PRICES_FRESH_MS;
  return {
    fetchedAt,
    freshForMs: answer?.freshForMs ?? 0,
    isOutOfDate: isOld && answer?.isOutOfDate !== false,
  };
}

function shownHistory(
  { value, isOneYearOnly }: ServedHistory,
  coin: KnownCoin,
  currency: Currency,
  range: Range,
  view: ChartView,
) {
  const chart = drawCoinChart(value, currency, range, view, MAX_DRAWN_POINTS);
  const { metric, drawing } = chart;
  return {
    ...chart,
    range: isOneYearOnly ? "1y" : range,
    // The page has other figures of the same span, and two that differ by a hundredth would confuse visitors.
    figures: chartFigures(chart, coin, range),
    limit: chartLimit(view, { metric, scale: drawing.scale }, isOneYearOnly),
  };
}
