import { formatAmount, formatPrice, formatShortAmount } from "../format/money";
import type { Currency } from "../market/currency";
import { type ChartView, LINEAR_ONLY, type Metric } from "./chart-view";
import type { PricePoint } from "./price-history";

/** The series that a chart shows. */
export interface ChartSeries {
  /** The price, unless market caps were requested and are known. */
  readonly metric: Metric;
  /** The metric in place of the price, with the volume. */
  readonly points: readonly PricePoint[];
}

/** Selects a metric's series from a history. A market cap of zero means that the service does not know it. */
export function chartSeries(history: readonly PricePoint[], { metric }: ChartView): ChartSeries {
  const caps =
    metric === "price"
      ? []
      : history.flatMap(([time, , volume = null, cap]): PricePoint[] => (cap ? [[time, cap, volume]] : []));
  return caps.length > 0 ? { metric, points: caps } : { metric: "price", points: history };
}

/** Describes how a chart differs from the requested view; null: not at all. */
export function chartLimit(wanted: ChartView, shown: ChartView, isOneYearOnly: boolean): string | null {
  const sentences = [
    ...(isOneYearOnly ? ["The market data service provides one year of history only."] : []),
    ...(wanted.metric === shown.metric
      ? []
      : ["The market data service gives no market cap here: this is the price."]),
    ...(wanted.scale === shown.scale ? [] : [LINEAR_ONLY]),
  ];
  return sentences.length === 0 ? null : sentences.join(" ");
}

/** Formats an amount of a metric: prices exactly, market caps in short. */
export function formatMetric(amount: number, metric: Metric, currency: Currency): string {
  return metric === "price" ? formatPrice(amount, currency) : formatShortAmount(amount, currency);
}

/** The same for a table, in full. */
export function formatMetricInFull(amount: number, metric: Metric, currency: Currency): string {
  return metric === "price" ? formatPrice(amount, currency) : formatAmount(amount, currency);
}
