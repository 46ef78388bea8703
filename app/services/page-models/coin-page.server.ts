import { type ChartView, chartLimit } from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import { chartFigures, drawCoinChart } from "~/domain/chart/drawing";
import type { Marks } from "~/domain/chart/marks";
import type { PricePoint } from "~/domain/chart/price-history";
import { coinSummary, type KnownCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { shownDayRange, shownDetails, shownFigures } from "~/domain/market/shown-coin";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";
import { coinDescription } from "./descriptions.server";

/** Screens cannot resolve more points. */
const MAX_DRAWN_POINTS = 400;

/**
 * Gathers a coin's page. If one of its calls has to wait for a slot, or the service refuses calls for a while, the coin is shown from
 * its record, and the page is sent without its history.
 * @throws {MarketDataFailure} if a call failed, or the coin's own call has to wait and nothing is known of the coin
 */
export async function coinPage(
  id: string,
  currency: Currency,
  range: Range,
  view: ChartView,
  signal: AbortSignal,
  marks: Marks | null = null,
) {
  const history = { range, arePricesEnough: view.metric === "price" };
  const needs = { coin: { id, currency, history }, categories: "background" } as const;
  const { values, age, retryInMs } = await marketData.gather(needs, marketData.visit(signal));
  const { coin, own, notices, fetchedAt, isHistoryOld } = values.coin;
  const chart = values.coin.history && shownHistory(values.coin.history, coin, currency, range, view, marks);
  return agedModel(age, {
    coin: { ...coinSummary(coin, fetchedAt), lastUpdated: coin.lastUpdated },
    notices,
    description: coinDescription(coin, currency),
    dayRange: shownDayRange(coin, currency),
    figures: shownFigures(coin, currency, own?.value.details.isSupplyUnlimited ?? false),
    // Null if the coin is shown from its record, which lacks them.
    details:
      own && withChangeOf(chart, shownDetails(own.value, coin, currency, own.fetchedAt, values.categories)),
    currency,
    range,
    // As requested; the history says what is shown.
    view,
    isMarked: marks !== null,
    // Null if its call has to wait.
    history: chart,
    retryInMs,
    // Time of its fetch, in milliseconds since the epoch, if only the history is out of date.
    oldHistoryFrom: isHistoryOld ? (values.coin.history?.fetchedAt ?? null) : null,
  });
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

function shownHistory(
  { value, isOneYearOnly }: { readonly value: readonly PricePoint[]; readonly isOneYearOnly: boolean },
  coin: KnownCoin,
  currency: Currency,
  range: Range,
  view: ChartView,
  marks: Marks | null,
) {
  const chart = drawCoinChart(value, currency, range, view, MAX_DRAWN_POINTS, marks);
  const { metric, drawing } = chart;
  return {
    ...chart,
    range: isOneYearOnly ? "1y" : range,
    // The page has other figures of the same span, and two that differ by a hundredth would confuse visitors.
    figures: chartFigures(chart, coin, range),
    limit: chartLimit(view, { metric, scale: drawing.scale }, isOneYearOnly),
  };
}
