import Highcharts from "highcharts/esm/highcharts.js";
import "highcharts/esm/modules/accessibility.js";
import { HighchartsReact } from "highcharts-react-official";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { firstOptions, inIdleTime, remainingPieces } from "./interactive-chart-building";
import { type ChartContents, interactiveChartOptions } from "./interactive-chart-options";

export interface InteractiveChartProps extends Omit<ChartContents, "plotLeft"> {
  /** Element of the price labels, beside which the plot begins. */
  readonly axis: RefObject<HTMLElement>;
  /** Stands in the box, and hides the chart by the style sheet, until the chart is built. */
  readonly drawn: ReactNode;
  /** Follows the chart for listeners once it is built. */
  readonly summary: string;
}

const CONTAINER = { className: "interactive-chart" };

/** Chart drawn by Highcharts, built in idle time behind the drawing. New props update it instead of building another. */
export function InteractiveChart(props: InteractiveChartProps) {
  const { points, drawing, currency, range, series, lines, axis, drawn, summary } = props;
  const plotLeft = useWidth(axis);
  const options = useMemo(
    () => interactiveChartOptions({ points, drawing, currency, range, series, lines, plotLeft }),
    [points, drawing, currency, range, series, lines, plotLeft],
  );
  const ref = useRef<HighchartsReact.RefObject>(null);
  const [built] = useState(() => ({ first: firstOptions(options), whole: options }));
  const [isBuilt, setIsBuilt] = useState(false);
  useEffect(() => {
    const chart = ref.current?.chart;
    if (chart !== undefined) return inIdleTime(remainingPieces(chart, built.whole), () => setIsBuilt(true));
  }, [built]);
  return (
    <>
      {isBuilt ? <p className="is-sr-only">{summary}</p> : drawn}
      <HighchartsReact
        ref={ref}
        highcharts={Highcharts}
        // Leaves the chart as it was built until there is something new to show.
        options={isBuilt && options !== built.whole ? options : built.first}
        containerProps={CONTAINER}
      />
    </>
  );
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
