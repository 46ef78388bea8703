import Highcharts from "highcharts/esm/highcharts.js";
import "highcharts/esm/modules/accessibility.js";
import { HighchartsReact } from "highcharts-react-official";
import { useMemo } from "react";
import { type InteractiveChartProps, interactiveChartOptions } from "./interactive-chart-options";

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
