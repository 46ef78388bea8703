import { useMemo } from "react";
import {
  formatMetricInFull,
  METRIC_NAMES,
  metricInCurrency,
  summariseChart,
} from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import type { CoinChart } from "~/domain/chart/drawing";
import { downsamplePriceHistory, type SeriesFigures } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { useZone } from "../site/hydration";
import { ChartFigure } from "./chart-figure";
import { HistoryTable } from "./history-table";

const MAX_ROWS = 60;

interface PriceChartProps extends CoinChart {
  readonly name: string;
  readonly figures: SeriesFigures | null;
  readonly currency: Currency;
  /** The range that is shown. */
  readonly range: Range;
  /** Explains what the chart leaves out; null: nothing. */
  readonly limit: string | null;
}

/** History of a coin's price or market cap. */
export function PriceChart(props: PriceChartProps) {
  const { name, metric, drawing, volumes, figures, currency, range, limit } = props;
  const { points, span } = drawing;
  const series = metricInCurrency(metric, currency);
  const lines = useMemo(
    () => [{ id: metric, name: series, points, place: 1 as const }],
    [metric, series, points],
  );
  const zone = useZone();
  return (
    <ChartFigure
      {...{ series, metric, drawing, lines, volumes, currency, range, limit }}
      summarise={(zone) => summariseChart(name, figures, { metric, currency, range, zone })}
      table={
        <HistoryTable
          caption={`${name}: ${series}, ${coveredSpan(range, span?.[0], span?.[1], zone)}`}
          total={{ count: points.length, noun: "points" }}
          columns={[{ key: metric, title: `${METRIC_NAMES[metric]} (${currency.toUpperCase()})` }]}
          rows={downsamplePriceHistory(points, MAX_ROWS).map(([time, amount]) => [
            time,
            [formatMetricInFull(amount, metric, currency)],
          ])}
        />
      }
    />
  );
}
