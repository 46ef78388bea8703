import { memo } from "react";
import { METRIC_NAMES, type Metric } from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import type { ChartDrawing } from "~/domain/chart/drawing";
import {
  type PricePoint,
  summarisePriceHistory,
  type WrittenFigures,
  type WrittenPoint,
} from "~/domain/chart/price-history";
import { currencySymbol } from "~/domain/format/money";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { useZone } from "../site/hydration";
import { ChartFigure } from "./chart-figure";
import { HistoryTable } from "./history-table";

interface PriceChartProps {
  readonly name: string;
  readonly metric: Metric;
  /** The series of the metric. */
  readonly points: readonly PricePoint[];
  readonly drawing: ChartDrawing;
  /** As of `volumeBars`. */
  readonly volumes: readonly (number | null)[];
  readonly figures: WrittenFigures | null;
  /** The series as a table. */
  readonly rows: readonly WrittenPoint[];
  readonly currency: Currency;
  /** The range that is shown. */
  readonly range: Range;
  /** Says what the chart does not show; null: nothing. */
  readonly limit: string | null;
}

/** History of a coin's price or market cap. */
export function PriceChart(props: PriceChartProps) {
  const { name, metric, points, drawing, volumes, figures, rows, currency, range, limit } = props;
  const series = priceSeries(currency, metric);
  const zone = useZone();
  const subject = metric === "price" ? name : `${name}, ${METRIC_NAMES[metric].toLowerCase()}`;
  return (
    <ChartFigure
      {...{ series, metric, points, drawing, volumes, currency, range, limit }}
      summarise={(zone) => summarisePriceHistory(subject, figures, range, zone)}
      table={
        <PriceTable
          rows={rows}
          count={points.length}
          title={`${METRIC_NAMES[metric]} (${currency.toUpperCase()})`}
          caption={`${name}: ${series}, ${coveredSpan(range, points[0]?.[0], points.at(-1)?.[0], zone)}`}
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

/** Not rendered again when the chart beside it is. */
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
