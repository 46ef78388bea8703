import Highcharts from "highcharts/esm/highcharts.js";
import "highcharts/esm/modules/accessibility.js";
import { HighchartsReact } from "highcharts-react-official";
import { useMemo } from "react";
import type { ChartDrawing } from "~/domain/chart-drawing";
import type { Currency } from "~/domain/currency";
import type { PricePoint } from "~/domain/price-history";
import type { Range } from "~/domain/range";
import { interactiveChartOptions } from "./interactive-chart-options";

export interface InteractiveChartProps {
  readonly points: readonly PricePoint[];
  /** The drawing of the same series, whose axis of prices it shares. */
  readonly drawing: ChartDrawing;
  readonly currency: Currency;
  readonly range: Range;
  /** The name of the series: `Price in ₹`. */
  readonly series: string;
  /** What the chart says, in a sentence. */
  readonly summary: string;
}

const CONTAINER = { className: "interactive-chart" };

/** The chart drawn by Highcharts. New props move the line of the chart that is there; it is never built anew. */
export function InteractiveChart(props: InteractiveChartProps) {
  const { points, drawing, currency, range, series, summary } = props;
  const options = useMemo(
    () => interactiveChartOptions({ points, drawing, currency, range, series, summary }),
    [points, drawing, currency, range, series, summary],
  );
  return <HighchartsReact highcharts={Highcharts} options={options} containerProps={CONTAINER} />;
}
