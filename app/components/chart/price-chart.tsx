import { memo, useMemo } from "react";
import { METRIC_NAMES, type Metric } from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import type { PriceDrawing } from "~/domain/chart/drawing";
import { summarisePriceHistory, type WrittenFigures, type WrittenPoint } from "~/domain/chart/price-history";
import { currencySymbol } from "~/domain/format/money";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { useZone } from "../site/hydration";
import { ChartFigure } from "./chart-figure";
import { HistoryTable } from "./history-table";

interface PriceChartProps {
  readonly name: string;
  readonly metric: Metric;
  /** Of the series of the metric. */
  readonly drawing: PriceDrawing;
  /** As of `volumeBars`. */
  readonly volumes: readonly (number | null)[];
  readonly figures: WrittenFigures | null;
  /** The series as a table. */
  readonly rows: readonly WrittenPoint[];
  readonly currency: Currency;
  /** The range that is shown. */
  readonly range: Range;
  /** Explains what the chart leaves out; null: nothing. */
  readonly limit: string | null;
}

/** History of a coin's price or market cap. */
export function PriceChart(props: PriceChartProps) {
  const { name, metric, drawing, volumes, figures, rows, currency, range, limit } = props;
  const { points, span } = drawing;
  const series = priceSeries(currency, metric);
  const lines = useMemo(
    () => [{ id: metric, name: series, points, place: 1 as const }],
    [metric, series, points],
  );
  const zone = useZone();
  const subject = metric === "price" ? name : `${name}, ${METRIC_NAMES[metric].toLowerCase()}`;
  return (
    <ChartFigure
      {...{ series, metric, drawing, lines, volumes, currency, range, limit }}
      summarise={(zone) => summarisePriceHistory(subject, figures, range, zone)}
      table={
        <PriceTable
          rows={rows}
          count={points.length}
          title={`${METRIC_NAMES[metric]} (${currency.toUpperCase()})`}
          caption={`${name}: ${series}, ${coveredSpan(range, span?.[0], span?.[1], zone)}`}
        />
      }
    />
  );
}

/** Names the series of a chart: `Price in ₹`. */
export function priceSeries(currency: Currency, metric: Metric): string {
  return `${METRIC_NAMES[metric]} in ${currencySymbol(currency)}`;
}

interface PriceTableProps {
  readonly rows: readonly WrittenPoint[];
  /** Points of the chart. */
  readonly count: number;
  /** Of the column. */
  readonly title: string;
  readonly caption: string;
}

/** Memoised: not rendered again with the chart beside it. */
const PriceTable = memo(function PriceTable({ rows, count, title, caption }: PriceTableProps) {
  return (
    <HistoryTable
      caption={caption}
      total={{ count, noun: "points" }}
      columns={[{ key: "price", title }]}
      rows={rows.map(([time, text]) => [time, [text]])}
    />
  );
});
