import { currencySymbol, formatPrice, formatShortAmount, zerosWrittenOut } from "../format/money";
import { formatPercent } from "../format/number";
import { isolated } from "../format/text";
import { formatDate, formatLocal, formatUtc, type Zone } from "../format/time";
import type { Currency } from "../market/currency";
import { RANGE_DETAILS, type Range } from "../market/range";
import { coveredSpan } from "./covered-span";
import type { PriceFigures, PricePoint } from "./price-history";

/** What the chart of a coin shows over time, by its value in addresses; the first is the default. */
export const METRICS = ["price", "market_cap"] as const;

export type Metric = (typeof METRICS)[number];

export const METRIC_NAMES: Readonly<Record<Metric, string>> = { price: "Price", market_cap: "Market cap" };

/** How a chart's vertical axis is divided, by its value in addresses; the first is the default. */
export const SCALES = ["linear", "log"] as const;

export type Scale = (typeof SCALES)[number];

export const SCALE_NAMES: Readonly<Record<Scale, string>> = { linear: "Linear", log: "Log" };

/** How a chart draws prices, by its value in addresses; the first is the default. Market caps are always a line. */
export const STYLES = ["line", "candles"] as const;

/** The kinds of charts to choose from: metrics, and candles, which only prices have. */
export const KIND_NAMES = {
  price: METRIC_NAMES.price,
  candles: "Candles",
  market_cap: METRIC_NAMES.market_cap,
};

export interface ChartView {
  readonly metric: Metric;
  readonly style: (typeof STYLES)[number];
  readonly scale: Scale;
}

export const DEFAULT_CHART_VIEW: ChartView = { metric: "price", style: "line", scale: "linear" };

export function kindOf({ metric, style }: ChartView): keyof typeof KIND_NAMES {
  return style === "candles" ? "candles" : metric;
}

export function withKind(view: ChartView, kind: keyof typeof KIND_NAMES): ChartView {
  return kind === "candles"
    ? { ...view, metric: "price", style: "candles" }
    : { ...view, metric: kind, style: "line" };
}

/** Parses the parameters of a chart; unknown values become the default. A comparison uses only the scale. */
export function parseChartView(query: URLSearchParams): ChartView {
  const metric = chosen(METRICS, query.get("metric"));
  const style = metric === "price" ? chosen(STYLES, query.get("style")) : "line";
  return { metric, style, scale: chosen(SCALES, query.get("scale")) };
}

export function chartParameters(view: Partial<ChartView>): Readonly<Record<string, string>> {
  const { metric, style, scale } = { ...DEFAULT_CHART_VIEW, ...view };
  return {
    ...(metric === "price" ? {} : { metric }),
    ...(style === "line" ? {} : { style }),
    ...(scale === "linear" ? {} : { scale }),
  };
}

function chosen<Value extends string>(
  [fallback, ...others]: readonly [Value, ...Value[]],
  text: string | null,
): Value {
  const value = text?.trim().toLowerCase();
  return others.find((each) => each === value) ?? fallback;
}

/**
 * Selects the series of a metric from a history, with its volumes: the prices if no market caps are known. A market cap of zero means
 * that the service does not know it.
 */
export function seriesOf(
  history: readonly PricePoint[],
  { metric }: ChartView,
): { readonly metric: Metric; readonly points: readonly PricePoint[] } {
  const caps =
    metric === "price"
      ? []
      : history.flatMap(([time, , volume = null, cap]): PricePoint[] => (cap ? [[time, cap, volume]] : []));
  return caps.length > 0 ? { metric, points: caps } : { metric: "price", points: history };
}

/** Describes how a chart differs from the requested view; null: not at all. */
export function chartLimit(
  wanted: Partial<ChartView>,
  shown: Partial<ChartView>,
  isOneYearOnly: boolean,
): string | null {
  const sentences = [
    ...(isOneYearOnly ? ["The market data service provides one year of history only."] : []),
    ...(wanted.metric === shown.metric
      ? []
      : ["The market data service gives no market cap here: this is the price."]),
    ...(wanted.scale === shown.scale
      ? []
      : ["A log scale has no place for a price of zero: this scale is linear."]),
  ];
  return sentences.length === 0 ? null : sentences.join(" ");
}

export function metricInCurrency(metric: Metric, currency: Currency): string {
  return `${METRIC_NAMES[metric]} in ${currencySymbol(currency)}`;
}

export function formatMetric(amount: number, metric: Metric, currency: Currency): string {
  return metric === "price" ? formatPrice(amount, currency) : formatShortAmount(amount, currency);
}

/** Formats a value for listeners: a price whose zeros would be counted is written out. */
export function formatMetricForListeners(amount: number, metric: Metric, currency: Currency): string {
  return zerosWrittenOut(formatMetric(amount, metric, currency));
}

/**
 * Summarises a coin's chart in one sentence, for screen readers:
 * `Bitcoin, 7 days: from $61,000.00 to $59,048.00, low $58,100.00 on 19 Nov 2026, high … on …, −3.20 %.`
 * @param figures null: there are no prices
 */
export function summariseChart(
  coinName: string,
  figures: PriceFigures | null,
  { metric, currency, range, zone }: { metric: Metric; currency: Currency; range: Range; zone: Zone },
): string {
  const own = isolated(coinName);
  const name = metric === "price" ? own : `${own}, ${METRIC_NAMES[metric].toLowerCase()}`;
  if (figures === null) return `${name}, ${RANGE_DETAILS[range].words}: no prices are known.`;
  const { first, last, lowest, highest, change } = figures;
  const amount = ([, value]: PriceFigures["lowest"] | PriceFigures["last"]) =>
    formatMetricForListeners(value, metric, currency);
  const formatTime = zone === "utc" ? formatUtc : formatLocal;
  const when = ([time]: PriceFigures["lowest"]) =>
    time === null
      ? "in the last 24 hours"
      : `on ${range === "24h" ? formatTime(time) : formatDate(time, zone)}`;
  const parts = [
    `${name}, ${coveredSpan(range, first[0], last[0], zone)}: from ${amount(first)} to ${amount(last)}`,
    `low ${amount(lowest)} ${when(lowest)}`,
    `high ${amount(highest)} ${when(highest)}`,
    ...(change === null ? [] : [formatPercent(change)]),
  ];
  return `${parts.join(", ")}.`;
}
