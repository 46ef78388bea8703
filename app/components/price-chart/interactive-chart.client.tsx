import Highcharts from "highcharts/esm/highcharts.js";
import "highcharts/esm/modules/accessibility.js";
import { HighchartsReact } from "highcharts-react-official";
import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { type ChartContents, interactiveChartOptions } from "./interactive-chart-options";

export interface InteractiveChartProps extends Omit<ChartContents, "plotLeft"> {
  /** The labels of prices, beside which the plot begins. */
  readonly axis: RefObject<HTMLElement>;
}

const CONTAINER = { className: "interactive-chart" };

/** The chart drawn by Highcharts. New props move the line of the chart that is there; it is never built anew. */
export function InteractiveChart(props: InteractiveChartProps) {
  const { points, drawing, currency, range, series, axis } = props;
  const plotLeft = useWidth(axis);
  const options = useMemo(
    () => interactiveChartOptions({ points, drawing, currency, range, series, plotLeft }),
    [points, drawing, currency, range, series, plotLeft],
  );
  return <HighchartsReact highcharts={Highcharts} options={options} containerProps={CONTAINER} />;
}

/** An element's width in whole CSS pixels, before each paint: other labels or another font change it. */
function useWidth({ current: element }: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(element?.offsetWidth ?? 0);
  useLayoutEffect(() => {
    if (element === null) return;
    const measure = () => setWidth(element.offsetWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  useLayoutEffect(() => setWidth(element?.offsetWidth ?? 0));
  return width;
}
