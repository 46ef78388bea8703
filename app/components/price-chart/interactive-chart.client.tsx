import Highcharts from "highcharts/esm/highcharts.js";
import "highcharts/esm/modules/accessibility.js";
import { HighchartsReact } from "highcharts-react-official";
import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { type ChartContents, interactiveChartOptions } from "./interactive-chart-options";

export interface InteractiveChartProps extends Omit<ChartContents, "plotLeft"> {
  /** Element of the price labels, beside which the plot begins. */
  readonly axis: RefObject<HTMLElement>;
}

const CONTAINER = { className: "interactive-chart" };

/** Chart drawn by Highcharts. New props update the existing chart instead of building another. */
export function InteractiveChart(props: InteractiveChartProps) {
  const { points, drawing, currency, range, series, axis } = props;
  const plotLeft = useWidth(axis);
  const options = useMemo(
    () => interactiveChartOptions({ points, drawing, currency, range, series, plotLeft }),
    [points, drawing, currency, range, series, plotLeft],
  );
  return <HighchartsReact highcharts={Highcharts} options={options} containerProps={CONTAINER} />;
}

/** Measures an element's width in whole CSS pixels before each paint, because labels and fonts change it. */
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
